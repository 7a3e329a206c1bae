import { system } from './platform/actor.ts'
import { deliverToCampaignRecipients } from './contact/campaigns/send-campaign.ts'
import { sendDayOff, tellFamily } from './changes/days-off/tell-families.ts'
import { cancelForEvent, cancelRegistrationForEvent } from './changes/cancellations/cancel-for-event.ts'
import {
  checkPlacesOfEvent,
  checkPlacesOfMember,
  checkPlacesOfOrder,
} from './changes/cancellations/check-later-places.ts'
import type { Bindings, Ctx, Priority } from './platform/context.ts'
import { makeContext, clockNow } from './platform/make-context.ts'
import { commit } from './platform/database/commit.ts'
import type { Statement } from './platform/database/database.ts'
import type { Job } from './platform/database/outbox.ts'
import {
  deadLetterRow,
  crashesItsRunners,
  finishRow,
  hasNoAttemptLeft,
  leaseDueRow,
  type OutboxRow,
  PostponedDelivery,
  postponeRow,
  retryRow,
} from './platform/database/outbox-rows.ts'
import { deliverToEventCustomers, deliverOrderChange } from './money/fulfilment/record-event-changed.ts'
import { deliverToInvitedPeople } from './organisation/invites/mail-program-invite.ts'
import { deliverToTeamMembers } from './organisation/notices/notice-reader.ts'
import { detailOf, reasonOf } from './platform/log-line.ts'
import { DeliveryFailure } from './delivery/mail/delivery-failure.ts'
import { siteAlert } from './delivery/mail/site-alert.ts'
import { deliverMessage } from './contact/messages/message-delivery.ts'
import { isMailTemplate, mailTemplates } from './mail-templates.ts'
import { deliverPush, deliverToBrowsers } from './delivery/push/deliver-push.ts'
import { fanOut } from './delivery/notifications/fan-out.ts'
import { isDomainEvent, type MailTemplateName, reasonOfMail } from './delivery/notifications/notification-table.ts'
import { forgetProviderCustomer } from './money/payments/provider-customer.ts'
import { settleReported } from './money/payments/refresh-payment.ts'
import { settleReportedSetup } from './money/payments/settle-setup.ts'
import { refreshSource } from './money/payments/stored-sources.ts'
import { recordDispute } from './money/payments/record-dispute.ts'
import { creditHeldRefund } from './money/refunds/credit-held-refund.ts'
import { executeRefund, refreshRefund } from './money/refunds/execute-refund.ts'
import { returnLatePayment } from './money/refunds/return-late-payment.ts'
import { buildExport } from './records/privacy/build-export.ts'
import { chargeToCard } from './organisation/desk/charge-to-card.ts'
import { settleNoShow } from './organisation/roster/settle-no-show.ts'
import { yieldToEventLoop, openBudget, type RunBudget } from './platform/run-budget.ts'
import { offerFreePlaces } from './booking/waitlist/offer-places.ts'

type Handler = (ctx: Ctx, row: OutboxRow) => Promise<void>

/** The function of each job. Running a job a second time must have no effect. */
const jobs: Record<Job, Handler> = {
  'waitlist.offer': async (ctx, row) => offerFreePlaces(ctx, row.ref),
  'order.end_for_event': cancelForEvent,
  'registration.end_for_event': cancelRegistrationForEvent,
  // The row is the right to undo a change. It ends when it is due.
  'registration.undo_over': () => Promise.resolve(),
  'event.day_off': sendDayOff,
  'customer.day_off': tellFamily,
  'membership.check_places': checkPlacesOfMember,
  'order.check_places': checkPlacesOfOrder,
  'event.check_places': checkPlacesOfEvent,
  'order.charge_card': async (ctx, row) => chargeToCard(ctx, row.ref),
  'registration.settle_no_show': async (ctx, row) => settleNoShow(ctx, row.ref),
  'payment.reported': async (ctx, row) => settleReported(ctx, row.ref),
  'dispute.reported': async (ctx, row) => recordDispute(ctx, row.ref),
  'refund.reported': async (ctx, row) => refreshRefund(ctx, row.ref),
  'refund.execute': async (ctx, row) => executeRefund(ctx, row.ref),
  'refund.credit': async (ctx, row) => creditHeldRefund(ctx, row),
  'setup.reported': async (ctx, row) => settleReportedSetup(ctx, row.ref),
  'source.reported': async (ctx, row) => refreshSource(ctx, row.ref),
  'customer.forget': async (ctx, row) => forgetProviderCustomer(ctx, row.ref),
  'export.build': async (ctx, row) => buildExport(ctx, row.ref),
  'refund.late_payment': async (ctx, row) => returnLatePayment(ctx, row.ref),
}

/** The platform stops background work 30 s after a response, so a delivery ends earlier. */
const afterAnswerMs = 20_000

/**
 * Delivers the rows that a request wrote and all more urgent ones. Bulk mail is left to the scheduler, unless the
 * request wrote some.
 */
export async function deliverAfterAnswer(env: Bindings, leastUrgent: Priority): Promise<void> {
  await deliverOutbox(openBudget(env, afterAnswerMs), leastUrgent)
}

/**
 * Delivers due rows, most urgent first, while there is work and budget. It takes one row at a time, so that a crashed
 * runner costs one row one attempt. A failed row waits longer each time and delays no other; after 8 attempts it is
 * dead, and the operator is alerted.
 */
export async function deliverOutbox(budget: RunBudget, leastUrgent: Priority = 'bulk'): Promise<void> {
  const { env } = budget
  let ctx = await contextNow(env)
  try {
    let [row] = await leaseDueRow(ctx, leastUrgent)
    // Skips a row whose lease expired in the meantime, because another runner has it.
    while (row && ctx.now < (row.leased_until ?? 0)) {
      const ending = await processRow(ctx, row)
      row = await endRow(env, ending, budget.isSpent() ? null : leastUrgent)
      if (!row) return
      // Yields, because all responses and codes wait for this runtime too.
      await yieldToEventLoop()
      ctx = await contextNow(env)
    }
  } catch (error) {
    // The current row is due again when its lease expires.
    ctx.log('outbox_stopped', { reason: reasonOf(error) })
  }
}

// The statements that record the outcome of a row.
async function processRow(ctx: Ctx, row: OutboxRow): Promise<Statement[]> {
  if (crashesItsRunners(row)) return deadLetter(ctx, row, 'ends_its_runners')
  try {
    return [...(await handle(ctx, row)), finishRow(ctx, row)]
  } catch (error) {
    if (error instanceof PostponedDelivery) return [postponeRow(ctx, row, error)]
    ctx.log('outbox_failed', { kind: row.kind, outbox_id: row.id, attempts: row.attempts, ...detailOf(error) })
    // A mail rejected for its content is not retried.
    const isRefused = error instanceof DeliveryFailure && error.kind === 'refused'
    return isRefused || hasNoAttemptLeft(row)
      ? deadLetter(ctx, row, reasonOf(error))
      : [retryRow(ctx, row, reasonOf(error))]
  }
}

// An event becomes deliveries in the batch that ends it. A delivery is sent, and a job is run, right here.
async function handle(ctx: Ctx, row: OutboxRow): Promise<Statement[]> {
  const { kind } = row
  if (isDomainEvent(kind))
    return fanOut(
      ctx,
      { ...row, kind },
      {
        many: {
          event_customers: deliverToEventCustomers,
          campaign_recipients: deliverToCampaignRecipients,
          invited_people: deliverToInvitedPeople,
          team_members: deliverToTeamMembers,
        },
        combiners: {
          registration_cancelled: deliverOrderChange,
          registration_moved: deliverOrderChange,
          customer_message: deliverMessage,
          message_received: deliverMessage,
        },
        insertPushDeliveries: deliverToBrowsers,
      },
    )
  await handlerOf(kind)(ctx, row)
  return []
}

function handlerOf(kind: string): Handler {
  const template = templateOf(kind)
  if (template) {
    const { send } = mailTemplates[template]
    return async (ctx, row) => send(ctx, row, reasonOfMail(template, row.body))
  }
  if (kind === 'push.notification') return deliverPush
  if (Object.hasOwn(jobs, kind)) return jobs[kind as Job]
  throw new Error(`no handler for ${kind}`)
}

function templateOf(kind: string): MailTemplateName | null {
  const template = kind.startsWith('mail.') ? kind.slice('mail.'.length) : ''
  return isMailTemplate(template) ? template : null
}

// One round trip: ends a row and reads the next due one. A lost write is repeated, because the row would be delivered
// twice.
async function endRow(env: Bindings, ending: Statement[], next: Priority | null): Promise<OutboxRow | undefined> {
  const ctx = await contextNow(env)
  try {
    const [rows] = next === null ? await commit(ctx, ending) : await commit(ctx, ending, leaseDueRow(ctx, next))
    return rows?.[0]
  } catch (error) {
    ctx.log('outbox_end_lost', { reason: reasonOf(error) })
    await commit(ctx, ending)
    return undefined
  }
}

// A dead alert raises no further alert and is only logged.
async function deadLetter(ctx: Ctx, row: OutboxRow, reason: string): Promise<Statement[]> {
  ctx.log('outbox_dead', { kind: row.kind, outbox_id: row.id, attempts: row.attempts, reason })
  await onDeadLetter(ctx, row)
  const facts = { Row: row.id, Object: row.ref, Tries: row.attempts, Reason: reason }
  const alert =
    row.kind === 'site.needs_attention' || row.kind === 'mail.site_alert'
      ? []
      : siteAlert(ctx, {
          about: `outbox:${row.kind}`,
          words: `A row of the outbox was tried ${row.attempts} times and is given up: ${row.kind}. The others are not held up.`,
          facts,
        })
  return [deadLetterRow(ctx, row, reason), ...alert]
}

// Tells the sender of a message that its mail was not delivered. An error here must not prevent the row from ending.
async function onDeadLetter(ctx: Ctx, row: OutboxRow): Promise<void> {
  const template = templateOf(row.kind)
  try {
    if (template) await mailTemplates[template].giveUp?.(ctx, row)
  } catch (error) {
    ctx.log('outbox_not_noted', { kind: row.kind, outbox_id: row.id, reason: reasonOf(error) })
  }
}

const contextNow = async (env: Bindings): Promise<Ctx> =>
  makeContext({ env, now: await clockNow(env), requestId: crypto.randomUUID(), actor: system })
