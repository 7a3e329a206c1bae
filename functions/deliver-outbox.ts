import { mailEmailChanged } from './accounts/mail-email-changed.ts'
import { mailEmailCode } from './accounts/mail-email-code.ts'
import { mailEmailInUse } from './accounts/mail-email-in-use.ts'
import { clockNow } from './clock.ts'
import { type Bindings, type Ctx, makeContext } from './context.ts'
import type { OutboxKind } from './database/outbox.ts'
import { settleReported } from './payments/settle-reported.ts'
import { executeRefund } from './refunds/execute-refund.ts'
import { returnLatePayment } from './refunds/return-late-payment.ts'
import { finishRow, leaseDueRows, postponeRow, type OutboxRow } from './database/outbox-rows.ts'

/** What each kind of outbox row sets off. Everything here may run twice and must then do nothing (reliability.md §4.7). */
const handlers: Partial<Record<OutboxKind, (ctx: Ctx, row: OutboxRow) => Promise<void>>> = {
  'mail.email_code': mailEmailCode,
  'mail.email_in_use': mailEmailInUse,
  'mail.email_changed': mailEmailChanged,
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
      await postponeRow(ctx, row, error instanceof Error ? error.name : 'unknown')
    }
  }
  if (rows.length > 0 && ctx.wroteOutbox) await deliverOutbox(env)
}
