import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { type DuePeriod, retryAt } from '../../booking/memberships/membership-rules.ts'
import { loadMembership, postpone } from '../../booking/memberships/load-memberships.ts'
import type { MembershipRow, ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import { transitionMembership } from '../../booking/memberships/membership-steps.ts'
import { loadOrder } from '../orders/load-order.ts'
import { openPeriod } from '../orders/open-period.ts'
import { amountRemaining } from '../orders/order-money.ts'
import { type ChargeOutcome, chargeStoredCard, openQuestion, remindOfQuestion } from '../payments/charge-stored-card.ts'
import { leaseMs } from '../payments/payment-outcome.ts'
import type { PaymentRow } from '../payments/payment-rows.ts'
import { payFreeRenewal } from '../payments/pay-free-renewal.ts'
import { closeOpenOrder, endPeriodOrder } from './end-period.ts'
import { chargeableCards } from '../payments/card-of-memberships.ts'

/** The card that a present customer chose; null for the scheduler. */
type Chosen = string | null

/**
 * Charges the due period of a membership in three commits: the order of the period with the key of its charge, then the
 * payment, then the outcome. The schema allows one order per period and one payment per key, so concurrent runs charge
 * once, and the next run continues one that stopped.
 */
export async function chargePeriod(
  ctx: Ctx,
  shown: ShownMembershipRow,
  due: DuePeriod,
  chosen: Chosen = null,
): Promise<ChargeOutcome | null> {
  const { membership: row } = shown
  if (chosen === null && shown.open_order_id !== null) {
    const { question } = await openQuestion(ctx, await loadOrder(ctx, shown.open_order_id))
    if (question) return remindOfBank(ctx, row.id, question)
  }
  const opened = shown.open_order_id === null ? openPeriod(ctx, shown, due) : null
  const order_id = opened?.order_id ?? shown.open_order_id ?? ''
  const set = {
    charge_key: `membership:${order_id}:${row.step}`,
    due_on: due.period.start_on,
    is_usable: row.is_usable,
    next_step_at: ctx.now + leaseMs,
  }
  await commit(ctx, [
    ...(opened?.writes ?? []),
    ...transitionMembership(ctx, row, row.status, { actor: system, reason: 'charging', set }),
  ])
  return concludeCharge(ctx, row.id, chosen)
}

// While the bank waits for the customer nothing is charged. Each retry day sends a reminder instead.
async function remindOfBank(ctx: Ctx, id: string, question: PaymentRow): Promise<ChargeOutcome | null> {
  return retryOnConflict(async () => {
    const shown = await loadMembership(ctx, id)
    if (!shown) return null
    const { attempts } = shown.membership
    await commit(ctx, [
      ...(await refused(ctx, shown, { reason: 'requires_action', asksBank: true })),
      remindOfQuestion(ctx, question, attempts + 1),
    ])
    return { type: 'requires_action', payment_id: question.id }
  })
}

/** Reads the outcome of a started charge and records it once it is final. The same key charges nothing more. */
export async function concludeCharge(ctx: Ctx, id: string, chosen: Chosen = null): Promise<ChargeOutcome | null> {
  const shown = await loadMembership(ctx, id)
  const key = shown?.membership.charge_key ?? null
  if (!shown || key === null) return null
  if (shown.open_order_id === null) {
    await commit(
      ctx,
      transitionMembership(ctx, shown.membership, shown.membership.status, {
        actor: system,
        reason: 'order_gone',
        set: { charge_key: null },
      }),
    )
    return null
  }
  const order = await loadOrder(ctx, shown.open_order_id)
  const amount = amountRemaining(order)
  if (amount === 0) {
    await payFreeRenewal(ctx, order)
    return null
  }
  const payment_source_id = chosen ?? (await cardFor(ctx, shown.membership))
  const outcome = await chargeStoredCard(ctx, { order_id: order.id, key, amount, payment_source_id })
  if (outcome.type === 'processing') await postpone(ctx, id, ctx.now + leaseMs)
  else if (outcome.type !== 'paid')
    await retryOnConflict(async () => recordRefusal(ctx, { id, key, outcome, isOwn: chosen !== null }))
  return outcome
}

// The card to charge: first the membership's own card. Every second attempt, or when that card is gone, it is the
// default card, or the newest card if the bank refused the default card for good.
async function cardFor(ctx: Ctx, row: MembershipRow): Promise<string | null> {
  const kept = await chargeableCards(ctx, row.customer_profile_id)
  const own = kept.find(({ id }) => id === row.payment_source_id)
  const [usual] = kept
  const [first, second] = row.attempts % 2 === 0 ? [own, usual] : [usual, own]
  return (first ?? second)?.id ?? null
}

type Refused = {
  id: string
  key: string
  isOwn: boolean
  outcome: Exclude<ChargeOutcome, { type: 'paid' } | { type: 'processing' }>
}
async function recordRefusal(ctx: Ctx, { id, key, outcome, isOwn }: Refused): Promise<void> {
  const shown = await loadMembership(ctx, id)
  // A payment has already advanced the membership in its own batch.
  if (shown?.membership.charge_key !== key) return
  const row = shown.membership
  const reason = outcome.type === 'declined' ? outcome.code : outcome.type
  // An attempt by the customer does not count as a scheduled attempt. A charge that needs the bank's confirmation waits
  // for it.
  if (isOwn && (row.status !== 'paused' || outcome.type === 'requires_action')) {
    const set = { charge_key: null, is_usable: row.is_usable }
    return void (await commit(ctx, transitionMembership(ctx, row, row.status, { actor: system, reason, set })))
  }
  if (row.status === 'paused' || (row.status === 'trialing' && outcome.type === 'no_card')) {
    const order = await closeOpenOrder(ctx, shown)
    const set = { charge_key: null, due_on: null, period_end_on: row.period_end_on }
    return void (await commit(ctx, [
      ...transitionMembership(ctx, row, 'paused', { actor: system, reason, set }),
      ...endPeriodOrder(ctx, order, system),
      failedEvent(ctx, row, 1),
    ]))
  }
  await commit(ctx, await refused(ctx, shown, { reason, asksBank: outcome.type === 'requires_action' }))
}

async function refused(
  ctx: Ctx,
  shown: ShownMembershipRow,
  { reason, asksBank }: { reason: string; asksBank: boolean },
): Promise<Statement[]> {
  const row = shown.membership
  const attempts = row.attempts + 1
  const isLast = retryAt({ ...row, attempts }, ctx.now) === null
  if (!isLast || row.status !== 'past_due') {
    const moved = transitionMembership(ctx, row, 'past_due', {
      actor: system,
      reason,
      set: { attempts, charge_key: null },
    })
    // The confirmation at the bank has its own mail.
    return [...moved, ...(asksBank ? [] : [failedEvent(ctx, row, attempts)])]
  }
  const to = shown.selling.memberships?.after_retries ?? 'unpaid'
  const order = to === 'cancelled' ? await closeOpenOrder(ctx, shown) : null
  return [
    ...transitionMembership(ctx, row, to, { actor: system, reason: 'not_paid', set: { attempts, charge_key: null } }),
    ...endPeriodOrder(ctx, order, system),
    recordEvent(ctx, { kind: 'membership.ended', ref: row.id, key: `${row.id}:${to}:${row.step}`, body: { to } }),
  ]
}

const failedEvent = (ctx: Ctx, row: MembershipRow, attempt: number): Statement =>
  recordEvent(ctx, {
    kind: 'membership.payment_failed',
    ref: row.id,
    key: `${row.id}:${row.step}`,
    body: { attempt },
  })
