import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { instalmentStatuses } from '../states/instalment-states.ts'

/** How an option or a package of visits may be paid in parts, as it is stored: the deposit in percent or minor units, then parts of the same size, each due so many days before the start, so many after it was bought, or on a day. */
export type PaymentPlan = {
  deposit: { percent: number } | { amount: number }
  parts: ({ days_before: number } | { days_after: number } | { on: string })[]
}

/** A part of a price on the day it is due, `due_on` on the program's calendar. */
export const InstalmentDue = z.strictObject({ due_on: z.string(), amount: Money })
export type InstalmentDue = z.infer<typeof InstalmentDue>

/** A part of an order that is paid in parts. `amount` is what is charged for it: less than was agreed once some of what it was for is cancelled. */
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
