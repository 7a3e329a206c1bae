import { beforeAll, describe, expect, it } from 'vitest'
import type { FitPerson } from '../../contract/booking/person-fit.ts'
import { fitOf, mayFit } from '../../contract/booking/person-fit.ts'
import { dayMs, hourMs } from '../../contract/limits.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { makeContext } from '../../platform/make-context.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { seededChoices } from '../../test-bench/choices.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { countCards, listCards } from './list-cards.ts'

const zones = ['America/Toronto', 'Pacific/Auckland', 'Pacific/Honolulu'] as const
const genders = [{ gender: 'female' }, { gender: 'male' }, {}] as const
type Option = {
  minimumAge?: number
  maximumAge?: number
  gender?: 'female' | 'male'
  isClosed: boolean
}
type Listed = { id: string; startsAt: number; timezone: string; options: Option[] }

let bench: Bench
let programId: string
const listed: Listed[] = []
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  const { pick, below, chance } = seededChoices(7)
  const limit = (name: 'minimumAge' | 'maximumAge') => (chance(0.3) ? {} : { [name]: 5 + below(8) })
  for (let at = 0; at < 60; at += 1) {
    const timezone = pick(zones)
    // Half of the events start within hours of the seventh of a month, on which two of the people have their birthday.
    const startsAt = chance(0.5)
      ? Date.UTC(2027, 6 + below(14), 7) + (below(40) - 20) * hourMs
      : bench.now() + dayMs + below(500) * dayMs + below(24) * hourMs
    const options = Array.from(
      { length: below(4) },
      (): Option => ({
        ...limit('minimumAge'),
        ...limit('maximumAge'),
        ...pick(genders),
        isClosed: chance(0.15),
      }),
    ).filter(({ minimumAge = 0, maximumAge = 99 }) => minimumAge <= maximumAge)
    const { event_id, option_ids } = await makeEvent(bench, {
      programId,
      startsAt,
      endsAt: startsAt + hourMs,
      options: options.map(({ isClosed: _, ...option }) => option),
    })
    await bench.env.DB.prepare('UPDATE events SET timezone = ? WHERE id = ?').bind(timezone, event_id).run()
    for (const [index, { isClosed }] of options.entries())
      if (isClosed)
        await bench.env.DB.prepare('UPDATE event_options SET is_closed = 1 WHERE id = ?').bind(option_ids[index]).run()
    listed.push({ id: event_id, startsAt, timezone, options })
  }
})

const suits = (person: FitPerson, { startsAt, timezone, options }: Listed): boolean =>
  options.length === 0 ||
  options.some(
    ({ minimumAge = null, maximumAge = null, gender = null, isClosed }) =>
      !isClosed &&
      mayFit(
        fitOf({ minimum_age: minimumAge, maximum_age: maximumAge, gender }, person, dayInZone(startsAt, timezone)),
      ),
  )

describe('the list of events that suit people', () => {
  it.each<[string, FitPerson[]]>([
    ['a girl of nine', [{ date_of_birth: '2018-07-07', gender: 'female' }]],
    ['a boy with a birthday within the season', [{ date_of_birth: '2019-08-07', gender: 'male' }]],
    ['a person born on 29 February', [{ date_of_birth: '2016-02-29', gender: null }]],
    ['a person without a date of birth', [{ date_of_birth: null, gender: 'male' }]],
    ['a person without a date of birth and gender', [{ date_of_birth: null, gender: null }]],
    ['an adult', [{ date_of_birth: '1987-07-07', gender: 'female' }]],
    [
      'two people',
      [
        { date_of_birth: '2018-07-07', gender: 'female' },
        { date_of_birth: '2021-09-07', gender: 'male' },
      ],
    ],
  ])('the SQL condition for %s agrees with the rule on every page', async (_, people) => {
    const ctx = makeContext({ env: bench.env, now: bench.now() })
    const expected = listed
      .filter((event) => people.every((person) => suits(person, event)))
      .sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
    const input = { program_id: programId, limit: 20, for: people }
    const pages = [0, 20, 40].map(async (skip) => (await listCards(ctx, { ...input, skip }))?.events.data ?? [])
    expect((await Promise.all(pages)).flat().map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(await countCards(ctx, { ...input, skip: 0 })).toEqual({ total: expected.length, is_capped: 0 })
    expect(expected.length).toBeLessThan(listed.length)
  })
})
