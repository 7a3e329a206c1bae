import { isPayable, unpayableMessage } from './file-amounts.ts'
import type { FileAppointmentType } from '../../../contract/organisation/file-appointments.ts'
import type { ProgramFile, Refusal } from '../../../contract/organisation/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { checkCost, checkReferencedKeys } from './check-events.ts'
import { checkRestriction } from './check-packages.ts'
import { refuseWhen } from './refuse.ts'

type Hours = FileAppointmentType['opening_hours'][number]

/** Mistakes in the appointment types of a file and their options. */
export function checkAppointments(file: CompleteFile): Refusal[] {
  return [
    ...file.resources.flatMap(({ key, closed }) => checkClosed(closed, `resources.${key}.closed`)),
    ...file.appointment_types.flatMap((type) => checkType(type, file)),
  ]
}

function checkType(type: FileAppointmentType, file: CompleteFile): Refusal[] {
  const path = `appointment_types.${type.key}`
  const options = type.options.flatMap((option) =>
    checkCost(option, file.default_currency, `${path}.options.${option.key}`),
  )
  return [
    ...checkTies(type, file, path),
    ...checkRestriction(type, file, path),
    ...checkPeriod(type, path),
    ...checkHours(type, path),
    ...checkPublished(type, path),
    ...checkOnline(type, path),
    ...options,
  ]
}

function checkTies(type: FileAppointmentType, file: CompleteFile, path: string): Refusal[] {
  const lists = [
    ['venues', type.venues, file.venues],
    ['resources', type.resources, file.resources],
    ['questions', type.questions, file.questions],
    ['waiver', type.waiver === null ? [] : [type.waiver], file.waivers],
  ] as const
  const fee = type.session_cancellation_policy?.late_fee ?? 0
  return [
    ...checkReferencedKeys(lists, path),
    ...refuseWhen(type.resources.length > 0 && type.spots_total > 1, 'invalid_option', {
      path: `${path}.spots_total`,
      message: 'A person or a room has one appointment at a time. Leave this out, or make a type for each person.',
    }),
    ...refuseWhen(!isPayable(fee, file.default_currency), 'invalid_amount', {
      path: `${path}.session_cancellation_policy.late_fee`,
      message: unpayableMessage(file.default_currency),
    }),
  ]
}

function checkPeriod(
  { period_type: period, max_booking_time: days, period_starts_on: first, period_ends_on: last }: FileAppointmentType,
  path: string,
): Refusal[] {
  const isRolling = period === 'rolling' || period === 'rolling_window'
  const bounds = [
    ['period_starts_on', first],
    ['period_ends_on', last],
  ] as const
  return [
    ...refuseWhen(isRolling && days === null, 'required', {
      path: `${path}.max_booking_time`,
      message: 'Say for how many days.',
    }),
    ...refuseWhen(!isRolling && days !== null, 'invalid_option', {
      path: `${path}.max_booking_time`,
      message: 'Only rolling and rolling_window have this.',
    }),
    ...bounds.flatMap(([name, day]) =>
      refuseWhen(period === 'range' && day === null, 'required', {
        path: `${path}.${name}`,
        message: 'A range has a first and a last day.',
      }),
    ),
    ...bounds.flatMap(([name, day]) =>
      refuseWhen(period !== 'range' && day !== null, 'invalid_option', {
        path: `${path}.${name}`,
        message: 'Only a range has this.',
      }),
    ),
    ...refuseWhen(first !== null && last !== null && last < first, 'end_before_start', {
      path: `${path}.period_ends_on`,
      message: 'The end must not be before the start.',
    }),
  ]
}

function checkHours({ opening_hours: hours, options }: FileAppointmentType, path: string): Refusal[] {
  const longest = Math.max(0, ...hours.map(({ from, to }) => minutesOf(to) - minutesOf(from)))
  return [
    ...hours.flatMap(({ from, to }, at) =>
      refuseWhen(to <= from, 'end_before_start', {
        path: `${path}.opening_hours[${at}].to`,
        message: 'It closes after it opens. A day ends at 24:00.',
      }),
    ),
    ...hours.flatMap(({ days }, at) =>
      refuseWhen(new Set(days).size !== days.length, 'invalid_option', {
        path: `${path}.opening_hours[${at}].days`,
        message: 'The same day is listed twice.',
      }),
    ),
    ...hours.flatMap((each, at) =>
      refuseWhen(
        hours.slice(0, at).some((other) => overlaps(each, other)),
        'invalid_option',
        { path: `${path}.opening_hours[${at}]`, message: 'It is open at these hours already.' },
      ),
    ),
    ...hours.flatMap(({ starts_on, ends_on }, at) =>
      refuseWhen(starts_on !== null && ends_on !== null && ends_on < starts_on, 'end_before_start', {
        path: `${path}.opening_hours[${at}].ends_on`,
        message: 'The season ends before it starts.',
      }),
    ),
    ...options.flatMap(({ key, duration }) =>
      refuseWhen(hours.length > 0 && duration > longest, 'out_of_range', {
        path: `${path}.options.${key}.duration`,
        message: 'It is never open for so long at a stretch.',
      }),
    ),
  ]
}

const overlaps = (one: Hours, other: Hours): boolean =>
  one.days.some((day) => other.days.includes(day)) &&
  one.from < other.to &&
  other.from < one.to &&
  (one.starts_on ?? '') <= (other.ends_on ?? '9999') &&
  (other.starts_on ?? '') <= (one.ends_on ?? '9999')
const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))

/** The requirements of a published type: those of an event, and opening hours. */
function checkPublished(type: FileAppointmentType, path: string): Refusal[] {
  if (type.status !== 'published') return []
  return [
    ...refuseWhen(type.summary === null, 'required', {
      path: `${path}.summary`,
      message: 'A published appointment type has a summary.',
    }),
    ...refuseWhen(type.venues.length === 0 && !type.is_online_event, 'required', {
      path: `${path}.venues`,
      message: 'A published appointment type has a venue, or is online.',
    }),
    ...refuseWhen(type.options.length === 0, 'required', {
      path: `${path}.options`,
      message: 'A published appointment type has an option.',
    }),
    ...refuseWhen(type.opening_hours.length === 0, 'required', {
      path: `${path}.opening_hours`,
      message: 'A published appointment type has opening hours.',
    }),
  ]
}

function checkOnline(type: FileAppointmentType, path: string): Refusal[] {
  return [
    ...refuseWhen(type.online_event_url !== null && !type.is_online_event, 'invalid_option', {
      path: `${path}.is_online_event`,
      message: 'What has an online address is online.',
    }),
    ...refuseWhen(type.is_preregistration_enabled, 'feature_disabled', {
      path: `${path}.is_preregistration_enabled`,
      message: 'Joining a list has no pages here yet. Leave it out.',
    }),
  ]
}

/** Mistakes in a list of closed days: a span ends before it starts. */
export const checkClosed = (closed: ProgramFile['closed'], path: string): Refusal[] =>
  closed.flatMap((days, at) =>
    refuseWhen(typeof days !== 'string' && days.to < days.from, 'end_before_start', {
      path: `${path}[${at}].to`,
      message: 'The last day is before the first.',
    }),
  )
