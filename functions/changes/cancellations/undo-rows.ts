import { and, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guard, guardThat, literal } from '../../platform/database/guard.ts'
import { outbox } from '../../platform/database/tables.ts'

/** What a change by staff replaced: ids and amounts, never personal data. */
export type Held =
  | { change: 'move'; option_id: string }
  | {
      change: 'cancellation'
      penalty: number
      item: { id: string; amount_cancelled: number; refund_policy: number | null; discount_lost: number } | null
      /** The step of the order after the cancellation. */
      order_step: number | null
      /** How many refunds the order had before. */
      num_refunds: number
      returned: number
    }
type Place = { id: string; step: number }

/** The key of the right to undo the change that made a step of a registration. */
export const undoKeyOf = ({ id, step }: Place): string => `${id}:${step}`

/** The change that made this step of a registration, if it can still be undone. */
export async function heldChange(ctx: Pick<Ctx, 'db' | 'now'>, place: Place): Promise<Held | null> {
  const [row] = await ctx.db
    .select({ body: outbox.body, due_at: outbox.due_at })
    .from(outbox)
    .where(and(eq(outbox.dedupe, `registration.undo_over:${undoKeyOf(place)}`), isNull(outbox.done_at)))
  return row && row.due_at > ctx.now ? (row.body as Held) : null
}

/**
 * Statements that end the right to undo a change and remove the outbox rows that wait, named by their keys. They abort the
 * batch once any of these has begun to leave.
 */
export function removeWaiting(db: Db, place: Place, waiting: readonly string[]): Statement[] {
  const left = alias(outbox, 'left_already')
  return [
    db.delete(outbox).where(
      and(
        eq(outbox.dedupe, `registration.undo_over:${undoKeyOf(place)}`),
        isNull(outbox.done_at),
        notExists(
          db
            .select({ id: left.id })
            .from(left)
            .where(and(inArray(left.dedupe, waiting), or(isNotNull(left.done_at), isNotNull(left.leased_until)))),
        ),
      ),
    ),
    guard(db, 'state'),
    db.delete(outbox).where(inArray(outbox.dedupe, waiting)),
  ]
}

/** Statement that aborts the batch unless the order has this number of refunds: none was made since the change. */
export const guardRefunds = (db: Db, orderId: string, refunds: number): Statement =>
  guardThat(db, sql`(SELECT count(*) FROM refunds WHERE order_id = ${literal(orderId)}) = ${literal(refunds)}`, 'state')
