import { statusSet } from './status-set.ts'

/** The derived sale status of an option: the first of these that applies. */
export const saleStatuses = [
  'event_cancelled',
  'closed',
  'not_started',
  'ended',
  'restricted',
  'sold_out',
  'waitlist',
  'on_sale',
] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** Sale statuses from best to worst for a visitor. An event shows the best status of its options. */
export const bestFirst = [
  'on_sale',
  'restricted',
  'waitlist',
  'not_started',
  'sold_out',
  'ended',
  'closed',
  'event_cancelled',
] as const satisfies readonly SaleStatus[]

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends SaleStatus>(...statuses: Status[]) => statusSet<SaleStatus, Status>(statuses)
/** Statuses of an option whose sale window is open, regardless of the places left. */
export const windowOpen = set('restricted', 'sold_out', 'waitlist', 'on_sale')
/** Statuses of an option without a place left. */
export const soldOut = set('sold_out', 'waitlist')
/** Statuses of an option that is not on sale and will not be. */
export const notOffered = set('closed', 'event_cancelled')
/** Statuses of an option that is no longer sold, while its event still takes place. */
export const over = set('closed', 'ended')
/** Statuses of an option that is not on sale to everyone yet. */
export const notPublic = set('restricted', 'not_started')
