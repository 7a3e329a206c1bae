import { desc, eq, placeholder, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { customerProfiles, customers, programs, users } from '../../platform/database/tables.ts'

/** The stored value without a password. No password matches it. */
export const noPassword = 'none'

const userAndCustomer = { user: users, customer_id: customers.id }
const usersWithCustomers = (ctx: Ctx) =>
  ctx.db.select(userAndCustomer).from(users).innerJoin(customers, eq(customers.user_id, users.id))

/** Condition that the account of a row of `users` is in the team of a program. */
const isInTeam = sql<number>`EXISTS (SELECT 1 FROM staff_members AS s WHERE s.user_id = ${users.id} AND s.status = 'active')`
/** Condition that the account of a row of `users` has rights of an organisation: in a team, or on the whole site. */
export const isStaff = sql<number>`(${users.is_admin} = 1 OR ${isInTeam})`

/** A person by the key of their email, with the id of their customer. */
export const findUserByKey = (ctx: Ctx, email_key: string) =>
  usersWithCustomers(ctx).where(eq(users.email_key, email_key))
/** The account of an email, and whether it is a customer of a program. */
export const accountInProgram = (ctx: Ctx, { email_key, program_id }: { email_key: string; program_id: string }) =>
  ctx.db
    .select({
      user_id: users.id,
      is_member: sql<number>`EXISTS (SELECT 1 FROM customer_profiles AS p WHERE p.customer_id = ${customers.id} AND p.program_id = ${program_id})`,
    })
    .from(users)
    .innerJoin(customers, eq(customers.user_id, users.id))
    .where(eq(users.email_key, email_key))
/** A person by id. */
export const findUserById = (ctx: Ctx, id: string) => usersWithCustomers(ctx).where(eq(users.id, id))
/**
 * A person by id, prepared once, because every page and call of a logged-in user begins with it. The flags
 * tell whether they have a pending invitation, to a family or to a team, and whether they are in a team.
 */
export const personById = prepared((db) =>
  db
    .select({
      ...userAndCustomer,
      is_invited:
        sql<number>`EXISTS (SELECT 1 FROM invitations AS i WHERE i.email_key = ${users.email_key} AND i.status = 'pending')`.as(
          'is_invited',
        ),
      is_invited_to_team:
        sql<number>`EXISTS (SELECT 1 FROM staff_members AS s WHERE s.email_key = ${users.email_key} AND s.status = 'invited')`.as(
          'is_invited_to_team',
        ),
      is_in_team: sql<number>`${isInTeam}`.as('is_in_team'),
    })
    .from(users)
    .innerJoin(customers, eq(customers.user_id, users.id))
    .where(eq(users.id, placeholder('user_id')))
    .prepare(),
)
export type UserRow = Awaited<ReturnType<typeof findUserById>>[number]
export type PersonRow = Awaited<ReturnType<ReturnType<typeof personById>['execute']>>[number]
export type UserChange = Partial<typeof users.$inferInsert>

export const insertUser = (ctx: Ctx, user: typeof users.$inferInsert): Statement => ctx.db.insert(users).values(user)
export const updateUser = (ctx: Ctx, id: string, change: UserChange): Statement =>
  ctx.db
    .update(users)
    .set({ ...change, updated: ctx.now })
    .where(eq(users.id, id))

/**
 * Restores a user's earlier address with its former state; an address the account already has stays unchanged. The
 * password is removed if the address was never verified, because its owner never proved to have set it.
 */
export function restoreEmail(
  ctx: Ctx,
  id: string,
  old: { email: string; email_key: string; isVerified: boolean },
): Statement {
  const isVerified = sql`CASE WHEN ${users.email_key} = ${old.email_key} THEN ${users.is_email_verified} ELSE ${old.isVerified ? 1 : 0} END`
  return ctx.db
    .update(users)
    .set({
      email: old.email,
      email_key: old.email_key,
      pending_email: null,
      is_email_verified: isVerified,
      password_hash: sql`iif(${isVerified}, ${users.password_hash}, ${noPassword})`,
      updated: ctx.now,
    })
    .where(eq(users.id, id))
}

/** Removes a user's password: only a recovery sets one again. */
export const forgetPassword = (ctx: Ctx, id: string): Statement => updateUser(ctx, id, { password_hash: noPassword })

/** The fields of a program that sign-up and mails need: its name, and its country for phone numbers. */
export const findProgramBrief = (ctx: Ctx, id: string) =>
  ctx.db
    .select({
      id: programs.id,
      name: programs.name,
      country: programs.country,
      email: programs.email,
      website: programs.website,
      colours: programs.colours,
    })
    .from(programs)
    .where(eq(programs.id, id))
export type ProgramBrief = Awaited<ReturnType<typeof findProgramBrief>>[number]

/** The program a person joined last, with its country for numbers typed without one. */
export const findLatestProgram = (ctx: Ctx, user_id: string) =>
  ctx.db
    .select({ id: programs.id, country: programs.country })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(eq(customers.user_id, user_id))
    .orderBy(desc(customerProfiles.created))
    .limit(1)
