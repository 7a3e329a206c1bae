import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { instalmentStatuses } from '../states/instalment-states.ts'

/**
 * The stored payment plan of an option or a package of visits: the deposit in percent or minor units, then equal
 * instalments, each due a number of days before the start, a number of days after the purchase, or on a day.
 */
export type PaymentPlan = {
  deposit: { percent: number } | { amount: number }
  parts: ({ days_before: number } | { days_after: number } | { on: string })[]
}

/** An instalment of a price; `due_on` is a day in the program's time zone. */
export const InstalmentDue = z.strictObject({ due_on: z.string(), amount: Money })
export type InstalmentDue = z.infer<typeof InstalmentDue>

/**
 * An instalment of an order. `amount` is the amount to be charged: less than agreed after a part of the order was
 * cancelled.
 */
export const Instalment = z.strictObject({
  id: z.string(),
  object: z.literal('instalment'),
  position: z.int(),
  status: z.enum(instalmentStatuses),
  due_on: z.string(),
  amount: Money,
  payment_id: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  next_try_at: z.nullable(z.string()),
})
export type Instalment = z.infer<typeof Instalment>
