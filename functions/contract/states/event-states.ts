import { statusSet, type Transitions } from './status-set.ts'

export const eventStatuses = ['draft', 'published', 'unpublished', 'cancelled', 'archived'] as const
export type EventStatus = (typeof eventStatuses)[number]
/** An appointment type has the statuses of an event except cancelled. */
export const appointmentStatuses = ['draft', 'published', 'unpublished', 'archived'] as const satisfies EventStatus[]
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** The transitions of an event, all caused by its organisation. */
export const transitions = {
  draft: ['published', 'archived'],
  published: ['unpublished', 'cancelled'],
  unpublished: ['published', 'cancelled', 'archived'],
  cancelled: ['archived'],
  archived: ['unpublished'],
} as const satisfies Transitions<EventStatus>

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends EventStatus>(...statuses: Status[]) => statusSet<EventStatus, Status>(statuses)
/** Statuses of an event that is public by its id. */
export const visible = set('published', 'cancelled')
/** Statuses of an event that will take place, on sale or not. */
export const planned = set('published', 'unpublished')
/** Statuses of an event that takes or took place. */
export const takesPlace = set('published', 'unpublished', 'archived')
/** Statuses that follow the draft. */
export const afterDraft = set('published', 'unpublished', 'cancelled', 'archived')
/** Statuses of an event that is in the program file. */
export const inProgramFile = set('draft', 'published', 'unpublished', 'cancelled')
/** Statuses of an event that was cancelled or archived. */
export const ended = set('cancelled', 'archived')
