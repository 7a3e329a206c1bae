import { dayMs, weekMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { ordersDueSoon } from './payment-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import { guard } from '../../platform/database/guard.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { markMailed, type SourceRow, sourcesToMail } from './source-rows.ts'

/** How long before the due date a customer is reminded, in ms. */
const remindBeforeMs = 2 * dayMs

/** Scheduled task: two days before an offline payment is due, reminds its customer and the organisation, once. */
export async function remindOfPayments(ctx: Ctx): Promise<void> {
  const due = await ordersDueSoon(ctx.db, { now: ctx.now, until: ctx.now + remindBeforeMs })
  for await (const { id, due_at } of withinBudget(ctx, due))
    await commit(ctx, [recordEvent(ctx, { kind: 'order.payment_due', ref: id, key: `${id}:due:${due_at}`, body: {} })])
}

/** How long before its expiry a card's owner is told, in ms: first and second notice. */
const noticesMs = { first: 30 * dayMs, second: weekMs }

/**
 * Scheduled task: tells the owners of cards that expire in 30 and in 7 days, once each. A card stored later gets the
 * remaining notices.
 */
export async function remindOfExpiringCards(ctx: Ctx): Promise<void> {
  const first = ctx.now + noticesMs.first
  const second = ctx.now + noticesMs.second
  for await (const source of withinBudget(ctx, await sourcesToMail(ctx.db, { now: ctx.now, first, second }))) {
    try {
      await remind(ctx, source, (source.expires_at ?? 0) <= second ? 2 : 1)
    } catch (error) {
      ctx.log('card_expiry_not_told', { reason: reasonOf(error) })
    }
  }
}

async function remind(ctx: Ctx, source: SourceRow, mails: 1 | 2): Promise<void> {
  const event = recordEvent(ctx, { kind: 'card.expiring', ref: source.id, key: `${source.id}:${mails}`, body: {} })
  await commit(ctx, [markMailed(ctx.db, source, mails), guard(ctx.db, 'state'), event])
}
