import { and, desc, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { emailChanges, emailCodes } from '../../platform/database/tables.ts'
import { hourMs } from '../../contract/limits.ts'
import { maxCodesPerHour, maxCodeAttempts, resendMs } from './code-limits.ts'
import { emailKey } from '../../contract/field-rules.ts'

export type CodeRow = typeof emailCodes.$inferSelect
export type EmailChangeRow = typeof emailChanges.$inferSelect
/** Aborts the batch when this person had five codes in the last hour, or one in the last minute. */
export const guardCode = (ctx: Ctx, code: Pick<CodeRow, 'id' | 'user_id'>): Statement[] => [
  guardThat(
    ctx.db,
    sql`(SELECT count(*) FROM email_codes WHERE user_id = ${literal(code.user_id)} AND created > ${literal(ctx.now - hourMs)}) < ${literal(maxCodesPerHour)}`,
    'code_limit',
  ),
  guardThat(
    ctx.db,
    sql`NOT EXISTS (SELECT 1 FROM email_codes WHERE user_id = ${literal(code.user_id)} AND id <> ${literal(code.id)}
      AND created > ${literal(ctx.now - resendMs)} AND used_at IS NULL AND expires_at > ${literal(ctx.now)})`,
    'code_limit',
  ),
]
export const insertCode = (ctx: Ctx, code: typeof emailCodes.$inferInsert): Statement =>
  ctx.db.insert(emailCodes).values(code)

/** Codes of the last hour, newest first. */
export const recentCodes = (ctx: Ctx, user_id: string) =>
  ctx.db
    .select({
      email: emailCodes.email,
      created: emailCodes.created,
      used_at: emailCodes.used_at,
      expires_at: emailCodes.expires_at,
    })
    .from(emailCodes)
    .where(and(eq(emailCodes.user_id, user_id), gt(emailCodes.created, ctx.now - hourMs)))
    .orderBy(desc(emailCodes.created))

const newestOpen = (ctx: Ctx, user_id: string) =>
  ctx.db
    .select({ id: emailCodes.id })
    .from(emailCodes)
    .where(and(eq(emailCodes.user_id, user_id), isNull(emailCodes.used_at), gte(emailCodes.expires_at, ctx.now)))
    .orderBy(desc(emailCodes.created))
    .limit(1)

/** Counts an attempt for the newest open code before it is compared: at most five, even with concurrent requests. */
export async function takeCodeAttempt(ctx: Ctx, user_id: string): Promise<CodeRow | undefined> {
  const [row] = await ctx.db
    .update(emailCodes)
    .set({ attempts: sql`${emailCodes.attempts} + 1` })
    .where(and(inArray(emailCodes.id, newestOpen(ctx, user_id)), lt(emailCodes.attempts, maxCodeAttempts)))
    .returning()
  return row
}

export const useCode = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(emailCodes)
    .set({ used_at: ctx.now })
    .where(and(eq(emailCodes.id, id), isNull(emailCodes.used_at)))
/** Closes the open codes of a user whose address was replaced. */
export const closeCodes = (ctx: Ctx, user_id: string): Statement =>
  ctx.db
    .update(emailCodes)
    .set({ used_at: ctx.now })
    .where(and(eq(emailCodes.user_id, user_id), isNull(emailCodes.used_at)))
export const findCode = (ctx: Ctx, id: string) => ctx.db.select().from(emailCodes).where(eq(emailCodes.id, id))
/** The newest code of a user: the `goto` it was requested with, its attempts and its end. */
export const findNewestCode = (ctx: Ctx, user_id: string) =>
  ctx.db
    .select({
      goto: emailCodes.goto,
      program_id: emailCodes.program_id,
      attempts: emailCodes.attempts,
      used_at: emailCodes.used_at,
      expires_at: emailCodes.expires_at,
    })
    .from(emailCodes)
    .where(eq(emailCodes.user_id, user_id))
    .orderBy(desc(emailCodes.created))
    .limit(1)

export const insertEmailChange = (ctx: Ctx, change: typeof emailChanges.$inferInsert): Statement =>
  ctx.db.insert(emailChanges).values(change)
export const findEmailChange = (ctx: Ctx, id: string) =>
  ctx.db.select().from(emailChanges).where(eq(emailChanges.id, id))
/** The first email change of a user since a given time that was not undone. */
export const findFirstChangeSince = (ctx: Ctx, since: { user_id: string; created: number }) =>
  ctx.db
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.user_id, since.user_id),
        gte(emailChanges.created, since.created),
        isNull(emailChanges.undone_at),
      ),
    )
    .orderBy(sql`rowid`)
    .limit(1)
/** Marks a change as undone, once. The batch must then abort if no row changed. */
export const undoChange = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(emailChanges)
    .set({ undone_at: ctx.now })
    .where(and(eq(emailChanges.id, id), isNull(emailChanges.undone_at)))
/**
 * Closes other open changes that must not be undone after this change. These are later changes, whose links went to
 * addresses set by this change, and changes that would restore the same address. Earlier changes keep their links.
 */
export const closeChangesAfter = (ctx: Ctx, change: EmailChangeRow): Statement =>
  ctx.db
    .update(emailChanges)
    .set({ undone_at: ctx.now })
    .where(
      and(
        eq(emailChanges.user_id, change.user_id),
        isNull(emailChanges.undone_at),
        or(
          sql`rowid > (SELECT rowid FROM email_changes WHERE id = ${change.id})`,
          eq(emailChanges.old_email_key, emailKey(change.old_email)),
        ),
      ),
    )
