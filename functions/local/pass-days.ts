import { dayMs } from '../contract/limits.ts'

/** The columns with past and future days of a membership. */
const days = [
  'start_on',
  'trial_end_on',
  'anchor_on',
  'period_start_on',
  'period_end_on',
  'next_cost_on',
  'pause_on',
  'resume_on',
  'due_on',
  'next_grant_on',
  'renewal_told_for',
] as const

/**
 * Moves the dates of a membership back by some days, as if it had been bought earlier. No other customer's dates
 * change.
 */
export async function passMembershipDays(db: D1Database, membershipId: string, count: number): Promise<void> {
  const back = `-${count} days`
  await db
    .prepare(
      `UPDATE memberships SET ${days.map((day) => `${day} = date(${day}, ?1)`).join(', ')},
      anchor_day = iif(terms ->> '$.anchor_day' IS NULL, CAST(strftime('%d', date(anchor_on, ?1)) AS INTEGER), anchor_day),
      next_step_at = next_step_at - ?2 WHERE id = ?3`,
    )
    .bind(back, count * dayMs, membershipId)
    .run()
}

/** Moves the dates of an order's instalments back by some days. */
export async function passInstalmentDays(db: D1Database, orderId: string, count: number): Promise<void> {
  await db
    .prepare(
      'UPDATE order_instalments SET due_on = date(due_on, ?1), due_at = due_at - ?2, next_try_at = next_try_at - ?2 WHERE order_id = ?3',
    )
    .bind(`-${count} days`, count * dayMs, orderId)
    .run()
}
