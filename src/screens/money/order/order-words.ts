import type { RegistrationStatus } from '#contract/states/registration-states'
import type { OrderStatus } from '#contract/states/order-states'
import type { ItemType, Order } from '#contract/money/order'
import { displayMoney } from '#contract/display-money'
import type { Payment } from '#contract/money/payment'
import type { Registration } from '#contract/booking/registration'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { dayMonth, formatDeadline } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { bankStepAddress } from '../../../routes.ts'
import type { IconName } from '../../../ui/icons.tsx'
import * as paymentStates from '#contract/states/payment-states'
import * as orderStates from '#contract/states/order-states'
import * as registrationStates from '#contract/states/registration-states'
import * as instalmentStates from '#contract/states/instalment-states'

export type StateBadge = { kind: 'good' | 'few' | 'stop' | null; icon: IconName | null; words: string }

/** The status of an order as a badge. An unknown status has a neutral word. */
export function orderBadge(status: OrderStatus, { text }: Pick<ProgramContext, 'text'>): StateBadge {
  const words = (text.order.status as Record<string, string>)[status] ?? text.order.unknownStatus
  if (status === 'paid') return { kind: 'good', icon: 'check', words }
  if (orderStates.ended.has(status)) return { kind: 'stop', icon: 'x', words }
  return { kind: 'few', icon: 'clock', words }
}

export function placeBadge(status: RegistrationStatus, { text }: Pick<ProgramContext, 'text'>): StateBadge {
  const words = (text.order.placeStatus as Record<string, string>)[status] ?? text.order.unknownStatus
  if (registrationStates.attending.has(status)) return { kind: 'good', icon: 'check', words }
  if (registrationStates.unused.has(status)) return { kind: 'stop', icon: 'x', words }
  return { kind: 'few', icon: 'clock', words }
}

/**
 * The unpaid instalments of an order, and whether the customer may pay an instalment now. They may not during a
 * charge or a bank step.
 */
export function openParts(
  order: Pick<Order, 'id' | 'program_id' | 'status' | 'instalments' | 'payments'>,
  { isClosed }: { isClosed: boolean },
) {
  const open = order.instalments.filter(({ status }) => instalmentStates.payable.has(status))
  const bankStep = bankStepAddress(order)
  const isCharging = order.instalments.some(({ status }) => status === 'charging')
  const mayPay = open.length > 0 && order.status === 'paid' && !isCharging && !bankStep && !isClosed
  return { open, bankStep, mayPay }
}

const isHeld = ({ status }: Pick<Registration, 'status'>) => registrationStates.chosen.has(status)
const isCancelled = ({ status }: Pick<Registration, 'status'>) => registrationStates.cancelled.has(status)

/**
 * The badges of an order: its status, cancelled places, refunds. The list and the page of the order show the same
 * badges.
 */
export function orderBadges(order: Order, { text }: Pick<ProgramContext, 'text'>): StateBadge[] {
  const { order: words } = text
  const cancelled = order.status === 'cancelled' ? 0 : order.registrations.filter(isCancelled).length
  const refund = words.refundStatus[order.refund_status]
  return [
    orderBadge(order.status, { text }),
    ...(cancelled > 0 ? [{ kind: null, icon: null, words: words.placesCancelled(cancelled) }] : []),
    ...(refund ? [{ kind: null, icon: null, words: refund }] : []),
  ]
}

/** The people of an order: those who still have their place, or everyone once no one has. */
export function orderPeople(order: Order, { text }: Pick<ProgramContext, 'text'>): string {
  const { registrations } = order
  const held = registrations.filter(isHeld)
  const names = (held.length > 0 ? held : registrations).map(({ attendee_profile }) => attendee_profile.first_name)
  return text.order.andNames([...new Set(names)])
}

/** The main amount of an order: the paid amount minus refunds, otherwise the amount due. Null without either. */
export function orderSum(
  order: Order,
  { text, language }: Pick<ProgramContext, 'text' | 'language'>,
): { label: string; amount: string } | null {
  const { order: words } = text
  const back = order.amount_returned.value + order.amount_returning.value
  if (order.amount_paid.value > 0 && order.amount_due.value === 0)
    return {
      label: back > order.amount_moved.value ? words.afterRefund : words.paid,
      amount: displayMoney(order.amount_paid.value - back, order.amount_total, language),
    }
  if (order.instalments.length > 0 && order.amount_due.value > 0 && order.status === 'paid')
    return {
      label: words.plan.soFar(order.amount_total.display),
      amount: displayMoney(order.amount_paid.value - back, order.amount_total, language),
    }
  if (order.status === 'paid') return { label: words.total, amount: order.amount_total.display }
  if (orderStates.ended.has(order.status)) return null
  return { label: words.due, amount: order.amount_remaining.display }
}

/**
 * The outcome of an instalment's payment: it is paid, or a different amount arrived and is refunded. Null while
 * unknown.
 */
export function partNews(
  { instalments, payments }: Pick<Order, 'instalments' | 'payments'>,
  paymentId: string | null,
): 'paid' | 'returned' | null {
  const payment = payments.find(({ id }) => id === paymentId)
  if (payment?.status !== 'succeeded') return null
  return instalments.some(({ status, payment_id }) => status === 'paid' && payment_id === paymentId)
    ? 'paid'
    : 'returned'
}

/** The outcome in the URL after a card was added for an instalment. */
export const cardNewsOf = (saved: string | null): 'added' | 'refused' | 'waiting' | null =>
  saved === 'added' || saved === 'refused' || saved === 'waiting' ? saved : null

const thingsWithoutPlace = new Set<ItemType>(['product_variation', 'session_package', 'membership_package'])

/**
 * The status of an unpaid order in a sentence, which mentions no places for an order of products. Null when there is nothing to
 * say.
 */
export function statusSentence(
  order: Pick<Order, 'status' | 'items' | 'due_at' | 'cancel_reason' | 'amount_remaining'>,
  {
    text: { order: words },
    program,
    locale,
  }: Pick<ProgramContext, 'text' | 'locale'> & {
    program: Pick<ProgramContext['program'], 'timezone'>
  },
  now: number,
): string | null {
  const { status, items, cancel_reason, due_at } = order
  const isStore = items.length > 0 && items.every(({ type }) => thingsWithoutPlace.has(type))
  const texts = { ...words.texts, ...(isStore ? words.storeTexts : {}) }
  const reasons = { ...words.cancelReasons, ...(isStore ? words.storeCancelReasons : {}) }
  if (status === 'cancelled' && cancel_reason) return reasons[cancel_reason]
  if (orderStates.charging.has(status)) return texts[status]
  // An order that only pays a debt has no places.
  if (items.length > 0 && items.every(({ type }) => type === 'balance_due')) return null
  if (status !== 'pending' || !due_at) return texts[status] || null
  return texts.payBy(
    order.amount_remaining.display,
    formatDeadline(due_at, { timezone: program.timezone, locale, now }),
  )
}

/**
 * First line of a paid order, or of one payable at the office: `See you on July 5, Maya and Samuel`; null when no one is
 * expected any longer.
 */
export function welcome(
  order: Order,
  { text, locale }: Pick<ProgramContext, 'text' | 'locale'>,
  now: number,
): string | null {
  const coming = order.registrations
    .filter(({ status, event }) => registrationStates.chosen.has(status) && Date.parse(event.ends_at) > now)
    .sort((a, b) => a.event.starts_at.localeCompare(b.event.starts_at))
  const [first] = coming
  const isPromised = order.status === 'pending' && order.due_at !== null
  if (!first || !(order.status === 'paid' || isPromised)) return null
  const names = [
    ...new Set(
      coming
        .filter(({ event }) => event.id === first.event.id)
        .map(({ attendee_profile }) => attendee_profile.first_name),
    ),
  ]
  return text.order.seeYou(
    dayMonth(wallClock(first.event.starts_at, first.event.timezone), locale),
    text.order.andNames(names),
  )
}

/** The common spelling of a card brand, such as `Mastercard`; null when it is unknown. */
export const cardBrand = (brand: string | null): string | null =>
  brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : null

/**
 * The payments of an order with their method and status. Empty after a single successful payment, because the receipt
 * shows it.
 */
export function shownPayments(
  { payments }: Pick<Order, 'payments'>,
  { text }: Pick<ProgramContext, 'text'>,
): { payment: Payment; way: string; badge: StateBadge; amount: string }[] {
  const { order: words } = text
  if (payments.every(({ status }) => status === 'succeeded') && payments.length < 2) return []
  return payments.map((payment) => {
    const { status, checkout_method, payment_source: source } = payment
    const paidWith =
      checkout_method === 'card'
        ? words.card(cardBrand(source?.brand ?? null), source?.last4 ?? null)
        : words.payWays[checkout_method]
    const way = payment.carried_from ? words.carriedWay(paidWith) : paidWith
    const isPromised = checkout_method === 'offline' && status === 'created'
    const state = isPromised ? words.paymentPromised : words.paymentStatus[status]
    // The received amount is shown when it differs from the requested amount.
    const amount = (status === 'succeeded' ? payment.amount_received : payment.amount_total).display
    if (status === 'succeeded') return { payment, way, amount, badge: { kind: 'good', icon: 'check', words: state } }
    const isOver = paymentStates.unsuccessful.has(status)
    const badge: StateBadge = { kind: isOver ? 'stop' : 'few', icon: isOver ? 'x' : 'clock', words: state }
    return { payment, way, amount, badge }
  })
}
