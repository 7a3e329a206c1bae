import { among } from '../../platform/database/json-lists.ts'
import { dayMs } from '../../contract/limits.ts'
import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as invitationStates from '../../contract/states/invitation-states.ts'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Right, rights } from '../../contract/people/attendee.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import { literal } from '../../platform/database/guard.ts'
import {
  attendees,
  customerProfiles,
  customers,
  invitations,
  programs,
  relations,
  users,
} from '../../platform/database/tables.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type InvitationRow = typeof invitations.$inferSelect
type RelationInsert = typeof relations.$inferInsert
/** Maximum invitations per customer and day. */
export const maxInvitationsPerDay = 20

/** The people of an invitation as its sender sees them. */
export const attendeesByIds = (db: Db, ids: readonly string[], customer_id: string) =>
  db
    .select({
      id: attendees.id,
      seen: attendeeSeenBy(customerReader(db, customer_id), ['first_name', 'date_of_birth']),
      merged_into: attendees.merged_into,
    })
    .from(attendees)
    .where(sql`${attendees.id} IN ${among(ids)}`)
export const ownRelations = (db: Db, customer_id: string, ids: readonly string[]) =>
  db
    .select()
    .from(relations)
    .where(and(eq(relations.customer_id, customer_id), sql`${relations.attendee_id} IN ${among(ids)}`))
export const inviterOf = (db: Db, customer_id: string) =>
  db
    .select({ user: users })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(customers.id, customer_id))
export const programBrief = (db: Db, id: string) =>
  db
    .select({
      id: programs.id,
      name: programs.name,
      email: programs.email,
      website: programs.website,
      colours: programs.colours,
      timezone: programs.timezone,
    })
    .from(programs)
    .where(and(eq(programs.id, id), sql`${programs.billing_status} IN ${statusList(billingStates.open)}`))

export const insertInvitation = (db: Db, row: typeof invitations.$inferInsert): Statement =>
  db.insert(invitations).values(row)
/** Condition that the customer has not reached the daily limit of invitations. */
export const mayInvite = (customer_id: string, now: number): SQL =>
  sql`(SELECT count(*) FROM invitations WHERE customer_id = ${literal(customer_id)} AND created > ${literal(now - dayMs)}) <= ${literal(maxInvitationsPerDay)}`
/** Revokes pending invitations of the same customer to the same email, which a new one replaces. */
export const revokeEarlier = (db: Db, row: { customer_id: string; email_key: string; at: number }): Statement =>
  db
    .update(invitations)
    .set({ status: 'revoked', answered_at: row.at })
    .where(
      and(
        eq(invitations.customer_id, row.customer_id),
        eq(invitations.email_key, row.email_key),
        eq(invitations.status, 'pending'),
      ),
    )

export const ownInvitations = (db: Db, customer_id: string) =>
  db
    .select()
    .from(invitations)
    .where(eq(invitations.customer_id, customer_id))
    .orderBy(desc(invitations.created), desc(invitations.id))
export const invitationById = (db: Db, id: string) => db.select().from(invitations).where(eq(invitations.id, id))
export const invitationByHash = (db: Db, code_hash: string) =>
  db.select().from(invitations).where(eq(invitations.code_hash, code_hash))
/** The newest pending invitation for the owner of an email. */
export const waitingFor = (db: Db, email_key: string, now: number) =>
  db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.email_key, email_key),
        eq(invitations.status, 'pending'),
        sql`${invitations.expires_at} >= ${now}`,
      ),
    )
    .orderBy(desc(invitations.created))
    .limit(1)

/** Answers a pending invitation, once. The batch must then abort if no row changed. */
export const answerRow = (
  db: Db,
  input: { id: string; status: StatusIn<typeof invitationStates.answers>; by: string | null; at: number },
): Statement =>
  db
    .update(invitations)
    .set({ status: input.status, answered_at: input.at, answered_by: input.by })
    .where(
      and(
        eq(invitations.id, input.id),
        eq(invitations.status, 'pending'),
        sql`${invitations.expires_at} >= ${input.at}`,
      ),
    )

/** Condition that the inviter manages everyone in the invitation and has every right that it grants. */
export const inviterManages = (
  customer_id: string,
  { ids, rights }: { ids: readonly string[]; rights: readonly Right[] },
): SQL => {
  const needed = [...new Set<Right>(['manage', ...rights])]
  return sql`(SELECT count(*) FROM relations AS r WHERE r.customer_id = ${literal(customer_id)} AND r.attendee_id IN (${sql.join(ids.map(literal), sql`, `)}) AND (SELECT count(*) FROM json_each(r.rights) WHERE value IN (${sql.join(needed.map(literal), sql`, `)})) = ${literal(needed.length)}) = ${literal(ids.length)}`
}

/** Relates a customer to a person; an existing relation keeps its name and adds the rights. */
export const relate = (db: Db, row: RelationInsert): Statement =>
  db
    .insert(relations)
    .values(row)
    .onConflictDoUpdate({
      target: [relations.customer_id, relations.attendee_id],
      set: {
        rights: sql`(SELECT json_group_array(value) FROM json_each(${JSON.stringify(rights)}) WHERE value IN (SELECT value FROM json_each(relations.rights)) OR value IN (SELECT value FROM json_each(excluded.rights)))`,
      },
    })

/** The customer's own attendee while only the names from sign-up are known. */
export const ownPlaceholder = (db: Db, customer_id: string) =>
  db
    .select({ id: attendees.id })
    .from(relations)
    .innerJoin(attendees, eq(attendees.id, relations.attendee_id))
    .where(
      and(eq(relations.customer_id, customer_id), eq(relations.relation, 'self'), eq(attendees.is_placeholder, true)),
    )
/**
 * Makes a family member the customer's own attendee, replacing the placeholder. The batch must then abort if no row
 * changed.
 */
export const becomeSelf = (
  db: Db,
  input: { customer_id: string; placeholder: string; attendee_id: string },
): Statement =>
  db
    .update(relations)
    .set({ attendee_id: input.attendee_id })
    .where(and(eq(relations.customer_id, input.customer_id), eq(relations.attendee_id, input.placeholder)))
export const dropPlaceholder = (db: Db, id: string): Statement =>
  db.delete(attendees).where(and(eq(attendees.id, id), eq(attendees.is_placeholder, true)))
export const joinProgram = (
  db: Db,
  row: { id: string; customer_id: string; program_id: string; at: number },
): Statement =>
  db
    .insert(customerProfiles)
    .values({ id: row.id, customer_id: row.customer_id, program_id: row.program_id, created: row.at, updated: row.at })
    .onConflictDoNothing()

/** The adults of a person, the earliest first. */
export const membersOf = (db: Db, attendee_id: string, reader: { customer_id: string }) =>
  db
    .select({
      relation: relations,
      first_name: users.first_name,
      last_name: users.last_name,
      attendee: attendeeSeenBy(customerReader(db, reader.customer_id), ['date_of_birth']),
      isHere: users.is_active,
    })
    .from(relations)
    .innerJoin(attendees, eq(attendees.id, relations.attendee_id))
    .innerJoin(customers, eq(customers.id, relations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(relations.attendee_id, attendee_id))
    .orderBy(asc(relations.created), asc(relations.customer_id))
/** Condition that a customer manages a person. */
export const manages = (own: { attendee_id: string; customer_id: string }): SQL =>
  sql`EXISTS (SELECT 1 FROM relations AS r JOIN json_each(r.rights) AS granted WHERE r.customer_id = ${literal(own.customer_id)} AND r.attendee_id = ${literal(own.attendee_id)} AND granted.value = 'manage')`
/**
 * Condition that an adult with an account manages a person. The person themselves counts too, if born by `adultsBornBy`
 * or without a date of birth.
 */
export const hasManager = (attendee_id: string, adultsBornBy: string): SQL =>
  sql`EXISTS (SELECT 1 FROM relations AS r JOIN json_each(r.rights) AS granted JOIN customers AS c ON c.id = r.customer_id JOIN users AS u ON u.id = c.user_id
    JOIN attendees AS a ON a.id = r.attendee_id WHERE r.attendee_id = ${literal(attendee_id)} AND granted.value = 'manage' AND u.is_active = 1
      AND (r.relation <> 'self' OR a.date_of_birth IS NULL OR a.date_of_birth <= ${literal(adultsBornBy)}))`
export const changeRights = (
  db: Db,
  own: { attendee_id: string; customer_id: string; rights: RelationInsert['rights'] },
): Statement =>
  db
    .update(relations)
    .set({ rights: own.rights })
    .where(and(eq(relations.attendee_id, own.attendee_id), eq(relations.customer_id, own.customer_id)))
export const endRelation = (db: Db, own: { attendee_id: string; customer_id: string }): Statement =>
  db
    .delete(relations)
    .where(and(eq(relations.attendee_id, own.attendee_id), eq(relations.customer_id, own.customer_id)))
