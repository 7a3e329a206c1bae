import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import { customerMerges, customerProfiles, customers, programs, users } from '../../platform/database/tables.ts'

export type CustomerMergeRow = typeof customerMerges.$inferSelect
/** An amount of a balance that a merge moves. */
export type MovedBalance = { currency: string; amount: number }
type Pair = { id: string; merge_from: string; merge_into: string }
/** The profiles of both customers in the program. */
export type ProfilePair = { from: string; into: string }

/** The tables whose rows follow the customer, by the columns that name the customer and their profile. */
const movedTables = [
  { name: 'orders', customer: 'customer_id', profile: 'customer_profile_id' },
  { name: 'registrations', customer: 'customer_id', profile: 'customer_profile_id' },
  { name: 'memberships', customer: 'customer_id', profile: 'customer_profile_id' },
  { name: 'session_credits', customer: 'customer_id', profile: 'customer_profile_id' },
  { name: 'waitlist_entries', customer: 'customer_id', profile: null },
  { name: 'customer_notes', customer: 'customer_id', profile: null },
  { name: 'conversations', customer: 'customer_id', profile: null },
  { name: 'feedback', customer: 'customer_id', profile: null },
  { name: 'files', customer: 'customer_id', profile: null },
  { name: 'waiver_acceptances', customer: 'accepted_by_customer_id', profile: null },
] as const
/** The tables whose rows follow their order. */
const tablesOfOrders = ['discounts', 'payments', 'refund_requests'] as const

/** The ids that a merge moved of one table. */
const movedOf = (id: string, list: string): SQL =>
  sql`(SELECT j.value FROM customer_merges AS g, json_each(g.moved, '$.${sql.raw(list)}') AS j WHERE g.id = ${literal(id)})`

/** True when no erasure of a customer is scheduled or done. */
export const isKept = (customer_id: SQLWrapper): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM account_deletions AS d WHERE d.customer_id = ${customer_id} AND d.withdrawn_at IS NULL)`

/** A customer of a program, with their account; `profile_id` is null for one who has not joined it. */
export const customerToMerge = (db: Db, { program_id, customer_id }: { program_id: string; customer_id: string }) =>
  db
    .select({
      customer_id: customers.id,
      user_id: users.id,
      email: users.email,
      is_active: users.is_active,
      profile_id: customerProfiles.id,
      is_leaving: sql<0 | 1>`NOT (${isKept(customers.id)})`,
    })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .leftJoin(
      customerProfiles,
      and(eq(customerProfiles.customer_id, customers.id), eq(customerProfiles.program_id, program_id)),
    )
    .where(eq(customers.id, customer_id))

const account = { email: users.email, language: users.language, is_active: users.is_active }
export const accountOfUser = (db: Db, id: string) => db.select(account).from(users).where(eq(users.id, id))
export const accountOfCustomer = (db: Db, id: string) =>
  db.select(account).from(customers).innerJoin(users, eq(users.id, customers.user_id)).where(eq(customers.id, id))

/** What a customer has with a program, by number, and what would stop the merge. */
export const contentsOfCustomer = (db: Db, { merge_from, merge_into }: Omit<Pair, 'id'>) => {
  const count = (table: string, column = 'customer_id') =>
    sql<number>`(SELECT count(*) FROM ${sql.raw(table)} AS t WHERE t.${sql.raw(column)} = ${merge_from})`
  return db
    .select({
      attendees: sql<number>`(SELECT count(*) FROM ${relationsToMove({ merge_from, merge_into })}) + (SELECT count(*) FROM ${selfToShare({ merge_from, merge_into })})`,
      registrations: count('registrations'),
      orders: count('orders'),
      memberships: count('memberships'),
      session_balances: count('session_credits'),
      waitlist_entries: count('waitlist_entries'),
      notes: count('customer_notes'),
      conversations: count('conversations'),
      balances: sql<
        MovedBalance[]
      >`(SELECT json_group_array(json_object('currency', b.currency, 'amount', b.amount)) FROM customer_profiles AS p CROSS JOIN account_balances AS b WHERE p.customer_id = ${merge_from} AND b.customer_profile_id = p.id AND b.amount <> 0)`.mapWith(
        (text: string) => JSON.parse(text) as MovedBalance[],
      ),
      has_same_membership: sql<number>`EXISTS (SELECT 1 FROM memberships AS a CROSS JOIN memberships AS b WHERE a.customer_id = ${merge_from} AND a.ended_at IS NULL
        AND b.customer_id = ${merge_into} AND b.ended_at IS NULL AND b.package_id = a.package_id AND b.attendee_profile_id IS a.attendee_profile_id)`,
    })
    .from(customers)
    .where(eq(customers.id, merge_from))
}

/** The people of a customer whom the other customer does not register, without the customer themself. */
const relationsToMove = ({ merge_from, merge_into }: Omit<Pair, 'id'>): SQL =>
  sql`(SELECT r.attendee_id FROM relations AS r WHERE r.customer_id = ${merge_from} AND r.relation <> 'self'
    AND NOT EXISTS (SELECT 1 FROM relations AS o WHERE o.customer_id = ${merge_into} AND o.attendee_id = r.attendee_id))`

/** The customer's own record, if it was booked for: the other customer registers it from then on. */
const selfToShare = ({ merge_from, merge_into }: Omit<Pair, 'id'>): SQL =>
  sql`(SELECT r.attendee_id FROM relations AS r WHERE r.customer_id = ${merge_from} AND r.relation = 'self'
    AND EXISTS (SELECT 1 FROM attendee_profiles AS p WHERE p.attendee_id = r.attendee_id)
    AND NOT EXISTS (SELECT 1 FROM relations AS o WHERE o.customer_id = ${merge_into} AND o.attendee_id = r.attendee_id))`

/** What the program is to a merge: its currency and country. */
export const programOfMerge = (db: Db, id: string) =>
  db
    .select({ currency: programs.default_currency, country: programs.country })
    .from(programs)
    .where(eq(programs.id, id))

/** The merges of a customer into another, the newest first, each with whether it is as it was left. */
export const mergesFrom = (db: Db, merge_from: string) =>
  db
    .select({ merge: customerMerges, isUnchanged: sql<number>`${customerMerges.after} = (${stateAfter})` })
    .from(customerMerges)
    .where(eq(customerMerges.merge_from, merge_from))
    .orderBy(desc(customerMerges.created), desc(customerMerges.id))

export const customerMergeById = (db: Db, id: string) =>
  db.select().from(customerMerges).where(eq(customerMerges.id, id))

/** Stores a merge with the ids of everything that it moves, before the batch changes anything. */
export function insertCustomerMerge(
  db: Db,
  merge: Pair & {
    program_id: string
    profiles: ProfilePair
    balances: MovedBalance[]
    created: number
    undo_until: number
  },
): Statement {
  const { merge_from, profiles } = merge
  const idsOf = (name: string, column: string) =>
    sql`'${sql.raw(name)}', (SELECT json_group_array(t.id) FROM ${sql.raw(name)} AS t WHERE t.${sql.raw(column)} = ${merge_from})`
  const moved = sql.join(
    [
      ...movedTables.map(({ name, customer }) => idsOf(name, customer)),
      sql`'relations', (SELECT json_group_array(attendee_id) FROM ${relationsToMove(merge)})`,
      sql`'self', (SELECT json_group_array(attendee_id) FROM ${selfToShare(merge)})`,
      sql`'contacts', (SELECT json_group_array(p.id) FROM relations AS r CROSS JOIN attendee_profiles AS p WHERE r.customer_id = ${merge_from} AND p.attendee_id = r.attendee_id AND p.primary_contact_id = ${profiles.from})`,
      sql`'balances', json(${JSON.stringify(merge.balances)})`,
    ],
    sql`, `,
  )
  return db
    .insert(customerMerges)
    .select(
      sql`SELECT ${merge.id}, ${merge.program_id}, ${merge_from}, ${merge.merge_into}, json_object(${moved}), '', ${merge.created}, ${merge.undo_until}, NULL`,
    )
}

/** Moves everything that a merge names to a customer and their profile: to the other one, or back. */
export function moveCustomer(db: Db, merge: Pair, to: { customer_id: string; profile_id: string }): Statement[] {
  const { id } = merge
  const set = (column: string | null, value: string) =>
    column === null ? [] : [sql`${sql.raw(column)} = ${literal(value)}`]
  return [
    ...movedTables.map(({ name, customer, profile }) =>
      db.run(
        sql`UPDATE ${sql.raw(name)} SET ${sql.join([...set(customer, to.customer_id), ...set(profile, to.profile_id)], sql`, `)} WHERE id IN ${movedOf(id, name)}`,
      ),
    ),
    ...tablesOfOrders.map((name) =>
      db.run(
        sql`UPDATE ${sql.raw(name)} SET customer_id = ${literal(to.customer_id)} WHERE order_id IN ${movedOf(id, 'orders')}`,
      ),
    ),
    db.run(
      sql`UPDATE relations SET customer_id = ${literal(to.customer_id)} WHERE customer_id IN (${literal(merge.merge_from)}, ${literal(merge.merge_into)}) AND attendee_id IN ${movedOf(id, 'relations')}`,
    ),
    db.run(
      sql`UPDATE attendee_profiles SET primary_contact_id = ${literal(to.profile_id)} WHERE id IN ${movedOf(id, 'contacts')}`,
    ),
  ]
}

/** Lets the remaining customer register the other's own record, with the same rights. */
export const shareSelf = (db: Db, { id, merge_from, merge_into }: Pair, now: number): Statement =>
  db.run(
    sql`INSERT INTO relations (customer_id, attendee_id, relation, rights, created) SELECT ${literal(merge_into)}, r.attendee_id, 'other', r.rights, ${literal(now)} FROM relations AS r
      WHERE r.customer_id = ${literal(merge_from)} AND r.attendee_id IN ${movedOf(id, 'self')}`,
  )
export const unshareSelf = (db: Db, { id, merge_into }: Pair): Statement =>
  db.run(
    sql`DELETE FROM relations WHERE customer_id = ${literal(merge_into)} AND attendee_id IN ${movedOf(id, 'self')}`,
  )

/** Recounts which of both profiles has an active membership. */
export const recountMemberships = (db: Db, { from, into }: ProfilePair): Statement =>
  db.run(
    sql`UPDATE customer_profiles SET has_active_membership = EXISTS (SELECT 1 FROM memberships AS m WHERE m.customer_profile_id = customer_profiles.id AND m.is_usable = 1) WHERE id IN (${literal(from)}, ${literal(into)})`,
  )

/** A merged record is inactive: it is in no list or search and gets no mail. */
export const setActive = (db: Db, customer_id: string, isActive: boolean): Statement =>
  db
    .update(users)
    .set({ is_active: isActive })
    .where(sql`${users.id} = (SELECT c.user_id FROM customers AS c WHERE c.id = ${customer_id})`)

/** True when a customer has no balance left in any currency. */
export const hasNoBalance = (profile_id: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM account_balances AS b WHERE b.customer_profile_id = ${literal(profile_id)} AND b.amount <> 0)`

/** True while an account still has no email. */
export const hasNoEmail = (user_id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS u WHERE u.id = ${literal(user_id)} AND u.email = '' AND u.is_active = 1)`

const movedHere = (list: string): SQL =>
  sql`(SELECT j.value FROM json_each(customer_merges.moved, ${`$.${list}`}) AS j)`
/** What must be unchanged to undo a merge: the places, people and balance that came with it. */
const stateAfter: SQL = sql`json_object(
  'places', (SELECT group_concat(id) FROM (SELECT r.id FROM registrations AS r WHERE r.order_id IN ${movedHere('orders')}
    UNION SELECT r.id FROM registrations AS r WHERE r.attendee_id IN ${movedHere('relations')}
    UNION SELECT r.id FROM registrations AS r WHERE r.session_credit_id IN ${movedHere('session_credits')} ORDER BY id)),
  'orders', (SELECT group_concat(id) FROM (SELECT o.id FROM orders AS o WHERE o.membership_id IN ${movedHere('memberships')} ORDER BY o.id)),
  'relations', (SELECT group_concat(adult) FROM (SELECT r.attendee_id || r.customer_id || r.rights AS adult FROM relations AS r WHERE r.attendee_id IN ${movedHere('relations')} ORDER BY r.attendee_id, r.customer_id)),
  'balance', (SELECT count(*) FROM account_balance_entries AS e JOIN customer_profiles AS p ON p.id = e.customer_profile_id
    WHERE p.customer_id = customer_merges.merge_into AND p.program_id = customer_merges.program_id AND json_array_length(customer_merges.moved, '$.balances') > 0)
)`

/** Stores what the merge left, once everything has moved. */
export const keepStateAfterCustomerMerge = (db: Db, id: string): Statement =>
  db
    .update(customerMerges)
    .set({ after: sql`(${stateAfter})` })
    .where(eq(customerMerges.id, id))

/** Ends a merge, once, in time, and if nothing changed. The batch must then abort if no row changed. */
export const endCustomerMerge = (db: Db, id: string, now: number): Statement =>
  db
    .update(customerMerges)
    .set({ undone_at: now })
    .where(
      and(
        eq(customerMerges.id, id),
        isNull(customerMerges.undone_at),
        sql`${customerMerges.undo_until} >= ${now}`,
        sql`${customerMerges.after} = (${stateAfter})`,
      ),
    )
