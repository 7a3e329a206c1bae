import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { mailSuppressions, users } from '../database/tables.ts'

export type Suppression = typeof mailSuppressions.$inferInsert

/** Why mail to an address stops: no row, or one for each reason. */
export const suppressionsOf = (ctx: Ctx, email_key: string) =>
  ctx.db
    .select({ reason: mailSuppressions.reason })
    .from(mailSuppressions)
    .where(eq(mailSuppressions.email_key, email_key))

/** Stops mail to an address; told twice, it stays as it was told first. */
export const insertSuppression = (ctx: Ctx, suppression: Suppression): Statement =>
  ctx.db.insert(mailSuppressions).values(suppression).onConflictDoNothing()

export const deleteSuppressions = (ctx: Ctx, email_key: string): Statement =>
  ctx.db.delete(mailSuppressions).where(eq(mailSuppressions.email_key, email_key))

/** The account whose address it is. */
export const findAccount = (ctx: Ctx, email_key: string) =>
  ctx.db.select({ id: users.id }).from(users).where(eq(users.email_key, email_key))
