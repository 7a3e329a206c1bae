import { dayMs, hourMs, minuteMs } from '../../contract/limits.ts'
import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { reasonOf } from '../../platform/log-line.ts'
import type { InstalmentRow } from '../orders/instalment-rows.ts'
import { instalmentsToAnnounce, instalmentsToCharge, postponeInstalment } from './due-instalment-rows.ts'
import { amountOfPart, isOpenPart, transitionInstalment } from '../orders/instalments.ts'
import { livePayment, type LoadedOrder, loadOrder } from '../orders/load-order.ts'
import {
  type ChargeOutcome,
  chargeStoredCard,
  openQuestion,
  remindOfQuestion,
  withdrawQuestion,
} from './charge-stored-card.ts'
import { leaseMs } from './payment-outcome.ts'
import type { PaymentRow } from './payment-rows.ts'
import { isChargeable, sourcesOfProfile } from './source-rows.ts'
import { isHardDecline, retryDays } from '../../contract/money/declines.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** How long before its day an instalment is announced, in ms. */
const announceBeforeMs = 3 * dayMs
/** Delay before the next attempt if none was possible, in ms. */
const tryAgainMs = 10 * minuteMs
/** How long the bank's confirmation of a customer's own payment may take before the scheduler withdraws it, in ms. */
const ownPaymentMs = hourMs

/** Scheduled task: announces each instalment three days before it is charged, once. */
export async function announceInstalments(ctx: Ctx): Promise<void> {
  const upcoming = await instalmentsToAnnounce(ctx.db, { now: ctx.now, until: ctx.now + announceBeforeMs })
  for await (const { id } of withinBudget(ctx, upcoming))
    await commit(ctx, [recordEvent(ctx, { kind: 'instalment.upcoming', ref: id, body: {} })])
}

/**
 * Scheduled task: charges due instalments to stored cards. A declined card, or a charge of another amount, is retried
 * 1, 3, 5 and 7 days after the due day, with a mail each time. A card that its bank refused for good is not charged
 * again: these days ask for another card, and charge it if there is one. While the bank waits for the customer, these days send a
 * reminder and no card is charged. After that the organisation is told; the place and the debt stay, and the customer
 * can pay on the order's page.
 */
export async function chargeInstalments(ctx: Ctx): Promise<void> {
  for await (const { id, order_id } of withinBudget(ctx, await instalmentsToCharge(ctx.db, ctx.now))) {
    try {
      await retryOnConflict(async () => chargeInstalment(ctx, { id, order_id }))
    } catch (error) {
      ctx.log('instalment_not_charged', { order_id, reason: reasonOf(error) })
      await postponeInstalment(ctx.db, id, ctx.now + tryAgainMs)
    }
  }
}

async function chargeInstalment(ctx: Ctx, { id, order_id }: { id: string; order_id: string }): Promise<void> {
  const read = await loadOrder(ctx, order_id)
  const due = partToCharge(ctx, read, id)
  if (!due) return
  if (due.status === 'charging') return conclude(ctx, read, due)

  const opened = await openQuestion(ctx, read)
  const live = livePayment(opened.order)
  const isOwn = live !== null && live.return_url !== null && ctx.now - live.updated < ownPaymentMs
  const order = isOwn || opened.question ? opened.order : await withdrawQuestion(ctx, opened.order)
  const part = partToCharge(ctx, order, id)
  if (!part) return
  if (opened.question && opened.question.charge_key === part.charge_key)
    return void (await commit(ctx, remindedWrites(ctx, order, { part, question: opened.question })))
  const isAnotherCharged = order.instalments.some(({ status }) => status === 'charging')
  if (livePayment(order) || isAnotherCharged) return postponeInstalment(ctx.db, id, ctx.now + tryAgainMs)

  // The key includes the step, so that an instalment is charged once each time it is claimed.
  const charge_key = `instalment:${id}:${part.step + 1}`
  const set = { charge_key, next_try_at: ctx.now + leaseMs }
  await commit(ctx, transitionInstalment(ctx, part, 'charging', { actor: system, set }))
  const claimed = await loadOrder(ctx, order_id)
  const charging = partToCharge(ctx, claimed, id, set.next_try_at)
  if (charging?.charge_key === charge_key) await conclude(ctx, claimed, charging)
}

// An open instalment that is due, of a paid order.
function partToCharge(ctx: Ctx, order: LoadedOrder, id: string, until = ctx.now): InstalmentRow | null {
  const part = order.instalments.find((each) => each.id === id)
  if (!part || !isOpenPart(part) || part.next_try_at === null || part.next_try_at > until) return null
  return order.status === 'paid' ? part : null
}

// The bank waits for the customer's confirmation: the customer is reminded, and no card is charged.
function remindedWrites(
  ctx: Ctx,
  order: LoadedOrder,
  { part, question }: { part: InstalmentRow; question: PaymentRow },
): Statement[] {
  const outcome = { type: 'requires_action', payment_id: question.id } as const
  return [
    ...refused(ctx, order, { part, outcome, isCardRefused: false }),
    remindOfQuestion(ctx, question, part.attempts + 1),
  ]
}

// Reads the outcome of a started charge until it is final. The same key charges nothing more.
async function conclude(ctx: Ctx, order: LoadedOrder, part: InstalmentRow): Promise<void> {
  const outcome = await chargeStoredCard(ctx, {
    order_id: order.id,
    key: part.charge_key ?? '',
    amount: amountOfPart(part),
    payment_source_id: await cardFor(ctx, order, part),
  })
  if (outcome.type === 'processing') return postponeInstalment(ctx.db, part.id, ctx.now + leaseMs)
  await retryOnConflict(async () => recordOutcome(ctx, { order_id: order.id, part, outcome }))
}

async function recordOutcome(
  ctx: Ctx,
  { order_id, part, outcome }: { order_id: string; part: InstalmentRow; outcome: ChargeOutcome },
): Promise<void> {
  const order = await loadOrder(ctx, order_id)
  const charging = order.instalments.find(({ id }) => id === part.id)
  // A payment has already made the instalment paid in its own batch.
  if (charging?.status !== 'charging' || charging.charge_key !== part.charge_key) return
  const charged = order.payments.find(({ charge_key }) => charge_key === part.charge_key)
  if (outcome.type === 'paid' && charged?.amount_total !== amountOfPart(charging)) {
    // The charge was refunded in full, because a place was cancelled in the meantime. The remaining part of the
    // instalment is charged again.
    const set = { next_try_at: ctx.now + tryAgainMs }
    await commit(
      ctx,
      transitionInstalment(ctx, charging, 'scheduled', { actor: system, reason: 'amount_changed', set }),
    )
  } else {
    const isCardRefused = await isRefusedForGood(ctx, order, outcome)
    await commit(ctx, refused(ctx, order, { part: charging, outcome, isCardRefused }))
  }
}

// True when the bank has refused the customer's stored card for good.
async function isRefusedForGood(ctx: Ctx, order: LoadedOrder, outcome: ChargeOutcome): Promise<boolean> {
  if (outcome.type === 'declined') return isHardDecline(outcome.code)
  return outcome.type === 'no_card' && (await sourcesOfProfile(ctx.db, order.customer_profile_id)).length > 0
}

function refused(
  ctx: Ctx,
  order: LoadedOrder,
  { part, outcome, isCardRefused }: { part: InstalmentRow; outcome: ChargeOutcome; isCardRefused: boolean },
): Statement[] {
  const attempts = part.attempts + 1
  const next_try_at = nextTryAt(part, attempts, ctx.now)
  // A charge of another amount is refunded and counts as an attempt, so that a faulty provider does not charge without
  // end.
  const isOtherSum = outcome.type === 'paid'
  const reason = outcome.type === 'declined' ? outcome.code : isOtherSum ? 'other_sum' : outcome.type
  const last = order.payments.findLast(({ charge_key }) => charge_key === part.charge_key) ?? order.payments.at(-1)
  return [
    ...transitionInstalment(ctx, part, 'failed', { actor: system, reason, set: { attempts, next_try_at } }),
    // The bank's request for confirmation has its own mail.
    ...(outcome.type === 'requires_action' && next_try_at !== null
      ? []
      : [
          recordEvent(ctx, {
            kind: 'instalment.failed',
            ref: part.id,
            key: `${part.id}:${attempts}`,
            body: {
              attempt: attempts,
              ...(isOtherSum ? { is_other_sum: true } : {}),
              ...(outcome.type === 'no_card' ? { is_without_card: true } : {}),
              ...(isCardRefused ? { is_card_refused: true } : {}),
            },
          }),
        ]),
    ...(next_try_at === null && last
      ? [
          recordEvent(ctx, {
            kind: 'payment.needs_attention',
            ref: last.id,
            key: `${part.id}:instalment_unpaid`,
            body: { why: 'instalment_unpaid' },
          }),
        ]
      : []),
  ]
}

// Days count from the due day, and missed ones are skipped, so that an outage does not cause two attempts at once.
function nextTryAt({ due_at }: InstalmentRow, attempts: number, now: number): number | null {
  const days = retryDays[attempts - 1]
  return days === undefined ? null : Math.max(due_at + days * dayMs, now + dayMs)
}

// The card to charge: the card of the first instalment. If that card was declined or is gone, it is the default card,
// or the newest card where its bank refused the default card for good.
async function cardFor(ctx: Ctx, { customer_profile_id }: LoadedOrder, part: InstalmentRow): Promise<string | null> {
  const kept = (await sourcesOfProfile(ctx.db, customer_profile_id)).filter(isChargeable)
  const own = kept.find(({ id }) => id === part.payment_source_id)
  const [usual] = kept
  const [first, second] = part.attempts === 0 ? [own, usual] : [usual, own]
  return (first ?? second)?.id ?? null
}
