import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { attendeeProfiles, attendees, programs, relations, sessionPackages } from '../database/tables.ts'

const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** Session packages by their ids, with how their program takes its fee. */
export const sessionPackagesByIds = (db: Db, ids: readonly string[]) =>
  db
    .select({ package: sessionPackages, selling: programs.selling })
    .from(sessionPackages)
    .innerJoin(programs, eq(programs.id, sessionPackages.program_id))
    .where(sql`${sessionPackages.id} IN ${among(ids)}`)

/** People whom the customer looks after, by their profiles. */
export const peopleByProfiles = (db: Db, { ids, customer_id }: { ids: readonly string[]; customer_id: string }) =>
  db
    .select({
      id: attendeeProfiles.id,
      program_id: attendeeProfiles.program_id,
      is_archived: attendeeProfiles.is_archived,
      first_name: attendees.first_name,
      last_name: attendees.last_name,
      rights: relations.rights,
    })
    .from(attendeeProfiles)
    .innerJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
    .innerJoin(
      relations,
      and(eq(relations.attendee_id, attendeeProfiles.attendee_id), eq(relations.customer_id, customer_id)),
    )
    .where(sql`${attendeeProfiles.id} IN ${among(ids)}`)
