import { hourMs } from '../../contract/limits.ts'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { gatherForMs } from '../../platform/database/outbox.ts'
import type { OutboxRow } from '../../platform/database/outbox-rows.ts'
import { messages, outbox } from '../../platform/database/tables.ts'
import { shownMessages } from './message-rows.ts'

/** Older deliveries of a conversation are not considered. */
const lookBackMs = hourMs

/**
 * Statements for the delivery of a message: the first mail of a conversation is sent at once, then one in ten minutes.
 * Nothing is queued while a delivery waits, because its mail contains every message until it is sent.
 */
export const queueMessageMail = (ctx: Ctx, event: OutboxRow, kind: string): Statement =>
  ctx.db
    .insert(outbox)
    .select(sql`SELECT NULL, ${kind}, w.id, ${kind} || ':' || w.id, json_object('until', w.due), ${event.priority}, w.due, 0, NULL, NULL, NULL, NULL, NULL
    FROM (SELECT m.id, m.created, CAST(max(${ctx.now}, coalesce(max(o.body ->> '$.until') + ${gatherForMs}, 0)) AS INTEGER) AS due,
        coalesce(max(o.attempts = 0 AND o.done_at IS NULL AND o.dead_at IS NULL AND o.body ->> '$.until' >= m.created), 0) AS waits
      FROM messages AS m
      LEFT JOIN messages AS s ON s.conversation_id = m.conversation_id AND s.created > ${ctx.now - lookBackMs}
      LEFT JOIN outbox AS o ON o.dedupe = ${kind} || ':' || s.id
      WHERE m.id = ${event.ref} GROUP BY m.id) AS w WHERE NOT w.waits`)
    .onConflictDoNothing()

/**
 * The messages of a delivery: the messages of its conversation and side that no mail has contained yet, written before
 * the delivery was due.
 */
export const messagesOfMail = (ctx: Ctx, delivery: { ref: string; body: Record<string, unknown> }) =>
  shownMessages(
    ctx,
    and(
      sql`(${messages.conversation_id}, ${messages.sender}) = (SELECT m.conversation_id, m.sender FROM messages AS m WHERE m.id = ${delivery.ref})`,
      eq(messages.state, 'queued'),
      lte(messages.created, Number(delivery.body['until'] ?? ctx.now)),
    ),
  ).orderBy(asc(messages.created), asc(sql`${messages}.rowid`))
