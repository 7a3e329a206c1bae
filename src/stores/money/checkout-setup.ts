import type { DeclineAction } from '#contract/money/declines'
import * as orderStates from '#contract/states/order-states'
import type { Locale } from '#contract/date-format'
import type { Language } from '#contract/field-rules'
import type { Money } from '#contract/amount'
import type { Order, Quote } from '#contract/money/order'
import type { OrderStatus } from '#contract/states/order-states'
import type { InstalmentDue } from '#contract/offering/payment-plan'
import type { Program } from '#contract/offering/program'

/** Whether a card form takes only cards for tests: the sandbox's, or that of a provider's test mode. A form of a live key never does. */
export const takesTestCards = (form: Program['card_form']): boolean =>
  form?.publishable_key ? form.publishable_key.startsWith('pk_test_') : DEVELOPMENT_TOOLS

/** What a cart costs, as its order or its quote says; no page ever adds money up itself. */
export type Sum = Pick<
  Quote,
  | 'items'
  | 'discounts'
  | 'tax_items'
  | 'amount_subtotal'
  | 'amount_discount'
  | 'amount_fee'
  | 'amount_tax'
  | 'amount_total'
  | 'amount_carried'
  | 'amount_due'
  | 'amount_remaining'
  | 'checkout_methods'
  | 'quote_version'
  | 'returns_if_cancelled'
> & {
  /** The parts in which it may be paid by card, the first now; none where it is paid at once. */
  parts: InstalmentDue[]
}

/** Where and when a line of the cart is, in the page's words. */
export type LineView = {
  month: string
  days: string
  under: string
  name: string
  option: string
  who: string
  /** The day of an appointment, of which one person may have several. */
  day: string | null
}

/** A refused card: its reason, and what its owner can do; `path` and `timestamp` of the call that refused it. */
export type Decline = {
  type: string
  message: string
  actions: DeclineAction[]
  saysNotCharged: boolean
  path: string | null
  timestamp: string | null
}

/** A card's source, or the form that gives one: null after it has said what is wrong. */
export type CardSource = string | null | (() => Promise<string | null>)

/** A stored card in the page's words. */
export type StoredCard = { id: string; name: string; expiry: string | null }

/** All that the page passes to checkout; it travels in the HTML. */
export type CheckoutSetup = {
  order: { id: string; status: OrderStatus; timezone: string }
  program: { id: string; name: string; email: string | null }
  language: Language
  locale: Locale
  sum: Sum
  lines: Record<string, LineView>
  /** What is paid for each membership when, in words for its first day; `{amount}` is what its line costs now. */
  plans: Record<string, { start: string; words: string }>
  /** What all places are of, and its days in words; null where the order is of several things. */
  event: { name: string; days: string } | null
  holdUntil: string | null
  /** The last try of a card, when it failed. */
  decline: Decline | null
  /** Address of the bank's page while it waits for the customer. */
  bankStep: string | null
  isOnlinePossible: boolean
  /** What the customer may spend of their balance here; null where there is nothing. */
  balance: Money | null
  /** What the card provider's form needs; null where the form is part of the page. */
  cardForm: Program['card_form']
  /** Until when the money must come if it is brought later, in words; null where it cannot be. */
  offlineDue: string | null
  /** Stored cards that are not over, the default first. */
  cards: StoredCard[]
  /** The one that is chosen at first, null for a new one. */
  chosenCard: string | null
  /** Whether a new card may be kept. */
  canStoreCard: boolean
  /** Whether it pays what a move costs more, or a period of a membership: nothing is added or taken away. */
  isFixed: boolean
  keepsFees: boolean
  refundNote: string | null
  /** Each deadline of what comes back, in words with its zone. */
  returnDeadlines: Record<string, string>
  hasTerms: boolean
  unverifiedEmail: string | null
  /** The day of the page, for the card's expiry and in words. */
  today: string
  todayWords: string
  addresses: { checkout: string; order: string; orders: string; explore: string; confirm: string; support: string }
}

export const sumOf = (from: Order | Quote): Sum => ({
  items: from.items,
  discounts: from.discounts,
  tax_items: from.tax_items,
  amount_subtotal: from.amount_subtotal,
  amount_discount: from.amount_discount,
  amount_fee: from.amount_fee,
  amount_tax: from.amount_tax,
  amount_total: from.amount_total,
  amount_carried: from.amount_carried,
  amount_due: from.amount_due,
  amount_remaining: from.amount_remaining,
  checkout_methods: from.checkout_methods,
  quote_version: from.quote_version,
  returns_if_cancelled: from.returns_if_cancelled,
  parts: from.object === 'quote' ? from.instalments : from.instalments_offered,
})

/** Whether a card is charged later by itself: what is paid with it is kept. */
export const isRenewing = ({ items }: Pick<Sum, 'items'>): boolean =>
  items.some(({ membership, is_cancelled }) => membership?.keeps_card === true && !is_cancelled)
/** Whether a card has to be stored, even where nothing is due now. */
export const needsCard = ({ items }: Pick<Sum, 'items'>): boolean =>
  items.some(({ membership, is_cancelled }) => membership?.needs_card === true && !is_cancelled)

/** A card where one may pay by card, else the only way there is. */
export function usualMethodOf({ checkout_methods }: Pick<Sum, 'checkout_methods'>, isOnlinePossible: boolean) {
  const offered = checkout_methods.filter((method) => method !== 'card' || isOnlinePossible)
  return offered.includes('card') ? 'card' : offered.length === 1 ? (offered[0] ?? null) : null
}

export type WayWithoutScript =
  | { kind: 'free' | 'offline'; value: 'free' | 'offline' }
  | { kind: 'card'; value: string; name: string }

/** The ways to pay that need no script. A new card is typed into a form that does, and so is the consent to later charges. */
export function waysWithoutScript({
  order,
  sum,
  cards,
  bankStep,
}: Pick<CheckoutSetup, 'order' | 'sum' | 'cards' | 'bankStep'>): WayWithoutScript[] {
  const isOpen = bankStep === null && orderStates.inCheckout.has(order.status)
  if (!isOpen || isRenewing(sum)) return []
  const { checkout_methods: methods } = sum
  return [
    ...(['free', 'offline'] as const).filter((way) => methods.includes(way)).map((kind) => ({ kind, value: kind })),
    ...(methods.includes('card') ? cards.map(({ id, name }) => ({ kind: 'card' as const, value: id, name })) : []),
  ]
}
