import { describe, expect, it } from 'vitest'
import {
  spansOfSimilarEvents,
  upcomingByName,
  type UpcomingEvent,
  continuations,
  namesToCome,
  nameWithoutYear,
  optionToBook,
  weekToCome,
} from './rebooking-rule.ts'

const at = (day: string) => Date.parse(`${day}T13:00:00Z`)
const now = at('2027-03-01')
const event = (id: string, day: string, part: Partial<UpcomingEvent> = {}): UpcomingEvent => ({
  id,
  name: 'Sail Week',
  type: 'camp',
  tags: ['Water'],
  starts_at: at(day),
  ...part,
})
const booked = (day: string, part: Partial<UpcomingEvent> = {}) => ({
  ...event('evt_before', day, part),
  event_id: 'evt_before',
})
const continuationsOf = (before: Parameters<typeof continuations>[0], coming: UpcomingEvent[], at: number) =>
  continuations(before, upcomingByName(coming), at).map(({ event_id, match }) => `${event_id} ${match}`)

describe('the suggestions after a booking of last year', () => {
  it('the week of the same name nearest to 52 weeks later is suggested first', () =>
    expect(
      continuationsOf(
        booked('2026-07-13'),
        [event('a', '2027-07-05'), event('b', '2027-07-12'), event('c', '2027-07-26')],
        now,
      ),
    ).toEqual(['b next_year', 'a next_year', 'c next_year']))
  it('two names match when only their year differs', () => {
    expect(nameWithoutYear('Sail Week (2026)')).toBe(nameWithoutYear('sail week 2027'))
    expect(nameWithoutYear('Camp 12345')).toBe('camp 12345')
    for (const written of ['Sail Week 2026', 'Sail Week', 'SAIL WEEK (2026)'])
      expect(namesToCome(written, 2027)).toEqual(
        expect.arrayContaining(['sail week', 'sail week 2027', 'sail week (2028)', 'sail week 2029']),
      )
    expect(namesToCome('Été 2026: voile', 2027)).toEqual(expect.arrayContaining(['été 2027: voile', 'ÉtÉ 2027: voile']))
    const next = event('a', '2027-07-12', { name: 'Sail Week 2027' })
    expect(continuationsOf(booked('2026-07-13', { name: 'Sail Week 2026' }), [next], now)).toEqual(['a next_year'])
  })
  it('an event of the same type and tags is suggested when no name matches', () => {
    const alike = { name: 'Paddle Week', tags: ['Water'] }
    const coming = [
      event('week', '2027-07-14', alike),
      event('later', '2027-07-26', alike),
      event('other-tags', '2027-07-12', { name: 'Chess', tags: ['Indoors'] }),
      event('other-type', '2027-07-12', { ...alike, type: 'clinic' }),
    ]
    expect(continuationsOf(booked('2026-07-13'), coming, now)).toEqual(['week same_week'])
    expect(
      continuationsOf(booked('2026-07-13', { tags: [] }), [event('x', '2027-07-12', { name: 'A', tags: [] })], now),
    ).toEqual([])
  })
  it('the next event of the same name is suggested from another season when nothing else matches', () =>
    expect(continuationsOf(booked('2026-07-13'), [event('spring', '2027-04-05')], now)).toEqual(['spring next_date']))
  it('a booking of two summers ago is matched with the next summer', () => {
    expect(weekToCome(at('2025-07-14'), now)).toBe(at('2027-07-12'))
    expect(continuationsOf(booked('2025-07-14'), [event('a', '2027-07-12')], now)).toEqual(['a next_year'])
  })
})

describe('the search for similar events', () => {
  const week = (day: string) => ({ from: at(day) - 6 * 86_400_000, to: at(day) + 6 * 86_400_000 })
  it('adjacent weeks are searched as one period', () =>
    expect(
      spansOfSimilarEvents(
        [
          booked('2026-07-20'),
          booked('2026-07-13'),
          booked('2026-08-17', { tags: ['Water'] }),
          booked('2026-07-13', { type: 'clinic' }),
          booked('2026-07-13', { tags: [] }),
          booked('2027-02-22'),
        ],
        now,
      ),
    ).toEqual([
      { from: week('2027-07-12').from, to: week('2027-07-19').to, type: 'camp', tags: ['Water'] },
      { ...week('2027-08-16'), type: 'camp', tags: ['Water'] },
      { ...week('2027-07-12'), type: 'clinic', tags: ['Water'] },
    ]))
})

describe('the suggestion after a booking of this year', () => {
  it("the next date of the same event is suggested before next year's", () =>
    expect(
      continuationsOf(booked('2027-02-22'), [event('far', '2028-02-21'), event('near', '2027-03-08')], now),
    ).toEqual(['near next_date', 'far next_date']))
  it('events that have started are never suggested', () =>
    expect(
      continuationsOf(booked('2027-02-22'), [event('evt_before', '2027-03-08'), event('begun', '2027-02-28')], now),
    ).toEqual([]))
})

describe('the option that is suggested', () => {
  const options = [
    { id: 'half', name: 'Half day', sale_status: 'on_sale' as const, minimum_age: 6, maximum_age: 9, gender: null },
    {
      id: 'full',
      name: 'Full day 2027',
      sale_status: 'on_sale' as const,
      minimum_age: 6,
      maximum_age: 12,
      gender: null,
    },
    {
      id: 'girls',
      name: 'Girls',
      sale_status: 'sold_out' as const,
      minimum_age: null,
      maximum_age: null,
      gender: 'female' as const,
    },
  ]
  const about = { starts_at: at('2027-07-12'), timezone: 'America/Toronto' }
  const optionFor = (booked: string, date_of_birth: string | null) =>
    optionToBook(options, { booked, person: { date_of_birth, gender: null }, event: about })?.id ?? null
  it.each([
    ['the option of the same name as the booked one', 'Full day 2026', '2018-01-01', 'full'],
    ['the first option that fits a child who is too old for the booked one', 'Half day', '2016-01-01', 'full'],
    ['never a sold-out option', 'Girls', '2018-01-01', 'half'],
    ['missing when no option fits', 'Full day', '2010-01-01', null],
    ['missing when the age is required but unknown', 'Full day', null, null],
  ])('the option suggested for a new booking is %s', (_, booked, bornOn, id) =>
    expect(optionFor(booked, bornOn)).toBe(id),
  )
})
