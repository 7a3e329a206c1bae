import { statusSet, type Transitions } from './status-set.ts'

export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]
/** The stored statuses: `expired` is calculated from the time. */
export type StoredInvitationStatus = Exclude<InvitationStatus, 'expired'>

/**
 * The transitions of an invitation. Answers are final, except for invitations sent by an intruder in the inviter's
 * account.
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
/** The recipient sees the people it is about. */
export const readable = set('pending', 'accepted')
/** Leaves the inviter nothing to do. */
export const settled = set('accepted', 'revoked')
/** Ends a pending invitation. */
export const answers = set('accepted', 'declined', 'revoked')
