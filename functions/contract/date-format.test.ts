import { describe, expect, it } from 'vitest'
import {
  dateSpan,
  dayMonth,
  formatDate,
  formatDeadline,
  hourSpan,
  hourWords,
  type Locale,
  longDateSpan,
  monthHeading,
  weekdayDay,
  zoneWords,
} from './date-format.ts'
import { eventWhenLine } from './event-times.ts'
import { daysBetween, wallClock, zonePlace } from './wall-clock.ts'

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
  ])('an instant has the local time of its time zone: $instant in $timezone', ({ instant, timezone, shown }) =>
    expect(wallClock(instant, timezone)).toEqual(shown),
  )

  it('days are counted by the calendar across daylight saving changes', () =>
    expect(daysBetween(torontoClock('2027-03-13T14:00:00Z'), torontoClock('2027-03-15T13:00:00Z'))).toBe(2))
  it('a time zone is named by its city', () => expect(zonePlace('America/Argentina/Buenos_Aires')).toBe('Buenos Aires'))
})

const week = { starts_at: '2027-07-12T13:00:00Z', ends_at: '2027-07-16T20:00:00Z' }
const inToronto = { timezone: 'America/Toronto', overnight: null, is_series: false, series_dates: [] }
const now = Date.UTC(2027, 0, 4)

describe('U6: event times on pages and in mails', () => {
  it.each<{ locale: Locale; words: string }>([
    { locale: 'en-CA', words: 'Mon, July 12 to Fri, July 16, 2027, 9 am – 4 pm (Toronto time)' },
    { locale: 'en-US', words: 'Mon, July 12 to Fri, July 16, 2027, 9 am – 4 pm (Toronto time)' },
    { locale: 'en-GB', words: 'Mon 12 July to Fri 16 July 2027, 9 am – 4 pm (Toronto time)' },
    { locale: 'fr-CA', words: 'Lun. 12 juill. au ven. 16 juill. 2027, 9 h à 16 h (heure de Toronto)' },
  ])('event times in $locale: $words', ({ locale, words }) =>
    expect(plain(eventWhenLine({ ...week, ...inToronto }, locale))).toBe(words),
  )

  it('event times in mails equal those on pages', () =>
    expect(
      eventWhenLine(
        { starts_at: Date.parse(week.starts_at), ends_at: Date.parse(week.ends_at), ...inToronto },
        'en-CA',
      ),
    ).toBe(eventWhenLine({ ...week, ...inToronto }, 'en-CA')))

  it('a series shows its number of dates', () => {
    const dates = [5, 12, 19].map((day) => ({
      starts_at: Date.UTC(2027, 5, day, 13),
      ends_at: Date.UTC(2027, 5, day, 13, 45),
    }))
    const series = {
      starts_at: Date.UTC(2027, 5, 5, 13),
      ends_at: Date.UTC(2027, 5, 19, 13, 45),
      timezone: 'America/Toronto',
      overnight: null,
      is_series: true,
      series_dates: dates,
    }
    expect(plain(eventWhenLine(series, 'en-CA'))).toBe(
      'Sat, June 5 to Sat, June 19, 2027 · 3 dates, 9 – 9:45 am (Toronto time)',
    )
  })

  it('an event through the night shows both dates', () =>
    expect(
      plain(
        eventWhenLine({ starts_at: '2027-08-20T21:00:00Z', ends_at: '2027-08-22T18:00:00Z', ...inToronto }, 'en-CA'),
      ),
    ).toBe(
      'Fri, August 20 to Sun, August 22, 2027, starts Fri, August 20, 5 pm, ends Sun, August 22, 2 pm (Toronto time)',
    ))

  it('an overnight event shows the first and last date of its stay', () => {
    const nights = { starts_at: '2027-07-27T13:00:00Z', ends_at: '2027-07-29T19:00:00Z', ...inToronto }
    const stay = 'Tue, July 27 to Thu, July 29, 2027, starts Tue, July 27, 9 am, ends Thu, July 29, 3 pm (Toronto time)'
    const daily = 'Tue, July 27 to Thu, July 29, 2027, 9 am – 3 pm (Toronto time)'
    expect(plain(eventWhenLine({ ...nights, overnight: true }, 'en-CA'))).toBe(stay)
    expect(plain(eventWhenLine({ ...nights, overnight: false }, 'en-CA'))).toBe(daily)
    expect(plain(eventWhenLine({ ...nights, overnight: null }, 'en-CA'))).toBe(daily)
  })
})

describe('T1: a deadline with its time zone', () => {
  it.each<{ locale: Locale; words: string }>([
    { locale: 'en-CA', words: 'Mon, June 28, 9 am (Toronto time)' },
    { locale: 'en-GB', words: 'Mon 28 June, 9 am (Toronto time)' },
    { locale: 'fr-CA', words: 'lun. 28 juin, 9 h (heure de Toronto)' },
  ])('a deadline in $locale: $words', ({ locale, words }) =>
    expect(plain(formatDeadline('2027-06-28T13:00:00Z', { timezone: 'America/Toronto', locale, now }))).toBe(words),
  )

  it('a deadline shows its year when it is not this year', () =>
    expect(plain(formatDeadline('2028-01-01T05:00:00Z', { timezone: 'America/Toronto', locale: 'en-CA', now }))).toBe(
      'Sat, January 1, 2028, midnight (Toronto time)',
    ))

  it("a day is formatted in the given time zone, not the machine's", () =>
    expect(plain(formatDate('2027-04-13T02:36:00Z', { timezone: 'America/Toronto', locale: 'en-CA' }))).toBe(
      'Mon, April 12, 2027',
    ))

  it.each([
    { timezone: 'America/Toronto', en: 'Toronto time', fr: 'heure de Toronto' },
    { timezone: 'America/Edmonton', en: 'Edmonton time', fr: 'heure d’Edmonton' },
    { timezone: 'Etc/UTC', en: 'UTC', fr: 'UTC' },
  ])('a deadline in the time zone $timezone is named “$en”', ({ timezone, en, fr }) =>
    expect([zoneWords(timezone, 'en'), zoneWords(timezone, 'fr')]).toEqual([en, fr]),
  )
})

describe('days as text', () => {
  const spans = [
    {
      from: '2027-07-05T13:00:00Z',
      to: '2027-07-09T20:00:00Z',
      ca: 'July 5 to 9, 2027',
      gb: '5 to 9 July 2027',
      fr: '5 au 9 juillet 2027',
    },
    {
      from: '2027-07-26T13:00:00Z',
      to: '2027-08-06T20:00:00Z',
      ca: 'July 26 to August 6, 2027',
      gb: '26 July to 6 August 2027',
      fr: '26 juillet au 6 août 2027',
    },
    {
      from: '2026-12-29T14:00:00Z',
      to: '2027-01-02T20:00:00Z',
      ca: 'December 29, 2026 to January 2, 2027',
      gb: '29 December 2026 to 2 January 2027',
      fr: '29 décembre 2026 au 2 janvier 2027',
    },
    {
      from: '2027-05-01T13:00:00Z',
      to: '2027-05-01T20:00:00Z',
      ca: 'May 1, 2027',
      gb: '1 May 2027',
      fr: '1er mai 2027',
    },
  ]
  it.each(spans)('days are shown as $ca', ({ from, to, ca, gb, fr }) =>
    expect(
      (['en-CA', 'en-GB', 'fr-CA'] as const).map((locale) =>
        plain(dateSpan(torontoClock(from), torontoClock(to), locale)),
      ),
    ).toEqual([ca, gb, fr]),
  )

  const longSpans = [
    {
      from: '2027-07-26T13:00:00Z',
      to: '2027-08-06T20:00:00Z',
      ca: 'Mon, July 26 to Fri, August 6, 2027',
      gb: 'Mon 26 July to Fri 6 August 2027',
      fr: 'lun. 26 juill. au ven. 6 août 2027',
    },
    {
      from: '2026-12-29T14:00:00Z',
      to: '2027-01-02T20:00:00Z',
      ca: 'Tue, December 29, 2026 to Sat, January 2, 2027',
      gb: 'Tue 29 December 2026 to Sat 2 January 2027',
      fr: 'mar. 29 déc. 2026 au sam. 2 janv. 2027',
    },
    {
      from: '2027-05-15T14:00:00Z',
      to: '2027-05-15T18:00:00Z',
      ca: 'Sat, May 15, 2027',
      gb: 'Sat 15 May 2027',
      fr: 'sam. 15 mai 2027',
    },
  ]
  it.each(longSpans)('days with weekdays are shown as $ca', ({ from, to, ca, gb, fr }) =>
    expect(
      (['en-CA', 'en-GB', 'fr-CA'] as const).map((locale) =>
        plain(longDateSpan(torontoClock(from), torontoClock(to), locale)),
      ),
    ).toEqual([ca, gb, fr]),
  )

  it('a month is shown with its year', () =>
    expect([
      monthHeading(torontoClock('2027-08-01T12:00:00Z'), 'en'),
      monthHeading(torontoClock('2027-08-01T12:00:00Z'), 'fr'),
    ]).toEqual(['August 2027', 'Août 2027']))
  it('a deadline is shown with its weekday', () =>
    expect(plain(weekdayDay(torontoClock('2027-06-21T13:00:00Z'), 'en-CA'))).toBe('Mon, June 21'))
  it('the month is abbreviated on a calendar leaf', () =>
    expect(plain(dayMonth(torontoClock('2027-08-06T13:00:00Z'), 'fr-CA', 'short'))).toBe('6 août'))
})

describe('hours as text', () => {
  it.each([
    { from: '09:00', to: '16:00', en: '9 am – 4 pm', fr: '9 h à 16 h' },
    { from: '13:00', to: '16:00', en: '1 – 4 pm', fr: '13 h à 16 h' },
    { from: '09:00', to: '09:45', en: '9 – 9:45 am', fr: '9 h à 9 h 45' },
    { from: '09:30', to: '12:30', en: '9:30 am – 12:30 pm', fr: '9 h 30 à 12 h 30' },
    { from: '09:00', to: '12:00', en: '9 am – noon', fr: '9 h à midi' },
    { from: '12:00', to: '16:00', en: 'noon – 4 pm', fr: 'midi à 16 h' },
    { from: '19:30', to: '00:00', en: '7:30 pm – midnight', fr: '19 h 30 à minuit' },
  ])('hours are shown as $en and $fr', ({ from, to, en, fr }) =>
    expect([plain(hourSpan(hour(from), hour(to), 'en')), plain(hourSpan(hour(from), hour(to), 'fr'))]).toEqual([
      en,
      fr,
    ]),
  )

  it('an hour is shown without minutes', () =>
    expect([plain(hourWords(hour('14:47'), 'en')), plain(hourWords(hour('14:47'), 'fr'))]).toEqual([
      '2:47 pm',
      '14 h 47',
    ]))
})
