import { describe, expect, it } from 'vitest'
import type { SeasonEvent } from '#contract/organisation/season'
import { en } from '../../../locales/en.ts'
import { actsOf, byMonth, copiedRows, missingOf, missingWords, placesOf, stateOf, weeksOf } from './season-view.ts'

const now = Date.parse('2027-05-01T12:00:00Z')
const option = {
  ...{ key: 'full', name: 'Full', spots_total: 10 as number | null, spots_taken: 3, sold: 2, pools: [] },
  ...{ is_closed: false, sale_starts_at: null as string | null, sale_ends_at: null as string | null },
}
const event = (more: Partial<SeasonEvent> = {}, options: Partial<typeof option>[] = [{}]): SeasonEvent => ({
  ...{ object: 'season_event', id: 'evt_1', key: 'one', type: 'camp', name: 'One', status: 'published', version: '1' },
  ...{ starts_at: '2027-07-05T13:00:00.000Z', ends_at: '2027-07-09T20:00:00.000Z', timezone: 'America/Toronto' },
  ...{ dates: [], venues: [], is_online: false, is_elsewhere: false, minimum_age: 8, maximum_age: 12 },
  ...{ sold: 2, waiting: 0, options: options.map((each) => ({ ...option, ...each })) },
  ...more,
})

describe('the state of an event of the season', () => {
  it.each([
    ['draft', event({ status: 'draft' })],
    ['hidden', event({ status: 'unpublished' })],
    ['cancelled', event({ status: 'cancelled' })],
    ['archived', event({ status: 'archived' })],
    ['on_sale', event()],
    ['on_sale', event({}, [{ spots_taken: 10 }, {}])],
    ['full', event({}, [{ spots_taken: 11 }])],
    ['full', event({}, [{ spots_taken: 10 }, { is_closed: true }])],
    ['closed', event({}, [{ is_closed: true }, { sale_ends_at: '2027-04-30T00:00:00Z' }])],
    ['scheduled', event({}, [{ sale_starts_at: '2027-06-01T00:00:00Z' }])],
    ['on_sale', event({}, [{ sale_starts_at: '2027-06-01T00:00:00Z' }, { sale_starts_at: '2027-04-01T00:00:00Z' }])],
    ['elsewhere', event({ is_elsewhere: true }, [])],
    ['under_way', event({ starts_at: '2027-04-30T13:00:00Z' })],
    ['under_way', event({ starts_at: '2027-04-30T13:00:00Z' }, [{ is_closed: true }])],
    ['ended', event({ ends_at: '2027-05-01T12:00:00Z' })],
  ])('is %s', (state, given) => {
    expect(stateOf(given, now)).toBe(state)
  })
})

describe('the rows of the season', () => {
  it('places are sold, held and over the total, and one unlimited option has no total', () => {
    expect(
      placesOf(
        event({ sold: 4 }, [
          { spots_total: 5, spots_taken: 4 },
          { spots_total: 1, spots_taken: 3 },
        ]),
      ),
    ).toEqual({ total: 6, sold: 4, held: 3, over: 1 })
    expect(placesOf(event({}, [{ spots_total: null }, {}])).total).toBeNull()
  })

  it('events are grouped by the month of their start in their own time zone', () => {
    const late = event({ starts_at: '2027-08-01T02:00:00.000Z' })
    const months = byMonth([event(), late, event({ starts_at: '2027-08-03T13:00:00.000Z' })], 'en-CA')
    expect(months.map(({ heading, events }) => [heading, events.length])).toEqual([
      ['July 2027', 2],
      ['August 2027', 1],
    ])
  })

  it('a selection shows only the buttons that one of its events can take', () => {
    expect(actsOf([event({ status: 'draft' })])).toEqual(['publish', 'copy', 'archive'])
    expect(actsOf([event({ status: 'archived' })])).toEqual(['unpublish', 'copy'])
    expect(actsOf([event(), event({ status: 'unpublished' })])).toEqual(['publish', 'unpublish', 'copy', 'archive'])
  })
})

describe('a preview', () => {
  const words = en.deskSeason
  const error = (param: string) => ({ type: 'required', param, message: 'From the call.' })

  it('an incomplete event is named with its missing field, in the words of the page', () => {
    const errors = ['events.one.summary', 'events.one.options.full.cost', 'events.one.status', 'events[0]'].map(error)
    const missing = missingOf({ message: '', errors })
    expect(missing.map((each) => [each.key, missingWords(each, 'publish', words)])).toEqual([
      ['one', words.missing.summary],
      ['one', words.missing.cost],
      ['one', words.missing.status],
      ['', null],
    ])
    expect(missingOf({ message: 'No.', errors: [] })).toEqual([{ key: '', field: '', message: 'No.' }])
    expect(missingWords({ key: 'one', field: 'status', message: '' }, 'archive', words)).toBe(words.missing.archive)
  })

  it('a copy has its new days, and the weeks of a year without a valid number', () => {
    const copy = { name: { en: 'Canoe', fr: 'Canot' }, starts_at: '2028-07-03T09:00', ends_at: '2028-07-07T16:00' }
    const copies = [{ action: 'create', event: copy }] as unknown as Parameters<typeof copiedRows>[0]['copies']
    expect(copiedRows({ copies } as Parameters<typeof copiedRows>[0], 'fr-CA', 'fr')).toEqual([
      { name: 'Canot', days: expect.stringMatching(/^3\sau\s7\sjuillet\s2028$/), isNew: true },
    ])
    expect([weeksOf({ weeks: '4' }), weeksOf({ weeks: '0' }), weeksOf({})]).toEqual(['4', '52', '52'])
  })
})
