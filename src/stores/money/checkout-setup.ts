import type { HoldEnd } from '../../locales/hold-words.ts'
import type { DeclineAction } from '#contract/money/declines'
import * as orderStates from '#contract/states/order-states'
import type { Locale } from '#contract/date-format'
import type { Language } from '#contract/field-rules'
import type { Money } from '#contract/amount'
import type { Order, Quote } from '#contract/money/order'
import type { OrderStatus } from '#contract/states/order-states'
import type { InstalmentDue } from '#contract/offering/payment-plan'
import type { Program } from '#contract/offering/program'

/**
 * True for a card form that takes only test cards: the sandbox's, or a provider's in test mode. A form with a live key never
 * does.
 */
export const takesTestCards = (form: Program['card_form']): boolean =>
  form?.publishable_key ? form.publishable_key.startsWith('pk_test_') : DEVELOPMENT_TOOLS

/** The price of a cart, from its order or its quote. Pages never add up money themselves. */
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
  /** The instalments for payment by card, the first due now. Empty when the order is paid at once. */
  parts: InstalmentDue[]
}

/** The place and the time of a cart line, in words. */
export type LineView = {
  month: string
  days: string
  under: string
  name: string
  option: string
  who: string
  /** The day of an appointment, because one person may have several appointments. */
  day: string | null
  /** The form in which the place was booked, filled in; null when it can no longer change. */
  edit: string | null
}

/** A refused card: its reason and remedy. `path` and `timestamp` are those of the refused call. */
export type Decline = {
  type: string
  message: string
  actions: DeclineAction[]
  saysNotCharged: boolean
  path: string | null
  timestamp: string | null
}

/** The source of a card, or a function that reads it from the form. Null after the form has shown an error. */
export type CardSource = string | null | (() => Promise<string | null>)

/** A stored card in words. */
export type StoredCard = { id: string; name: string; expiry: string | null }

/** Props of checkout, serialised in the HTML. */
export type CheckoutSetup = {
  order: { id: string; status: OrderStatus; timezone: string }
  program: { id: string; name: string; email: string | null }
  language: Language
  locale: Locale
  sum: Sum
  lines: Record<string, LineView>
  /**
   * The payment plan of each membership, in words, by the membership's first day. `{amount}` is the price of the line
   * now.
   */
  plans: Record<string, { start: string; words: string }>
  /** The event of all places, and its days in words; null when the order has several events. */
  event: { name: string; days: string } | null
  holdUntil: string | null
  holdEnd: HoldEnd | null
  /** The last card attempt that failed. */
  decline: Decline | null
  /** URL of the bank's page while the payment awaits a confirmation. */
  bankStep: string | null
  /** The payment that the bank step confirms. */
  bankPayment: string | null
  /** True when that payment waits on the provider's own page. */
  isOnPage: boolean
  isOnlinePossible: boolean
  /** The balance that the customer may spend on the order; null when there is none. */
  balance: Money | null
  /** The settings of the card provider's form; null when the form is part of the page. */
  cardForm: Program['card_form']
  /** The due date of an offline payment, in words; null when the order cannot be paid offline. */
  offlineDue: string | null
  /** The valid stored cards, the default first. */
  cards: StoredCard[]
  /** The card that is chosen at first; null for a new card. */
  chosenCard: string | null
  /** The words with which a customer who pays by card lets the organisation charge it later; null where there are none to agree to. */
  chargeConsent: { version: string; text: string } | null
  /** True when a new card may be stored. */
  canStoreCard: boolean
  /** True for an order that cannot be edited: the difference of a reschedule, or a membership period. */
  isFixed: boolean
  keepsFees: boolean
  refundNote: string | null
  /** The refund deadlines, each in words with its time zone. */
  returnDeadlines: Record<string, string>
  hasTerms: boolean
  /** The form for a discount code: the key of its post, the code of the link that led here, and the last refusal. */
  code: { key: string; value: string; refusal: string | null }
  unverifiedEmail: string | null
  /** The current day, for the expiry of the card and in words. */
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

/** True when the order will charge the card again later, so that the card is stored. */
export const chargesCardLater = ({ items }: Pick<Sum, 'items'>): boolean =>
  items.some(({ membership, is_cancelled }) => membership?.keeps_card === true && !is_cancelled)
/** True when a card must be stored, even if nothing is due now. */
export const needsCard = ({ items }: Pick<Sum, 'items'>): boolean =>
  items.some(({ membership, is_cancelled }) => membership?.needs_card === true && !is_cancelled)

/** The usual method: card when it is possible, otherwise the only method. */
export function usualMethodOf({ checkout_methods }: Pick<Sum, 'checkout_methods'>, isOnlinePossible: boolean) {
  const offered = checkout_methods.filter((method) => method !== 'card' || isOnlinePossible)
  return offered.includes('card') ? 'card' : offered.length === 1 ? (offered[0] ?? null) : null
}

export type WayWithoutScript =
  | { kind: 'free' | 'offline' | 'page' }
  | { kind: 'card'; id: string; name: string; expiry: string | null }

/**
 * The ways to pay without JavaScript, the usual one first. A new card is entered on the provider's page, which only
 * stores it when nothing is due now.
 */
export function waysWithoutScript({
  order,
  sum,
  cards,
  isOnlinePossible,
  canStoreCard,
}: Pick<CheckoutSetup, 'order' | 'sum' | 'cards' | 'isOnlinePossible' | 'canStoreCard'>): WayWithoutScript[] {
  if (!orderStates.inCheckout.has(order.status)) return []
  const { checkout_methods: methods } = sum
  const isCardMissing = needsCard(sum) && cards.length === 0
  return [
    ...(methods.includes('card') ? cards.map((card) => ({ kind: 'card' as const, ...card })) : []),
    ...(methods.includes('card') && isOnlinePossible ? [{ kind: 'page' as const }] : []),
    ...(methods.includes('offline') ? [{ kind: 'offline' as const }] : []),
    ...(methods.includes('free') && !isCardMissing ? [{ kind: 'free' as const }] : []),
    ...(methods.includes('free') && chargesCardLater(sum) && isOnlinePossible && canStoreCard
      ? [{ kind: 'page' as const }]
      : []),
  ]
}
