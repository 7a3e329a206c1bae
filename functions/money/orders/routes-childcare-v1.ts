import { Hono } from 'hono'
import { ChildcareReceipt, ChildcareReceiptQuery } from '../../contract/money/childcare-receipt.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listChildcareReceipts } from './list-childcare-receipts.ts'

/** What the customer paid for the care of each child, mounted at /v1/profile/childcare_receipts. */
export const childcareReceiptsV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'What you paid for the care of each child, by calendar year',
    tag: 'Orders',
    caller: 'customer',
    answers: { 200: listOf(ChildcareReceipt) },
  }),
  signedIn,
  validate('query', ChildcareReceiptQuery),
  async (c) => c.json(await listChildcareReceipts(c.var.ctx, c.req.valid('query')), 200),
)
