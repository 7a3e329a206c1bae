import { statusSet, type Transitions } from './status-set.ts'

export const feedbackStatuses = ['issued', 'opened', 'submitted', 'expired'] as const
export type FeedbackStatus = (typeof feedbackStatuses)[number]

/** The transitions of feedback. Opening a mail's link changes nothing; sending the form counts as opening too. */
export const transitions = {
  issued: ['opened', 'expired'],
  opened: ['submitted', 'expired'],
  submitted: [],
  expired: [],
} as const satisfies Transitions<FeedbackStatus>

/** The transitions to submitted: sending the form includes opening it. */
export const stepsToSubmitted = { issued: ['opened', 'submitted'], opened: ['submitted'] } as const

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends FeedbackStatus>(...statuses: Status[]) => statusSet<FeedbackStatus, Status>(statuses)
/** Statuses in which the code of feedback is valid. */
export const open = set('issued', 'opened')
