import { system } from './actor.ts'
import { mailEmailChanged } from './accounts/mail-email-changed.ts'
import { mailEmailCode } from './accounts/mail-email-code.ts'
import { mailEmailInUse } from './accounts/mail-email-in-use.ts'
import { cancelForEvent, giveBackForEvent } from './cancellations/cancel-for-event.ts'
import { mailEventCancelled } from './cancellations/mail-event-cancelled.ts'
import { mailOrderCancelled } from './cancellations/mail-order-cancelled.ts'
import { mailRegistrationCancelled } from './cancellations/mail-registration-cancelled.ts'
import { clockNow } from './clock.ts'
import { type Bindings, type Ctx, makeContext } from './context.ts'
import { commit } from './database/commit.ts'
import type { Statement } from './database/database.ts'
import type { OutboxKind } from './database/outbox.ts'
import { mailEventChanged } from './fulfilment/mail-event-changed.ts'
import { mailOrderPaid } from './fulfilment/mail-order-paid.ts'
import { reasonOf } from './log-line.ts'
import { mailSiteAlert, siteAlert } from './mail/site-alert.ts'
import { alertOperator } from './payments/alert-operator.ts'
import { mailOfflineInstructions } from './payments/mail-offline-instructions.ts'
import { mailOrderExpired } from './payments/mail-order-expired.ts'
import { settleReported } from './payments/settle-reported.ts'
import { executeRefund } from './refunds/execute-refund.ts'
import { mailRefundFailed } from './refunds/mail-refund-failed.ts'
import { returnLatePayment } from './refunds/return-late-payment.ts'
import {
  deadLetterRow,
  endsItsRunners,
  finishRow,
  hasNoTryLeft,
  leaseDueRow,
  type OutboxRow,
  postponeRow,
} from './database/outbox-rows.ts'

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
  'mail.event_cancelled': mailEventCancelled,
  'mail.event_changed': mailEventChanged,
  'mail.refund_updated': mailRefundFailed,
  'alert.operator': alertOperator,
  'alert.site': mailSiteAlert,
  'order.event_cancelled': cancelForEvent,
  'registration.event_cancelled': giveBackForEvent,
  'payment.reported': async (ctx, row) => settleReported(ctx, row.ref),
  'refund.execute': async (ctx, row) => executeRefund(ctx, row.ref),
  'refund.late_payment': async (ctx, row) => returnLatePayment(ctx, row.ref),
}

/** How many rows one run takes in hand; what is left is the next run's. */
const mostRows = 100

/**
 * Delivers what is due, right after an answer and each minute, a row at a time, so that a runner that dies costs one row one
 * try. A row that fails waits longer each time and holds nobody up; after 8 tries it is dead and the operator is told.
 */
export async function deliverOutbox(env: Bindings): Promise<void> {
  const ctx = await contextNow(env)
  try {
    let [row] = await leaseDueRow(ctx)
    for (let left = mostRows; row; left -= 1)
      row = await endRow(env, await deliver(await contextNow(env), row), left > 1)
  } catch (error) {
    // What was in hand is due again when its lease has run out.
    ctx.log('outbox_stopped', { reason: reasonOf(error) })
  }
}

// How a row ended, as the statements that note it.
async function deliver(ctx: Ctx, row: OutboxRow): Promise<Statement[]> {
  if (endsItsRunners(row)) return deadLetter(ctx, row, 'ends_its_runners')
  try {
    const handler = handlers[row.kind as OutboxKind]
    if (!handler) throw new Error(`no handler for ${row.kind}`)
    await handler(ctx, row)
    return [finishRow(ctx, row)]
  } catch (error) {
    ctx.log('outbox_failed', { kind: row.kind, outbox_id: row.id, tries: row.attempts, reason: reasonOf(error) })
    return hasNoTryLeft(row) ? deadLetter(ctx, row, reasonOf(error)) : [postponeRow(ctx, row, reasonOf(error))]
  }
}

// One trip: a row's end, and the next one due. A lost end is noted again, or the row would be delivered twice.
async function endRow(env: Bindings, ending: Statement[], goesOn: boolean): Promise<OutboxRow | undefined> {
  const ctx = await contextNow(env)
  try {
    const [next] = goesOn ? await commit(ctx, ending, leaseDueRow(ctx)) : await commit(ctx, ending)
    return next?.[0]
  } catch (error) {
    ctx.log('outbox_end_lost', { reason: reasonOf(error) })
    await commit(ctx, ending)
    return undefined
  }
}

// A dead alert tells nobody by another alert; it stands in the log.
function deadLetter(ctx: Ctx, row: OutboxRow, reason: string): Statement[] {
  ctx.log('outbox_dead', { kind: row.kind, outbox_id: row.id, tries: row.attempts, reason })
  const facts = { Row: row.id, Object: row.ref, Tries: row.attempts, Reason: reason }
  const alert =
    row.kind === 'alert.site'
      ? []
      : siteAlert(ctx, {
          about: `outbox:${row.kind}`,
          words: `A row of the outbox was tried ${row.attempts} times and is given up: ${row.kind}. The others are not held up.`,
          facts,
        })
  return [deadLetterRow(ctx, row, reason), ...alert]
}

const contextNow = async (env: Bindings): Promise<Ctx> =>
  makeContext({ env, now: await clockNow(env), requestId: crypto.randomUUID(), actor: system })
