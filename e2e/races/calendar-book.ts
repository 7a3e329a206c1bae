import { Temporal } from 'temporal-polyfill'
import { makeAppointmentType } from '../../functions/test-bench/appointments.ts'
import { type Choices, seededChoices } from '../../functions/test-bench/choices.ts'
import { makeProgram, plainPreferences } from '../../functions/test-bench/programs.ts'
import { type RandomCalendar, randomCalendar, timezones } from '../model/random-calendars.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd } from './crowd.ts'
import { inFewBatches } from './in-few-batches.ts'

/** A calendar on the site: an appointment type with two lengths, in a program of its time zone. */
export type Calendar = {
  type_id: string
  options: { id: string; duration: number }[]
  rules: RandomCalendar['rules']
  /** The days of the calendar's week in local time. */
  days: string[]
  /** True when the clock changes in the calendar's week. */
  isChanging: boolean
}
/** The families of each time zone's program. Families with the same index are one writer. */
export type Zones = Map<string, { programId: string; crowd: Buyer[] }>

const lengths = [15, 30, 60, 90, 120]

/** A program for every time zone, with families that book in it. */
export async function openZones(site: ProofSite, writers: number): Promise<Zones> {
  const zones: Zones = new Map()
  for (const timezone of timezones) {
    // One writer books in many calendars at the same hour.
    const preferences = { ...plainPreferences, ignore_attendee_conflicts: true }
    const programId = await makeProgram(site.bench, { timezone, features: { appointments: true }, preferences })
    zones.set(timezone, { programId, crowd: await makeCrowd(site, { programId, count: writers, children: 1 }) })
  }
  return zones
}

/**
 * Calendars in future weeks around the next clock changes, and in one week without a change. Equal seeds give equal
 * calendars.
 */
export async function openCalendars(
  site: ProofSite,
  { zones, seed, count }: { zones: Zones; seed: number; count: number },
): Promise<Calendar[]> {
  const choices = seededChoices(seed)
  const made = Array.from({ length: count }, () => drawn(choices, site.now()))
  return inFewBatches(site.bench, (world) =>
    Promise.all(
      made.map(async ({ rules, lengths: [first, second], ...week }) => {
        const { timezone, opening_hours, closures: _, ...columns } = rules
        const { type_id, option_ids } = await makeAppointmentType(world, zones.get(timezone)?.programId ?? '', {
          ...columns,
          opening_hours: [...opening_hours],
          options: [{ duration: first }, { duration: second, name: 'Longer' }],
        })
        const durations = [first, second]
        return { type_id, rules, ...week, options: option_ids.map((id, at) => ({ id, duration: durations[at] ?? 0 })) }
      }),
    ),
  )
}

function drawn(choices: Choices, now: number) {
  const { rules, from } = randomCalendar(choices)
  const { pick } = choices
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(rules.timezone)
  const next = today.add({ days: 5 }).getTimeZoneTransition('next')
  const changes = next ? [next, next.getTimeZoneTransition('next') ?? next] : []
  const change = pick([...changes, ...changes, null])
  const first = (change ?? today.add({ days: 20 })).toPlainDate().subtract({ days: change ? 3 : 0 })
  const moved = (day: string | null) =>
    day && first.add(Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(day))).toString()
  const period = {
    // The proof `free-times` covers the number of days with a free time, without a site.
    period_type: rules.period_type === 'rolling_window' ? ('rolling' as const) : rules.period_type,
    max_booking_time:
      rules.max_booking_time && today.toPlainDate().until(first).total({ unit: 'days' }) + rules.max_booking_time,
    period_starts_on: moved(rules.period_starts_on),
    period_ends_on: moved(rules.period_ends_on),
  }
  return {
    rules: {
      ...rules,
      ...period,
      // Closed days belong to programs and resources; the proof `free-times` covers them, without a site.
      closures: [],
      opening_hours: rules.opening_hours.map(({ starts_on = null, ends_on = null, ...hours }) => ({
        ...hours,
        starts_on: moved(starts_on),
        ends_on: moved(ends_on),
      })),
    },
    days: Array.from({ length: 7 }, (_, day) => first.add({ days: day }).toString()),
    isChanging: change !== null,
    lengths: [pick(lengths), pick(lengths)] as [number, number],
  }
}

/** The same calendar for the model that tries every minute, with the bookings in the database. */
export const asRandomCalendar = (
  { rules, days }: Calendar,
  { duration, taken, now }: Pick<RandomCalendar, 'duration' | 'taken' | 'now'>,
): RandomCalendar => ({ rules, duration, taken, now, from: days[0] ?? '', days: days.length })
