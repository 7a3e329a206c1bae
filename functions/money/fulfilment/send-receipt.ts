import { ApiError } from '../../contract/api-error.ts'
import { hourMs } from '../../contract/limits.ts'
import type { MailReceiptRequest } from '../../contract/money/order.ts'
import type { Done } from '../../contract/people/account.ts'
import { doneSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { papersOfOrder } from '../orders/issue-receipt.ts'
import { loadOwnOrder } from '../orders/load-order.ts'

/**
 * Mails a receipt or a credit note of the caller's order again, at most once an hour. A second request within the hour sends
 * nothing.
 */
export async function sendReceipt(
  ctx: CustomerContext,
  input: MailReceiptRequest & { order_id: string },
): Promise<Done> {
  const { id, status, receipt_number } = await loadOwnOrder(ctx, input.order_id)
  const named = input.number ?? receipt_number
  if (named === null) throw new ApiError('state_conflict', { subject: status })
  const papers = await papersOfOrder(ctx, id, ctx.language)
  const paper = papers.find(({ number }) => number === named)
  if (!paper) throw new ApiError('not_found', { param: 'number' })

  const key = `${paper.id}:${Math.floor(ctx.now / hourMs)}`
  await commit(ctx, [recordEvent(ctx, { kind: 'receipt.requested', ref: id, key, body: { number: paper.number } })])
  return { object: 'done', type: 'receipt_sent', message: doneSentence('receipt_sent', ctx.language) }
}
