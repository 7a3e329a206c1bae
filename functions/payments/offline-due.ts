import { offlineLeadMs } from '../orders/checkout-methods.ts'

/** A promised payment is waited for this long, unless the start is nearer. */
export const offlineDays = 7
const dayMs = 86_400_000

/** Until when a promised payment must have come: seven days, or a day before the first start. */
export function offlineDue(now: number, firstStart: number | null): number {
  const week = now + offlineDays * dayMs
  return firstStart === null ? week : Math.min(week, firstStart - offlineLeadMs)
}
