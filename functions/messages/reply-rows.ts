import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { conversations, mailReplyRefusals } from '../database/tables.ts'

/** Notes whose reply was refused and why; told twice, it stays as it was told first. */
export const insertRefusal = (ctx: Ctx, row: typeof mailReplyRefusals.$inferInsert): Statement =>
  ctx.db.insert(mailReplyRefusals).values(row).onConflictDoNothing()

/** A refusal with the conversation it is about. */
export const refusalById = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ refusal: mailReplyRefusals, conversation: conversations })
    .from(mailReplyRefusals)
    .innerJoin(conversations, eq(conversations.id, mailReplyRefusals.conversation_id))
    .where(eq(mailReplyRefusals.id, id))
