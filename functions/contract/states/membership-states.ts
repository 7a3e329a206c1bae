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
} as const satisfies TransitionsByActor<MembershipStatus>
export const mayTransition = inTableFor<MembershipStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends MembershipStatus>(...statuses: Status[]) => statusSet<MembershipStatus, Status>(statuses)
/** Ended for good. */
export const ended = set('incomplete_expired', 'cancelled', 'expired')
/** Continues with nothing unpaid. */
export const running = set('trialing', 'active')
/** Has not been charged yet: it begins later, or with a free trial. */
export const beforeFirstCharge = set('scheduled', 'trialing')
/** Opens what it is for on all of its days. */
export const openAhead = set('scheduled', 'trialing', 'active')
/** Has an unpaid period. */
export const owing = set('past_due', 'unpaid')
/** Has an open payment: of a period, or the first one. */
export const toPay = set('past_due', 'unpaid', 'incomplete')
/** Waits for its customer: for a payment or for another card. */
export const awaitingCustomer = set('incomplete', 'past_due', 'unpaid', 'paused')
/** A charge failed: it is retried, or the membership is paused until there is another card. */
export const chargeFailed = set('past_due', 'paused')
/** Has a next period. */
export const renewing = set('trialing', 'active', 'past_due', 'paused')
/** Its card is charged for the next period. */
export const charged = set('trialing', 'active', 'past_due')
/** May have a pause that its customer can end. */
export const pausable = set('active', 'paused')
/** Nothing happens automatically. */
export const still = set('unpaid', 'paused')
/** Ended, or not usable until the open payment is made. */
export const stopped = set('cancelled', 'expired', 'unpaid')
/** Ended by the scheduler. */
export const endedByClock = set('cancelled', 'expired')
/** Status after every attempt to charge its card failed. */
export const afterRetries = set('unpaid', 'cancelled')
