import { inTable, statusSet, type Transitions } from './status-set.ts'

export const programAttendeeStatuses = ['active', 'archived', 'merged', 'disconnected'] as const
export type ProgramAttendeeStatus = (typeof programAttendeeStatuses)[number]

/**
 * The transitions of a person in one program. A merge can be undone for some days, archiving and disconnecting at any
 * time. A transition to the same status only changes the organisation's own archiving.
 */
export const transitions = {
  active: ['archived', 'merged', 'disconnected'],
  archived: ['active', 'archived', 'merged', 'disconnected'],
  merged: ['active', 'archived', 'merged', 'disconnected'],
  disconnected: ['active', 'merged', 'disconnected'],
} as const satisfies Transitions<ProgramAttendeeStatus>
export const mayTransition = inTable<ProgramAttendeeStatus>(transitions)

const set = <Status extends ProgramAttendeeStatus>(...statuses: Status[]) =>
  statusSet<ProgramAttendeeStatus, Status>(statuses)
/** People whom a program's staff see with their family. */
export const inFamily = set('active', 'archived')
