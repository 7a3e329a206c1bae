import { dayMs } from '../../contract/limits.ts'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { conversations, mailReplyRefusals } from '../../platform/database/tables.ts'

/** Maximum number of mails about refused replies in a conversation per day. */
const maxRefusalsPerDay = 3

/** Stores a refused reply with its reason. A repetition changes nothing; after the third in a day nothing is stored. */
export const insertRefusal = (ctx: Ctx, row: typeof mailReplyRefusals.$inferInsert): Statement =>
  ctx.db
    .insert(mailReplyRefusals)
    .select(
      sql`SELECT ${row.id}, ${row.conversation_id}, ${row.side}, ${row.sender_email}, ${row.reason}, ${row.created}
        WHERE (SELECT count(*) FROM mail_reply_refusals
          WHERE conversation_id = ${row.conversation_id} AND created > ${row.created - dayMs}) < ${maxRefusalsPerDay}`,
    )
    .onConflictDoNothing()

/** A refusal with its conversation. */
export const refusalById = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ refusal: mailReplyRefusals, conversation: conversations })
    .from(mailReplyRefusals)
    .innerJoin(conversations, eq(conversations.id, mailReplyRefusals.conversation_id))
    .where(eq(mailReplyRefusals.id, id))
