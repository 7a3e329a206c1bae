import type { Actor } from '../../platform/actor.ts'
import type { MembershipStatus } from '../../contract/booking/membership.ts'

type ActorType = Actor['type']

/**
 * Every move of a membership and who may cause it. A move to the same status is a change that leaves it where it is (another card, a hold
 * to come, the end of the period asked for): it takes a step of the history, so that one of two rivals wins.
 */
export const membershipMoves = {
  scheduled: {
    scheduled: ['customer', 'system'],
    active: ['provider', 'system'],
    trialing: ['system'],
    past_due: ['provider', 'system'],
    cancelled: ['customer', 'organiser_client', 'system'],
  },
  incomplete: {
    active: ['provider', 'customer', 'organiser_client'],
    trialing: ['provider', 'customer'],
    scheduled: ['provider', 'customer'],
    incomplete_expired: ['system', 'customer', 'organiser_client', 'provider'],
  },
  incomplete_expired: {},
  trialing: {
    trialing: ['customer', 'system'],
    active: ['provider', 'customer', 'system'],
    past_due: ['provider', 'system'],
    paused: ['provider', 'system'],
    cancelled: ['organiser_client', 'system'],
  },
  active: {
    active: ['customer', 'organiser_client', 'provider', 'system'],
    past_due: ['provider', 'system'],
    paused: ['organiser_client', 'customer', 'system'],
    cancelled: ['organiser_client', 'system'],
    expired: ['system'],
  },
  past_due: {
    past_due: ['customer', 'provider', 'system'],
    active: ['provider', 'customer', 'organiser_client', 'system'],
    unpaid: ['provider', 'system'],
    cancelled: ['customer', 'organiser_client', 'provider', 'system'],
  },
  unpaid: {
    unpaid: ['customer', 'system'],
    active: ['customer', 'provider', 'organiser_client'],
    cancelled: ['customer', 'organiser_client', 'system'],
  },
  paused: {
    paused: ['customer', 'organiser_client', 'provider', 'system'],
    active: ['system', 'provider', 'customer', 'organiser_client'],
    cancelled: ['customer', 'organiser_client', 'system'],
    expired: ['system'],
  },
  cancelled: {},
  expired: {},
} as const satisfies Record<MembershipStatus, Partial<Record<MembershipStatus, readonly ActorType[]>>>

/** True when the table has this move for this actor. */
export function mayMove(from: MembershipStatus, to: MembershipStatus, actor: ActorType): boolean {
  const moves: Partial<Record<MembershipStatus, readonly ActorType[]>> = membershipMoves[from]
  return moves[to]?.includes(actor) ?? false
}

/** Ended for good. */
export const isEnded = (status: MembershipStatus): boolean => Object.keys(membershipMoves[status]).length === 0
