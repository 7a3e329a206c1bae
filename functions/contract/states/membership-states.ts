import { inTableFor, statusSet, type TransitionsByActor } from './status-set.ts'

export const membershipStatuses = [
  'scheduled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'cancelled',
  'expired',
] as const
export type MembershipStatus = (typeof membershipStatuses)[number]

/**
 * The transitions of a membership and who may cause them. A transition to the same status changes another field (the
 * card, a planned pause, the end of the period). It adds a history row, so that one of two concurrent changes wins.
 */
export const transitions = {
  scheduled: {
    scheduled: ['customer', 'organiser_client', 'system'],
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
    trialing: ['customer', 'organiser_client', 'system'],
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
} as const satisfies TransitionsByActor<MembershipStatus>
export const mayTransition = inTableFor<MembershipStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends MembershipStatus>(...statuses: Status[]) => statusSet<MembershipStatus, Status>(statuses)
/** Statuses of a membership that has ended for good. */
export const ended = set('incomplete_expired', 'cancelled', 'expired')
/** Statuses of a membership that continues with nothing unpaid. */
export const running = set('trialing', 'active')
/** Statuses before the first charge: the membership begins later, or with a free trial. */
export const beforeFirstCharge = set('scheduled', 'trialing')
/** Statuses in which a membership gives access on all of its days. */
export const openAhead = set('scheduled', 'trialing', 'active')
/** Statuses of a membership with an unpaid period. */
export const owing = set('past_due', 'unpaid')
/** Statuses of a membership with an open payment: of a period, or the first one. */
export const toPay = set('past_due', 'unpaid', 'incomplete')
/** Statuses of a membership that waits for its customer: for a payment or for another card. */
export const awaitingCustomer = set('incomplete', 'past_due', 'unpaid', 'paused')
/** Statuses after a failed charge: it is retried, or the membership is paused until there is another card. */
export const chargeFailed = set('past_due', 'paused')
/** Statuses of a membership that has a next period. */
export const renewing = set('trialing', 'active', 'past_due', 'paused')
/** Statuses of a membership whose card is charged for the next period. */
export const charged = set('trialing', 'active', 'past_due')
/** Statuses of a membership that may have a pause that its customer can end. */
export const pausable = set('active', 'paused')
/** Statuses in which nothing happens to a membership automatically. */
export const still = set('unpaid', 'paused')
/** Statuses of a membership that has ended, or is not usable until the open payment is made. */
export const stopped = set('cancelled', 'expired', 'unpaid')
/** Statuses of a membership that the scheduler ended. */
export const endedByClock = set('cancelled', 'expired')
/** Statuses of a membership after every attempt to charge its card failed. */
export const afterRetries = set('unpaid', 'cancelled')
