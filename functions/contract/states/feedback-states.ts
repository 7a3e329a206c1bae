import { statusSet, type Transitions } from './status-set.ts'

export const feedbackStatuses = ['issued', 'opened', 'submitted', 'expired'] as const
export type FeedbackStatus = (typeof feedbackStatuses)[number]

/** The transitions of feedback. The link of a mail changes nothing: a person opens it by sending the form. */
export const transitions = {
  issued: ['opened', 'expired'],
  opened: ['submitted', 'expired'],
  submitted: [],
  expired: [],
} as const satisfies Transitions<FeedbackStatus>

/** The steps to what was sent: a person who sends the form has opened it. */
export const stepsToSubmitted = { issued: ['opened', 'submitted'], opened: ['submitted'] } as const

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends FeedbackStatus>(...statuses: Status[]) => statusSet<FeedbackStatus, Status>(statuses)
/** Its code is good. */
export const open = set('issued', 'opened')
