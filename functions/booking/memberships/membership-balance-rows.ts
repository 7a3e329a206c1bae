import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Page } from '../../contract/paging.ts'
import type { Db } from '../../platform/database/database.ts'
import { membershipPackages, memberships } from '../../platform/database/tables.ts'

type Credit = {
  attendee_profile_id: string | null
  amount: number
  is_unlimited: number
  expires_at: number | null
  created: number
  entries: { amount: number; created: number }[]
}
const credits = sql<
  Credit[]
>`(SELECT json_group_array(json_object('attendee_profile_id', c.attendee_profile_id, 'amount', c.amount, 'is_unlimited', c.is_unlimited, 'expires_at', c.expires_at, 'created', c.created,
  'entries', (SELECT json_group_array(json_object('amount', e.amount, 'created', e.created)) FROM session_credit_entries AS e WHERE e.session_credit_id = c.id)))
  FROM session_credits AS c WHERE c.membership_id = ${memberships.id})`.mapWith(
  (text: string) => JSON.parse(text) as Credit[],
)

type Whose = { program_id: string; customer_id: string }
const ofCustomer = ({ program_id, customer_id }: Whose) =>
  and(eq(memberships.customer_id, customer_id), eq(memberships.program_id, program_id))
const shown = (db: Db) =>
  db
    .select({
      membership: memberships,
      name: membershipPackages.name,
      translations: membershipPackages.translations,
      credits,
    })
    .from(memberships)
    .innerJoin(membershipPackages, eq(membershipPackages.id, memberships.package_id))
export type BalanceRow = Awaited<ReturnType<typeof membershipBalances>>[number]

/** One membership of a customer with all of its credits, past and present. */
export const membershipBalances = (db: Db, input: Whose & { membership_id: string }) =>
  shown(db).where(and(ofCustomer(input), eq(memberships.id, input.membership_id)))

/** A page of a customer's memberships with their credits, and the total count. */
export function membershipBalancePage(db: Db, input: Whose & Page) {
  const direction = input.order === 'asc' ? asc : desc
  return [
    shown(db)
      .where(ofCustomer(input))
      .orderBy(direction(memberships.created), direction(memberships.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: sql<number>`count(*)` }).from(memberships).where(ofCustomer(input)),
  ] as const
}
