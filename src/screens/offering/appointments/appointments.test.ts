import { describe, expect, it } from 'vitest'
import type { AppointmentOption, AppointmentType, AvailableTime } from '#contract/offering/appointment'
import { firstWeekday, monthAfter, monthNow } from '../../../locales/calendar-month.ts'
import { exampleProgram, exampleProgramContext, priceOf, undescribed } from '../../example-program.ts'
import { monthGrid } from './month-grid.ts'
import { lengthWords, optionPrice } from './option-words.ts'
import { readAppointmentChoice } from '../../../page-input/appointment-choice.ts'
import { serviceData } from './service-data.ts'
import { clockWords, timeWords } from './time-words.ts'

const plain = (words: string) => words.replaceAll(/[\u00a0\u202f]/g, ' ')
const now = Date.parse('2027-07-01T12:00:00Z')
const half: AppointmentOption = {
  id: 'aop_half',
  object: 'appointment_option',
  appointment_type_id: 'apt_swim',
  name: 'Half an hour',
  free: false,
  duration: 30,
  price: priceOf(4500),
}
const swim: AppointmentType = {
  id: 'apt_swim',
  object: 'appointment_type',
  name: 'Swim lesson',
  summary: 'You and a coach',
  description: null,
  program: { id: 'lakeside', name: 'Lakeside Camps', timezone: 'America/Toronto', currency: 'CAD' },
  venues: [],
  is_online_event: true,
  is_preregistration_enabled: false,
  status: 'published',
  url: 'https://book.example/pg/lakeside/schedule/apt_swim',
  ...undescribed,
  restrict_to_package_ids: [],
  packages: [],
  waiver: null,
  refund_policy: {
    camp_refund_retention_policy: null,
    is_automated_camp_refund_allowed: false,
    is_camp_refund_request_allowed: true,
    camp_refund_policy: [],
    is_session_cancellation_request_allowed: true,
    session_cancellation_policy: null,
    timezone: 'America/Toronto',
  },
  durations: [30],
  period_type: 'unlimited',
  max_booking_time: null,
  period_starts_on: null,
  period_ends_on: null,
  opening_hours: [],
  pricing: { amount_of_options: 1, minimum_option_price: half.price, maximum_option_price: half.price },
  options: [half],
  currency: 'CAD',
  timezone: 'America/Toronto',
  created: '2027-01-01T00:00:00Z',
  updated: '2027-01-01T00:00:00Z',
  published: null,
}
const july = (free: number[]) =>
  Array.from({ length: 31 }, (_, index) => ({
    date: `2027-07-${String(index + 1).padStart(2, '0')}`,
    is_available: free.includes(index + 1),
  }))
const grid = (change: Partial<Parameters<typeof monthGrid>[0]> = {}, programContext = exampleProgramContext('en')) =>
  monthGrid(
    { type: swim, month: '2027-07', days: july([5, 7]), date: '2027-07-05', option: null, now, ...change },
    programContext,
  )

describe('a month of free days', () => {
  it('the month links its free days to their times', () => {
    const { weeks, weekdays, heading } = grid()
    expect([
      heading,
      weekdays.map(({ short }) => short).join(' '),
      weeks.length,
      weeks[0]?.map((cell) => cell?.day ?? '-').join(' '),
    ]).toEqual(['July 2027', 'Sun Mon Tue Wed Thu Fri Sat', 5, '- - - - 1 2 3'])
    expect(
      weeks
        .flat()
        .filter((cell) => cell?.href)
        .map((cell) => [cell?.words.replaceAll('\u00a0', ' '), cell?.href, cell?.isChosen]),
    ).toEqual([
      ['Mon, July 5', '/pg/lakeside/schedule/apt_swim?date=2027-07-05#times', true],
      ['Wed, July 7', '/pg/lakeside/schedule/apt_swim?date=2027-07-07#times', false],
    ])
    expect(
      weeks
        .flat()
        .filter((cell) => cell?.isToday)
        .map((cell) => cell?.day),
    ).toEqual([1])
  })

  it('a month begins on Monday in France', () => {
    const programContext = exampleProgramContext('fr', { ...exampleProgram, country: 'FR' })
    const { weekdays, weeks, later } = grid({ option: 'aop_half' }, programContext)
    expect([weekdays[0]?.long, weeks[0]?.[3]?.day, later?.href, later && plain(later.words)]).toEqual([
      'lundi',
      1,
      '/pg/lakeside/schedule/apt_swim?option=aop_half&month=2027-08&lang=fr',
      'août 2027',
    ])
  })

  it.each<[string, Partial<AppointmentType>, string, boolean, [string | null, string | null]]>([
    ['the current month without a limit', {}, '2027-07', true, [null, '2027-08']],
    ['the last month of two years without a limit', {}, '2029-06', true, ['2029-05', null]],
    ['a month long ago', {}, '2020-01', false, [null, '2027-07']],
    ['a month far ahead', {}, '2040-01', false, ['2029-06', null]],
    [
      'the current month of a window of ten days',
      { period_type: 'rolling', max_booking_time: 10 },
      '2027-07',
      true,
      [null, null],
    ],
    [
      'the current month of a window of forty days',
      { period_type: 'rolling', max_booking_time: 40 },
      '2027-07',
      true,
      [null, '2027-08'],
    ],
    [
      'July before a range in August',
      { period_type: 'range', period_starts_on: '2027-08-05', period_ends_on: '2027-09-01' },
      '2027-07',
      false,
      [null, '2027-08'],
    ],
    [
      'September after a range in August',
      { period_type: 'range', period_starts_on: '2027-08-05', period_ends_on: '2027-09-01' },
      '2027-09',
      true,
      ['2027-08', null],
    ],
    [
      'a month after the range',
      { period_type: 'range', period_starts_on: '2027-01-05', period_ends_on: '2027-02-01' },
      '2027-07',
      false,
      [null, null],
    ],
    [
      'the current month of a window of nine free days',
      { period_type: 'rolling_window', max_booking_time: 9 },
      '2027-07',
      false,
      [null, '2027-08'],
    ],
    [
      'a month after a window of nine free days',
      { period_type: 'rolling_window', max_booking_time: 9 },
      '2027-10',
      false,
      ['2027-09', null],
    ],
  ])('the calendar of free days links only to months that can be booked: %s', (_, type, month, hasFree, expected) => {
    const days = july(hasFree ? [5] : [])
      .map((day) => ({ ...day, date: day.date.replace('2027-07', month) }))
      .filter(({ date }) => !Number.isNaN(Date.parse(date)))
    const { earlier, later } = grid({ type: { ...swim, ...type }, month, days, date: null })
    expect([earlier?.month ?? null, later?.month ?? null]).toEqual(expected)
  })
})

describe('a free time in words', () => {
  const time = (starts_at: string, local_start: string, spots = 1): AvailableTime => ({
    starts_at,
    ends_at: new Date(Date.parse(starts_at) + 1_800_000).toISOString(),
    local_start,
    available_spots: spots,
  })
  const linesOf = (times: AvailableTime[], language: 'en' | 'fr' = 'en') =>
    timeWords(times, 'America/Toronto', language).map(({ starts, until, places }) =>
      plain([starts, until, places].filter(Boolean).join(', ')),
    )

  it('a free time shows its start and end', () => {
    const times = [
      time('2027-07-05T13:00:00Z', '2027-07-05T09:00:00-04:00', 2),
      time('2027-07-05T15:30:00Z', '2027-07-05T11:30:00-04:00', 1),
    ]
    expect([linesOf(times), linesOf(times, 'fr'), linesOf(times.slice(1))]).toEqual([
      ['9 am, to 9:30 am, 2 places', '11:30 am, to noon, 1 place'],
      ['9 h, à 9 h 30, 2 places', '11 h 30, à midi, 1 place'],
      ['11:30 am, to noon'],
    ])
  })

  it('a free time names its UTC offset when an hour occurs twice', () => {
    const times = [
      time('2027-11-07T05:30:00Z', '2027-11-07T01:30:00-04:00'),
      time('2027-11-07T06:30:00Z', '2027-11-07T01:30:00-05:00'),
    ]
    expect([linesOf(times), linesOf(times, 'fr')]).toEqual([
      ['1:30 am EDT, to 2 am', '1:30 am EST, to 2 am'].map((words, index) =>
        index === 0 ? words.replace('to 2 am', 'to 1 am') : words,
      ),
      ['1 h 30 HAE, à 1 h', '1 h 30 HNE, à 2 h'],
    ])
  })
})

describe('the words of an option', () => {
  it.each([
    [15, '15 min', '15 min'],
    [60, '1 hour', '1 h'],
    [90, '1 h 30 min', '1 h 30'],
    [120, '2 hours', '2 h'],
  ])('an appointment option of %s minutes shows “%s”', (minutes, en, fr) =>
    expect([plain(lengthWords(minutes, 'en')), plain(lengthWords(minutes, 'fr'))]).toEqual([en, fr]),
  )
  it('an option shows its price without ".00"', () =>
    expect([
      optionPrice(half, exampleProgramContext('en')),
      plain(optionPrice(half, exampleProgramContext('fr'))),
      optionPrice({ ...half, free: true, price: priceOf(0) }, exampleProgramContext('en')),
    ]).toEqual(['$54.24', '54,24 $', 'Free']))
})

describe('the selection in a URL', () => {
  it.each([
    ['', { option: null, month: null, date: null }],
    ['?month=2027-07&option=aop_1', { option: 'aop_1', month: '2027-07', date: null }],
    ['?date=2027-08-05&month=2027-07', { option: null, month: '2027-08', date: '2027-08-05' }],
    ['?date=2027-02-30&month=2027-07', { option: null, month: '2027-07', date: null }],
    ['?date=tomorrow&month=2027-13&option=../x', { option: null, month: null, date: null }],
  ])('the URL “%s” is read as a selection', (query, expected) =>
    expect(readAppointmentChoice(new URLSearchParams(query))).toEqual(expected),
  )
})

it('the month after December is January', () => {
  expect([
    monthAfter('2027-12', 1),
    monthAfter('2027-01', -1),
    monthAfter('2027-07', 30),
    monthNow(Date.parse('2027-08-01T02:00:00Z'), 'America/Toronto'),
    monthNow(Date.parse('2027-08-01T02:00:00Z'), 'UTC'),
  ]).toEqual(['2028-01', '2026-12', '2030-01', '2027-07', '2027-08'])
  expect([firstWeekday('en', 'CA'), firstWeekday('fr', 'FR'), firstWeekday('en', 'GB')]).toEqual([0, 1, 1])
})

it('the structured data has one offer per option', () => {
  const data = serviceData(swim, {
    selling: exampleProgram.selling,
    url: 'https://book.example/pg/lakeside/schedule/apt_swim',
    image: null,
    provider: 'https://book.example/pg/lakeside',
  })
  expect(data).toMatchObject({
    '@type': 'Service',
    name: 'Swim lesson',
    provider: { name: 'Lakeside Camps' },
    offers: [{ '@type': 'Offer', name: 'Half an hour', price: 54.24, priceCurrency: 'CAD' }],
  })
})

describe('the free hours of a day, prepared for JavaScript', () => {
  it.each([
    ['en', 0, 'midnight', '12:{minute} am'],
    ['en', 9, '9 am', '9:{minute} am'],
    ['en', 12, 'noon', '12:{minute} pm'],
    ['en', 23, '11 pm', '11:{minute} pm'],
    ['fr', 0, 'minuit', '0 h {minute}'],
    ['fr', 12, 'midi', '12 h {minute}'],
    ['fr', 23, '23 h', '23 h {minute}'],
  ] as const)('the hour in %s at %i o’clock is written as “%s” and “%s”', (language, hour, full, past) => {
    const { hours, minutes } = clockWords(language)
    expect(
      [hours, minutes].map((words) => plain(words).split('|')).map((words) => [words.length, words[hour]]),
    ).toEqual([
      [24, full],
      [24, past],
    ])
  })
  it('the days for JavaScript start on Sunday', () =>
    expect(
      [clockWords('en').days, clockWords('fr').days].map((days) => [
        days.split('|').length,
        days.split('|')[0],
        days.split('|')[6],
      ]),
    ).toEqual([
      [7, 'Sun', 'Sat'],
      [7, 'dim.', 'sam.'],
    ]))
})
