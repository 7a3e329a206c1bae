import { inTable, statusSet, type Transitions } from './status-set.ts'

/** How an organisation stands with the people who run the site. */
export const billingStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'cancelled'] as const
export type BillingStatus = (typeof billingStatuses)[number]

/** The transitions of an organisation's contract. None is final: one that ended can begin again. */
export const transitions = {
  trialing: ['active', 'past_due', 'unpaid', 'cancelled'],
  active: ['trialing', 'past_due', 'unpaid', 'cancelled'],
  past_due: ['active', 'unpaid', 'cancelled'],
  unpaid: ['active', 'past_due', 'cancelled'],
  cancelled: ['trialing', 'active'],
} as const satisfies Transitions<BillingStatus>
const isInTable = inTable<BillingStatus>(transitions)
export const mayTransition = (from: BillingStatus, to: BillingStatus): boolean => from === to || isInTable(from, to)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends BillingStatus>(...statuses: Status[]) => statusSet<BillingStatus, Status>(statuses)
/** The pages of the program are there. */
export const open = set('trialing', 'active', 'past_due', 'unpaid')
/** Nothing new is ordered. */
export const notSelling = set('cancelled', 'unpaid')
