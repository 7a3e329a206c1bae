import { inTable, statusSet, type Transitions } from './status-set.ts'

export const instalmentStatuses = ['scheduled', 'charging', 'paid', 'failed', 'cancelled'] as const
export type InstalmentStatus = (typeof instalmentStatuses)[number]

/** The transitions of an instalment. In a transition to the same status, its card, key or amount changes. */
export const transitions = {
  scheduled: ['scheduled', 'charging', 'paid', 'cancelled'],
  charging: ['charging', 'scheduled', 'failed', 'paid', 'cancelled'],
  failed: ['failed', 'charging', 'paid', 'cancelled'],
  paid: [],
  cancelled: [],
} as const satisfies Transitions<InstalmentStatus>
export const mayTransition = inTable<InstalmentStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends InstalmentStatus>(...statuses: Status[]) => statusSet<InstalmentStatus, Status>(statuses)
/** Statuses of an instalment that is still to be paid. */
export const owed = set('scheduled', 'charging', 'failed')
/** Statuses of an instalment that is still to be paid, with no charge in progress. */
export const payable = set('scheduled', 'failed')
