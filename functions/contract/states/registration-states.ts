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
/** Takes a place. */
export const held = set('pending', 'offered', 'confirmed', 'attended', 'no_show')
/** Paid for. */
export const sold = set('confirmed', 'attended', 'no_show')
/** Takes a place for a limited time. */
export const reserved = set('pending', 'offered')
/** Takes a place that its customer chose. */
export const chosen = set('pending', 'confirmed', 'attended', 'no_show')
/** In a cart or paid for, and not used yet. */
export const booked = set('pending', 'confirmed')
/** Paid for, and its person will attend or did. */
export const attending = set('confirmed', 'attended')
/** Waits for a place. */
export const waiting = set('waitlisted', 'preregistered')
/** On a waitlist: waits for a place, or is offered one. */
export const listed = set('waitlisted', 'preregistered', 'offered')
/** Paid for or on a waitlist, and not used yet. A cart is neither. */
export const expected = set('confirmed', 'offered', 'waitlisted', 'preregistered')
/** Paid for or on a waitlist, used ones included. */
export const expectedOrAttended = set('confirmed', 'attended', 'offered', 'waitlisted', 'preregistered')
/** Registrations that end when their event ends. */
export const open = set('pending', 'offered', 'confirmed', 'waitlisted', 'preregistered')
/** Offered or paid for: cancelled individually when its event is cancelled. */
export const promised = set('offered', 'confirmed')
/** A person has at most one registration with these statuses per option. */
export const current = set('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
/** On the page of upcoming bookings. */
export const coming = set('pending', 'confirmed', 'attended', 'offered', 'waitlisted', 'preregistered')
/** Shown to the other adults of a family, unlike a cart. */
export const shared = set('confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered', 'offered')
/** In a calendar, or to be removed from it. */
export const inCalendar = set('confirmed', 'attended', 'no_show', 'cancelled', 'late_cancelled')
export const cancelled = set('cancelled', 'late_cancelled')
/** Takes no place and waits for none. */
export const ended = set('cancelled', 'late_cancelled', 'expired')
/** Registrations that have left a waitlist. */
export const left = set('cancelled', 'expired')
/** Registrations that ended, or were a no-show. */
export const unused = set('cancelled', 'late_cancelled', 'expired', 'no_show')
/** May be requested by a customer: of an event, and of an appointment. */
export const requestable = set('pending', 'waitlisted', 'preregistered')
export const requestableOfAppointment = set('pending', 'preregistered')
