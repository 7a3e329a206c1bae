import { statusSet } from './status-set.ts'

/** The status of a person on one day of a booking: nothing known yet, arrived, picked up, or absent. */
export const checkInStatuses = ['expected', 'here', 'picked_up', 'absent'] as const
export type CheckInStatus = (typeof checkInStatuses)[number]

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends CheckInStatus>(...statuses: Status[]) => statusSet<CheckInStatus, Status>(statuses)
/** Statuses of a person who attended that day. */
export const came = set('here', 'picked_up')
/** Statuses that a mark may be corrected to; `here` has a button of its own. */
export const corrections = set('picked_up', 'absent', 'expected')
