import { among } from '../../platform/database/json-lists.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { type DeliveryKind, priorities } from '../../platform/database/outbox.ts'
import {
  customerProfiles,
  customers,
  mailSuppressions,
  outbox,
  programInvites,
  programs,
  users,
} from '../../platform/database/tables.ts'

export type InviteRecord = typeof programInvites.$inferSelect
/** Maximum number of invites per minute, so that a mail server is not flooded. */
export const invitesPerMinute = 300

/** The program of an invite, with its language. */
export const invitingProgram = (db: Db, program_id: string) =>
  db
    .select({ id: programs.id, language: programs.language, billing_status: programs.billing_status })
    .from(programs)
    .where(eq(programs.id, program_id))

/** Which of these addresses were invited before, by their hashes. */
export const invitedBefore = (db: Db, program_id: string, marks: readonly string[]) =>
  db
    .select({ address_mark: programInvites.address_mark })
    .from(programInvites)
    .where(and(eq(programInvites.program_id, program_id), sql`${programInvites.address_mark} IN ${among(marks)}`))

/** Which of these addresses are suppressed. */
export const suppressedAmong = (db: Db, keys: readonly string[]) =>
  db
    .select({ email_key: mailSuppressions.email_key })
    .from(mailSuppressions)
    .where(sql`${mailSuppressions.email_key} IN ${among(keys)}`)

/** Which of these addresses belong to people who joined the program, and whether they unsubscribed from its news. */
export const joinedAmong = (db: Db, program_id: string, keys: readonly string[]) =>
  db
    .select({ email_key: users.email_key, unsubscribed: customerProfiles.unsubscribed })
    .from(users)
    .innerJoin(customers, eq(customers.user_id, users.id))
    .innerJoin(
      customerProfiles,
      and(eq(customerProfiles.customer_id, customers.id), eq(customerProfiles.program_id, program_id)),
    )
    .where(sql`${users.email_key} IN ${among(keys)}`)

type NewInvite = Pick<InviteRecord, 'id' | 'address_mark' | 'email' | 'first_name' | 'last_name'>
/** Inserts the invites of a file. Addresses that a concurrent file invited are skipped. */
export const insertInvites = (
  ctx: Ctx,
  batch: Pick<InviteRecord, 'program_id' | 'batch_id' | 'language'>,
  invites: readonly NewInvite[],
): Statement =>
  ctx.db
    .insert(programInvites)
    .select(
      sql`SELECT value ->> 'id', ${batch.program_id}, ${batch.batch_id}, value ->> 'address_mark', value ->> 'email', value ->> 'first_name', value ->> 'last_name', ${batch.language}, NULL, NULL, ${ctx.now}
        FROM json_each(${JSON.stringify(invites)}) WHERE true`,
    )
    .onConflictDoNothing()

/**
 * Inserts a delivery for each waiting invite of a file, at most `invitesPerMinute` a minute. Repeating it inserts
 * nothing twice.
 */
export const insertInviteDeliveries = (ctx: Ctx, batch_id: string, kind: DeliveryKind): Statement =>
  ctx.db
    .insert(outbox)
    .select(
      sql`SELECT NULL, ${kind}, i.id, ${kind} || ':' || i.id, '{}', ${priorities.bulk},
      ${ctx.now} + (row_number() OVER (ORDER BY i.id) - 1) / ${sql.raw(String(invitesPerMinute))} * 60000, 0, NULL, NULL, NULL, NULL, NULL
    FROM program_invites AS i WHERE i.batch_id = ${batch_id} AND i.outcome IS NULL`,
    )
    .onConflictDoNothing()

export const inviteById = (db: Db, id: string) => db.select().from(programInvites).where(eq(programInvites.id, id))

/** Records the outcome of an invite and deletes its address. The first outcome is final. */
export const settleInvite = (ctx: Ctx, id: string, outcome: NonNullable<InviteRecord['outcome']>): Statement =>
  ctx.db
    .update(programInvites)
    .set({ outcome, settled_at: ctx.now, email: null, first_name: null, last_name: null })
    .where(and(inArray(programInvites.id, [id]), isNull(programInvites.outcome)))
