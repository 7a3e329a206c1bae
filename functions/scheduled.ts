import { system } from './platform/actor.ts'
import { eraseHealthNotes } from './people/attendees/erase-health-notes.ts'
import { resealHealth } from './people/attendees/reseal-health.ts'
import { auditBooks } from './records/audit/audit-books.ts'
import { auditSignIns } from './records/audit/audit-sign-ins.ts'
import { advanceCampaigns } from './contact/campaigns/advance-campaigns.ts'
import { announceMemberships, announcePrices, announceRenewals } from './money/billing/announce-memberships.ts'
import { advanceMemberships } from './money/billing/advance-memberships.ts'
import type { Bindings, Ctx } from './platform/context.ts'
import { makeContext, clockNow } from './platform/make-context.ts'
import { deliverOutbox } from './deliver-outbox.ts'
import { issueFeedback } from './contact/feedback/issue-feedback.ts'
import { sendFeedbackDigests } from './contact/feedback/send-digests.ts'
import { giveUpPlaces, remindOfPrices } from './changes/cancellations/give-up-places.ts'
import { remindOfBookings } from './money/fulfilment/remind-of-bookings.ts'
import { announceSummaries } from './organisation/notices/announce-summaries.ts'
import { releaseStock } from './money/orders/product-lines.ts'
import { checkCardProvider } from './money/payments/cards-refused.ts'
import { announceInstalments, chargeInstalments } from './money/payments/charge-instalments.ts'
import { expireUnpaidOrders } from './money/payments/expire-unpaid-orders.ts'
import { remindOfPayments, remindOfExpiringCards } from './money/payments/remind-of-payments.ts'
import { settleUnansweredPayments } from './money/payments/settle-unanswered-payments.ts'
import { settleLateSetups } from './money/payments/settle-setup.ts'
import { forgetDetachedSources } from './money/payments/stored-sources.ts'
import { eraseDueAccounts } from './records/privacy/erase-due-accounts.ts'
import { removeOldOrders } from './records/privacy/remove-old-orders.ts'
import { removeOverdue } from './records/privacy/remove-overdue.ts'
import { sweepExports } from './records/privacy/open-export.ts'
import { settleOpenRefunds } from './money/refunds/execute-refund.ts'
import { completeRefundRequests, remindOfRefundRequests } from './money/refunds/follow-refund-requests.ts'
import { expireLapsedHolds } from './booking/registrations/expire-lapsed-holds.ts'
import { removeStaleSubscriptions } from './delivery/push/record-push-outcome.ts'
import { yieldToEventLoop, openBudget } from './platform/run-budget.ts'
import type { Db } from './platform/database/database.ts'
import { gatherStatistics } from './platform/database/gather-statistics.ts'
import { facts } from './platform/database/tables.ts'
import { expireCredits } from './booking/session-credits/credit-ledger.ts'
import { remindOfExpiringCredits } from './booking/session-credits/remind-of-expiring-credits.ts'
import { sweepProgramPictures } from './offering/pictures/program-pictures.ts'
import { sweepFiles } from './people/uploads/sweep-files.ts'
import { advanceWaitlists } from './booking/waitlist/advance-waitlists.ts'

/** A run must end before the next one begins. */
const maxRunMs = 50_000

/**
 * The tasks that the scheduler runs each minute, in this order. Each is idempotent and takes all due work, so a missed
 * minute is caught up.
 */
const verbs: [string, (ctx: Ctx) => Promise<unknown>][] = [
  ['gather statistics', gatherStatistics],
  ['check the card provider', checkCardProvider],
  ['settle unanswered payments', settleUnansweredPayments],
  ['settle late card setups', settleLateSetups],
  ['forget detached cards', forgetDetachedSources],
  ['remind of expiring cards', remindOfExpiringCards],
  ['expire unpaid orders', expireUnpaidOrders],
  ['expire lapsed holds', expireLapsedHolds],
  ['release stock of the store', releaseStock],
  ['advance waitlists', advanceWaitlists],
  ['remind of payments', remindOfPayments],
  ['announce instalments', announceInstalments],
  ['charge instalments', chargeInstalments],
  ['announce memberships', announceMemberships],
  ['announce prices of memberships', announcePrices],
  ['announce renewals of memberships', announceRenewals],
  ['advance memberships', advanceMemberships],
  ['remind of prices of places', remindOfPrices],
  ['give up places after memberships', giveUpPlaces],
  ['remind of bookings', remindOfBookings],
  ['expire session credits', expireCredits],
  ['remind of expiring credits', remindOfExpiringCredits],
  ['settle open refunds', settleOpenRefunds],
  ['complete refund requests', completeRefundRequests],
  ['remind of refund requests', remindOfRefundRequests],
  ['issue feedback', issueFeedback],
  ['send feedback digests', sendFeedbackDigests],
  ['announce summaries', announceSummaries],
  ['move campaigns on', advanceCampaigns],
  ['erase health notes', eraseHealthNotes],
  ['reseal health notes', resealHealth],
  ['sweep files', sweepFiles],
  ['sweep pictures of programs', sweepProgramPictures],
  ['remove stale push subscriptions', removeStaleSubscriptions],
  ['sweep exports', sweepExports],
  ['erase accounts', eraseDueAccounts],
  ['remove old orders', removeOldOrders],
  ['remove what is kept no longer', removeOverdue],
  ['audit the books', auditBooks],
  ['audit the sign-ins', auditSignIns],
  ['note the run', async (ctx) => recordClockRan(ctx.db, ctx.now)],
]

/** One run of the scheduler. A failing task is logged and does not stop the others. */
export async function runScheduled(env: Bindings): Promise<void> {
  const budget = openBudget(env, maxRunMs)
  for (const [name, verb] of verbs) {
    const ctx = makeContext({
      env: budget.openShare(),
      now: await clockNow(env),
      requestId: crypto.randomUUID(),
      actor: system,
    })
    try {
      await verb(ctx)
    } catch (error) {
      ctx.log('scheduled_failed', {
        verb: name,
        reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown',
      })
    }
    await yieldToEventLoop()
  }
  await deliverOutbox(budget)
}

/** Records the run of the scheduler, for the health report. */
async function recordClockRan(db: Db, now: number): Promise<void> {
  await db
    .insert(facts)
    .values({ name: 'last_scheduled', value: String(now), updated: now })
    .onConflictDoUpdate({ target: facts.name, set: { value: String(now), updated: now } })
}
