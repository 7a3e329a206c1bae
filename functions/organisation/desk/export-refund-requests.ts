import type { RefundRequestListQuery } from '../../contract/money/refund.ts'
import { organiserListWords } from '../../contract/sentences/organiser-list-words.ts'
import { refundRequestWords } from '../../contract/sentences/refund-request-words.ts'
import { withOffset } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { csvOfPages } from '../../platform/middleware/csv-file.ts'
import { listRefundRequests } from '../../money/refunds/show-refund-request.ts'

/** All refund requests of a program as a file for spreadsheets, oldest first. */
export function exportRefundRequests(
  ctx: Ctx,
  input: Pick<RefundRequestListQuery, 'status'> & { program_id: string },
): Promise<string> {
  const words = organiserListWords[ctx.language]
  const { reasons } = refundRequestWords[ctx.language]
  return csvOfPages(
    words.refundRequests,
    (page) => listRefundRequests(ctx, { ...input, ...page, order: 'asc', sort: 'created' }),
    (request) => [
      request.receipt_number,
      request.order_id,
      words.refundStatuses[request.status],
      request.customer_name,
      reasons[request.reason],
      request.reason_other,
      request.comment,
      request.amount.currency_code,
      request.amount.major_value,
      request.amount_approved?.major_value ?? null,
      words.destinations[request.destination],
      request.text,
      request.decided_by,
      request.decided_at && withOffset(request.decided_at, 'UTC'),
      withOffset(request.created, 'UTC'),
    ],
    { language: ctx.language },
  )
}
