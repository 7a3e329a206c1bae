import { inTable, type Transitions } from './status-set.ts'

export const firstStepStatuses = ['open', 'skipped', 'done'] as const
export type FirstStepStatus = (typeof firstStepStatuses)[number]

/** The transitions of a step of the first day that the team decides. */
export const transitions = {
  open: ['skipped', 'done'],
  skipped: ['open', 'done'],
  done: [],
} as const satisfies Transitions<FirstStepStatus>
export const mayTransition = /* @__PURE__ */ inTable<FirstStepStatus>(transitions)
