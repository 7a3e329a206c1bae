import { mailEmailChanged } from './accounts/mail-email-changed.ts'
import { mailEmailCode } from './accounts/mail-email-code.ts'
import { mailEmailInUse } from './accounts/mail-email-in-use.ts'
import { mailOrderCancelled } from './cancellations/mail-order-cancelled.ts'
import { mailRegistrationCancelled } from './cancellations/mail-registration-cancelled.ts'
import { clockNow } from './clock.ts'
import { type Bindings, type Ctx, makeContext } from './context.ts'
import type { OutboxKind } from './database/outbox.ts'
import { mailOrderPaid } from './fulfilment/mail-order-paid.ts'
import { alertOperator } from './payments/alert-operator.ts'
import { mailOfflineInstructions } from './payments/mail-offline-instructions.ts'
import { mailOrderExpired } from './payments/mail-order-expired.ts'
import { settleReported } from './payments/settle-reported.ts'
import { executeRefund } from './refunds/execute-refund.ts'
import { mailRefundFailed } from './refunds/mail-refund-failed.ts'
import { returnLatePayment } from './refunds/return-late-payment.ts'
import { finishRow, leaseDueRows, postponeRow, type OutboxRow } from './database/outbox-rows.ts'

/** What each kind of outbox row sets off. Everything here may run twice and must then do nothing (reliability.md §4.7). */
const handlers: Record<OutboxKind, (ctx: Ctx, row: OutboxRow) => Promise<void>> = {
  'mail.email_code': mailEmailCode,
  'mail.email_in_use': mailEmailInUse,
  'mail.email_changed': mailEmailChanged,
  'mail.order_paid': mailOrderPaid,
  'mail.order_expired': mailOrderExpired,
  'mail.offline_instructions': mailOfflineInstructions,
  'mail.registration_cancelled': mailRegistrationCancelled,
  'mail.order_cancelled': mailOrderCancelled,
  'mail.refund_updated': mailRefundFailed,
  'alert.operator': alertOperator,
  'payment.reported': async (ctx, row) => settleReported(ctx, row.ref),
  'refund.execute': async (ctx, row) => executeRefund(ctx, row.ref),
  'refund.late_payment': async (ctx, row) => returnLatePayment(ctx, row.ref),
}

/** Delivers what is due, right after an answer and each minute. A row that fails waits longer each time; after 8 tries it is dead. */
export async function deliverOutbox(env: Bindings): Promise<void> {
  const ctx = makeContext({ env, now: await clockNow(env), requestId: crypto.randomUUID() })
  const rows = await leaseDueRows(ctx)
  for (const row of rows) {
    try {
      const handler = handlers[row.kind as OutboxKind]
      if (!handler) throw new Error(`no handler for ${row.kind}`)
      await handler(ctx, row)
      await finishRow(ctx, row)
    } catch (error) {
      ctx.log('outbox_failed', { kind: row.kind, outbox_id: row.id, tries: row.tries, reason: error instanceof Error ? error.name : 'unknown' })
      await postponeRow(ctx, row, error instanceof Error ? error.name : 'unknown')
    }
  }
  if (rows.length > 0 && ctx.wroteOutbox) await deliverOutbox(env)
}
