import { describe, expect, it } from 'vitest'
import type { Registration } from '#contract/booking/registration'
import type { Attendee } from '#contract/people/attendee'
import type { OthersBooking } from '../../../api/load-others-bookings.ts'
import { exampleProgramContext } from '../../example-program.ts'
import { seasonOf } from './season.ts'

const page = { ...exampleProgramContext('en'), isClosed: false }
const now = Date.parse('2027-07-07T12:00:00Z')
const zone = { timezone: 'America/Toronto', overnight: null, is_series: false, series_dates: [] }
const camp = (monday: string) => ({
  ...{ ...zone, name: 'Sail Week', starts_at: `${monday}T13:00:00Z` },
  ends_at: `${monday.slice(0, 8)}${String(Number(monday.slice(8)) + 4).padStart(2, '0')}T20:00:00Z`,
})
const place = (id: string, who: string, event: object, status = 'confirmed') =>
  ({ id, status, attendee_profile: { attendee_id: `att_${who}`, first_name: who }, event }) as unknown as Registration
const child = (who: string, bornOn: string | null = null) =>
  ({ id: `att_${who}`, first_name: who, date_of_birth: bornOn, relations: [{ relation: 'parent' }] }) as Attendee
const season = (places: Registration[], more: Partial<Parameters<typeof seasonOf>[0]> = {}) =>
  seasonOf({ places, others: [], family: [], who: null, hasMore: false, now, ...more }, page)
const july = [place('reg_1', 'Maya', camp('2027-07-12')), place('reg_2', 'Samuel', camp('2027-07-26'), 'waitlisted')]

describe('the season of a family', () => {
  it('a season has the weeks from the first booking to the last, by person', () => {
    expect(season(july)).toMatchObject({
      heading: 'July 2027',
      people: [{ name: 'Maya' }, { name: 'Samuel' }],
      isAllCertain: false,
      weeks: [
        { month: 'Jul', days: '12–16', isNow: false },
        { month: 'Jul', days: '19–23' },
        { month: 'Jul', days: '26–30' },
      ],
    })
  })

  it('a booking links to its place in the list', () => {
    const cells = season(july)?.weeks.map((week) => week.cells.map(({ booked }) => booked))
    expect(cells?.[0]?.[0]).toEqual([
      { href: '#reg_1', name: 'Sail Week', note: '9\u00a0am – 4\u00a0pm', isCertain: true },
    ])
    expect(cells?.[2]?.[1]).toMatchObject([{ href: '#reg_2', note: 'On the waitlist', isCertain: false }])
  })

  it('a family with more bookings than a page sees only weeks whose bookings are all read', () => {
    const places = [...july, place('reg_5', 'Maya', camp('2027-08-09')), place('reg_6', 'Maya', camp('2027-08-16'))]
    expect(season(places)?.weeks.map(({ days }) => days)).toHaveLength(6)
    expect(
      season(places, { hasMore: true })
        ?.weeks.map(({ days }) => days)
        .at(-1),
    ).toBe('9–13')
    expect(season(july.slice(0, 1), { hasMore: true })).toBeNull()
  })

  it('an open week leads to what suits the person in that week', () => {
    const weeks = season(july, { family: [child('Maya', '2018-07-20'), child('Samuel')] })?.weeks
    expect(weeks?.[1]?.cells[0]?.add).toEqual({
      href: expect.stringMatching(/scheduled_gte=2027-07-19&scheduled_lte=2027-07-25&age=8/),
      about: 'something for Maya, July\u00a019 to 23, 2027',
    })
    expect(weeks?.[1]?.cells[1]?.add?.href).not.toContain('age=')
    expect(weeks?.[0]?.cells[0]?.add).toBeNull()
  })

  it('a single day of a week has its weekday', () => {
    const game = { ...zone, name: 'First Game', starts_at: '2027-07-21T20:00:00Z', ends_at: '2027-07-21T21:30:00Z' }
    expect(season([...july, place('reg_3', 'Maya', game)])?.weeks[1]?.cells[0]?.booked[0]?.note).toMatch(/^Wed, 4/)
  })

  it('a booking of another adult fills its week, and a child without bookings has open weeks', () => {
    const other = {
      ...camp('2027-07-19'),
      id: 'reg_o',
      title: 'Canoe Week',
      status: 'confirmed',
      attendee_id: 'att_Lou',
      first_name: 'Lou',
    }
    const shown = season(july, { others: [other as unknown as OthersBooking], family: [child('Ada')] })
    expect(shown?.people.map(({ name }) => name)).toEqual(['Maya', 'Samuel', 'Lou', 'Ada'])
    expect(shown?.weeks[1]?.cells[2]?.booked).toMatchObject([{ name: 'Canoe Week' }])
    expect(shown?.weeks[1]?.cells[3]).toMatchObject({ booked: [], add: { about: expect.stringContaining('Ada') } })
  })

  it.each([
    ['bookings in one week only', [july[0] as Registration]],
    ['no bookings', []],
    [
      'a second booking more than ten weeks later',
      [july[0] as Registration, place('reg_4', 'Maya', camp('2027-11-08'))],
    ],
  ])('%s make no season', (_, places) => expect(season(places)).toBeNull())
})
