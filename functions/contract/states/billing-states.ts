import { inTable, statusSet, type Transitions } from './status-set.ts'

/** The contract status of an organisation with the site's operator. */
export const billingStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'cancelled'] as const
export type BillingStatus = (typeof billingStatuses)[number]

/** The transitions of an organisation's contract. None is final: an ended contract can start again. */
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
/** Statuses in which the program's pages are public. */
export const open = set('trialing', 'active', 'past_due', 'unpaid')
/** Statuses in which new orders are refused. */
export const notSelling = set('cancelled', 'unpaid')
