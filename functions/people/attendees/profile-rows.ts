import { among } from '../../platform/database/json-lists.ts'
import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import type { OrganiserAttendeeListQuery } from '../../contract/people/organiser-attendee.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyRegistrationWithin } from '../../platform/database/reach-sql.ts'
import { attendeeSeenBy, everyField, nameOfProfile } from '../../platform/database/attendee-visibility.ts'
import { attendeeProfiles, attendees } from '../../platform/database/tables.ts'

/** A page of the people of a program, and the total count. */
export async function pageOfProfiles(
  { db, reach }: Pick<Ctx, 'db' | 'reach'>,
  input: OrganiserAttendeeListQuery & { program_id: string },
) {
  const direction = input.order === 'desc' ? desc : asc
  const columns = {
    name: [nameOfProfile('last_name'), nameOfProfile('first_name')],
    created: [attendeeProfiles.created],
    last_attended: [attendeeProfiles.last_attended],
  }[input.sort]
  const which = and(
    eq(attendeeProfiles.program_id, input.program_id),
    sql`${attendeeProfiles.status} IN ${among(input.status ?? ['active'])}`,
    anyRegistrationWithin(reach, sql`r.attendee_profile_id = ${attendeeProfiles.id}`),
  )
  const [rows, [counted]] = await db.batch([
    db
      .select({ profile: attendeeProfiles, attendee: attendeeSeenBy({ program_id: input.program_id }, everyField) })
      .from(attendeeProfiles)
      .innerJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
      .where(which)
      .orderBy(...columns.map(direction), direction(attendeeProfiles.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: count() }).from(attendeeProfiles).where(which),
  ])
  return { rows, total: counted?.total ?? 0 }
}
