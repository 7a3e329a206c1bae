import { actsForProgram } from '../../platform/actor.ts'
import { returnable } from '../../contract/money/refund.ts'
import { ApiError } from '../../contract/api-error.ts'
import type {
  CancelRegistrationRequest,
  RefundDestination,
  RefundReason,
  StaffDestination,
} from '../../contract/booking/registration.ts'
import type { ActingContext, Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import type { LoadedOrder } from '../../money/orders/load-order.ts'
import { openOfItem, waiveParts } from '../../money/orders/instalments.ts'
import { type OrderAround, restOfOrder } from '../../booking/registrations/rest-of-order.ts'
import { createRefund, type LoadedRefund } from '../../money/refunds/create-refund.ts'
import { amountToBalance } from '../../money/refunds/split-refund.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { type CancellationOutcome, cancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { cancelItem } from './cancellation-rows.ts'

export type CancelReason = {
  reason: RefundReason | null
  reason_other: string | null
  /** Where the refund goes. */
  destination: StaffDestination
  /** Why staff cancel, in their words. */
  note?: string | null
  /** False if the family gets no mail. */
  notify?: boolean
  /** When the mail and the refund leave; by default at once. */
  dueAt?: number
}
/** What a customer says about a cancellation. */
export type CustomerReason = CancelReason & { destination: RefundDestination }
export type PaidOrder = LoadedOrder & { refunds: LoadedRefund[] }

/** What cancelling one place of an order would do now, together with the places `leavingToo`. */
export function outcomeOf(
  ctx: Ctx,
  place: LoadedRegistration,
  order: LoadedOrder | null,
  leavingToo: ReadonlySet<string> = new Set(),
): CancellationOutcome {
  const line =
    order?.items.find((item) => item.registration_id === place.registration.id && item.cancelled_at === null) ?? null
  return cancellationOutcome({
    status: place.registration.status,
    booking: place.booking,
    line,
    remaining: order ? returnable(order) : 0,
    open: order && line ? openOfItem(order, line.id) : 0,
    around: order && restOfOrder(aroundOf(order), place.registration.id, leavingToo),
    isByCredit: place.registration.session_credit_id !== null,
    isByStaff: actsForProgram(ctx.actor),
    now: ctx.now,
  })
}

/** The columns of an order that the rules of lost discounts need. */
export function aroundOf({ items, discounts, program, registrations }: LoadedOrder): OrderAround {
  const types = new Map(registrations.map((place) => [place.registration.id, place.booking.event_type]))
  return {
    fee: program.selling.fee,
    automatic: discounts
      .filter(({ discount }) => !discount.is_entered && discount.amount > 0)
      .map(({ coupon }) => coupon),
    lines: items
      .filter((item) => (item.cancelled_at === null || item.refund_policy !== null) && item.type !== 'balance_due')
      .map((item) => ({ ...item, event_type: types.get(item.registration_id ?? '') ?? item.product_type })),
  }
}

/** True if the refund is not the one that was shown. */
export function isOtherAmount(
  { expected_amount }: Pick<CancelRegistrationRequest, 'expected_amount'>,
  amount: number,
): boolean {
  if (expected_amount === null || expected_amount === undefined) return false
  return (typeof expected_amount === 'number' ? expected_amount : expected_amount.value) !== amount
}

/** Statements that cancel one place by its outcome: they free the place and close its item. */
export function cancelPlace(
  ctx: ActingContext,
  place: LoadedRegistration,
  about: { order: LoadedOrder | null; outcome: CancellationOutcome; reasons: CancelReason },
): Statement[] {
  const { outcome, reasons } = about
  const item = about.order?.items.find(
    (each) => each.registration_id === place.registration.id && each.cancelled_at === null,
  )
  const returned = outcome.result === 'automatic' ? outcome.amount : 0
  return [
    ...transitionRegistration(ctx, place, outcome.to ?? 'cancelled', {
      actor: ctx.actor,
      reason: historyReason(ctx, reasons),
      note: reasons.note ?? null,
      set: {
        cancelled_at: ctx.now,
        cancel_reason: historyReason(ctx, reasons),
        hold_expires_at: null,
        penalty: outcome.late_fee,
      },
    }),
    ...(item
      ? [cancelItem(ctx.db, item.id, { at: ctx.now, amount: returned, ...outcome.stored }), guard(ctx.db, 'state')]
      : []),
  ]
}

// Staff write a note. The list of reasons is for customers.
const historyReason = (ctx: ActingContext, { reason }: CancelReason): string | null =>
  ctx.actor.type === 'customer' ? reason : 'organiser'

/** Statements that stop the instalments of cancelled places. */
export function stopCharging(
  ctx: ActingContext,
  order: LoadedOrder,
  places: readonly LoadedRegistration[],
): Statement[] {
  const ids = places.map(({ registration }) => registration.id)
  const items = order.items.filter(({ registration_id }) => registration_id !== null && ids.includes(registration_id))
  return waiveParts(
    ctx,
    order,
    items.map(({ id }) => id),
    ctx.actor,
  )
}

/** Statements that refund cancelled places at once, with the figures behind the amount. */
export function refundAtOnce(
  ctx: ActingContext,
  order: PaidOrder,
  back: { amount: number; dedupe: string; reasons: CancelReason; inputs: Record<string, unknown> },
): Statement[] {
  return createRefund(ctx, order, {
    amount: back.amount,
    destination: back.reasons.destination,
    dedupe: back.dedupe,
    reason: historyReason(ctx, back.reasons) ?? 'other',
    inputs: back.inputs,
    actor: ctx.actor,
    note: back.reasons.note ?? null,
    notify: back.reasons.notify ?? true,
    dueAt: back.reasons.dueAt,
  })
}

/** Where a refund of the order may go: the way it was paid, or the balance if the program has balances. */
export const destinationsOf = ({ program }: Pick<LoadedOrder, 'program'>): RefundDestination[] =>
  program.features.account_balance === true ? ['original_method', 'account_balance'] : ['original_method']

/** The chosen destination; throws if it is not available. */
export function chosenDestination<Destination extends StaffDestination>(
  order: Pick<LoadedOrder, 'program'> | null,
  destination: Destination | null | undefined,
  param = 'destination',
): Destination | 'original_method' {
  const chosen = destination ?? 'original_method'
  if (order && chosen === 'account_balance' && !destinationsOf(order).includes(chosen))
    throw new ApiError('invalid_option', { param })
  return chosen
}

/** The destination for a mail: the choice, and how much of the immediate refund goes to the balance. */
export const destinationForMail = (order: PaidOrder | null, amount: number, destination: StaffDestination) => ({
  destination,
  to_balance:
    order && amount > 0
      ? amountToBalance(amount, order, destination === 'account_balance' ? destination : 'original_method')
      : 0,
})

/** The fields of a mail's event for a change by staff; none for a change by its customer. */
export const byStaff = (ctx: ActingContext) => (ctx.actor.type === 'customer' ? {} : { is_by_staff: true })

/** The outcome of one place, for a mail. */
export const outcomeForMail = ({ result, amount, late_fee, lost }: CancellationOutcome) => ({
  result,
  amount,
  late_fee,
  lost: lost && { amount: lost.amount, coupons: lost.coupons },
})
