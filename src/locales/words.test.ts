import { describe, expect, it } from 'vitest'
import { dateSpan, dayMonth, longDateSpan, monthHeading, weekdayDay } from './day-words.ts'
import { hourSpan, hourWords } from './hour-words.ts'
import { daysBetween, wallClock, zonePlace } from './zoned-time.ts'

const plain = (words: string) => words.replaceAll('\u00a0', ' ')
const torontoClock = (instant: string) => wallClock(instant, 'America/Toronto')
const hour = (text: string) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) })

describe('wallClock', () => {
  it.each([
    {
      instant: '2027-07-05T13:00:00Z',
      timezone: 'America/Toronto',
      shown: { year: 2027, month: 7, day: 5, weekday: 1, hour: 9, minute: 0 },
    },
    {
      instant: '2027-01-01T03:30:00Z',
      timezone: 'America/Toronto',
      shown: { year: 2026, month: 12, day: 31, weekday: 4, hour: 22, minute: 30 },
    },
    {
      instant: '2027-03-14T07:00:00Z',
      timezone: 'America/Toronto',
      shown: { year: 2027, month: 3, day: 14, weekday: 0, hour: 3, minute: 0 },
    },
    {
      instant: '2027-07-05T00:00:00Z',
      timezone: 'Asia/Kolkata',
      shown: { year: 2027, month: 7, day: 5, weekday: 1, hour: 5, minute: 30 },
    },
    {
      instant: '2027-07-05T04:00:00Z',
      timezone: 'America/Toronto',
      shown: { year: 2027, month: 7, day: 5, weekday: 1, hour: 0, minute: 0 },
    },
  ])('shows $instant as a clock in $timezone does', ({ instant, timezone, shown }) =>
    expect(wallClock(instant, timezone)).toEqual(shown),
  )

  it('counts days by the calendar, across the change of the clocks', () =>
    expect(daysBetween(torontoClock('2027-03-13T14:00:00Z'), torontoClock('2027-03-15T13:00:00Z'))).toBe(2))
  it('names a zone by its place', () => expect(zonePlace('America/Argentina/Buenos_Aires')).toBe('Buenos Aires'))
})

describe('days in words', () => {
  const spans = [
    { from: '2027-07-05T13:00:00Z', to: '2027-07-09T20:00:00Z', en: '5 to 9 July 2027', fr: '5 au 9 juillet 2027' },
    {
      from: '2027-07-26T13:00:00Z',
      to: '2027-08-06T20:00:00Z',
      en: '26 July to 6 August 2027',
      fr: '26 juillet au 6 août 2027',
    },
    {
      from: '2026-12-29T14:00:00Z',
      to: '2027-01-02T20:00:00Z',
      en: '29 December 2026 to 2 January 2027',
      fr: '29 décembre 2026 au 2 janvier 2027',
    },
    { from: '2027-05-01T13:00:00Z', to: '2027-05-01T20:00:00Z', en: '1 May 2027', fr: '1er mai 2027' },
  ]
  it.each(spans)('says $en', ({ from, to, en }) =>
    expect(plain(dateSpan(torontoClock(from), torontoClock(to), 'en'))).toBe(en),
  )
  it.each(spans)('dit $fr', ({ from, to, fr }) =>
    expect(plain(dateSpan(torontoClock(from), torontoClock(to), 'fr'))).toBe(fr),
  )

  const longSpans = [
    {
      from: '2027-07-05T13:00:00Z',
      to: '2027-07-09T20:00:00Z',
      en: 'Monday 5 to Friday 9 July 2027',
      fr: 'Du lundi 5 au vendredi 9 juillet 2027',
    },
    {
      from: '2027-07-26T13:00:00Z',
      to: '2027-08-06T20:00:00Z',
      en: 'Monday 26 July to Friday 6 August 2027',
      fr: 'Du lundi 26 juillet au vendredi 6 août 2027',
    },
    {
      from: '2026-12-29T14:00:00Z',
      to: '2027-01-02T20:00:00Z',
      en: 'Tuesday 29 December 2026 to Saturday 2 January 2027',
      fr: 'Du mardi 29 décembre 2026 au samedi 2 janvier 2027',
    },
    {
      from: '2027-05-15T14:00:00Z',
      to: '2027-05-15T18:00:00Z',
      en: 'Saturday 15 May 2027',
      fr: 'Le samedi 15 mai 2027',
    },
  ]
  it.each(longSpans)('begins a sentence with $en', ({ from, to, en }) =>
    expect(plain(longDateSpan(torontoClock(from), torontoClock(to), 'en'))).toBe(en),
  )
  it.each(longSpans)('commence par $fr', ({ from, to, fr }) =>
    expect(plain(longDateSpan(torontoClock(from), torontoClock(to), 'fr'))).toBe(fr),
  )

  it('names a month with its year', () =>
    expect([
      monthHeading(torontoClock('2027-08-01T12:00:00Z'), 'en'),
      monthHeading(torontoClock('2027-08-01T12:00:00Z'), 'fr'),
    ]).toEqual(['August 2027', 'Août 2027']))
  it('names a deadline by its weekday', () =>
    expect(plain(weekdayDay(torontoClock('2027-06-21T13:00:00Z'), 'en'))).toBe('Monday 21 June'))
  it('shortens a month on a leaf', () =>
    expect(plain(dayMonth(torontoClock('2027-08-06T13:00:00Z'), 'fr', 'short'))).toBe('6 août'))
})

describe('hours in words', () => {
  it.each([
    { from: '09:00', to: '16:00', en: '9 am to 4 pm', fr: '9 h à 16 h' },
    { from: '13:00', to: '16:00', en: '1 to 4 pm', fr: '13 h à 16 h' },
    { from: '09:00', to: '09:45', en: '9 to 9:45 am', fr: '9 h à 9 h 45' },
    { from: '09:30', to: '12:30', en: '9:30 am to 12:30 pm', fr: '9 h 30 à 12 h 30' },
    { from: '09:00', to: '12:00', en: '9 am to noon', fr: '9 h à midi' },
    { from: '12:00', to: '16:00', en: 'noon to 4 pm', fr: 'midi à 16 h' },
    { from: '19:30', to: '00:00', en: '7:30 pm to midnight', fr: '19 h 30 à minuit' },
  ])('says $en and $fr', ({ from, to, en, fr }) =>
    expect([plain(hourSpan(hour(from), hour(to), 'en')), plain(hourSpan(hour(from), hour(to), 'fr'))]).toEqual([
      en,
      fr,
    ]),
  )

  it('says one hour alone', () =>
    expect([plain(hourWords(hour('14:47'), 'en')), plain(hourWords(hour('14:47'), 'fr'))]).toEqual([
      '2:47 pm',
      '14 h 47',
    ]))
})
