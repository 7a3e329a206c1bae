import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { customerProfiles, mailSuppressions, users } from '../database/tables.ts'
import type { Reader } from './news-list.ts'

export type Suppression = typeof mailSuppressions.$inferInsert

/** Why mail to an address stops: no row, or one for each reason. */
export const suppressionsOf = (ctx: Ctx, email_key: string) =>
  ctx.db
    .select({ reason: mailSuppressions.reason })
    .from(mailSuppressions)
    .where(eq(mailSuppressions.email_key, email_key))

/** Whether a reader gets the news of a program. */
export const consentOf = (ctx: Ctx, reader: Reader) =>
  ctx.db
    .select({ is_subscribed: customerProfiles.is_subscribed })
    .from(customerProfiles)
    .where(
      and(eq(customerProfiles.customer_id, reader.customer_id), eq(customerProfiles.program_id, reader.program_id)),
    )

/** Stops mail to an address; told twice, it stays as it was told first. */
export const insertSuppression = (ctx: Ctx, suppression: Suppression): Statement =>
  ctx.db.insert(mailSuppressions).values(suppression).onConflictDoNothing()

export const deleteSuppressions = (ctx: Ctx, email_key: string): Statement =>
  ctx.db.delete(mailSuppressions).where(eq(mailSuppressions.email_key, email_key))

/** The account whose address it is. */
export const findAccount = (ctx: Ctx, email_key: string) =>
  ctx.db.select({ id: users.id }).from(users).where(eq(users.email_key, email_key))
