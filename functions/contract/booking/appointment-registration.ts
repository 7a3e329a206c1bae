import * as z from 'zod/mini'
import { ErrorBody } from '../api-error.ts'
import { AvailableTime } from '../offering/appointment.ts'
import { code, Id } from '../field-rules.ts'
import { maxSeriesWeeks } from '../limits.ts'
import { FormResponseInput, Registration, WaiverInput } from './registration.ts'
import * as registrationStates from '../states/registration-states.ts'

/** When an appointment starts: an instant with its offset, `2027-07-05T13:00:00Z` or `2027-07-05T09:00:00-04:00`. */
export const StartTime = z.iso.datetime({ offset: true, error: code('invalid_date') }).check(z.maxLength(40))

/** The booked type or option and the person. */
const booked = {
  appointment_type_id: Id,
  appointment_option_id: Id,
  session_credit_id: z.nullish(Id),
  form_response: z.optional(FormResponseInput),
  waiver: z.nullish(WaiverInput),
  customer_profile_id: Id,
  attendee_profile_id: Id,
}

/** Body of POST appointments: a time of an appointment type for one person, held like a place in an event. */
export const BookAppointmentRequest = z.strictObject({
  start_time: StartTime,
  status: z.optional(z.enum(registrationStates.requestableOfAppointment.statuses)),
  ...booked,
})
export type BookAppointmentRequest = z.infer<typeof BookAppointmentRequest>

/** Body of POST appointments/series: the same hour in several weeks, the first at `start_time`. */
export const BookSeriesRequest = z.strictObject({
  start_time: StartTime,
  weeks: z.int({ error: code('invalid_integer') }).check(z.minimum(2), z.maximum(maxSeriesWeeks)),
  ...booked,
})
export type BookSeriesRequest = z.infer<typeof BookSeriesRequest>

/** Why a date of a series is not available: it is not offered, it is taken, or the person has another booking. */
export const seriesRefusals = ['option_not_on_sale', 'slot_taken', 'attendee_conflict'] as const
export type SeriesRefusal = (typeof seriesRefusals)[number]

/** The bookings of a series, and its unavailable dates. */
export const AppointmentSeries = z.strictObject({
  object: z.literal('appointment_series'),
  registrations: z.array(Registration),
  unavailable: z.array(z.strictObject({ starts_at: z.string(), type: z.enum(seriesRefusals), message: z.string() })),
})
export type AppointmentSeries = z.infer<typeof AppointmentSeries>

/** Body of PUT appointments/{registration_id}: another time or length, other answers, or `status: cancelled`. */
export const ChangeAppointmentRequest = z.strictObject({
  start_time: z.optional(StartTime),
  status: z.optional(z.string()),
  appointment_option_id: z.optional(Id),
  form_response: z.optional(FormResponseInput),
  waiver: z.nullish(WaiverInput),
})
export type ChangeAppointmentRequest = z.infer<typeof ChangeAppointmentRequest>

/** The 409 body for a time that another customer took first: the error with the nearest free times. */
export const SlotTakenBody = z.strictObject({
  ...ErrorBody.shape,
  available_times: z.optional(z.array(AvailableTime)),
})
