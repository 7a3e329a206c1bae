import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { recordEvent } from '../database/outbox.ts'
import { accountDeletions, invitations } from '../database/tables.ts'

/**
 * What somebody else may have begun in an account since they came in, taken back: the account stays, and no invitation that
 * they sent can be accepted any more.
 */
export async function withdrawWhatWasBegun(
  ctx: Ctx,
  { user_id, since }: { user_id: string; since: number },
): Promise<Statement[]> {
  const mine = sql`(SELECT c.id FROM customers AS c WHERE c.user_id = ${user_id})`
  const isOpen = and(
    sql`${accountDeletions.customer_id} = ${mine}`,
    isNull(accountDeletions.withdrawn_at),
    isNull(accountDeletions.completed_at),
    gte(accountDeletions.created, since),
  )
  const [deletion] = await ctx.db.select({ id: accountDeletions.id }).from(accountDeletions).where(isOpen)
  return [
    ctx.db
      .update(invitations)
      .set({ status: 'revoked', answered_at: ctx.now })
      .where(
        and(
          sql`${invitations.customer_id} = ${mine}`,
          eq(invitations.status, 'pending'),
          gte(invitations.created, since),
        ),
      ),
    ...(deletion
      ? [
          ctx.db.update(accountDeletions).set({ withdrawn_at: ctx.now }).where(isOpen),
          recordEvent(ctx, { kind: 'privacy.deletion_withdrawn', ref: deletion.id, body: {} }),
        ]
      : []),
  ]
}
