import { among } from '../../platform/database/json-lists.ts'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { hadTrial } from '../../platform/database/held-membership.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader, nameFields } from '../../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  membershipPackages,
  memberships,
  programs,
  relations,
  sessionPackages,
} from '../../platform/database/tables.ts'

/** Session packages by id, with the fee setting of their program. */
export const sessionPackagesByIds = (db: Db, ids: readonly string[]) =>
  db
    .select({ package: sessionPackages, selling: programs.selling })
    .from(sessionPackages)
    .innerJoin(programs, eq(programs.id, sessionPackages.program_id))
    .where(sql`${sessionPackages.id} IN ${among(ids)} AND ${sessionPackages.is_of_membership} = 0`)

/** Membership packages by id, with the fee setting of their program. */
export const membershipPackagesByIds = (db: Db, ids: readonly string[]) =>
  db
    .select({ package: membershipPackages, selling: programs.selling })
    .from(membershipPackages)
    .innerJoin(programs, eq(programs.id, membershipPackages.program_id))
    .where(sql`${membershipPackages.id} IN ${among(ids)}`)

/** The memberships of a customer in these packages that have not ended. */
export const openMembershipsOf = (db: Db, input: { customer_id: string; package_ids: readonly string[] }) =>
  db
    .select({ package_id: memberships.package_id, attendee_profile_id: memberships.attendee_profile_id })
    .from(memberships)
    .where(
      and(
        eq(memberships.customer_id, input.customer_id),
        sql`${memberships.package_id} IN ${among(input.package_ids)}`,
        isNull(memberships.ended_at),
      ),
    )

/**
 * The trials that a customer or these people had or are about to have, each with the person or family that it is for.
 */
export const trialsOf = (db: Db, input: { customer_id: string; profiles: SQL }) =>
  db
    .select({
      program_id: memberships.program_id,
      customer_id: memberships.customer_id,
      attendee_profile_id: memberships.attendee_profile_id,
    })
    .from(memberships)
    .where(
      and(
        or(
          eq(memberships.customer_id, input.customer_id),
          sql`${memberships.attendee_profile_id} IN ${input.profiles}`,
        ),
        hadTrial,
      ),
    )

/** Subquery for the profiles of people in a program. */
export const profilesIn = (program_id: string, attendee_ids: readonly string[]): SQL =>
  sql`(SELECT id FROM attendee_profiles WHERE program_id = ${program_id} AND attendee_id IN ${among(attendee_ids)})`

/** People whom the customer looks after, by profile id. */
export const peopleByProfiles = (db: Db, { ids, customer_id }: { ids: readonly string[]; customer_id: string }) =>
  db
    .select({
      id: attendeeProfiles.id,
      program_id: attendeeProfiles.program_id,
      is_archived: attendeeProfiles.is_archived,
      person: attendeeSeenBy(customerReader(db, customer_id), nameFields),
      rights: relations.rights,
    })
    .from(attendeeProfiles)
    .innerJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
    .innerJoin(
      relations,
      and(eq(relations.attendee_id, attendeeProfiles.attendee_id), eq(relations.customer_id, customer_id)),
    )
    .where(sql`${attendeeProfiles.id} IN ${among(ids)}`)
