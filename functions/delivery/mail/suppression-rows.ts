import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { customerProfiles, customers, mailSuppressions, users } from '../../platform/database/tables.ts'
import type { Reader } from './news-list.ts'

export type Suppression = typeof mailSuppressions.$inferInsert

/** Why mail to an address is suppressed: no row, or one for each reason. */
export const suppressionsOf = (ctx: Ctx, email_key: string) =>
  ctx.db
    .select({ reason: mailSuppressions.reason })
    .from(mailSuppressions)
    .where(eq(mailSuppressions.email_key, email_key))

/** Whether a reader has subscribed to a program's news. */
export const consentOf = (ctx: Ctx, reader: Reader) =>
  ctx.db
    .select({ is_subscribed: customerProfiles.is_subscribed })
    .from(customerProfiles)
    .where(
      and(eq(customerProfiles.customer_id, reader.customer_id), eq(customerProfiles.program_id, reader.program_id)),
    )

/** Suppresses mail to an address; a second call changes nothing. */
export const insertSuppression = (ctx: Ctx, suppression: Suppression): Statement =>
  ctx.db.insert(mailSuppressions).values(suppression).onConflictDoNothing()

/** Removes one reason. Mail stays suppressed while there is another reason. */
export const deleteSuppression = (
  ctx: Ctx,
  { email_key, reason }: Pick<Suppression, 'email_key' | 'reason'>,
): Statement =>
  ctx.db
    .delete(mailSuppressions)
    .where(and(eq(mailSuppressions.email_key, email_key), eq(mailSuppressions.reason, reason)))

/** Unsubscribes an address from the news of every program, after a spam complaint. */
export const stopAllNews = (ctx: Ctx, email_key: string): Statement =>
  ctx.db
    .update(customerProfiles)
    .set({
      is_subscribed: false,
      unsubscribed: ctx.now,
      unsubscribe_reason: 'spam',
      unsubscribe_reason_other: null,
      updated: ctx.now,
    })
    .where(
      and(
        inArray(
          customerProfiles.customer_id,
          ctx.db
            .select({ id: customers.id })
            .from(customers)
            .innerJoin(users, eq(users.id, customers.user_id))
            .where(eq(users.email_key, email_key)),
        ),
        eq(customerProfiles.is_subscribed, true),
      ),
    )

/** The account with this address. */
export const findAccount = (ctx: Ctx, email_key: string) =>
  ctx.db.select({ id: users.id }).from(users).where(eq(users.email_key, email_key))
