import type { Ctx } from '../context.ts'
import type { Statement } from './database.ts'
import { outbox } from './tables.ts'

/** Everything that may be set off after a commit; scheduled.ts hands each to the verb that does it. */
export type OutboxKind =
  | 'mail.email_code'
  | 'mail.email_in_use'
  | 'mail.email_changed'
  | 'mail.order_paid'
  | 'mail.order_expired'
  | 'mail.registration_cancelled'
  | 'mail.order_cancelled'
  | 'mail.refund_updated'
  | 'mail.offline_instructions'
  | 'mail.event_cancelled'
  | 'mail.event_changed'
  | 'order.event_cancelled'
  | 'registration.event_cancelled'
  | 'payment.reported'
  | 'refund.execute'
  | 'refund.late_payment'
  | 'alert.operator'
  | 'alert.site'

/**
 * An outbox row for the batch that makes it true: ids only, never personal data. Delivery starts right after the answer.
 * `dedupe` makes it once; a second row with the same dedupe is ignored.
 */
export function outboxRow(
  ctx: Ctx,
  row: { kind: OutboxKind; ref: string; dedupe: string; body?: Record<string, unknown>; dueAt?: number },
): Statement {
  ctx.request.wroteOutbox = true
  return ctx.db
    .insert(outbox)
    .values({ kind: row.kind, ref: row.ref, dedupe: row.dedupe, body: row.body ?? {}, due_at: row.dueAt ?? ctx.now })
    .onConflictDoNothing()
}
