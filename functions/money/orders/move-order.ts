import { type PaidLine, paidParts } from '../../offering/pricing/refund-amount.ts'
import type { LoadedOrder } from './load-order.ts'
import type { PaymentToCarry } from './move-origin-rows.ts'
import type { Refusal } from './order-refusals.ts'

/** Whether an order pays what a move costs more. */
export const isMoveOrder = ({ moves_registration_id }: { moves_registration_id: string | null }): boolean =>
  moves_registration_id !== null

/** What was paid for a place and goes with it to the order it moves to: never more than its order still has. */
export function amountOfPlace(line: PaidLine, remaining: number): number {
  const { base, tax, fee, fee_tax } = paidParts(line)
  return Math.max(0, Math.min(remaining, base + tax + fee + fee_tax))
}

type Moving = Pick<LoadedOrder, 'moves_registration_id' | 'moves_sequence' | 'amount_carried' | 'moved' | 'origin'>

/** May the booking that an order moves still move? Not once it was cancelled, moved or paid back otherwise, or has begun. null = yes, and for every other order. */
export function checkMove(order: Moving, now: number): Refusal | null {
  if (!isMoveOrder(order)) return null
  const { moved, origin, moves_sequence, amount_carried } = order
  const isSame =
    moved?.registration.status === 'confirmed' &&
    moved.registration.sequence === moves_sequence &&
    origin?.status === 'paid' &&
    amountOfPlace(origin.line, origin.remaining) === amount_carried
  if (!isSame) return { type: 'state_conflict', subject: 'registration' }
  return now >= moved.booking.starts_at ? { type: 'already_started', subject: moved.registration.id } : null
}

/** Which payments of an order an amount is taken from, newest first. */
export function partsToCarry(amount: number, payments: readonly PaymentToCarry[]) {
  let open = amount
  return payments.flatMap((payment) => {
    const part = Math.min(open, payment.remaining)
    open -= Math.max(0, part)
    return part > 0 ? [{ payment, amount: part }] : []
  })
}
