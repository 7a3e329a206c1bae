import { inTable, statusSet, type Transitions } from './status-set.ts'

export const cardSetupStatuses = ['open', 'confirming', 'requires_action', 'succeeded', 'cancelled'] as const
export type CardSetupStatus = (typeof cardSetupStatuses)[number]

/** The transitions of an attempt to store a card. An abandoned attempt may still succeed at the provider. */
export const transitions = {
  open: ['open', 'confirming', 'requires_action', 'succeeded', 'cancelled'],
  confirming: ['open', 'requires_action', 'succeeded', 'cancelled'],
  requires_action: ['open', 'requires_action', 'succeeded', 'cancelled'],
  succeeded: [],
  cancelled: ['succeeded'],
} as const satisfies Transitions<CardSetupStatus>
export const mayTransition = inTable<CardSetupStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends CardSetupStatus>(...statuses: Status[]) => statusSet<CardSetupStatus, Status>(statuses)
/** Statuses of a running attempt. A customer has at most one such attempt per program. */
export const live = set('open', 'confirming', 'requires_action')
/** Statuses of an attempt that the provider knows and has not decided yet. */
export const undecided = set('confirming', 'requires_action')
/** Statuses of an attempt on the provider's page that another request of the customer returns again. */
export const kept = set('requires_action', 'succeeded')
