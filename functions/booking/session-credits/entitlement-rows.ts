import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { membershipOf } from '../../platform/database/held-membership.ts'
import { attendeeProfiles, membershipPackages, memberships, relations } from '../../platform/database/tables.ts'

const held = (db: Db) =>
  db
    .select({
      held: membershipOf(memberships.id),
      package: { package_name: membershipPackages.name, translations: membershipPackages.translations },
    })
    .from(memberships)
    .innerJoin(membershipPackages, eq(membershipPackages.id, memberships.package_id))

/** The open memberships of a customer for their whole family. */
export const familyMemberships = (db: Db, whose: { customer_id: string; program_id: string }) =>
  held(db).where(
    and(
      eq(memberships.customer_id, whose.customer_id),
      eq(memberships.program_id, whose.program_id),
      isNull(memberships.attendee_profile_id),
      isNull(memberships.ended_at),
    ),
  )

/**
 * The open memberships of the people whom a customer may register, whether this customer or another adult bought them.
 */
export const personalMemberships = (db: Db, whose: { customer_id: string; program_id: string }) =>
  held(db)
    .innerJoin(attendeeProfiles, eq(attendeeProfiles.id, memberships.attendee_profile_id))
    .innerJoin(
      relations,
      and(eq(relations.attendee_id, attendeeProfiles.attendee_id), eq(relations.customer_id, whose.customer_id)),
    )
    .where(
      and(
        eq(memberships.program_id, whose.program_id),
        isNull(memberships.ended_at),
        sql`EXISTS (SELECT 1 FROM json_each(${relations.rights}) WHERE value = 'register')`,
      ),
    )
