import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { MembershipListQuery } from '../../contract/booking/membership.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { hadTrial } from '../../platform/database/held-membership.ts'
import {
  type AttendeeReader,
  attendeeSeenBy,
  customerReader,
  nameFields,
  type SeenAttendee,
} from '../../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  customerProfiles,
  customers,
  membershipPackages,
  memberships,
  programs,
  users,
} from '../../platform/database/tables.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** A trigger writes the names as at booking. */
export type MembershipRow = Omit<typeof memberships.$inferSelect, 'booked_first_name' | 'booked_last_name'>
export type MembershipChange = Partial<
  Omit<typeof memberships.$inferSelect, 'id' | 'status' | 'step' | 'program_id' | 'customer_id' | 'created'>
>

/** Inserts a membership. The batch fails when its person may have no trial with the program again. */
export const insertMembership = (db: Db, row: MembershipRow): Statement[] => [
  ...(row.trial_end_on !== null && row.terms.trial_again !== true ? [guardFirstTrial(db, row)] : []),
  db.insert(memberships).values(row),
]

/** Fails the batch when the person of a new membership had a trial with the program, or will have one. */
const guardFirstTrial = (
  db: Db,
  {
    program_id,
    customer_id,
    attendee_profile_id,
  }: Pick<MembershipRow, 'program_id' | 'customer_id' | 'attendee_profile_id'>,
): Statement => {
  const isOwn = sql`${memberships.customer_id} = ${literal(customer_id)}`
  const isSame =
    attendee_profile_id === null
      ? isOwn
      : sql`(${memberships.attendee_profile_id} = ${literal(attendee_profile_id)} OR (${isOwn} AND ${memberships.attendee_profile_id} IS NULL))`
  return guardThat(
    db,
    sql`NOT EXISTS (SELECT 1 FROM memberships WHERE ${memberships.program_id} = ${literal(program_id)} AND ${isSame} AND ${hadTrial})`,
    'state',
  )
}

/**
 * Changes a membership if its status and step are still those that were read. The batch must then abort if no row
 * changed.
 */
export const changeMembership = (
  db: Db,
  read: Pick<MembershipRow, 'id' | 'status' | 'step'>,
  change: Partial<Omit<MembershipRow, 'id' | 'created'>>,
): Statement =>
  db
    .update(memberships)
    .set(change)
    .where(and(eq(memberships.id, read.id), eq(memberships.status, read.status), eq(memberships.step, read.step)))

/** Postpones the next step of a membership, so that a membership that cannot be charged does not block the others. */
export const postponeMembership = async (db: Db, id: string, until: number): Promise<void> => {
  await db
    .update(memberships)
    .set({ next_step_at: until })
    .where(and(eq(memberships.id, id), sql`${memberships.next_step_at} IS NOT NULL`))
}

/** Memberships that the scheduler must process by now, the longest overdue first. */
export const membershipsDue = async (db: Db, now: number, max: number) =>
  db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(sql`${memberships.next_step_at} IS NOT NULL`, lte(memberships.next_step_at, now)))
    .orderBy(asc(memberships.next_step_at))
    .limit(max)

const openOrder = sql<
  string | null
>`(SELECT o.id FROM orders AS o WHERE o.id = ${memberships.order_id} AND o.status IN ${statusList(orderStates.awaitingPayment)}
  UNION ALL SELECT o.id FROM orders AS o WHERE o.membership_id = ${memberships.id} AND o.status IN ${statusList(orderStates.awaitingPayment)} LIMIT 1)`

type Person = { id: string; attendee_id: string; first_name: string; last_name: string }
const namesSeenBy = (reader: AttendeeReader) => attendeeSeenBy(reader, nameFields, { booked: 'memberships' })
/** The customer who has the membership. */
const member = (db: Db): AttendeeReader => customerReader(db, memberships.customer_id)
function toPerson(text: string): Person | null {
  const { id, seen } = JSON.parse(text) as { id: string; seen: SeenAttendee<'first_name' | 'last_name'> }
  return { id, attendee_id: seen.id, first_name: seen.first_name, last_name: seen.last_name }
}

/** Memberships with everything the API shows. */
const shown = (db: Db, reader = member(db)) =>
  db
    .select({
      membership: memberships,
      package: {
        id: membershipPackages.id,
        name: membershipPackages.name,
        translations: membershipPackages.translations,
        is_discontinued: membershipPackages.is_discontinued,
      },
      currency: programs.default_currency,
      program: { country: programs.country },
      selling: programs.selling,
      profile: {
        id: customerProfiles.id,
        customer_id: customerProfiles.customer_id,
        first_name: users.first_name,
        last_name: users.last_name,
        email: users.email,
      },
      person:
        sql<Person | null>`CASE WHEN ${attendeeProfiles.id} IS NOT NULL THEN json_object('id', ${attendeeProfiles.id}, 'seen', json(${namesSeenBy(reader)})) END`.mapWith(
          toPerson,
        ),
      open_order_id: openOrder,
      amount_due: sql<number>`coalesce((SELECT max(0, o.amount_total - o.amount_paid + o.amount_refunding) FROM orders AS o WHERE o.id = ${openOrder}), 0)`,
    })
    .from(memberships)
    .innerJoin(membershipPackages, eq(membershipPackages.id, memberships.package_id))
    .innerJoin(programs, eq(programs.id, memberships.program_id))
    .innerJoin(customerProfiles, eq(customerProfiles.id, memberships.customer_profile_id))
    .innerJoin(customers, eq(customers.id, memberships.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .leftJoin(attendeeProfiles, eq(attendeeProfiles.id, memberships.attendee_profile_id))
    .leftJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
export type ShownMembershipRow = Awaited<ReturnType<typeof membershipById>>[number]

/** One membership regardless of owner; callers must check the owner. */
export const membershipById = (db: Db, id: string) => shown(db).where(eq(memberships.id, id))

/** The membership that was bought with an order. */
export const membershipOfOrder = (db: Db, orderId: string) => shown(db).where(eq(memberships.order_id, orderId))

type PageInput = MembershipListQuery & { program_id: string; customer_id?: string }
/** A page of a customer's memberships with a program, or of all of the program's, and the total count. */
export function membershipPage(db: Db, input: PageInput) {
  const reader = input.customer_id === undefined ? { program_id: memberships.program_id } : member(db)
  const matches = db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(membershipPackages, eq(membershipPackages.id, memberships.package_id))
    .leftJoin(attendeeProfiles, eq(attendeeProfiles.id, memberships.attendee_profile_id))
    .leftJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
    .where(and(...whereOf(input, reader)))
    .$dynamic()
  const direction = input.order === 'asc' ? asc : desc
  const order = [direction(memberships[input.sort]), direction(memberships.id)]
  const total = db.select({ total: sql<number>`count(*)` }).from(matches.as('matches'))
  // Only the rows of the page read their open orders.
  const page = matches
    .orderBy(...order)
    .limit(input.limit)
    .offset(input.skip)
  return [
    shown(db, reader)
      .where(inArray(memberships.id, page))
      .orderBy(...order),
    total,
  ] as const
}

function whereOf(input: PageInput, reader: AttendeeReader): (SQL | undefined)[] {
  const like = input.search ? `%${input.search.replace(/[\\%_]/g, (each) => `\\${each}`)}%` : null
  return [
    isInProgram(input),
    input.customer_id === undefined ? undefined : eq(memberships.customer_id, input.customer_id),
    input.contact_id ? eq(memberships.customer_profile_id, input.contact_id) : undefined,
    input.attendee_id ? eq(attendeeProfiles.attendee_id, input.attendee_id) : undefined,
    input.package_id ? eq(memberships.package_id, input.package_id) : undefined,
    input.status ? inArray(memberships.status, input.status) : undefined,
    like === null
      ? undefined
      : sql`(${membershipPackages.name} LIKE ${like} ESCAPE '\\' OR (${namesSeenBy(reader)} ->> '$.first_name') || ' ' || (${namesSeenBy(reader)} ->> '$.last_name') LIKE ${like} ESCAPE '\\')`,
  ]
}

/** With a customer or a customer profile, their index has the rows; otherwise that of the program's packages. */
const isInProgram = ({ program_id, customer_id, contact_id }: PageInput): SQL =>
  customer_id !== undefined
    ? eq(memberships.program_id, program_id)
    : contact_id !== undefined
      ? sql`+${memberships.program_id} = ${program_id}`
      : sql`+${memberships.program_id} = ${program_id} AND ${memberships.package_id} IN (SELECT offered.id FROM membership_packages AS offered WHERE offered.program_id = ${program_id})`
