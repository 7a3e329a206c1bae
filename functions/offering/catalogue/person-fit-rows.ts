import { type SQL, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import type { FitPerson } from '../../contract/booking/person-fit.ts'
import { fullYears } from '../../contract/people/birth-date.ts'
import { dayInZone } from '../../contract/wall-clock.ts'

/**
 * The people that events of a list must suit, the time zones of these events, and the time from which they start. The
 * first zone also counts for an event of another zone.
 */
export type PersonFilter = { people: readonly FitPerson[]; zones: readonly string[]; now: number }

/** Birthdays that a condition compares a start with: no event is announced longer ahead. */
const maxBirthdays = 10
/** Time zones of a list with a birthday of their own. A statement has at most 100 parameters. */
const maxZones = 12

/**
 * The conditions that events suit all of these people. Each is `fitOf` in SQL: some option that is offered suits the
 * person, or may once a missing fact is known. An event without options is open to everyone.
 */
export const suitsPeople = ({ people, zones, now }: PersonFilter): SQL[] =>
  people.map(({ date_of_birth: bornOn, gender }) => {
    const ofGender = gender === null ? sql`` : sql` AND (o.gender IS NULL OR o.gender = ${gender})`
    const ofOption = sql`o.event_id = events.id AND o.is_removed = 0 AND o.is_closed = 0${ofGender}`
    const offered = (ofAge = sql``) => sql`EXISTS (SELECT 1 FROM event_options AS o WHERE ${ofOption}${ofAge})`
    if (bornOn === null) return sql`(events.has_options = 0 OR ${offered()})`
    // The limits over all options of an event exclude most events without a read of their options.
    return sql`(events.has_options = 0 OR EXISTS (SELECT 1 FROM (SELECT ${yearsAtStart(bornOn, zones, now)} AS years) AS person
      WHERE ${isWithin('events')} AND ${offered(sql` AND ${isWithin('o')}`)}))`
  })

const isWithin = (table: 'events' | 'o') =>
  sql.raw(
    `(${table}.minimum_age IS NULL OR ${table}.minimum_age <= person.years) AND (${table}.maximum_age IS NULL OR ${table}.maximum_age >= person.years)`,
  )

/** Full years on the first day of an event, in its time zone. */
function yearsAtStart(bornOn: string, [first = 'UTC', ...others]: readonly string[], now: number): SQL {
  const own = yearsInZone(bornOn, first, now)
  if (others.length === 0) return own
  const ofOthers = others.slice(0, maxZones).map((zone) => sql`WHEN ${zone} THEN ${yearsInZone(bornOn, zone, now)}`)
  return sql`CASE events.timezone ${sql.join(ofOthers, sql` `)} ELSE ${own} END`
}

function yearsInZone(bornOn: string, zone: string, now: number): SQL {
  const age = fullYears(bornOn, dayInZone(now, zone))
  const [year = 0, month = 1, day = 1] = bornOn.split('-').map(Number)
  // In other years, a birthday on 29 February is on 1 March, as in `fullYears`.
  const birthdays = Array.from(
    { length: maxBirthdays },
    (_, at) =>
      Temporal.PlainDate.from({ year: year + age + at + 1, month, day: 1 })
        .add({ days: day - 1 })
        .toZonedDateTime(zone).epochMilliseconds,
  )
  return sql.raw(
    `CASE ${birthdays.map((at, index) => `WHEN events.starts_at < ${at} THEN ${age + index}`).join(' ')} ELSE ${age + maxBirthdays} END`,
  )
}
