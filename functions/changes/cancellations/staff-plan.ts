import { ApiError } from '../../contract/api-error.ts'
import { money, type SoldIn } from '../../contract/display-money.ts'
import { type StaffDestination, staffDestinations } from '../../contract/booking/registration.ts'
import type { StaffCancellation, StaffCancelRequest } from '../../contract/changes/staff-change.ts'
import { returnable } from '../../contract/money/refund.ts'
import { everythingPaid } from '../../booking/registrations/cancellation-amount.ts'
import type { CancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { openOfItem } from '../../money/orders/instalments.ts'
import { returnParts } from '../../money/refunds/split-refund.ts'
import { shareOut, sum } from '../../offering/pricing/shares.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { requireRight } from '../../platform/middleware/organiser.ts'
import { outcomeOf, type PaidOrder } from './cancel-place.ts'
import { cancelTogether, type RefundRow } from './refund-plan.ts'

/** The cancellation of places by staff: what the policy gives, the most that may be refunded, and what is refunded. */
export type StaffPlan = { rows: (RefundRow & { policy: number; most: number })[] }

/** Where a refund may be sent, as the parts of a payment take it. Cash is the way it was paid, handed over. */
const sentTo = (to: StaffDestination | undefined) =>
  to === 'account_balance' ? ('account_balance' as const) : ('original_method' as const)

/**
 * Plans the cancellation of places of one order, or of one place without an order. Another amount than the policy's is
 * an exception: it needs the right to make exceptions and a reason, and is at most what was paid.
 */
export function planByStaff(
  ctx: OrganiserContext,
  { order, places }: { order: PaidOrder | null; places: readonly LoadedRegistration[] },
  { amount, reason }: Pick<StaffCancelRequest, 'amount' | 'reason'>,
): StaffPlan {
  const byPolicy = order
    ? cancelTogether(ctx, order, places, policyOf)
    : places.map((place) => ({ place, outcome: policyOf(outcomeOf(ctx, place, null)) }))
  const most = mostOf(order, places)
  const rows = byPolicy.map((row, at) => ({ ...row, policy: row.outcome.amount, most: most[at] ?? 0 }))
  if (amount === undefined || amount === sum(rows.map(({ policy }) => policy))) return { rows }
  if (amount > sum(most)) throw new ApiError('refund_not_allowed', { param: 'amount' })
  requireRight(ctx, 'exceptions')
  if (!reason) throw new ApiError('required', { param: 'reason' })
  const shares = shareOut(amount, most)
  return { rows: rows.map((row, at) => ({ ...row, outcome: withAmount(row.outcome, shares[at] ?? 0) })) }
}

/** Staff decide at once what a customer would request. Beyond the policy the amount is 0. */
function policyOf(outcome: CancellationOutcome): CancellationOutcome {
  if (outcome.result !== 'request') return outcome
  return outcome.is_in_policy
    ? { ...outcome, result: 'automatic' }
    : { ...outcome, result: 'no_refund', amount: 0, kept: outcome.paid, lost: null }
}

// As for a cancelled event, no lost discount is deducted from an amount that the organisation decides.
const withAmount = (outcome: CancellationOutcome, amount: number): CancellationOutcome => ({
  ...outcome,
  result: amount > 0 ? 'automatic' : 'no_refund',
  amount,
  late_fee: 0,
  lost: null,
  stored: null,
})

// The refund of one place reduces the remainder for the next place.
function mostOf(order: PaidOrder | null, places: readonly LoadedRegistration[]): number[] {
  let remaining = order ? returnable(order) : 0
  return places.map(({ registration }) => {
    const item = order?.items.find((each) => each.registration_id === registration.id && each.cancelled_at === null)
    if (!order || !item) return 0
    const { total } = everythingPaid(item, remaining, openOfItem(order, item.id))
    remaining -= total
    return total
  })
}

type Shown = Pick<StaffCancellation, 'dry_run' | 'order_id' | 'order_status'> & {
  places: {
    registration_id: string
    status: StaffCancellation['places'][number]['status']
    policy: number
    most: number
    amount: number
  }[]
  parts: { destination: StaffDestination; amount: number }[]
  soldIn: SoldIn
}

/** A cancellation as the API returns it. */
export function showCancellation(ctx: OrganiserContext, { soldIn, places, parts, ...shown }: Shown): StaffCancellation {
  const inMoney = (amount: number) => money(amount, soldIn, ctx.language)
  const total = (column: 'policy' | 'most' | 'amount') => inMoney(sum(places.map((place) => place[column])))
  return {
    object: 'staff_cancellation',
    ...shown,
    places: places.map(({ registration_id, status, policy, most, amount }) => ({
      registration_id,
      status,
      amount_policy: inMoney(policy),
      amount_most: inMoney(most),
      amount: inMoney(amount),
    })),
    amount_policy: total('policy'),
    amount_most: total('most'),
    amount: total('amount'),
    returned_to: showParts(parts, inMoney),
    undo_until: null,
    mail: null,
  }
}

/** How much of a refund goes to the balance, in cash, and the way it was paid. */
export function partsTo(
  order: PaidOrder | null,
  amount: number,
  to: StaffDestination | undefined,
): { destination: StaffDestination; amount: number }[] {
  if (!order || amount === 0) return []
  return returnParts(amount, order, sentTo(to)).map((part) => ({
    destination: to === 'cash' && part.destination === 'original_method' ? 'cash' : part.destination,
    amount: part.amount,
  }))
}

/** The sums of the parts of a refund by destination. */
export const showParts = <Shown>(
  parts: readonly { destination: StaffDestination; amount: number }[],
  inMoney: (amount: number) => Shown,
): { destination: StaffDestination; amount: Shown }[] =>
  staffDestinations.flatMap((destination) => {
    const amount = sum(parts.filter((part) => part.destination === destination).map((part) => part.amount))
    return amount > 0 ? [{ destination, amount: inMoney(amount) }] : []
  })
