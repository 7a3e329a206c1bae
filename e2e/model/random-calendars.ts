import { hourMs } from '../../functions/contract/limits.ts'
import { type ClosedDays, weekdays } from '../../functions/contract/offering/appointment.ts'
import type { BookingRules, TakenTime } from '../../functions/offering/appointments/free-times.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

export type RandomCalendar = {
  rules: BookingRules
  duration: number
  taken: TakenTime[]
  now: number /** A day as yyyy-mm-dd. */
  from: string
  days: number
}

/**
 * Weeks around each clock change and one week without a change: in both hemispheres, by an hour and by half an hour,
 * at two and at midnight.
 */
const places: { timezone: string; weeks: string[] }[] = [
  { timezone: 'America/Toronto', weeks: ['2027-03-11', '2027-11-04', '2027-07-01'] },
  { timezone: 'Europe/Paris', weeks: ['2027-03-25', '2027-10-28'] },
  { timezone: 'Australia/Lord_Howe', weeks: ['2027-04-01', '2027-09-30'] },
  { timezone: 'America/Santiago', weeks: ['2027-04-01', '2027-09-02'] },
  { timezone: 'America/St_Johns', weeks: ['2027-03-11', '2027-11-04'] },
  { timezone: 'Asia/Kathmandu', weeks: ['2027-07-01'] },
]
/** The time zones of all random calendars. */
export const timezones = places.map(({ timezone }) => timezone)
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Opening hours, lengths, buffers, places, booking windows and bookings, at any hour of days with a clock change. */
export function randomCalendar(choices: Choices): RandomCalendar {
  const { below, pick, chance } = choices
  const { timezone, weeks } = pick(places)
  const from = pick(weeks)
  const start = Date.parse(`${from}T00:00:00Z`)
  const buffer_minutes = pick([0, 0, 10, 25])
  const spots_total = pick([1, 1, 2, 3])
  const period = periodOf(choices, from)
  return {
    rules: {
      timezone,
      opening_hours: hoursOf(choices).map((hours) => (chance(0.2) ? { ...hours, ...seasonOf(choices, from) } : hours)),
      closures: chance(0.3) ? [{ why: pick(['program', 'person', 'room']), days: closedDays(choices, from) }] : [],
      interval_minutes: pick([10, 15, 30, 45, 60]),
      buffer_minutes,
      spots_total,
      book_until: pick(['PT0S', 'PT2H', 'PT45M']),
      ...period,
    },
    duration: pick([15, 30, 60, 90, 120]),
    taken: Array.from({ length: below(14) }, () => takenOf(choices, { start, buffer_minutes, spots_total })),
    now: start + below(30) * (hourMs / 2) - (chance(0.3) ? 3 * 24 * hourMs : 0),
    from,
    days: 7,
  }
}

/**
 * The opening hours as up to three spans, each on some weekdays. Spans of one day do not overlap, as the program file
 * requires.
 */
function hoursOf({ below, chance }: Choices): BookingRules['opening_hours'] {
  const edges = [...new Set(Array.from({ length: 6 }, () => below(97) * 15))].sort((a, b) => a - b)
  const pairs = edges.flatMap((edge, index) => (index % 2 === 1 ? [[edges[index - 1] ?? 0, edge] as const] : []))
  const clock = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  return pairs.map(([opens, closes]) => ({
    days: weekdays.filter(() => chance(0.7)),
    from: clock(opens),
    to: clock(closes),
  }))
}

const dayAfter = (from: string, days: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10)

/** A closed day or span of the week. */
function closedDays({ below, chance }: Choices, from: string): ClosedDays[] {
  const first = below(7)
  return [chance(0.5) ? dayAfter(from, first) : { from: dayAfter(from, first), to: dayAfter(from, first + below(3)) }]
}

/** A season that begins or ends in the week. */
const seasonOf = ({ below, chance }: Choices, from: string): { starts_on: string | null; ends_on: string | null } => ({
  starts_on: chance(0.5) ? dayAfter(from, below(7)) : null,
  ends_on: chance(0.5) ? dayAfter(from, below(7)) : null,
})

function periodOf(
  { below, pick }: Choices,
  from: string,
): Pick<BookingRules, 'period_type' | 'max_booking_time' | 'period_starts_on' | 'period_ends_on'> {
  const none = { max_booking_time: null, period_starts_on: null, period_ends_on: null }
  const day = (after: number) => dayAfter(from, after)
  const period_type = pick(['unlimited', 'rolling', 'rolling_window', 'rolling_window', 'range'] as const)
  if (period_type === 'unlimited') return { ...none, period_type }
  if (period_type !== 'range') return { ...none, period_type, max_booking_time: 1 + below(7) }
  const first = below(5)
  return { ...none, period_type, period_starts_on: day(first), period_ends_on: day(first + below(4)) }
}

function takenOf(
  { below, pick, chance }: Choices,
  { start, buffer_minutes, spots_total }: { start: number; buffer_minutes: number; spots_total: number },
): TakenTime {
  const starts_at = start - 12 * hourMs + below(8 * 24 * 4) * (hourMs / 4)
  return {
    starts_at,
    free_at: starts_at + (pick([15, 30, 60, 180]) + buffer_minutes) * 60_000,
    place: chance(0.1) ? null : below(spots_total + 1),
  }
}
