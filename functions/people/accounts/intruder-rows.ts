import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import { rights } from '../../contract/people/attendee.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { toStore } from '../../platform/database/attendee-visibility.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import {
  accountDeletions,
  attendees,
  customers,
  invitations,
  relations,
  users,
} from '../../platform/database/tables.ts'
import { removePasskeysSince } from './passkey-rows.ts'

/**
 * Undoes what an intruder may have started in an account since they logged in: the account's deletion is cancelled,
 * their invitations are revoked, relations accepted through those are removed, and passkeys they added are deleted.
 */
export async function revokeIntruderChanges(
  ctx: Ctx,
  { user_id, since }: { user_id: string; since: number },
): Promise<Statement[]> {
  const mine = sql`(SELECT c.id FROM customers AS c WHERE c.user_id = ${user_id})`
  const isOpen = and(
    sql`${accountDeletions.customer_id} = ${mine}`,
    isNull(accountDeletions.withdrawn_at),
    isNull(accountDeletions.completed_at),
    gte(accountDeletions.created, since),
  )
  const [deletion] = await ctx.db.select({ id: accountDeletions.id }).from(accountDeletions).where(isOpen)
  return [
    removePasskeysSince(ctx, user_id, since),
    ctx.db
      .update(invitations)
      .set({ status: 'revoked', answered_at: ctx.now })
      .where(
        and(
          sql`${invitations.customer_id} = ${mine}`,
          eq(invitations.status, 'pending'),
          gte(invitations.created, since),
        ),
      ),
    ...(await removeAcceptedRelations(ctx, { mine, since })),
    ...(deletion
      ? [
          ctx.db.update(accountDeletions).set({ withdrawn_at: ctx.now }).where(isOpen),
          recordEvent(ctx, { kind: 'privacy.deletion_withdrawn', ref: deletion.id, body: {} }),
        ]
      : []),
  ]
}

/**
 * Removes the relations from invitations sent since `since`, and from those that the invited people sent in turn. The customer
 * manages their family again; if their own attendee was taken, they get a new one.
 */
async function removeAcceptedRelations(ctx: Ctx, { mine, since }: { mine: SQL; since: number }): Promise<Statement[]> {
  const { db, now } = ctx
  const person = sql`coalesce(p.merged_into, p.id)`
  const isMeant = sql`i.created >= ${since} AND i.status = 'accepted'`
  const accepted = sql`WITH RECURSIVE accepted (id, customer_id, attendee_id) AS (
    SELECT i.id, i.answered_by, ${person} FROM invitations AS i JOIN json_each(i.attendee_ids) AS a JOIN attendees AS p ON p.id = a.value
      WHERE i.customer_id = ${mine} AND ${isMeant}
    UNION
    SELECT i.id, i.answered_by, ${person} FROM accepted CROSS JOIN invitations AS i JOIN json_each(i.attendee_ids) AS a JOIN attendees AS p ON p.id = a.value
      WHERE i.customer_id = accepted.customer_id AND ${isMeant} AND ${person} = accepted.attendee_id)`
  const isOfThem = sql`(relations.customer_id, relations.attendee_id) IN (${accepted} SELECT customer_id, attendee_id FROM accepted WHERE customer_id <> ${mine})`
  const ownPeople = await db
    .select({ relation: relations, first_name: users.first_name, last_name: users.last_name })
    .from(relations)
    .innerJoin(customers, eq(customers.id, relations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(sql`relations.relation = 'self' AND ${isOfThem}`)
  return [
    db
      .insert(relations)
      .select(
        sql`${accepted} SELECT ${mine}, attendee_id, 'legal_guardian', json_array('view', 'manage'), ${now}, NULL FROM accepted WHERE customer_id <> ${mine} GROUP BY attendee_id`,
      )
      .onConflictDoUpdate({
        target: [relations.customer_id, relations.attendee_id],
        set: {
          rights: sql`(SELECT json_group_array(value) FROM json_each(${JSON.stringify(rights)}) WHERE value IN ('view', 'manage') OR value IN (SELECT value FROM json_each(relations.rights)))`,
        },
      }),
    ...ownPeople.flatMap(({ relation: { customer_id, attendee_id }, first_name, last_name }) => {
      const id = ctx.newId('att')
      return [
        db
          .insert(attendees)
          .values(toStore({ id, first_name, last_name, is_placeholder: true, created: now, updated: now })),
        db
          .update(relations)
          .set({ attendee_id: id, rights: [...rights] })
          .where(and(eq(relations.customer_id, customer_id), eq(relations.attendee_id, attendee_id))),
      ]
    }),
    // Adults with older relations keep them.
    db.delete(relations).where(sql`relations.created >= ${since} AND relations.relation <> 'self' AND ${isOfThem}`),
    db
      .update(invitations)
      .set({ status: 'revoked', answered_at: now })
      .where(sql`invitations.id IN (${accepted} SELECT id FROM accepted)`),
  ]
}
