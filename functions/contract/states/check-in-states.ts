import { statusSet } from './status-set.ts'

/** Where a person stands on one day of what they booked: nothing is known yet, arrived, picked up again, or did not come. */
export const checkInStatuses = ['expected', 'here', 'picked_up', 'absent'] as const
export type CheckInStatus = (typeof checkInStatuses)[number]

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends CheckInStatus>(...statuses: Status[]) => statusSet<CheckInStatus, Status>(statuses)
/** Came that day. */
export const came = set('here', 'picked_up')
/** What a mark may be corrected to; `here` has a button of its own. */
export const corrections = set('picked_up', 'absent', 'expected')
