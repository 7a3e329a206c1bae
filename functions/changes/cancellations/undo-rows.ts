import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guard, guardThat, literal } from '../../platform/database/guard.ts'
import { outbox } from '../../platform/database/tables.ts'
import type { PlaceInGroup } from '../../booking/registrations/place-group-rows.ts'

/** What a change by staff replaced: ids and amounts, never personal data. */
export type Held =
  | { change: 'move'; option_id: string; group: PlaceInGroup | null }
  | {
      change: 'cancellation'
      penalty: number
      is_extra: boolean
      item: { id: string; amount_cancelled: number; refund_policy: number | null; discount_lost: number } | null
      /** The step of the order after the cancellation. */
      order_step: number | null
      /** How many refunds the order had before. */
      num_refunds: number
      returned: number
    }
type Place = { id: string; step: number }

/** The key of the right to undo the change that made a step of a registration. The schema has it, too. */
export const undoKeyOf = ({ id, step }: Place): string => `${id}:${step}`
const rightOf = (place: Place) => eq(outbox.dedupe, `registration.undo_over:${undoKeyOf(place)}`)

/** When the right to undo the last change of a registration ends, of a table of registrations; null without the right. */
export const undoEndOf = (table: 'registrations' | 'c'): SQL<number | null> =>
  sql`(SELECT held.due_at FROM outbox AS held WHERE held.dedupe = 'registration.undo_over:' || ${sql.raw(`${table}.id || ':' || ${table}.step`)} AND held.done_at IS NULL)`

/** The change that made this step of a registration, if it can still be undone. */
export async function heldChange(ctx: Pick<Ctx, 'db' | 'now'>, place: Place): Promise<Held | null> {
  const [row] = await ctx.db
    .select({ body: outbox.body, due_at: outbox.due_at })
    .from(outbox)
    .where(and(rightOf(place), isNull(outbox.done_at)))
  return row && row.due_at > ctx.now ? (row.body as Held) : null
}

/**
 * Statements that use up the right to undo a change, at the end of the batch that undoes it, and remove the outbox rows
 * that wait, named by their keys. They abort the batch once any of these has begun to leave.
 */
export function useUndo(db: Db, place: Place, waiting: readonly string[]): Statement[] {
  const keys = sql.join(waiting.map(literal), sql`, `)
  return [
    guardThat(
      db,
      sql`NOT EXISTS (SELECT 1 FROM outbox WHERE dedupe IN (${keys}) AND (done_at IS NOT NULL OR leased_until IS NOT NULL))`,
      'state',
    ),
    db.delete(outbox).where(inArray(outbox.dedupe, [...waiting])),
    db.delete(outbox).where(and(rightOf(place), isNull(outbox.done_at))),
    guard(db, 'state'),
  ]
}

/** Statement that aborts the batch unless the order has this number of refunds: none was made since the change. */
export const guardRefunds = (db: Db, orderId: string, refunds: number): Statement =>
  guardThat(db, sql`(SELECT count(*) FROM refunds WHERE order_id = ${literal(orderId)}) = ${literal(refunds)}`, 'state')
