import { describe, expect, it } from 'vitest'
import type { Registration } from '#contract/booking/registration'
import type { OthersBooking } from '../../../api/load-others-bookings.ts'
import { weeksOfMonth } from '../../../locales/calendar-month.ts'
import { exampleProgramContext } from '../../example-program.ts'
import { bookedDays, bookedMonth, namesInShort } from './booked-month.ts'

const now = Date.parse('2027-07-05T12:00:00Z')
const place = (id: string, who: string, [starts_at, ends_at]: [string, string], part: object = {}) =>
  ({
    id,
    attendee_profile: { attendee_id: `att_${who}`, first_name: who },
    event: {
      name: 'Sail Week',
      starts_at,
      ends_at,
      timezone: 'America/Toronto',
      is_series: false,
      series_dates: [],
      ...part,
    },
  }) as unknown as Registration
const week = place('reg_week', 'Maya', ['2027-07-05T13:00:00Z', '2027-07-09T20:00:00Z'])
const swim = place('reg_swim', 'Samuel', ['2027-07-07T22:00:00Z', '2027-07-07T23:00:00Z'], { name: 'Swim' })

describe('the days of a booking in the calendar', () => {
  it('a camp is on each of its days and a series on its dates', () => {
    expect(bookedDays(week.event)).toEqual(['2027-07-05', '2027-07-06', '2027-07-07', '2027-07-08', '2027-07-09'])
    const dates = ['2027-07-10', '2027-07-17'].map((day) => ({
      starts_at: `${day}T13:00:00Z`,
      ends_at: `${day}T14:00:00Z`,
    }))
    const series = place('s', 'Maya', ['2027-07-10T13:00:00Z', '2027-07-17T14:00:00Z'], {
      is_series: true,
      series_dates: dates,
    })
    expect(bookedDays(series.event)).toEqual(['2027-07-10', '2027-07-17'])
  })
  it('an overnight booking is on every day it touches', () => {
    const overnight = place('o', 'Maya', ['2027-07-09T21:00:00Z', '2027-07-11T14:00:00Z'])
    expect(bookedDays(overnight.event)).toEqual(['2027-07-09', '2027-07-10', '2027-07-11'])
    const evening = place('e', 'Maya', ['2027-07-10T00:00:00Z', '2027-07-10T05:00:00Z'])
    expect(bookedDays(evening.event)).toEqual(['2027-07-09'])
  })
})

describe('the calendar month of bookings', () => {
  const month = (month: string, language: 'en' | 'fr' = 'en') =>
    bookedMonth({ month, places: [week, swim], others: [], now }, exampleProgramContext(language))
  const cellOf = (day: number, of = month('2027-07')) => of.weeks.flat().find((cell) => cell?.day === day)

  it('each day links to its first booking', () => {
    expect(cellOf(7)).toMatchObject({ marks: ['M', 'S'], more: 0, first: 'reg_week', isToday: false })
    expect(cellOf(7)?.words.replaceAll('\u00a0', ' ')).toBe('Wed, July 7: Sail Week for Maya; Swim for Samuel')
    expect(cellOf(5)).toMatchObject({ marks: ['M'], isToday: true })
    expect(cellOf(10)).toMatchObject({ marks: [], first: null })
    expect(month('2027-07').legend).toEqual([
      { mark: 'M', name: 'Maya' },
      { mark: 'S', name: 'Samuel' },
    ])
  })
  it('bookings by other adults are on each date of a series', () => {
    const dates = ['2027-07-07', '2027-07-21'].map((day) => ({
      starts_at: `${day}T15:00:00Z`,
      ends_at: `${day}T16:00:00Z`,
    }))
    const { event } = place('', 'Zoé', ['2027-07-07T15:00:00Z', '2027-07-21T16:00:00Z'], {
      is_series: true,
      series_dates: dates,
    })
    const other = { ...event, id: 'reg_dance', title: 'Dance', attendee_id: 'att_Zoé', first_name: 'Zoé' }
    const { name: _, ...times } = other
    const shown = bookedMonth(
      { month: '2027-07', places: [swim], others: [times as unknown as OthersBooking], now },
      exampleProgramContext('en'),
    )
    expect(cellOf(7, shown)).toMatchObject({ marks: ['S', 'Z'], first: 'reg_swim' })
    expect(cellOf(7, shown)?.words).toContain('Dance for Zoé')
    expect(cellOf(14, shown)).toMatchObject({ marks: [], first: null })
    expect(cellOf(21, shown)).toMatchObject({ marks: ['Z'], first: 'reg_dance' })
    expect(shown.others).toHaveLength(1)
  })
  it('the calendar month is translated to French', () =>
    expect(cellOf(7, month('2027-07', 'fr'))?.words.replaceAll('\u00a0', ' ')).toBe(
      'Mer. 7 juill. : Sail Week pour Maya; Swim pour Samuel',
    ))
  it('bookings of other months are left out', () => {
    expect(month('2027-08').places).toEqual([])
    expect(month('2027-08').legend).toEqual([])
  })
  it('the month begins on the first day of a week', () => {
    expect(weeksOfMonth('2027-02', 0).map((days) => days.map((day) => day?.slice(8) ?? '').join(' '))).toEqual([
      ' 01 02 03 04 05 06',
      '07 08 09 10 11 12 13',
      '14 15 16 17 18 19 20',
      '21 22 23 24 25 26 27',
      '28      ',
    ])
    expect(weeksOfMonth('2028-02', 1).flat().filter(Boolean)).toHaveLength(29)
  })
})

describe('the initials of names', () => {
  it.each([
    [
      ['Maya', 'Samuel'],
      ['M', 'S'],
    ],
    [
      ['Maya', 'Milo', 'zoé'],
      ['Ma', 'Mi', 'Z'],
    ],
    [
      ['Maya', 'Maya'],
      ['May', 'May'],
    ],
    [
      ['Élodie', ''],
      ['É', ''],
    ],
  ])('the names %j have the initials %j', (names, marks) =>
    expect([...namesInShort(new Map(names.map((name, index) => [String(index), name]))).values()]).toEqual(marks),
  )
})
