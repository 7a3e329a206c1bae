import { inTable, statusSet, type Transitions } from './status-set.ts'

export const staffStatuses = ['invited', 'active', 'ended', 'expired', 'revoked'] as const
export type StaffStatus = (typeof staffStatuses)[number]
/** The stored statuses: `expired` is calculated from the time. */
export type StoredStaffStatus = Exclude<StaffStatus, 'expired'>

/** The transitions of a staff member. A declined invitation is revoked. */
export const transitions = {
  invited: ['active', 'expired', 'revoked'],
  active: ['ended'],
  ended: ['invited'],
  expired: ['invited', 'revoked'],
  revoked: ['invited'],
} as const satisfies Transitions<StaffStatus>

export const mayTransition = /* @__PURE__ */ inTable<StaffStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends StaffStatus>(...statuses: Status[]) => statusSet<StaffStatus, Status>(statuses)
/** Statuses in which the person is no longer in the team. */
export const left = set('ended', 'revoked')
