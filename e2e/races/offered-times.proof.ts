import { seededChoices } from '../../functions/test-bench/choices.ts'
import { slowFreeTimes } from '../model/slow-free-times.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { asRandomCalendar, type Calendar, openCalendars, openZones, type Zones } from './calendar-book.ts'
import { book, hadRival, offeredTimes, write } from './calendar-writer.ts'
import { renewAll } from './crowd.ts'
import { withoutTimes } from './guards-off.ts'
import { inRounds, type RoundInput, type RoundResult } from './in-rounds.ts'

const writers = 32
/** Number of calendars per round, and of each writer's actions in them. */
const calendarsOfRound = 25
const actsOfWriter = 6

const overlaps = `SELECT count(*) AS n FROM appointment_slots AS a JOIN appointment_slots AS b
  ON b.appointment_type_id = a.appointment_type_id AND b.place = a.place AND b.registration_id > a.registration_id
  AND b.starts_at < a.free_at AND b.free_at > a.starts_at WHERE a.is_taken = 1 AND b.is_taken = 1`
const placesTooMany = `SELECT count(*) AS n FROM appointment_slots AS s JOIN appointment_types AS t ON t.id = s.appointment_type_id
  WHERE s.is_taken = 1 AND s.place NOT BETWEEN 0 AND t.spots_total - 1`

/** All writers at once, then each calendar alone. */
async function writeCalendars({ site, stage: zones, round }: RoundInput<Zones>): Promise<RoundResult> {
  await renewAll([...zones.values()].flatMap(({ crowd }) => crowd))
  const calendars = await openCalendars(site, { zones, seed: round, count: calendarsOfRound })
  const written = await Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      write({ site, zones, calendars, writer, acts: actsOfWriter, choices: seededChoices(round * writers + writer) }),
    ),
  )
  const attempts = written.flatMap((each) => each.attempts)
  const refused = attempts.filter(({ isTaken }) => !isTaken)
  const unexplained = refused.filter((each) => each.answer !== '409 slot_taken' || !hadRival(each, attempts))
  const [overlapping] = await site.sql(overlaps)
  const [outside] = await site.sql(placesTooMany)

  const alone = await Promise.all(
    calendars.map((calendar, at) => tryAlone(site, { zones, calendar, writer: at % writers })),
  )
  const [later] = await site.sql(overlaps)
  // The same families register again in the next round, so their places must not count towards the limit.
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE kind = 'appointment' AND status = 'pending'")
  const overlapped = overlapping.n + later.n
  return {
    faults: [
      ...(overlapped === 0 ? [] : [`${overlapped} times overlap`]),
      ...(outside.n === 0 ? [] : [`${outside.n} stand at a place that there is not`]),
      ...unexplained.map(({ what, answer }) => `a ${what} of an offered time, without a rival: ${answer}`),
      ...written.flatMap(({ faults }) => faults),
      ...alone.flatMap(({ faults }) => faults),
    ],
    sums: {
      calendars: calendars.length,
      changing: calendars.filter(({ isChanging }) => isChanging).length,
      booked: attempts.filter(({ what, isTaken }) => isTaken && what === 'booking').length,
      moved: attempts.filter(({ what, isTaken }) => isTaken && what === 'move').length,
      cancelled: written.reduce((sum, { cancelled }) => sum + cancelled, 0),
      rivals: refused.length - unexplained.length,
      unexplained: unexplained.length,
      overlapped,
      noticed: overlapped > 0 || outside.n > 0 ? 1 : 0,
      compared: alone.reduce((sum, { compared }) => sum + compared, 0),
    },
  }
}

/**
 * A calendar without other writers: its offers equal those found by trying every minute, one of them can be booked, and
 * a time that is not offered is refused.
 */
async function tryAlone(
  site: ProofSite,
  { zones, calendar, writer }: { zones: Zones; calendar: Calendar; writer: number },
): Promise<{ faults: string[]; compared: number }> {
  const [option] = calendar.options
  if (!option) throw new Error('no length')
  const taken = await site.sql(
    'SELECT starts_at, free_at, place FROM appointment_slots WHERE appointment_type_id = ? AND is_taken = 1',
    calendar.type_id,
  )
  const expected = slowFreeTimes(asRandomCalendar(calendar, { duration: option.duration, taken, now: site.now() }))
  const faults: string[] = []
  // The clock changes on the fourth day of a week.
  const days = calendar.days.slice(2, 5)
  const offers = await Promise.all(days.map((day) => offeredTimes(site, { option_id: option.id, day })))
  for (const [at, day] of days.entries()) {
    const offered = (offers[at] ?? []).map(({ starts_at, spots }) => `${starts_at} ${spots}`).sort()
    const right = expected.get(day) ?? []
    if (offered.join() !== right.join())
      faults.push(`${day} offers ${offered.length} times and should ${right.length}: ${JSON.stringify(calendar)}`)
  }
  const [time] = offers.flat()
  if (!time) return { faults, compared: days.length }
  const ask = (starts_at: number, other = 0) =>
    book(site, { zones, calendar, writer: (writer + other) % writers, option: 0, starts_at })
  const first = await ask(time.starts_at)
  if (first.status !== 201) faults.push(`an offered time was answered ${first.status} ${first.text.slice(0, 200)}`)
  // One time can be booked as often as it has places; a start between two offers cannot.
  for (let spot = 1; spot < time.spots; spot += 1) await ask(time.starts_at, spot)
  for (const starts_at of [time.starts_at, time.starts_at + 300_000]) {
    if (offers.flat().some((each) => each.starts_at === starts_at && starts_at !== time.starts_at)) continue
    const answer = await ask(starts_at, 5)
    if (answer.status < 400) faults.push(`a time that is not offered was booked: ${JSON.stringify(calendar)}`)
    if (answer.status >= 500) faults.push(`a time that is not offered was answered ${answer.status}`)
  }
  return { faults, compared: days.length }
}

const race = { open: (site: ProofSite) => openZones(site, writers), round: writeCalendars }

export const proof: Proof = {
  row: '5 · M-09',
  name: 'offered-times',
  promise:
    'What a calendar offers is what can be booked while 32 writers book, move and cancel: no two times overlap, no offered one is refused without a rival, through both changes of the clock',
  unit: `${calendarsOfRound} calendars`,
  small: 1,
  full: 400,
  piece: 40,
  run: inRounds({ name: 'offered-times', ...race }),
  figure: (sums) =>
    `${sums.calendars} calendars (${sums.changing} with a change of the clock): ${sums.booked} booked, ${sums.moved} moved, ${sums.cancelled} cancelled; ${sums.overlapped} overlaps, ${sums.unexplained} refused without a rival (${sums.rivals} with one), ${sums.compared} days against trying every minute`,
  check: (sums) => [
    ...((sums.booked ?? 0) > 0 && (sums.moved ?? 0) > 0 && (sums.cancelled ?? 0) > 0
      ? []
      : ['nothing was booked, moved or cancelled']),
    ...((sums.rivals ?? 0) > 0 ? [] : ['no two writers met']),
  ],
  controls: [
    {
      without: 'the guard of the times taken',
      small: 1,
      full: 20,
      run: inRounds({ name: 'offered-times-unguarded', schema: withoutTimes, ...race }),
      noticed: (sums) => sums.noticed ?? 0,
    },
  ],
}
