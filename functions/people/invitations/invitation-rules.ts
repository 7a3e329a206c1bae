import { fullYears } from '../../contract/people/birth-date.ts'
import { type RelationName, type Right, rights } from '../../contract/people/attendee.ts'
import { ownLogInAge } from '../../contract/people/invitation.ts'
import type { InvitationStatus, StoredInvitationStatus } from '../../contract/states/invitation-states.ts'

type Times = { status: StoredInvitationStatus; expires_at: number }

/** Status of an invitation at `now`. */
export const invitationStatus = ({ status, expires_at }: Times, now: number): InvitationStatus =>
  status === 'pending' && expires_at < now ? 'expired' : status

/** The rights of an invitation in their usual order, including `view`; null when one exceeds the inviter's own. */
export function invitedRights(requested: readonly Right[], own: readonly Right[]): Right[] | null {
  if (requested.some((right) => !own.includes(right))) return null
  return rights.filter((right) => right === 'view' || requested.includes(right))
}

type Person = { date_of_birth: string | null }
type OwnLogInFault = 'attendee_dob_required' | 'attendee_too_young' | 'invalid_option'

/**
 * The reason for which these people cannot be invited to their own log-in; null when they can, and for other
 * invitations. It must be one person of at least 14 years.
 */
export function ownLogInFault(relation: RelationName, people: readonly Person[], today: string): OwnLogInFault | null {
  if (relation !== 'self') return null
  const [person] = people
  if (people.length !== 1 || !person) return 'invalid_option'
  if (person.date_of_birth === null) return 'attendee_dob_required'
  return fullYears(person.date_of_birth, today) < ownLogInAge ? 'attendee_too_young' : null
}
