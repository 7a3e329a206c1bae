import { inTable, statusSet, type Transitions } from './status-set.ts'

export const supportStatuses = ['received', 'in_progress', 'waiting_for_reporter', 'resolved', 'closed'] as const
export type SupportStatus = (typeof supportStatuses)[number]

/** The transitions of a report. A resolved report may be reopened; a closed one stays closed. */
export const transitions = {
  received: ['in_progress', 'waiting_for_reporter', 'resolved', 'closed'],
  in_progress: ['waiting_for_reporter', 'resolved', 'closed'],
  waiting_for_reporter: ['in_progress', 'resolved', 'closed'],
  resolved: ['in_progress', 'closed'],
  closed: [],
} as const satisfies Transitions<SupportStatus>
/** Whether a report may make this transition. A further message while it waits for the reporter is not a transition. */
export const mayTransition = inTable<SupportStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends SupportStatus>(...statuses: Status[]) => statusSet<SupportStatus, Status>(statuses)
/** Statuses of a report in which support or the reporter has something to do. */
export const open = set('received', 'in_progress', 'waiting_for_reporter')
/** Statuses that support may answer with. */
export const answers = set('in_progress', 'waiting_for_reporter', 'resolved', 'closed')
