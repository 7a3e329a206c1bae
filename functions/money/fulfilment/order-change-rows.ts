import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type DomainEvents, gatherForMs } from '../../platform/database/outbox.ts'
import type { OutboxRow } from '../../platform/database/outbox-rows.ts'
import { outbox } from '../../platform/database/tables.ts'

type ChangeKind = 'registration.cancelled' | 'registration.moved'
/** A change of a place of an order, as its event describes it. */
export type OrderChange = { [Kind in ChangeKind]: { kind: Kind; ref: string; body: DomainEvents[Kind] } }[ChangeKind]
/** The body of a delivery: changes of one order by the keys of their events, the oldest first. */
export type OrderChanges = { changes: Record<string, OrderChange> }

const kind = 'mail.order_changes'

/**
 * At most one mail per order in ten minutes, the first at once. A change joins the waiting mail, or starts the next
 * mail.
 */
export function insertOrderChange(ctx: Ctx, event: OutboxRow): Statement {
  const { ref, dedupe, priority } = event
  const path = `$.changes."${dedupe}"`
  const change = JSON.stringify({ kind: event.kind, ref, body: event.body })
  // The cast avoids numbers stored as reals. The key ends with the sending time. A delivery that has started or is done
  // accepts no further changes.
  const last = (columns: string) => sql`(SELECT ${sql.raw(columns)} FROM outbox AS o
    WHERE o.dedupe >= ${kind} || ':' || r.order_id || ':' AND o.dedupe < ${kind} || ':' || r.order_id || ';' ORDER BY o.dedupe DESC LIMIT 1)`
  return ctx.db
    .insert(outbox)
    .select(sql`SELECT NULL, ${kind}, w.order_id, ${kind} || ':' || w.order_id || ':' || w.due, json_object('changes', json_object(${dedupe}, json(${change}))), ${priority}, w.due, 0, NULL, NULL, NULL, NULL, NULL
    FROM (SELECT r.order_id, CAST(CASE WHEN ${last('o.attempts = 0 AND o.done_at IS NULL AND o.dead_at IS NULL')} THEN ${last('substr(o.dedupe, -13) + 0')}
        ELSE max(${ctx.now}, coalesce(${last('substr(o.dedupe, -13) + 0')} + ${gatherForMs}, 0)) END AS INTEGER) AS due
      FROM registrations AS r WHERE r.id = ${ref} AND r.order_id IS NOT NULL) AS w WHERE true`)
    .onConflictDoUpdate({
      target: outbox.dedupe,
      set: { body: sql`json_set(${outbox.body}, ${path}, json(${change}))` },
      setWhere: sql`${outbox.attempts} = 0`,
    })
}
