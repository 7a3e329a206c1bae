import { inTable, type Transitions } from './status-set.ts'

/** The status of a visit that an organisation used for a customer. A returned visit stays returned. */
export const redemptionStatuses = ['redeemed', 'returned'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

export const transitions = { redeemed: ['returned'], returned: [] } as const satisfies Transitions<RedemptionStatus>
export const mayTransition = inTable<RedemptionStatus>(transitions)
