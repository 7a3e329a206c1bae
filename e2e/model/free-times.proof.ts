import { Temporal } from 'temporal-polyfill'
import type * as Rule from '../../functions/offering/appointments/free-days.ts'
import { freeDays, freeTimesOf } from '../../functions/offering/appointments/free-days.ts'
import { type Control, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { type Fault, withFault } from './plant-fault.ts'
import { type RandomCalendar, randomCalendar } from './random-calendars.ts'
import { endlessChoices, findFailure } from '../../functions/test-bench/choices.ts'
import { slowFreeTimes } from './slow-free-times.ts'

type Rules = Pick<typeof Rule, 'freeDays' | 'freeTimesOf'>
/** Number of calendars per round. A fault may show in only one of many. */
const calendarsOfRound = 50

/** Differences between the rule's free times and those found by trying every minute. */
function wrongWith(calendar: RandomCalendar, rule: Rules): { wrong: string[]; offered: number } {
  const { rules, duration, taken, now } = calendar
  const slotQuery = { duration, taken, now }
  const slow = slowFreeTimes(calendar)
  const first = Temporal.PlainDate.from(calendar.from)
  const free = new Set(
    Array.from(rule.freeDays(rules, slotQuery, { from: first, to: first.add({ days: calendar.days - 1 }) }), String),
  )
  const wrong = [...slow].flatMap(([day, expected]) => {
    const times = rule
      .freeTimesOf(rules, slotQuery, Temporal.PlainDate.from(day))
      .map(({ starts_at, spots }) => `${starts_at} ${spots}`)
      .sort()
    const isDayRight = free.has(day) === expected.length > 0
    return [
      ...(isDayRight ? [] : [`${day} is ${free.has(day) ? '' : 'not '}offered`]),
      ...(times.join() === expected.join()
        ? []
        : [`${day} offers ${times.length} times and should ${expected.length}`]),
    ]
  })
  return { wrong, offered: [...slow.values()].flat().length }
}

async function compareRounds(
  rule: Rules,
  { from, count }: Rounds,
  { isShrunk }: { isShrunk: boolean },
): Promise<Tally> {
  const tally = emptyTally('calendars', 'times', 'noticed')
  for (let round = from; round < from + count; round += 1) {
    const failure = await findFailure({
      arbitrary: endlessChoices.map(randomCalendar),
      seed: round,
      runs: calendarsOfRound,
      shrinkMs: isShrunk ? 30_000 : 0,
      test: (calendar) => {
        const { wrong, offered } = wrongWith(calendar, rule)
        tally.sums.times = (tally.sums.times ?? 0) + offered
        if (wrong.length > 0) throw new Error(`${wrong.join('; ')}: ${JSON.stringify(calendar)}`)
      },
    })
    tally.sums.calendars = (tally.sums.calendars ?? 0) + calendarsOfRound
    tally.sums.noticed = (tally.sums.noticed ?? 0) + (failure ? 1 : 0)
    if (failure) tally.findings.push(failure)
  }
  return tally
}

const folder = 'functions/offering/appointments'
const faults: Fault[] = [
  {
    name: 'the hour that is skipped or doubled',
    file: `${folder}/open-spans.ts`,
    text: "const shown = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' })",
    becomes:
      "return day.toZonedDateTime(timezone).epochMilliseconds + (Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))) * 60_000; const shown = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' })",
  },
  {
    name: 'the buffer after a time',
    file: `${folder}/free-times.ts`,
    text: 'to: ends_at + bufferMs',
    becomes: 'to: ends_at',
  },
  {
    name: 'what is taken',
    file: `${folder}/free-times.ts`,
    text: 'if (taken.length === 0) return 0',
    becomes: 'return 0',
  },
  {
    name: 'ending with the opening hours',
    file: `${folder}/free-times.ts`,
    text: 'at + lengthMs <= span.to',
    becomes: 'at < span.to',
  },
  {
    name: 'the last moment to coupons',
    file: `${folder}/free-times.ts`,
    text: 'closesAt(rules, starts_at) < slotQuery.now',
    becomes: 'starts_at < slotQuery.now',
  },
  {
    name: 'the booking window',
    file: `${folder}/free-days.ts`,
    text: 'const last = earlier(window.to, input.to)',
    becomes: 'const last = input.to',
  },
  {
    name: 'counting only days with a free time',
    file: `${folder}/free-days.ts`,
    text: '.next().done) continue',
    becomes: '.next().done) { left -= isCounted ? 1 : 0; continue }',
  },
]

const control = (fault: Fault): Control => ({
  without: fault.name,
  small: 1,
  full: 20,
  run: async (input) =>
    compareRounds(
      await withFault<typeof Rule>(fault, {
        folders: ['functions/contract', 'functions/offering/catalogue', folder],
        entry: `${folder}/free-days.ts`,
      }),
      input,
      { isShrunk: false },
    ),
  noticed: (sums) => sums.noticed ?? 0,
})

export const proof: Proof = {
  row: '5 · M-09',
  name: 'free-times',
  promise:
    'What is offered by the hour is exactly what can be booked: opening hours, lengths, buffers, places, windows, and both changes of the clock',
  unit: `${calendarsOfRound} calendars`,
  small: 5,
  full: 200,
  piece: 50,
  run: (input) => compareRounds({ freeDays, freeTimesOf }, input, { isShrunk: true }),
  figure: (sums) =>
    `${sums.calendars} calendars with ${sums.times} free times against trying every minute: ${sums.noticed === 0 ? 'the same' : 'they differ'}`,
  controls: faults.map(control),
}
