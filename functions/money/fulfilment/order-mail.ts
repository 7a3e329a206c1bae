import { groupsOfRegistrations } from '../../booking/registrations/load-registration.ts'
import type { PlaceGroup } from '../../contract/booking/registration.ts'
import { placeGroupLine } from '../../contract/sentences/place-group-words.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type Locale, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Card } from '../../contract/card.ts'
import { type OrderMailWords, orderMailWords } from '../../contract/sentences/order-mail-words.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { IdOrLookup } from '../../platform/database/database.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { type LoadedOrder, loadOrder } from '../orders/load-order.ts'
import { balanceDueIn } from '../orders/balance-due.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { isCharge } from '../../contract/money/order.ts'
import { isProductLine } from '../orders/order-refusals.ts'
import { amountRemaining } from '../orders/order-money.ts'
import { isMoveOrder, keepsPlace } from '../orders/move-order.ts'
import { type BoughtMembership, boughtMemberships } from './bought-memberships.ts'
import { creditNotesOf } from '../orders/issue-receipt.ts'
import { orderReturns } from '../orders/show-returns.ts'
import type { ReturnStep } from '../../booking/registrations/return-steps.ts'
import { type OrderPlace, orderPlaces } from './order-places.ts'
import { type PlaceVisit, visitsOf } from './visit-rows.ts'

/** A place with its price. */
export type OrderMailPlace = OrderPlace & {
  amount: number /** The group that the family sees, in words. */
  group: string | null
}

/** The data of a mail about an order, read when the mail is sent. */
export type OrderMail = {
  to: string
  /** First name of the customer; null if the mail names no one. */
  firstName: string | null
  lastName: string | null
  branding: MailBranding
  language: Language
  /** Locale for days and hours. */
  locale: Locale
  order: Pick<
    LoadedOrder,
    | 'id'
    | 'calendar_version'
    | 'status'
    | 'cancel_reason'
    | 'checkout_method'
    | 'receipt_number'
    | 'paid_at'
    | 'due_at'
    | 'tax_items'
    | 'amount_discount'
    | 'amount_fee'
    | 'amount_total'
    | 'amount_paid'
    | 'amount_refunding'
    | 'amount_returned'
    | 'balance_used'
    | 'instalments'
    | 'amount_carried'
  > & { amount_due: number; currency: string; program_id: string }
  /** The program's time zone, for receipts and due dates. */
  timezone: string
  places: OrderMailPlace[]
  /** Items without a place: name and quantity, how to pick up a store product, and price. */
  products: { label: string; note: string; amount: number }[]
  /** The memberships that the order began or continued. */
  memberships: BoughtMembership[]
  /** True if the order paid the extra cost of a move. */
  isMove: boolean
  /** The items that the receipt lists, with their prices. */
  lines: { label: string; amount: number }[]
  /** Each discount by its name or code, as the customer reads it. */
  discounts: { label: string | null; amount: number }[]
  /** Items with session packages. */
  packageItemIds: readonly string[]
  /** A short title of the order, for a subject line. */
  title: string
  /** How to pay the program offline, as the program wrote it. */
  offlineInstructions: string | null
  /** Tax number of the seller, for the receipt. */
  taxNumber: string | null
  takesCards: boolean
  /** True if the customer may write a message about the order on the site. */
  takesMessages: boolean
  /** The refund for cancelling the remaining items, from now on. */
  returns: ReturnStep[]
  /** The part of the fees that is inside the prices, in minor units. */
  includedFee: number
  /** Numbers of the credit notes of the refunds. */
  creditNotes: readonly string[]
  /** The debt that the order pays, in minor units. */
  balanceDue: number
  /** True if a card payment succeeded. */
  isByCard: boolean
  card: Partial<Card> | null
  /** The visits used for places, with the number left in each package now. */
  visits: PlaceVisit[]
}

/**
 * Reads the data of a mail about an order, in its customer's language; null if the order or its program no longer
 * exists. The mail names no one unless the address is confirmed: an unconfirmed address may belong to a stranger, and
 * anyone can have typed the names.
 */
export async function loadOrderMail(
  ctx: Ctx,
  orderId: IdOrLookup,
  { isToCustomer = true }: { isToCustomer?: boolean } = {},
): Promise<OrderMail | null> {
  const order = await loadOrder(ctx, orderId).catch((error: unknown) => {
    if (error instanceof ApiError && error.type === 'not_found') return null
    throw error
  })
  const branding = order ? await findBranding(ctx, order.program_id, order.user.language) : null
  if (!order || !branding) return null
  const { user, program, profile, registrations } = order
  const locale = localeOf(user.language, program.country)
  const namesPeople = !isToCustomer || user.is_email_verified
  const prices = new Map(order.items.map((item) => [item.registration_id, item.amount]))
  const places = orderPlaces(
    ctx,
    registrations.filter(({ registration }) => prices.has(registration.id)),
    { locale, namesPeople },
  )
  const groups = namesPeople
    ? await groupsOfRegistrations(
        ctx,
        places.map(({ id }) => id),
      )
    : new Map<string, PlaceGroup>()
  const labelOf = (
    item: Pick<
      LoadedOrder['items'][number],
      'registration_id' | 'attendee_name' | 'parent' | 'quantity' | 'product_name'
    >,
  ) => {
    const place = places.find(({ id }) => id === item.registration_id)
    if (place) return [place.title, place.attendee].filter(Boolean).join(', ')
    const of = item.attendee_name ?? order.items.find(({ id }) => id === item.parent)?.attendee_name
    return [item.quantity > 1 ? `${item.quantity} × ${item.product_name}` : item.product_name, namesPeople && of]
      .filter(Boolean)
      .join(', ')
  }
  const bought = order.items
    .filter(
      (item) =>
        isProductLine(item) || isCharge(item) || item.type === 'session_package' || item.type === 'membership_package',
    )
    .map((item) => ({ ...localize(item, user.language) }))
  const { offline_instructions = null, tax_number = null, translations = {} } = program.selling
  const selling = localize({ offline_instructions, tax_number, translations }, user.language)
  const booked = registrations.map(({ booking }) => localize(booking, user.language).title)
  const names = [...new Set([...booked, ...bought.map(({ product_name }) => product_name)])]
  return {
    to: profile.email,
    firstName: namesPeople ? profile.first_name : null,
    lastName: namesPeople ? profile.last_name : null,
    branding,
    language: user.language,
    locale,
    order: {
      ...order,
      amount_due: amountRemaining(order),
      tax_items: order.tax_items.map(({ translations = {}, ...tax }) => ({
        ...tax,
        name: localize({ name: tax.name, translations }, user.language).name,
      })),
    },
    timezone: program.timezone,
    places: places.map((place) => {
      const group = groups.get(place.id)
      return { ...place, amount: prices.get(place.id) ?? 0, group: group ? placeGroupLine(group, user.language) : null }
    }),
    products: bought.map((item) => ({
      label: labelOf(item),
      note: isProductLine(item) ? orderMailWords[user.language].paid.pickUp(item.pickup_text) : '',
      amount: item.amount,
    })),
    memberships: boughtMemberships(order, user.language, ctx.now),
    isMove: isMoveOrder(order) && !keepsPlace(order),
    lines: order.items
      .filter(({ type }) => type !== 'balance_due')
      .map((item) => ({ label: labelOf(localize(item, user.language)), amount: item.amount })),
    discounts: order.discounts
      .filter(({ discount }) => discount.amount > 0)
      .map(({ discount, coupon }) => ({
        label: localize(coupon, user.language).name ?? coupon.code,
        amount: discount.amount,
      })),
    packageItemIds: order.items.filter(({ type }) => type === 'session_package').map(({ id }) => id),
    title: names.length === 0 ? branding.name : names.slice(0, 2).join(', ').slice(0, 120),
    offlineInstructions: selling.offline_instructions,
    taxNumber: selling.tax_number,
    takesCards: program.features.online_payments === true,
    takesMessages: program.features.communications === true,
    returns: orderReturns(order, ctx.now),
    includedFee: sum(order.items.map((item) => (item.is_fee_included ? item.amount_fee : 0))),
    creditNotes: order.receipt_number === null ? [] : await creditNotesOf(ctx, order.id),
    balanceDue: balanceDueIn(order.items),
    isByCard: order.payments.some(
      ({ status, checkout_method }) => status === 'succeeded' && checkout_method === 'card',
    ),
    visits: await visitsOf(
      ctx,
      registrations
        .filter(({ registration }) => registration.session_credit_id !== null)
        .map(({ registration }) => registration.id),
    ),
    card: order.payments.findLast((payment) => payment.status === 'succeeded' && payment.card !== null)?.card ?? null,
  }
}

/** The texts of a mail in its language. */
export const wordsOf = (mail: OrderMail): OrderMailWords => orderMailWords[mail.language]

/** An amount of the order as its customer reads it. */
export const displayAmount = (mail: OrderMail, amount: number): string =>
  displayMoney(amount, { currency: mail.order.currency, program: mail.branding }, mail.language)

/** The card an order was paid with, in words. */
export function cardWords(mail: OrderMail): string {
  const { card } = mail
  if (!card?.last4) return wordsOf(mail).anyCard
  const brand = card.brand ? `${card.brand[0]?.toUpperCase()}${card.brand.slice(1)}` : ''
  return wordsOf(mail).card(brand, card.last4)
}
