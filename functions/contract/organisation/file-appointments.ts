import { markdown } from '../markdown-bounds.ts'
import * as z from 'zod/mini'
import { periodTypes, weekdays } from '../offering/appointment.ts'
import { appointmentStatuses } from '../states/event-states.ts'
import { FileRestriction, FileSessionPolicy } from './file-events.ts'
import { code, Key, line, PictureUrl, WebUrl } from '../field-rules.ts'
import { FileAttachment } from './file-attachments.ts'
import { Amount, Before, FileDay, flag, listOfAtMost, orNull, whole } from './file-fields.ts'
import { text } from '../texts.ts'

const hour = (pattern: RegExp, error: string) => z.string({ error: code('required') }).check(z.regex(pattern, error))

export const FileAppointmentOption = z.strictObject({
  key: Key,
  name: text(line(50)),
  free: flag(false),
  cost: orNull(Amount),
  /** The duration in minutes. */ duration: whole(5, 1440),
})
export type FileAppointmentOption = z.infer<typeof FileAppointmentOption>

export const FileAppointmentType = z.strictObject({
  key: Key,
  name: text(line(100)),
  summary: orNull(text(line(250))),
  description: orNull(text(markdown(10_000))),
  terms: orNull(text(markdown(10_000))),
  status: z._default(z.enum(appointmentStatuses, { error: code('invalid_option') }), 'draft'),
  venues: listOfAtMost(Key, 10),
  is_online_event: flag(false),
  online_event_url: orNull(WebUrl),
  is_preregistration_enabled: flag(false),
  tags: listOfAtMost(line(40), 20),
  attachments: listOfAtMost(FileAttachment, 20),
  picture_url: orNull(PictureUrl),
  picture_text: orNull(text(line(200))),
  /**
   * How far ahead an appointment can be booked: `rolling` and `rolling_window` for `max_booking_time` days, `range`
   * between two days.
   */
  period_type: z._default(z.enum(periodTypes, { error: code('invalid_option') }), 'unlimited'),
  max_booking_time: orNull(whole(1, 730)),
  period_starts_on: orNull(FileDay),
  period_ends_on: orNull(FileDay),
  /** People and rooms that each appointment needs; it takes all of them. */
  resources: listOfAtMost(Key, 10),
  /** The opening hours in the program's time zone; a day ends at 24:00. A season is from `starts_on` to `ends_on`. */
  opening_hours: listOfAtMost(
    z.strictObject({
      days: z
        .array(z.enum(weekdays, { error: code('invalid_option') }), { error: code('required') })
        .check(z.minLength(1, code('required')), z.maxLength(7, code('file_list'))),
      from: hour(/^(?:[01]\d|2[0-3]):[0-5]\d$/, code('file_opening_hour')),
      to: hour(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, code('file_closing_hour')),
      starts_on: orNull(FileDay),
      ends_on: orNull(FileDay),
    }),
    50,
  ),
  /** Interval in minutes between starts, from the opening time on. */
  interval_minutes: z._default(whole(5, 1440), 30),
  /** Minutes kept free after each appointment. */
  buffer_minutes: z._default(whole(0, 480), 0),
  /** Maximum number of appointments at the same time. */
  spots_total: z._default(whole(1, 1000), 1),
  /** Booking closes this long before the start; null means the program's `default_sales_end`. */
  book_until: orNull(Before),
  /** Booking needs one of these packages. When both lists are empty, everyone may book. */
  restrict_to: FileRestriction,
  waiver: orNull(Key),
  questions: listOfAtMost(Key, 50),
  /**
   * The cancellation policy. Null means free until a day before, then paid in full. `move_until` null means as long
   * as cancelling is free.
   */
  session_cancellation_policy: orNull(z.strictObject({ ...FileSessionPolicy.shape, move_until: orNull(Before) })),
  options: listOfAtMost(FileAppointmentOption, 20),
})
export type FileAppointmentType = z.infer<typeof FileAppointmentType>
