import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { Weekday } from '../../contract/offering/appointment.ts'
import { openSpans } from './open-spans.ts'

const everyDay: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const spans = (day: string, from: string, to: string, timezone = 'America/Toronto') =>
  openSpans([{ days: everyDay, from, to }], Temporal.PlainDate.from(day), timezone).map(
    (span) => `${new Date(span.from).toISOString().slice(11, 16)} ${(span.to - span.from) / 60_000}`,
  )

describe('opening hours', () => {
  it.each([
    { why: 'an ordinary day', day: '2027-07-05', from: '09:00', to: '17:00', opens: ['13:00 480'] },
    { why: 'a whole day', day: '2027-07-05', from: '00:00', to: '24:00', opens: ['04:00 1440'] },
    {
      why: 'the day an hour is skipped, all of it',
      day: '2027-03-14',
      from: '00:00',
      to: '24:00',
      opens: ['05:00 1380'],
    },
    { why: 'hours round the skipped one', day: '2027-03-14', from: '01:00', to: '04:00', opens: ['06:00 120'] },
    {
      why: 'opening in the skipped hour is when it is over',
      day: '2027-03-14',
      from: '02:30',
      to: '04:00',
      opens: ['07:00 60'],
    },
    {
      why: 'closing in the skipped hour is when it begins',
      day: '2027-03-14',
      from: '01:00',
      to: '02:30',
      opens: ['06:00 60'],
    },
    { why: 'hours inside the skipped one are none', day: '2027-03-14', from: '02:10', to: '02:50', opens: [] },
    {
      why: 'the day an hour is doubled, all of it',
      day: '2027-11-07',
      from: '00:00',
      to: '24:00',
      opens: ['04:00 1500'],
    },
    {
      why: 'opening in the doubled hour is the first time',
      day: '2027-11-07',
      from: '01:30',
      to: '03:00',
      opens: ['05:30 150'],
    },
    {
      why: 'closing in the doubled hour is the first time',
      day: '2027-11-07',
      from: '00:30',
      to: '01:30',
      opens: ['04:30 60'],
    },
    {
      why: 'a clock that changes by half an hour',
      day: '2027-04-04',
      from: '01:00',
      to: '03:00',
      timezone: 'Australia/Lord_Howe',
      opens: ['14:00 150'],
    },
    {
      why: 'a day that begins at one',
      day: '2027-09-05',
      from: '00:00',
      to: '02:00',
      timezone: 'America/Santiago',
      opens: ['04:00 60'],
    },
    {
      why: 'a day whose last hour is doubled',
      day: '2027-04-03',
      from: '22:00',
      to: '24:00',
      timezone: 'America/Santiago',
      opens: ['01:00 180'],
    },
  ])('$why: $from to $to on $day', ({ day, from, to, timezone, opens }) =>
    expect(spans(day, from, to, timezone)).toEqual(opens),
  )

  it('opening hours are sorted by their start', () => {
    const hours = [
      { days: ['mon' as const], from: '14:00', to: '16:00' },
      { days: ['mon' as const, 'tue' as const], from: '09:00', to: '10:00' },
    ]
    const of = (day: string) =>
      openSpans(hours, Temporal.PlainDate.from(day), 'UTC').map(({ from }) =>
        new Date(from).toISOString().slice(11, 16),
      )
    expect([of('2027-07-05'), of('2027-07-06'), of('2027-07-07')]).toEqual([['09:00', '14:00'], ['09:00'], []])
  })
})
