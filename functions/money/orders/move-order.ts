import { type PaidLine, paidParts } from '../../offering/pricing/refund-amount.ts'
import type { LoadedOrder } from './load-order.ts'
import type { PaymentToCarry } from './move-origin-rows.ts'
import type { Refusal } from './order-refusals.ts'

/** True if the order pays the extra cost of a move. */
export const isMoveOrder = ({ moves_registration_id }: { moves_registration_id: string | null }): boolean =>
  moves_registration_id !== null

/**
 * True if the order pays the normal price of a place that stays where it is, because the membership that opened it
 * ends before its day. Its item names the registration only once it is paid.
 */
export const keepsPlace = (order: {
  moves_registration_id: string | null
  items: readonly { source: string | null }[]
}): boolean => isMoveOrder(order) && order.items.every(({ source }) => source === null)

/** What is left of the payment for an item after its refunds: at most the remainder of its order. */
export function amountOfLine(line: PaidLine, remaining: number): number {
  const { base, tax, fee, fee_tax } = paidParts(line)
  return Math.max(0, Math.min(remaining, base + tax + fee + fee_tax - (line.amount_cancelled ?? 0)))
}

type Moving = Pick<
  LoadedOrder,
  'moves_registration_id' | 'moves_sequence' | 'amount_carried' | 'moved' | 'origin' | 'items'
>

/**
 * Refuses the move of an order if its booking was cancelled, moved or refunded in the meantime, or has begun. Null if
 * it may move, and for other orders.
 */
export function checkMove(order: Moving, now: number): Refusal | null {
  if (!isMoveOrder(order)) return null
  const { moved, origin, moves_sequence, amount_carried } = order
  const isSame =
    moved?.registration.status === 'confirmed' &&
    moved.registration.sequence === moves_sequence &&
    origin?.status === 'paid' &&
    amountOfLine(origin.line, origin.remaining) === amount_carried &&
    (!keepsPlace(order) || moved.registration.price_due_at !== null)
  if (!isSame) return { type: 'state_conflict', subject: 'registration' }
  return now >= moved.booking.starts_at ? { type: 'already_started', subject: moved.registration.id } : null
}

/** The payments from which an amount is taken, newest first. */
export function partsToCarry(amount: number, payments: readonly PaymentToCarry[]) {
  let open = amount
  return payments.flatMap((payment) => {
    const part = Math.min(open, payment.remaining)
    open -= Math.max(0, part)
    return part > 0 ? [{ payment, amount: part }] : []
  })
}
