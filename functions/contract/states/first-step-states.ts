import { inTable, statusSet, type Transitions } from './status-set.ts'

export const firstStepStatuses = ['open', 'skipped', 'done'] as const
export type FirstStepStatus = (typeof firstStepStatuses)[number]

/** The transitions of a step of the first day that the team decides. */
export const transitions = {
  open: ['skipped', 'done'],
  skipped: ['open', 'done'],
  done: [],
} as const satisfies Transitions<FirstStepStatus>
export const mayTransition = /* @__PURE__ */ inTable<FirstStepStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends FirstStepStatus>(...statuses: Status[]) => statusSet<FirstStepStatus, Status>(statuses)
/** Statuses that the team may give to each step. */
export const ofEachStep = set('open', 'skipped')
