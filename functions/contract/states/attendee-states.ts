import { inTable, type Transitions } from './status-set.ts'

export const programAttendeeStatuses = ['active', 'archived', 'merged', 'disconnected'] as const
export type ProgramAttendeeStatus = (typeof programAttendeeStatuses)[number]

/**
 * The transitions of a person in one program. A merge is undone for some days, an archived one is restored, a disconnected one connected
 * again. Where the status stays, only what the organisation says of them has changed.
 */
export const transitions = {
  active: ['archived', 'merged', 'disconnected'],
  archived: ['active', 'archived', 'merged', 'disconnected'],
  merged: ['active', 'archived', 'merged', 'disconnected'],
  disconnected: ['active', 'merged', 'disconnected'],
} as const satisfies Transitions<ProgramAttendeeStatus>
export const mayTransition = inTable<ProgramAttendeeStatus>(transitions)
