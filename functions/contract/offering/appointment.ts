import { appointmentStatuses } from '../states/event-states.ts'
import * as z from 'zod/mini'
import { pick } from '../pick.ts'
import { Event, RefundPolicy, Waiver } from './event.ts'
import { code, Id } from '../field-rules.ts'
import { Price } from '../amount.ts'
import { PackageBrief } from './package.ts'
import { oneOrMore, paging } from '../paging.ts'
import { ProgramBrief, Venue } from './program.ts'
import { TextLanguages } from '../texts.ts'
import { isRealDay } from '../instant.ts'

/**
 * How far ahead a type can be booked: without limit, for a number of days, for a number of days with free times, or
 * between two days.
 */
export const periodTypes = ['unlimited', 'rolling', 'rolling_window', 'range'] as const
export type PeriodType = (typeof periodTypes)[number]
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * Hours in the program's time zone, `09:00` to `17:00`; a day ends at `24:00`. A season has a first and a last day; null
 * means no limit.
 */
export const OpeningHours = z.strictObject({
  days: z.array(z.enum(weekdays)),
  from: z.string(),
  to: z.string(),
  starts_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
})
export type OpeningHours = z.infer<typeof OpeningHours>
/** Hours that were stored before seasons have none. */
export type StoredHours = Omit<OpeningHours, 'starts_on' | 'ends_on'> &
  Partial<Pick<OpeningHours, 'starts_on' | 'ends_on'>>

export const resourceKinds = ['person', 'room'] as const
export type ResourceKind = (typeof resourceKinds)[number]
/** A closed day (yyyy-mm-dd), or a span of closed days. */
export type ClosedDays = string | { from: string; to: string }
/** What is closed on a day: the program, or a person or room that the appointment needs. */
export type ClosedReason = 'program' | ResourceKind

/** An appointment option: one length of a type, `duration` in minutes. */
export const AppointmentOption = z.strictObject({
  id: z.string(),
  object: z.literal('appointment_option'),
  appointment_type_id: z.string(),
  name: z.string(),
  free: z.boolean(),
  duration: z.int(),
  price: Price,
  text_languages: TextLanguages,
})
export type AppointmentOption = z.infer<typeof AppointmentOption>

const described = /* @__PURE__ */ pick(Event.shape, [
  'terms',
  'picture',
  'picture_url',
  'picture_text',
  'fields',
  'tags',
])

/**
 * An appointment type: `durations` in minutes, `max_booking_time` in days. `options`, `opening_hours`, the days of a
 * `range` and `picture_text` are our additions to the specification.
 */
export const AppointmentType = z.strictObject({
  id: z.string(),
  object: z.literal('appointment_type'),
  name: z.string(),
  summary: z.nullable(z.string()),
  description: z.nullable(z.string()),
  program: ProgramBrief,
  text_languages: TextLanguages,
  venues: z.array(Venue),
  is_online_event: z.boolean(),
  is_preregistration_enabled: z.boolean(),
  status: z.enum(appointmentStatuses),
  url: z.string(),
  ...described,
  restrict_to_package_ids: z.array(z.string()),
  packages: z.array(PackageBrief),
  waiver: z.nullable(Waiver),
  refund_policy: RefundPolicy,
  durations: z.array(z.int()),
  period_type: z.enum(periodTypes),
  max_booking_time: z.nullable(z.int()),
  period_starts_on: z.nullable(z.string()),
  period_ends_on: z.nullable(z.string()),
  opening_hours: z.array(OpeningHours),
  pricing: z.strictObject({
    amount_of_options: z.int(),
    minimum_option_price: z.nullable(Price),
    maximum_option_price: z.nullable(Price),
  }),
  options: z.array(AppointmentOption),
  currency: z.string(),
  timezone: z.string(),
  created: z.string(),
  updated: z.string(),
  published: z.nullable(z.string()),
})
export type AppointmentType = z.infer<typeof AppointmentType>

/** A day of a month or week, and whether it has free times. */
export const AvailableDate = z.strictObject({ date: z.string(), is_available: z.boolean() })
export type AvailableDate = z.infer<typeof AvailableDate>
/**
 * A free time. `local_start` has the program's local time with its offset, which distinguishes the two passes of a
 * repeated hour.
 */
export const AvailableTime = z.strictObject({
  starts_at: z.string(),
  ends_at: z.string(),
  local_start: z.string(),
  available_spots: z.int(),
})
export type AvailableTime = z.infer<typeof AvailableTime>

/** Query of GET explore/appointment_types: of one or more programs, with paging. */
export const AppointmentTypeListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name', 'created']), 'position'),
  program_id: z.optional(oneOrMore(Id)),
})
export type AppointmentTypeListQuery = z.infer<typeof AppointmentTypeListQuery>
/** Query of GET explore/appointment_types/{appointment_type_id}/options. */
export const AppointmentOptionListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name', 'duration', 'price']), 'position'),
})
export type AppointmentOptionListQuery = z.infer<typeof AppointmentOptionListQuery>
export const InAppointmentType = z.strictObject({ appointment_type_id: Id })
export const InAppointmentOption = z.strictObject({ appointment_type_id: Id, option_id: Id })

const whose = { program_id: z.optional(Id), appointment_type_id: z.optional(Id), appointment_option_id: z.optional(Id) }
const MonthInQuery = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, code('invalid_parameter')))
const WeekInQuery = z.string().check(z.refine(isRealWeek, code('invalid_parameter')))
const DayInQuery = z.string().check(z.refine(isRealDay, code('invalid_date')))

/** Query of GET explore/availability/dates: one month or one week, of a type or an option. */
export const AvailableDatesQuery = z.strictObject({
  month: z.optional(MonthInQuery),
  week: z.optional(WeekInQuery),
  ...whose,
})
export type AvailableDatesQuery = z.infer<typeof AvailableDatesQuery>
/** Query of GET explore/availability/times. */
export const AvailableTimesQuery = z.strictObject({ date: DayInQuery, ...whose })
export type AvailableTimesQuery = z.infer<typeof AvailableTimesQuery>

/**
 * Whether a text is an ISO 8601 week such as `2027-W27`: week 53 exists only in a year whose first or last day is a
 * Thursday.
 */
export function isRealWeek(text: string): boolean {
  const match = /^(\d{4})-W(0[1-9]|[1-4]\d|5[0-3])$/.exec(text)
  // The last days of that week are in a year with five digits.
  if (!match || text === '9999-W52') return false
  if (match[2] !== '53') return true
  const lastDay = (year: number) => new Date(Date.UTC(2000, 11, 31)).setUTCFullYear(year)
  const weekdayOfLast = (year: number) => new Date(lastDay(year)).getUTCDay()
  return weekdayOfLast(Number(match[1])) === 4 || weekdayOfLast(Number(match[1]) - 1) === 3
}
