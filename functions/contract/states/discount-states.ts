import { statusSet } from './status-set.ts'

/** How the coupon on an order counts: not yet, for an order awaiting payment, for a paid one, or no longer. */
export const discountStates = ['applied', 'reserved', 'final', 'released'] as const
export type DiscountState = (typeof discountStates)[number]

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends DiscountState>(...statuses: Status[]) => statusSet<DiscountState, Status>(statuses)
/** Statuses of a discount that counts as a redemption of its coupon. */
export const redeemed = set('reserved', 'final')
/** Statuses of a discount that becomes final when its order is paid. */
export const inOrder = set('applied', 'reserved')
