import * as z from 'zod/mini'
import { Money } from './money.ts'

export const refundMoneyStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'cancelled'] as const
export type RefundStatus = (typeof refundMoneyStatuses)[number]

/** Money on its way back. */
export const Refund = z.strictObject({
  id: z.string(),
  object: z.literal('refund'),
  order_id: z.string(),
  payment_id: z.nullable(z.string()),
  status: z.enum(refundMoneyStatuses),
  amount: Money,
  destination: z.enum(['original_method', 'account_balance']),
  created: z.string(),
})
export type Refund = z.infer<typeof Refund>
