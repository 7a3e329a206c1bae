import { inTable, statusSet, type Transitions } from './status-set.ts'

export const registrationStatuses = [
  'pending',
  'confirmed',
  'preregistered',
  'waitlisted',
  'offered',
  'cancelled',
  'late_cancelled',
  'attended',
  'no_show',
  'expired',
] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

/** The transitions of a registration. */
export const transitions = {
  pending: ['confirmed', 'expired', 'cancelled'],
  expired: ['pending', 'confirmed'],
  preregistered: ['offered', 'cancelled'],
  waitlisted: ['offered', 'cancelled'],
  offered: ['pending', 'cancelled', 'expired'],
  confirmed: ['cancelled', 'late_cancelled', 'attended', 'no_show'],
  attended: ['confirmed'],
  no_show: ['confirmed'],
  cancelled: [],
  late_cancelled: [],
} as const satisfies Transitions<RegistrationStatus>
export const mayTransition = inTable<RegistrationStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends RegistrationStatus>(...statuses: Status[]) =>
  statusSet<RegistrationStatus, Status>(statuses)
/** Statuses of a registration that takes a place. */
export const held = set('pending', 'offered', 'confirmed', 'attended', 'no_show')
/** Statuses of a registration that is paid for. */
export const sold = set('confirmed', 'attended', 'no_show')
/** Statuses of a registration that takes a place for a limited time. */
export const reserved = set('pending', 'offered')
/** Statuses of a registration that takes a place that its customer chose. */
export const chosen = set('pending', 'confirmed', 'attended', 'no_show')
/** Statuses of a registration that is in a cart or paid for, and not used yet. */
export const booked = set('pending', 'confirmed')
/** Statuses of a registration that is paid for and whose person will attend or did. */
export const attending = set('confirmed', 'attended')
/** Statuses of a registration that waits for a place. */
export const waiting = set('waitlisted', 'preregistered')
/** Statuses of a registration on a waitlist: it waits for a place, or is offered one. */
export const listed = set('waitlisted', 'preregistered', 'offered')
/** Statuses of a registration that is paid for or on a waitlist, and not used yet. A cart is neither. */
export const expected = set('confirmed', 'offered', 'waitlisted', 'preregistered')
/** Statuses of a registration that is paid for or on a waitlist, including used ones. */
export const expectedOrAttended = set('confirmed', 'attended', 'offered', 'waitlisted', 'preregistered')
/** Statuses of a registration that ends when its event ends. */
export const open = set('pending', 'offered', 'confirmed', 'waitlisted', 'preregistered')
/** Statuses of a registration that is offered or paid for. It is cancelled individually when its event is cancelled. */
export const promised = set('offered', 'confirmed')
/** A person has at most one registration with these statuses per option. */
export const current = set('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
/** Statuses of a registration on the page of upcoming bookings. */
export const coming = set('pending', 'confirmed', 'attended', 'offered', 'waitlisted', 'preregistered')
/** Statuses of a registration that the other adults of a family see, unlike a cart. */
export const shared = set('confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered', 'offered')
/** Statuses of a registration that is in a calendar, or is to be removed from it. */
export const inCalendar = set('confirmed', 'attended', 'no_show', 'cancelled', 'late_cancelled')
export const cancelled = set('cancelled', 'late_cancelled')
/** Statuses of a registration that takes no place and waits for none. */
export const ended = set('cancelled', 'late_cancelled', 'expired')
/** Statuses of a registration that has left a waitlist. */
export const left = set('cancelled', 'expired')
/** Statuses of a registration that ended, or was a no-show. */
export const unused = set('cancelled', 'late_cancelled', 'expired', 'no_show')
/** Statuses that a customer may request, of an event and of an appointment. */
export const requestable = set('pending', 'waitlisted', 'preregistered')
export const requestableOfAppointment = set('pending', 'preregistered')
