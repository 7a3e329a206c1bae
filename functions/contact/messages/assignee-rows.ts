import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { staffName } from '../../platform/database/history.ts'
import { placesOfConversation, sourceOfConversation } from '../../platform/database/reach-sql.ts'
import { conversations, staffMembers, statusHistory } from '../../platform/database/tables.ts'
import type { ConversationRow } from './message-rows.ts'

/** A member of the team as JSON, by the SQL of their id; null without one. */
export const memberNamed = (id: SQL) =>
  sql<
    string | null
  >`(SELECT json_object('staff_id', ${staffMembers.id}, 'first_name', ${staffName(staffMembers.first_name)}, 'last_name', ${staffName(staffMembers.last_name)})
    FROM ${staffMembers} WHERE ${staffMembers.id} = ${id})`

/** The active members of a program's team, by name. */
export const activeMembers = (ctx: Ctx, program_id: string) =>
  ctx.db
    .select({
      staff_id: staffMembers.id,
      first_name: staffMembers.first_name,
      last_name: staffMembers.last_name,
      role: staffMembers.role,
      event_ids: staffMembers.event_ids,
    })
    .from(staffMembers)
    .where(and(eq(staffMembers.program_id, program_id), eq(staffMembers.status, 'active')))
    .orderBy(asc(staffMembers.first_name), asc(staffMembers.last_name), asc(staffMembers.id))
export type MemberRow = Awaited<ReturnType<typeof activeMembers>>[number]

const ofMessage = (message_id: string): SQL =>
  sql`(SELECT m.conversation_id FROM messages AS m WHERE m.id = ${message_id})`

/** The events and appointment types that the conversation of a message is about. */
export const sourcesOfConversation = (ctx: Ctx, message_id: string) =>
  ctx.db
    .selectDistinct({ id: sql<string | null>`${sourceOfConversation}`.as('source_id') })
    .from(sql`conversations AS c ${placesOfConversation}`)
    .where(sql`c.id = ${ofMessage(message_id)}`)

/** How many changes by staff a conversation shows, counted from the newest. */
const maxChanges = 20

/** What staff did with the conversation of a message, the newest first. */
export const changesOfConversation = (ctx: Ctx, message_id: string) =>
  ctx.db
    .select({
      to: statusHistory.to_status,
      at: statusHistory.at,
      by: memberNamed(sql`${statusHistory.actor_id}`).as('by_member'),
      assignee: memberNamed(sql`${statusHistory.reason}`).as('assignee'),
    })
    .from(statusHistory)
    .where(and(eq(statusHistory.object, 'conversation'), sql`${statusHistory.object_id} = ${ofMessage(message_id)}`))
    .orderBy(desc(statusHistory.step))
    .limit(maxChanges)

/** Changes a conversation that staff have not changed since it was read. The batch must then abort if no row changed. */
export const changeConversation = (
  ctx: Ctx,
  read: Pick<ConversationRow, 'id' | 'step'>,
  change: { assignee_id: string | null } | { closed_at: number },
): Statement =>
  ctx.db
    .update(conversations)
    .set({ ...change, step: read.step + 1, updated: ctx.now })
    .where(and(eq(conversations.id, read.id), eq(conversations.step, read.step)))
