import { balanceProvider } from '#contract/money/account-balance'
import { formatDeadline, zoneWords } from '#contract/date-format'
import { money } from '#contract/display-money'
import type { SessionBalance } from '#contract/booking/session-credit'
import { isCharge, type Order } from '#contract/money/order'
import { type CancellationPreview, customerReasons, type Registration } from '#contract/booking/registration'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { fillIn } from '../../../locales/fill-in.ts'
import { refundWords } from '../../offering/event/refund-words.ts'
import { type CancelPlace, type CancelSetup, previewWhole } from '../../../stores/changes/cancel-place.ts'
import { supportAddress } from '../../../routes.ts'
import { cardBrand } from './order-words.ts'
import { inOrderOfStart, placeView } from './place-view.ts'
import * as registrationStates from '#contract/states/registration-states'

/** The props of the island for cancellable places. */
export function cancelSetup(
  order: Order,
  programContext: ProgramContext,
  now: number,
  balance: SessionBalance | null = null,
): CancelSetup {
  const places = inOrderOfStart(order.registrations).filter(
    ({ status, event }) => registrationStates.booked.has(status) && Date.parse(event.starts_at) > now,
  )
  return {
    program: { name: programContext.program.name, email: programContext.program.email },
    address: programContext.to.order(order.id),
    support: supportAddress({
      program_id: programContext.program.id,
      url: programContext.to.order(order.id),
      lang: programContext.language,
    }),
    unpaidOrderId: order.status === 'pending' && order.due_at !== null && !order.items.some(isCharge) ? order.id : null,
    reasons: [...customerReasons],
    places: [...places.map(placeOf), ...wholeOf(order, places, { programContext, now })],
  }

  function placeOf(registration: Registration): CancelPlace {
    const { who, day, hours, isAppointment } = placeView(registration, programContext.locale)
    return {
      registration_id: registration.id,
      name: who,
      title: [registration.event.name, registration.option.name, ...(isAppointment ? [day, hours] : [])].join(', '),
      others: othersWords(registration, places, programContext),
      isPaid: registration.status === 'confirmed',
      preview: registration.cancellation,
      until: untilOf(registration, programContext, now),
      visit: visitOf(registration, balance),
      destination: destinationOf(order, registration.cancellation, programContext),
      toBalance: toBalanceOf(order, registration.cancellation, programContext),
      mayAsk: registration.event.refund_policy.is_camp_refund_request_allowed,
      refundSteps:
        registration.status === 'confirmed' && order.amount_total.value > 0 && !registration.session_credit_id
          ? stepsFromNow(registration, programContext, now)
          : [],
    }
  }
}

/** The visit that pays for a place, and how many are left after its cancellation. */
function visitOf(
  { session_credit_id, cancellation }: Registration,
  balance: SessionBalance | null,
): CancelPlace['visit'] {
  if (session_credit_id === null) return null
  const credit = balance?.credits.find(({ id }) => id === session_credit_id)
  const isBack = cancellation.result === 'automatic'
  const isCounted = credit !== undefined && !credit.is_unlimited
  return {
    isBack,
    left: isCounted ? credit.available + (isBack ? 1 : 0) : null,
    total: credit?.total ?? 0,
  }
}

/** The data for cancelling all places of a paid order at once. */
function wholeOf(
  order: Order,
  places: Registration[],
  { programContext, now }: { programContext: ProgramContext; now: number },
): CancelPlace[] {
  const { whole, wholeButtons } = programContext.text.order.cancel
  // The package of the order is not cancelled with its places.
  const hasPackage = order.items.some(({ type, is_cancelled }) => type === 'session_package' && !is_cancelled)
  const preview = order.status === 'paid' && places.length > 1 && !hasPackage ? previewWhole(order, wholeButtons) : null
  const [first] = places
  if (!preview || !first) return []
  const late_fee = lateFeesOf(places, programContext)
  const { timezone } = first.event
  const steps = order.returns_if_cancelled.map(({ until, amount_returned, amount_requested }, index) => ({
    until: until && formatDeadline(until, { timezone, locale: programContext.locale, now }),
    words: (amount_requested.value > 0 ? amount_requested : amount_returned).display,
    fill:
      index === 0 ? ('all' as const) : amount_requested.value + amount_returned.value > 0 ? ('half' as const) : null,
  }))
  return [
    {
      registration_id: order.id,
      name: whole,
      title: whole,
      others: null,
      isPaid: true,
      preview: { ...preview, late_fee, kept_for: keptForOf(places) },
      until: null,
      visit: null,
      destination: destinationOf(order, preview, programContext),
      toBalance: toBalanceOf(order, preview, programContext),
      mayAsk: places.every(({ event }) => event.refund_policy.is_camp_refund_request_allowed),
      refundSteps: order.amount_total.value > 0 && steps.some(({ until }) => until) ? steps : [],
      whole: { order_id: order.id, buttons: wholeButtons },
    },
  ]
}

/** The part of the payments that the organisation keeps, when it is the same for all places. */
function keptForOf(places: readonly Registration[]): string | null {
  const reasons = new Set(places.map(({ cancellation }) => cancellation.kept_for))
  const [reason = null] = reasons
  return reasons.size === 1 ? reason : null
}

/** The late fees of all places together. */
function lateFeesOf(places: Registration[], { text }: ProgramContext): CancellationPreview['late_fee'] {
  const fees = places.flatMap(({ cancellation: { late_fee } }) => (late_fee ? [late_fee.amount] : []))
  const [first] = fees
  if (!first) return null
  const sum = fees.reduce((value, fee) => value + fee.value, 0)
  const amount = money(sum, first, first.language)
  return { amount, sentence: fillIn(text.order.cancel.lateFees, { amount: amount.display }) }
}

/** `The places of Maya and Louis stay booked.`; null when there are no others. */
function othersWords(registration: Registration, places: Registration[], { text }: ProgramContext): string | null {
  const { andNames, cancel } = text.order
  const names = places
    .map(({ attendee_profile }) => attendee_profile.first_name)
    .filter((name) => name !== registration.attendee_profile.first_name)
  if (names.length === 0)
    return places.length > 1 ? fillIn(cancel.otherDates, { name: registration.attendee_profile.first_name }) : null
  return fillIn(names.length === 1 ? cancel.othersOne : cancel.others, { names: andNames(names) })
}

/** The remaining steps of the refund policy, each deadline with its time zone. Empty after the last deadline. */
function stepsFromNow(
  { event }: Registration,
  { locale, program }: ProgramContext,
  now: number,
): CancelPlace['refundSteps'] {
  const steps = refundWords(event, locale, { now, selling: program.selling }).refundSteps.filter(
    ({ isPast }) => !isPast,
  )
  if (!steps.some(({ until }) => until)) return []
  const zone = zoneWords(event.timezone, locale)
  return steps.map(({ until, words, fill }) => ({ until: until && `${until} (${zone})`, words, fill }))
}

/** The card that gets the refund and the number of days. Without a card, who contacts the customer. */
function destinationOf(
  order: Order,
  { result, amount }: CancellationPreview,
  { text, program }: ProgramContext,
): string | null {
  const { cancel, card } = text.order
  if (amount.value === 0) return null
  if (result === 'request') return fillIn(cancel.decides, { program: program.name })
  const payment = order.payments.findLast(isOutside)
  if (!payment && spentBalance(order)) return fillIn(cancel.toBalance, { program: program.name })
  if (payment?.checkout_method !== 'card') return fillIn(cancel.byHand, { program: program.name })
  const source = payment.payment_source
  const name = source?.last4 ? card(cardBrand(source.brand), source.last4) : null
  if (name && spentBalance(order)) return fillIn(cancel.asPaid, { card: name })
  return name ? fillIn(cancel.toCard, { card: name }) : cancel.toAnyCard
}

const isOutside = ({ status, payment_provider }: Order['payments'][number]): boolean =>
  status === 'succeeded' && payment_provider !== balanceProvider
const spentBalance = ({ payments }: Order): boolean =>
  payments.some(({ status, payment_provider }) => status === 'succeeded' && payment_provider === balanceProvider)

/** A payment by another method can be refunded to the balance, if the program has balances. */
function toBalanceOf(
  order: Order,
  { amount }: CancellationPreview,
  { text, program, features }: ProgramContext,
): string | null {
  const isOffered = features?.account_balance_enabled && amount.value > 0 && order.payments.some(isOutside)
  return isOffered ? fillIn(text.order.cancel.toBalance, { program: program.name }) : null
}

const untilOf = (registration: Registration, programContext: ProgramContext, now: number): string | null =>
  registration.cancellation.tier_ends_at === null
    ? null
    : formatDeadline(registration.cancellation.tier_ends_at, {
        timezone: registration.event.timezone,
        locale: programContext.locale,
        now,
      })
