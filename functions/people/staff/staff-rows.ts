import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { StaffListQuery } from '../../contract/people/staff.ts'
import type { StaffStatus } from '../../contract/states/staff-states.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { appointmentTypes, events, programs, staffMembers, users } from '../../platform/database/tables.ts'

export type StaffRow = typeof staffMembers.$inferSelect
export type StaffChange = Partial<typeof staffMembers.$inferInsert>

export const insertStaff = (db: Db, row: typeof staffMembers.$inferInsert): Statement =>
  db.insert(staffMembers).values(row)

/** Changes a staff member whose step is still the one that was read. The batch must then abort if no row changed. */
export const changeStaffRow = (db: Db, read: Pick<StaffRow, 'id' | 'step'>, change: StaffChange): Statement =>
  db
    .update(staffMembers)
    .set({ ...change, step: read.step + 1 })
    .where(and(eq(staffMembers.id, read.id), eq(staffMembers.step, read.step)))

export const staffById = (db: Db, input: { program_id: string; id: string }) =>
  db
    .select()
    .from(staffMembers)
    .where(and(eq(staffMembers.id, input.id), eq(staffMembers.program_id, input.program_id)))
export const staffByEmail = (db: Db, input: { program_id: string; email_key: string }) =>
  db
    .select()
    .from(staffMembers)
    .where(and(eq(staffMembers.program_id, input.program_id), eq(staffMembers.email_key, input.email_key)))

/** Condition for a status; `expired` is an invitation whose time is over. */
const withStatus = (status: StaffStatus | undefined, now: number): SQL | undefined => {
  if (status === undefined) return undefined
  if (status === 'expired') return sql`${staffMembers.status} = 'invited' AND ${staffMembers.expires_at} < ${now}`
  if (status === 'invited') return sql`${staffMembers.status} = 'invited' AND ${staffMembers.expires_at} >= ${now}`
  return eq(staffMembers.status, status)
}
type ListInput = StaffListQuery & { program_id: string }
const listed = (input: ListInput, now: number) =>
  and(eq(staffMembers.program_id, input.program_id), withStatus(input.status, now))

/** One page of a team and its size, for one batch. */
export const pageOfStaff = (db: Db, input: ListInput, now: number) =>
  [
    db
      .select()
      .from(staffMembers)
      .where(listed(input, now))
      .orderBy(...[staffMembers.created, staffMembers.id].map(input.order === 'asc' ? asc : desc))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: count() }).from(staffMembers).where(listed(input, now)),
  ] as const

/** The program of a team, for its mails. */
export const programOfStaff = (db: Db, id: string) =>
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
    .where(eq(programs.id, id))

/** The ids among `ids` that are an event or an appointment type of the program. */
export const sourcesOfProgram = (db: Db, program_id: string, ids: readonly string[]) =>
  [
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.program_id, program_id), sql`${events.id} IN ${among(ids)}`)),
    db
      .select({ id: appointmentTypes.id })
      .from(appointmentTypes)
      .where(and(eq(appointmentTypes.program_id, program_id), sql`${appointmentTypes.id} IN ${among(ids)}`)),
  ] as const

const invitation = {
  staff: staffMembers,
  program_name: programs.name,
  invited_by: sql<
    string | null
  >`(SELECT s.first_name || ' ' || s.last_name FROM staff_members AS s WHERE s.id = ${staffMembers.invited_by})`.as(
    'invited_by_name',
  ),
}
export const staffInvitationByHash = (db: Db, code_hash: string) =>
  db
    .select(invitation)
    .from(staffMembers)
    .innerJoin(programs, eq(programs.id, staffMembers.program_id))
    .where(eq(staffMembers.code_hash, code_hash))
export const staffInvitationById = (db: Db, id: string) =>
  db
    .select(invitation)
    .from(staffMembers)
    .innerJoin(programs, eq(programs.id, staffMembers.program_id))
    .where(eq(staffMembers.id, id))
/** The newest open invitation to a team for the owner of an email. */
export const staffInvitationFor = (db: Db, email_key: string, now: number) =>
  db
    .select(invitation)
    .from(staffMembers)
    .innerJoin(programs, eq(programs.id, staffMembers.program_id))
    .where(
      and(
        eq(staffMembers.email_key, email_key),
        eq(staffMembers.status, 'invited'),
        sql`${staffMembers.expires_at} >= ${now}`,
      ),
    )
    .orderBy(desc(staffMembers.invited_at))
    .limit(1)

/** The teams that an account is in, the one whose desk it opened last first. */
export const teamsOf = (db: Db, user_id: string) =>
  db
    .select()
    .from(staffMembers)
    .where(and(eq(staffMembers.user_id, user_id), eq(staffMembers.status, 'active')))
    .orderBy(desc(sql`coalesce(${staffMembers.last_seen}, ${staffMembers.accepted_at})`), asc(staffMembers.id))

/** Every team that an account was ever in. */
export const everyTeamOf = (db: Db, user_id: string) =>
  db.select().from(staffMembers).where(eq(staffMembers.user_id, user_id)).orderBy(asc(staffMembers.created))

/** Makes the owner of a verified email a person who runs the site, or ends it. */
export const setAdmin = (db: Db, input: { email_key: string; is_admin: boolean; now: number }): Statement =>
  db
    .update(users)
    .set({ is_admin: input.is_admin, updated: input.now })
    .where(and(eq(users.email_key, input.email_key), eq(users.is_email_verified, true), eq(users.is_active, true)))
