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
    [
      'a cancelled event sells nothing, whatever else is true',
      { event_status: 'cancelled', is_closed: true },
      150,
      'event_cancelled',
    ],
    ['a closed option', { is_closed: true }, 150, 'closed'],
    ['an unpublished event', { event_status: 'unpublished' }, 150, 'closed'],
    ['an archived event', { event_status: 'archived' }, 150, 'closed'],
    ['one moment before the sale', {}, 99, 'not_started'],
    ['the moment the sale opens', {}, 100, 'on_sale'],
    ['the last moment of the sale', {}, 200, 'on_sale'],
    ['one moment after the sale', {}, 201, 'ended'],
    ['a package is needed', { is_restricted: true, left: 0 }, 150, 'restricted'],
    ['no place left', { left: 0 }, 150, 'sold_out'],
    ['no place left, with a list', { left: 0, waitlist: true }, 150, 'waitlist'],
    ['a list beside places that are left', { waitlist: true }, 150, 'on_sale'],
    ['no limit', { left: null }, 150, 'on_sale'],
    ['no beginning', { window: { starts_at: null, ends_at: 200 } }, 0, 'on_sale'],
    ['sold out before the sale opens is not open yet', { left: 0 }, 99, 'not_started'],
  ])('sale status: %s', (_, change, now, status) => expect(saleStatus({ ...facts, ...change }, now)).toBe(status))

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
    ['its own places', own(10, 3), 7],
    ['the smaller of its own and its pool’s', own(50, 3, [pool]), 8],
    ['the smallest of several pools', own(50, 3, [pool, { id: 'boats', spots_total: 5, spots_taken: 5 }]), 0],
    ['no limit of its own, but one of its pool', own(unlimitedSpots, 3, [pool]), 8],
    ['no limit at all', own(unlimitedSpots, 3), null],
  ])('places left: %s', (_, option, left) => expect(placesLeft(option)).toBe(left))

  it.each([
    ['options on their own are added up', [own(10, 3), own(5, 0)], 12],
    ['what they share is counted once', [own(10, 0, [pool]), own(10, 0, [pool])], 8],
    ['what one has beside the pool is added', [own(10, 0, [pool]), own(10, 0, [pool]), own(4, 1)], 11],
    ['one without a limit has no end', [own(10, 3), own(unlimitedSpots, 0)], null],
    ['two without a limit end with their pool', [own(unlimitedSpots, 0, [pool]), own(unlimitedSpots, 0, [pool])], 8],
  ])('places left together: %s', (_, options, left) => expect(placesLeftTogether(options)).toBe(left))
})

describe('searchTerms', () => {
  it.each([
    [undefined, null],
    ['  ', null],
    ['canoe', '"canoe"*'],
    ['Canoe week!', '"Canoe"* AND "week"*'],
    ['école d’été', '"école"* AND "d"* AND "été"*'],
    ['a" OR name:b*', '"a"* AND "OR"* AND "name"* AND "b"*'],
  ])('search terms: %s', (typed, terms) => expect(searchTerms(typed)).toBe(terms))
  it('punctuation alone matches nothing', () => expect(searchTerms('%%%')).not.toBeNull())
})

describe('dayBounds', () => {
  const day = (range: Parameters<typeof dayBounds>[0]) => {
    const { from, to } = dayBounds(range, 'America/Toronto')
    return [from, to].map((each) => (each === null ? null : new Date(each).toISOString()))
  }
  it.each([
    ['from a day on', { scheduled_gte: '2027-07-05' }, ['2027-07-05T04:00:00.000Z', null]],
    ['up to a day, all of it', { scheduled_lte: '2027-07-05' }, [null, '2027-07-06T03:59:59.999Z']],
    ['after a day', { scheduled_gt: '2027-07-05' }, ['2027-07-06T04:00:00.000Z', null]],
    ['before a day', { scheduled_lt: '2027-07-05' }, [null, '2027-07-05T03:59:59.999Z']],
    [
      'an instant means itself',
      { scheduled_gte: '2027-07-05T10:00:00Z', scheduled_lt: '2027-07-05T10:00:01+00:00' },
      ['2027-07-05T10:00:00.000Z', '2027-07-05T10:00:00.999Z'],
    ],
    [
      'a time without an offset is the zone’s',
      { scheduled_gte: '2027-07-05T10:00' },
      ['2027-07-05T14:00:00.000Z', null],
    ],
    [
      'the tighter of two counts',
      { scheduled_gte: '2027-07-05', scheduled_gt: '2027-07-06' },
      ['2027-07-07T04:00:00.000Z', null],
    ],
  ])('day bounds: %s', (_, range, bounds) => expect(day(range)).toEqual(bounds))
})
