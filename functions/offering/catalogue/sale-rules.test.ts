import { describe, expect, it } from 'vitest'
import { dayBounds } from './day-bounds.ts'
import { placesLeft, placesLeftTogether, unlimitedSpots } from './places-left.ts'
import { bestSaleStatus, type SaleFacts, saleStatus } from './sale-status.ts'
import { saleWindow, lifecycleOf } from './sale-window.ts'
import { searchTerms } from '../../platform/database/search-text.ts'

const at = (text: string) => Date.parse(text)

describe('saleStatus', () => {
  const facts: SaleFacts = {
    event_status: 'published',
    is_closed: false,
    window: { starts_at: 100, ends_at: 200 },
    is_restricted: false,
    left: 5,
    waitlist: false,
  }
  it.each<[string, Partial<SaleFacts>, number, string]>([
    ['a cancelled event with a closed option', { event_status: 'cancelled', is_closed: true }, 150, 'event_cancelled'],
    ['a closed option', { is_closed: true }, 150, 'closed'],
    ['an unpublished event', { event_status: 'unpublished' }, 150, 'closed'],
    ['an archived event', { event_status: 'archived' }, 150, 'closed'],
    ['an option one moment before its sale', {}, 99, 'not_started'],
    ['an option at the moment its sale opens', {}, 100, 'on_sale'],
    ['an option at the last moment of its sale', {}, 200, 'on_sale'],
    ['an option one moment after its sale', {}, 201, 'ended'],
    ['an option that needs a package', { is_restricted: true, left: 0 }, 150, 'restricted'],
    ['an option without a free place', { left: 0 }, 150, 'sold_out'],
    ['a full option with a waitlist', { left: 0, waitlist: true }, 150, 'waitlist'],
    ['an option with a waitlist and free places', { waitlist: true }, 150, 'on_sale'],
    ['an option without a limit', { left: null }, 150, 'on_sale'],
    ['an option whose sale has no beginning', { window: { starts_at: null, ends_at: 200 } }, 0, 'on_sale'],
    ['a full option before its sale', { left: 0 }, 99, 'not_started'],
  ])('the sale status follows from the event, the sale window and the places left: %s', (_, change, now, status) =>
    expect(saleStatus({ ...facts, ...change }, now)).toBe(status),
  )

  it('a card shows the option closest to being on sale', () => {
    expect(bestSaleStatus(['sold_out', 'not_started', 'on_sale'], 'closed')).toBe('on_sale')
    expect(bestSaleStatus(['sold_out', 'ended'], 'closed')).toBe('sold_out')
    expect(bestSaleStatus([], 'ended')).toBe('ended')
  })
})

describe('saleWindow', () => {
  const event = { starts_at: at('2027-03-15T13:00:00Z'), timezone: 'America/Toronto' }
  it('a sale ends at the start of the event by default', () => {
    expect(saleWindow({ sale_starts_at: null, sale_ends_at: null }, event, 'PT0S')).toEqual({
      starts_at: null,
      ends_at: event.starts_at,
    })
  })
  it("days are counted in the event's time zone across daylight saving changes", () => {
    expect(saleWindow({ sale_starts_at: 5, sale_ends_at: null }, event, 'P2D')).toEqual({
      starts_at: 5,
      ends_at: at('2027-03-13T14:00:00Z'),
    })
    expect(saleWindow({ sale_starts_at: 5, sale_ends_at: null }, event, 'PT48H').ends_at).toBe(
      at('2027-03-13T13:00:00Z'),
    )
  })
  it('a sale ends when its option says', () =>
    expect(saleWindow({ sale_starts_at: null, sale_ends_at: 7 }, event, 'P2D').ends_at).toBe(7))
})

describe('lifecycleOf', () => {
  it.each([
    [99, 'upcoming'],
    [100, 'ongoing'],
    [200, 'ongoing'],
    [201, 'ended'],
  ] as const)('at %i an event from 100 to 200 is %s', (now, lifecycle) => {
    expect(lifecycleOf({ starts_at: 100, ends_at: 200 }, now)).toBe(lifecycle)
  })
})

describe('placesLeft', () => {
  const pool = { id: 'bus', spots_total: 20, spots_taken: 12 }
  const own = (spots_total: number, spots_taken: number, pools: (typeof pool)[] = []) => ({
    spots_total,
    spots_taken,
    pools,
  })
  it.each([
    ['an option with its own places', own(10, 3), 7],
    ['an option with fewer places in its pool', own(50, 3, [pool]), 8],
    ['an option with several pools', own(50, 3, [pool, { id: 'boats', spots_total: 5, spots_taken: 5 }]), 0],
    ['an option limited by its pool only', own(unlimitedSpots, 3, [pool]), 8],
    ['an option without any limit', own(unlimitedSpots, 3), null],
  ])('the places left of %s are correct', (_, option, left) => expect(placesLeft(option)).toBe(left))

  it.each([
    ['those of options without a pool are added up', [own(10, 3), own(5, 0)], 12],
    ['those of a shared pool are counted once', [own(10, 0, [pool]), own(10, 0, [pool])], 8],
    ['those outside the pool are added', [own(10, 0, [pool]), own(10, 0, [pool]), own(4, 1)], 11],
    ['an option without a limit makes them unlimited', [own(10, 3), own(unlimitedSpots, 0)], null],
    [
      'two options without a limit have those of their pool',
      [own(unlimitedSpots, 0, [pool]), own(unlimitedSpots, 0, [pool])],
      8,
    ],
  ])('the places left of several options: %s', (_, options, left) => expect(placesLeftTogether(options)).toBe(left))
})

describe('searchTerms', () => {
  it.each([
    [undefined, null],
    ['  ', null],
    ['canoe', '"canoe"*'],
    ['Canoe week!', '"Canoe"* AND "week"*'],
    ['école d’été', '"école"* AND "d"* AND "été"*'],
    ['a" OR name:b*', '"a"* AND "OR"* AND "name"* AND "b"*'],
  ])('the search input %s becomes the terms %s', (typed, terms) => expect(searchTerms(typed)).toBe(terms))
  it('punctuation alone matches nothing', () => expect(searchTerms('%%%')).not.toBeNull())
})

describe('dayBounds', () => {
  const day = (range: Parameters<typeof dayBounds>[0]) => {
    const { from, to } = dayBounds(range, 'America/Toronto')
    return [from, to].map((each) => (each === null ? null : new Date(each).toISOString()))
  }
  it.each([
    ['from a day on', { scheduled_gte: '2027-07-05' }, ['2027-07-05T04:00:00.000Z', null]],
    ['up to the end of a day', { scheduled_lte: '2027-07-05' }, [null, '2027-07-06T03:59:59.999Z']],
    ['after a day', { scheduled_gt: '2027-07-05' }, ['2027-07-06T04:00:00.000Z', null]],
    ['before a day', { scheduled_lt: '2027-07-05' }, [null, '2027-07-05T03:59:59.999Z']],
    [
      'from an instant to an instant',
      { scheduled_gte: '2027-07-05T10:00:00Z', scheduled_lt: '2027-07-05T10:00:01+00:00' },
      ['2027-07-05T10:00:00.000Z', '2027-07-05T10:00:00.999Z'],
    ],
    ['from a local time without an offset', { scheduled_gte: '2027-07-05T10:00' }, ['2027-07-05T14:00:00.000Z', null]],
    [
      'with the later of two first days',
      { scheduled_gte: '2027-07-05', scheduled_gt: '2027-07-06' },
      ['2027-07-07T04:00:00.000Z', null],
    ],
  ])('the day bounds of a filter %s are correct', (_, range, bounds) => expect(day(range)).toEqual(bounds))
})
