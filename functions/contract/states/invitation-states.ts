import { statusSet, type Transitions } from './status-set.ts'

export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]
/** The stored statuses: `expired` is calculated from the time. */
export type StoredInvitationStatus = Exclude<InvitationStatus, 'expired'>

/**
 * The transitions of an invitation. Its answers are final, except for invitations that an intruder sent from the
 * inviter's account.
 */
export const transitions = {
  pending: ['accepted', 'declined', 'expired', 'revoked'],
  accepted: ['revoked'],
  declined: [],
  expired: [],
  revoked: [],
} as const satisfies Transitions<InvitationStatus>

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends InvitationStatus>(...statuses: Status[]) => statusSet<InvitationStatus, Status>(statuses)
/** Statuses in which the recipient sees the people of the invitation. */
export const readable = set('pending', 'accepted')
/** Statuses in which the inviter has nothing more to do. */
export const settled = set('accepted', 'revoked')
/** Statuses that end a pending invitation. */
export const answers = set('accepted', 'declined', 'revoked')
