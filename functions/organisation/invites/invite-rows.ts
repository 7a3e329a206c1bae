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
/** So many invites leave in a minute, so that a mail server is not flooded. */
export const invitesPerMinute = 300

/** A program that may invite, and in which language it writes. */
export const invitingProgram = (db: Db, program_id: string) =>
  db
    .select({ id: programs.id, language: programs.language, billing_status: programs.billing_status })
    .from(programs)
    .where(eq(programs.id, program_id))

/** Addresses that were invited before, by what is kept of them. */
export const invitedBefore = (db: Db, program_id: string, marks: readonly string[]) =>
  db
    .select({ address_mark: programInvites.address_mark })
    .from(programInvites)
    .where(and(eq(programInvites.program_id, program_id), sql`${programInvites.address_mark} IN ${among(marks)}`))

/** Addresses that mail stopped at. */
export const suppressedAmong = (db: Db, keys: readonly string[]) =>
  db
    .select({ email_key: mailSuppressions.email_key })
    .from(mailSuppressions)
    .where(sql`${mailSuppressions.email_key} IN ${among(keys)}`)

/** Addresses of people who joined the program, and whether they left its news. */
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
/** Keeps who is invited with one file; an address that another file brought at the same moment is left alone. */
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

/** One delivery for each of a file who still waits, so many a minute; queued twice it is the same delivery. */
export const insertInviteDeliveries = (ctx: Ctx, batch_id: string, kind: DeliveryKind): Statement =>
  ctx.db
    .insert(outbox)
    .select(
      sql`SELECT NULL, ${kind}, i.id, ${kind} || ':' || i.id, '{}', ${priorities.bulk},
      ${ctx.now} + (row_number() OVER (ORDER BY i.id) - 1) / ${sql.raw(String(invitesPerMinute))} * 60000, 0, NULL, NULL, NULL, NULL, NULL
    FROM program_invites AS i WHERE i.batch_id = ${batch_id} AND i.outcome IS NULL`,
    )
    .onConflictDoNothing()

/** One invite. */
export const inviteById = (db: Db, id: string) => db.select().from(programInvites).where(eq(programInvites.id, id))

/** Writes down what became of an invite, and forgets whose address it was; the first word stands. */
export const settleInvite = (ctx: Ctx, id: string, outcome: NonNullable<InviteRecord['outcome']>): Statement =>
  ctx.db
    .update(programInvites)
    .set({ outcome, settled_at: ctx.now, email: null, first_name: null, last_name: null })
    .where(and(inArray(programInvites.id, [id]), isNull(programInvites.outcome)))
