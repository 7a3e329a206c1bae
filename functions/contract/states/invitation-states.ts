import { statusSet, type Transitions } from './status-set.ts'

export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]
/** What is stored: `expired` is read off the clock. */
export type StoredInvitationStatus = Exclude<InvitationStatus, 'expired'>

/** The transitions of an invitation. What was answered stays answered, unless it was sent by somebody who was in an account that is not theirs. */
export const transitions = {
  pending: ['accepted', 'declined', 'expired', 'revoked'],
  accepted: ['revoked'],
  declined: [],
  expired: [],
  revoked: [],
} as const satisfies Transitions<InvitationStatus>

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends InvitationStatus>(...statuses: Status[]) => statusSet<InvitationStatus, Status>(statuses)
/** Its reader sees whom it is about. */
export const readable = set('pending', 'accepted')
/** Its inviter has nothing left to do with it. */
export const settled = set('accepted', 'revoked')
/** Ends the wait for an answer. */
export const answers = set('accepted', 'declined', 'revoked')
