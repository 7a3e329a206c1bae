import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StoredUnsubscribeReason } from '../../contract/contact/marketing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { customerProfiles, customers, mailSuppressions, programs, users } from '../../platform/database/tables.ts'
import type { Reader } from '../../delivery/mail/news-list.ts'

const suppressed = sql<number>`EXISTS (SELECT 1 FROM ${mailSuppressions} WHERE ${mailSuppressions.email_key} = ${users.email_key})`
const bounced = sql<number>`${users.email_bounced_at} IS NOT NULL`

/** A program, and the subscription of a customer who has joined it. The query returns one row for every customer. */
export const findSubscription = (ctx: Ctx, { program_id, customer_id }: Reader) =>
  ctx.db
    .select({
      program: {
        id: programs.id,
        name: programs.name,
        email: programs.email,
        phone: programs.phone,
        address: programs.address,
        website: programs.website,
        colours: programs.colours,
        country: programs.country,
        language: programs.language,
        languages: programs.languages,
        preferences: programs.preferences,
        billing_status: programs.billing_status,
        translations: programs.translations,
      },
      profile: {
        id: customerProfiles.id,
        is_subscribed: customerProfiles.is_subscribed,
        unsubscribed: customerProfiles.unsubscribed,
        unsubscribe_reason: customerProfiles.unsubscribe_reason,
        unsubscribe_reason_other: customerProfiles.unsubscribe_reason_other,
      },
      user: { email: users.email, language: users.language, is_active: users.is_active },
      is_suppressed: suppressed.as('is_suppressed'),
      is_bounced: bounced.as('is_bounced'),
    })
    .from(programs)
    .leftJoin(
      customerProfiles,
      and(eq(customerProfiles.program_id, programs.id), eq(customerProfiles.customer_id, customer_id)),
    )
    .leftJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .leftJoin(users, eq(users.id, customers.user_id))
    .where(eq(programs.id, program_id))
export type SubscriptionRow = Awaited<ReturnType<typeof findSubscription>>[number]

/** The customer of a program who has an address. */
export const findReaderByEmail = (ctx: Ctx, input: { program_id: string; email_key: string }) =>
  ctx.db
    .select({ profile_id: customerProfiles.id })
    .from(users)
    .innerJoin(customers, eq(customers.user_id, users.id))
    .innerJoin(
      customerProfiles,
      and(eq(customerProfiles.customer_id, customers.id), eq(customerProfiles.program_id, input.program_id)),
    )
    .where(and(eq(users.email_key, input.email_key), eq(users.is_active, true)))

/** The customer and program of a profile. */
export const findReader = (ctx: Ctx, profile_id: string) =>
  ctx.db
    .select({
      program_id: customerProfiles.program_id,
      customer_id: customerProfiles.customer_id,
      email: users.email,
      language: users.language,
      is_active: users.is_active,
      reason: customerProfiles.unsubscribe_reason,
    })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(customerProfiles.id, profile_id))

/** Number of readers of a program who unsubscribed because of the content since a given time. */
export const countObjections = (ctx: Ctx, input: { program_id: string; since: number }) =>
  ctx.db
    .select({ total: count() })
    .from(customerProfiles)
    .where(
      and(
        eq(customerProfiles.program_id, input.program_id),
        eq(customerProfiles.is_subscribed, false),
        gt(customerProfiles.unsubscribed, input.since),
        inArray(customerProfiles.unsubscribe_reason, ['inappropriate', 'spam']),
      ),
    )

/** Stops the news. The first time of stopping is kept, and a given reason is not replaced by an empty one. */
export const stopNews = (
  ctx: Ctx,
  reader: Reader,
  input: { reason: StoredUnsubscribeReason; reason_other: string | null },
): Statement => {
  const { is_subscribed, unsubscribed, unsubscribe_reason, unsubscribe_reason_other } = customerProfiles
  const isKept =
    input.reason === 'unspecified' ? sql`${is_subscribed} = 0 AND ${unsubscribe_reason} IS NOT NULL` : sql`0`
  return ctx.db
    .update(customerProfiles)
    .set({
      is_subscribed: false,
      unsubscribed: sql`iif(${is_subscribed} = 0 AND ${unsubscribed} IS NOT NULL, ${unsubscribed}, ${ctx.now})`,
      unsubscribe_reason: sql`iif(${isKept}, ${unsubscribe_reason}, ${input.reason})`,
      unsubscribe_reason_other: sql`iif(${isKept}, ${unsubscribe_reason_other}, ${input.reason_other})`,
      updated: ctx.now,
    })
    .where(
      and(eq(customerProfiles.customer_id, reader.customer_id), eq(customerProfiles.program_id, reader.program_id)),
    )
}

/** Starts the news again. */
export const startNews = (ctx: Ctx, reader: Reader): Statement =>
  ctx.db
    .update(customerProfiles)
    .set({
      is_subscribed: true,
      unsubscribed: null,
      unsubscribe_reason: null,
      unsubscribe_reason_other: null,
      updated: ctx.now,
    })
    .where(
      and(eq(customerProfiles.customer_id, reader.customer_id), eq(customerProfiles.program_id, reader.program_id)),
    )
