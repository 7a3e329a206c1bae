import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { guard } from '../database/guard.ts'
import { recordEvent } from '../database/outbox.ts'
import { withinBudget } from '../database/within-budget.ts'
import { reasonOf } from '../log-line.ts'
import { markMailed, type SourceRow, sourcesToMail } from './source-rows.ts'

const dayMs = 86_400_000
/** How long before a stored card expires its owner is told, in ms: first and once more. */
const noticesMs = { first: 30 * dayMs, second: 7 * dayMs }

/** The clock's part: tells the owners of cards that expire in 30 and in 7 days, each once. A card stored later gets what is still ahead. */
export async function remindOfExpiringCards(ctx: Ctx): Promise<void> {
  const first = ctx.now + noticesMs.first
  const second = ctx.now + noticesMs.second
  for (const source of withinBudget(ctx, await sourcesToMail(ctx.db, { now: ctx.now, first, second }))) {
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
