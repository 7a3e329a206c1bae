import { instant } from '../../contract/instant.ts'
import type { Attendee, ProgramAttendeeProfile, Relation } from '../../contract/people/attendee.ts'
import { profileFields, readableFields, type SealedField, sealedFields } from '../../contract/people/attendee-fields.ts'
import { mapFields, pick } from '../../contract/pick.ts'
import type { CustomerActor } from '../../platform/actor.ts'
import type { SeenAttendee } from '../../platform/database/attendee-visibility.ts'
import type { ProfileRow, RelationRow, ShownAttendeeRow } from './attendee-rows.ts'

export type HealthTexts = Record<SealedField, string | null>
export type { ProfileRow, RelationRow } from './attendee-rows.ts'

/** The health texts in every response but GET attendees/{id}. */
export const noHealthTexts: HealthTexts = mapFields(sealedFields, () => null)
type Parts = {
  attendee: ShownAttendeeRow
  relations: readonly RelationRow[]
  profiles: readonly ProfileRow[]
  /** The reading customer; each customer has their own archive. A client sees the profile in its program only. */
  reader: Pick<CustomerActor, 'customer_id' | 'delegation'>
}

/** Builds the attendee of the API. */
export function showAttendee(
  { attendee, relations, profiles, reader: { customer_id, delegation } }: Parts,
  health: HealthTexts = noHealthTexts,
): Attendee {
  const { id, seen } = attendee
  const mine = relations.find((each) => each.customer_id === customer_id)
  return {
    id,
    object: 'attendee',
    ...pick(seen, readableFields),
    ...health,
    health_kept_until: mine?.rights.includes('medical') ? instant(attendee.health_kept_until) : null,
    relations: relations.map(showRelation),
    profiles: profiles
      .filter(({ program_id }) => !delegation || program_id === delegation.program_id)
      .map((profile) => showAttendeeProfile({ attendee: seen, relations, profile })),
    is_archived: mine !== undefined && mine.archived_at !== null,
    created: instant(attendee.created),
    updated: instant(attendee.updated),
  }
}

type ProfileParts = { attendee: SeenAttendee; relations: readonly RelationRow[]; profile: ProfileRow }

/**
 * Builds an attendee in one program; the health texts are always null. A reader who may no longer see the person gets
 * the fields from the time of booking.
 */
export function showAttendeeProfile({ attendee, relations, profile }: ProfileParts): ProgramAttendeeProfile {
  return {
    id: profile.id,
    object: 'program_attendee_profile',
    program_id: profile.program_id,
    attendee_id: profile.attendee_id,
    ...pick({ ...attendee, ...noHealthTexts }, profileFields),
    relations: attendee.is_seen ? relations.map(showRelation) : [],
    ...showTimeInProgram(attendee.is_seen ? profile : unknownTime),
    status: attendee.is_seen ? profile.status : 'active',
    is_archived: attendee.is_seen && profile.is_archived,
    created: instant(profile.created),
    updated: instant(attendee.is_seen ? profile.updated : profile.created),
  }
}

const unknownTime: TimeInProgram = {
  primary_contact_id: null,
  has_active_memberships: false,
  num_registrations: 0,
  first_attended: null,
  last_attended: null,
  average_feedback: null,
}

type TimeInProgram = Pick<
  ProfileRow,
  | 'primary_contact_id'
  | 'has_active_memberships'
  | 'num_registrations'
  | 'first_attended'
  | 'last_attended'
  | 'average_feedback'
>

/** When a person joined and left a program. */
export const showTimeInProgram = (profile: TimeInProgram) => ({
  primary_contact_id: profile.primary_contact_id,
  has_active_memberships: profile.has_active_memberships,
  num_registrations: profile.num_registrations,
  first_attended: instant(profile.first_attended),
  last_attended: instant(profile.last_attended),
  average_feedback: profile.average_feedback,
})

function showRelation({ customer_id, relation, rights }: RelationRow): Relation {
  return { customer_id, relation, rights }
}
