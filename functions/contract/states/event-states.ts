import { statusSet, type Transitions } from './status-set.ts'

export const eventStatuses = ['draft', 'published', 'unpublished', 'cancelled', 'archived'] as const
export type EventStatus = (typeof eventStatuses)[number]
/** An appointment type has the life of an event, and is never cancelled. */
export const appointmentStatuses = ['draft', 'published', 'unpublished', 'archived'] as const satisfies EventStatus[]
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** The transitions of an event; its organisation causes them all. */
export const transitions = {
  draft: ['published', 'archived'],
  published: ['unpublished', 'cancelled'],
  unpublished: ['published', 'cancelled', 'archived'],
  cancelled: ['archived'],
  archived: ['unpublished'],
} as const satisfies Transitions<EventStatus>

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends EventStatus>(...statuses: Status[]) => statusSet<EventStatus, Status>(statuses)
/** Anyone may look at it by its id. */
export const visible = set('published', 'cancelled')
/** Goes ahead, on sale or not. */
export const planned = set('published', 'unpublished')
/** Goes ahead, or went. */
export const takesPlace = set('published', 'unpublished', 'archived')
/** In the program file. */
export const inProgramFile = set('draft', 'published', 'unpublished', 'cancelled')
/** Nothing leads through it to another status. */
export const ended = set('cancelled', 'archived')
