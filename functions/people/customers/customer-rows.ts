import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { CustomerActor } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import {
  customerProfiles,
  customers,
  mailSuppressions,
  paymentSources,
  programs,
  users,
} from '../../platform/database/tables.ts'

export const insertCustomer = (ctx: Ctx, customer: { id: string; user_id: string; timezone: string }): Statement =>
  ctx.db.insert(customers).values({ ...customer, created: ctx.now, updated: ctx.now })
export const updateCustomerRow = (
  ctx: Ctx,
  id: string,
  change: Partial<Pick<typeof customers.$inferInsert, 'addresses' | 'phones' | 'timezone'>>,
): Statement =>
  ctx.db
    .update(customers)
    .set({ ...change, updated: ctx.now })
    .where(eq(customers.id, id))

/** A customer with their user; `is_member` in one program, or in any. */
export const findCustomer = (ctx: Ctx, id: string, program_id?: string) =>
  ctx.db
    .select({
      customer: customers,
      user: users,
      is_member: sql<number>`EXISTS (SELECT 1 FROM customer_profiles AS p WHERE p.customer_id = ${customers.id} AND p.has_active_membership = 1${program_id === undefined ? sql`` : sql` AND p.program_id = ${program_id}`})`,
    })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(customers.id, id))
export type CustomerRow = Awaited<ReturnType<typeof findCustomer>>[number]

/** Country of the program that a customer joined last, for phone numbers without a country code. */
export const findHomeCountry = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ country: programs.country })
    .from(customerProfiles)
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(eq(customerProfiles.customer_id, customer_id))
    .orderBy(desc(customerProfiles.created))
    .limit(1)

// All stored cards of a profile as JSON, the default first, inside the profile's row.
const sqlOfSources = sql<string>`(SELECT json_group_array(json(card)) FROM (SELECT json_object(${sql.raw(
  Object.keys(getTableColumns(paymentSources))
    .map((name) => `'${name}', s.${name}`)
    .join(', '),
)}) AS card FROM payment_sources AS s WHERE s.customer_profile_id = ${customerProfiles.id} AND s.detached_at IS NULL ORDER BY s.is_default DESC, s.created DESC, s.id))`

const profilesWithPeople = (ctx: Ctx) =>
  ctx.db
    .select({ profile: customerProfiles, customer: customers, user: users, sources: sqlOfSources })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))

/** A customer's profile in one program. */
export const findProfile = (ctx: Ctx, customer_id: string, program_id: string) =>
  profilesWithPeople(ctx).where(
    and(eq(customerProfiles.customer_id, customer_id), eq(customerProfiles.program_id, program_id)),
  )
export type ProfileRow = Awaited<ReturnType<typeof findProfile>>[number]

/** One page of the programs a customer has joined, or a single one of them. */
export function listProfiles(
  ctx: Ctx,
  whose: WhoseProfiles,
  page: { limit: number; skip: number; order: 'asc' | 'desc' },
) {
  const way = page.order === 'asc' ? asc : desc
  return profilesWithPeople(ctx)
    .where(profilesOf(whose))
    .orderBy(way(customerProfiles.created), way(customerProfiles.id))
    .limit(page.limit)
    .offset(page.skip)
}
export const countProfiles = (ctx: Ctx, whose: WhoseProfiles) =>
  ctx.db.select({ total: count() }).from(customerProfiles).where(profilesOf(whose))

type WhoseProfiles = Pick<CustomerActor, 'customer_id' | 'delegation'>
const profilesOf = ({ customer_id, delegation }: WhoseProfiles) =>
  and(
    eq(customerProfiles.customer_id, customer_id),
    delegation ? eq(customerProfiles.program_id, delegation.program_id) : undefined,
  )

/** Joins a program once. An existing profile stays, except that a given consent to marketing is stored. */
export function insertProfile(
  ctx: Ctx,
  profile: { id: string; customer_id: string; program_id: string; isSubscribed: boolean | null },
): Statement {
  const { isSubscribed, ...ids } = profile
  const insert = ctx.db
    .insert(customerProfiles)
    .values({ ...ids, is_subscribed: isSubscribed ?? false, created: ctx.now, updated: ctx.now })
  if (isSubscribed === null) return insert.onConflictDoNothing()
  return insert.onConflictDoUpdate({
    target: [customerProfiles.customer_id, customerProfiles.program_id],
    set: {
      is_subscribed: isSubscribed,
      unsubscribed: isSubscribed
        ? null
        : sql`iif(${customerProfiles.is_subscribed}, ${ctx.now}, ${customerProfiles.unsubscribed})`,
      unsubscribe_reason: isSubscribed
        ? null
        : sql`iif(${customerProfiles.is_subscribed}, 'unspecified', ${customerProfiles.unsubscribe_reason})`,
      unsubscribe_reason_other: isSubscribed ? null : sql`${customerProfiles.unsubscribe_reason_other}`,
      updated: ctx.now,
    },
  })
}

/** Whether a program can be joined: it exists and its own contract has not ended. */
export const findProgram = (ctx: Ctx, id: string) =>
  ctx.db.select({ id: programs.id, billing_status: programs.billing_status }).from(programs).where(eq(programs.id, id))

/** Why marketing cannot be sent to an address, bounces first; no row when nothing prevents it. */
export const findNewsStop = (ctx: Ctx, email_key: string) =>
  ctx.db
    .select({ reason: mailSuppressions.reason })
    .from(mailSuppressions)
    .where(eq(mailSuppressions.email_key, email_key))
    .orderBy(asc(mailSuppressions.reason))
    .limit(1)
