import * as z from 'zod/mini'
import { ErrorBody } from './api-error.ts'
import { AvailableTime } from './appointment.ts'
import { code, Id } from './field-rules.ts'
import { FormResponseInput, WaiverInput } from './registration.ts'

/** When an appointment starts: an instant with its offset, `2027-07-05T13:00:00Z` or `2027-07-05T09:00:00-04:00`. */
const StartTime = z.iso.datetime({ offset: true, error: code('invalid_date') }).check(z.maxLength(40))

/** Body of POST appointments: a time of an appointment type for one person, held like a place in an event. */
export const BookAppointmentRequest = z.strictObject({
  start_time: StartTime,
  status: z.optional(z.enum(['pending', 'preregistered'])),
  appointment_type_id: Id,
  appointment_option_id: Id,
  session_credit_id: z.nullish(Id),
  form_response: z.optional(FormResponseInput),
  waiver: z.nullish(WaiverInput),
  customer_profile_id: Id,
  attendee_profile_id: Id,
})
export type BookAppointmentRequest = z.infer<typeof BookAppointmentRequest>

/** Body of PUT appointments/{registration_id}: another time or length, other answers, or `status: cancelled`. */
export const ChangeAppointmentRequest = z.strictObject({
  start_time: z.optional(StartTime),
  status: z.optional(z.string()),
  appointment_option_id: z.optional(Id),
  form_response: z.optional(FormResponseInput),
  waiver: z.nullish(WaiverInput),
})
export type ChangeAppointmentRequest = z.infer<typeof ChangeAppointmentRequest>

/** The 409 of a time that someone else was faster to take: the error object with the nearest times that are free. */
export const SlotTakenBody = z.strictObject({
  ...ErrorBody.shape,
  available_times: z.optional(z.array(AvailableTime)),
})
