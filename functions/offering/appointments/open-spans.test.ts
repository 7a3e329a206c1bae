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
    { why: 'open all day', day: '2027-07-05', from: '00:00', to: '24:00', opens: ['04:00 1440'] },
    {
      why: 'open all day when an hour is skipped',
      day: '2027-03-14',
      from: '00:00',
      to: '24:00',
      opens: ['05:00 1380'],
    },
    { why: 'open around the skipped hour', day: '2027-03-14', from: '01:00', to: '04:00', opens: ['06:00 120'] },
    {
      why: 'opening in the skipped hour and so at its end',
      day: '2027-03-14',
      from: '02:30',
      to: '04:00',
      opens: ['07:00 60'],
    },
    {
      why: 'closing in the skipped hour and so at its beginning',
      day: '2027-03-14',
      from: '01:00',
      to: '02:30',
      opens: ['06:00 60'],
    },
    { why: 'open within the skipped hour only', day: '2027-03-14', from: '02:10', to: '02:50', opens: [] },
    {
      why: 'open all day when an hour is repeated',
      day: '2027-11-07',
      from: '00:00',
      to: '24:00',
      opens: ['04:00 1500'],
    },
    {
      why: 'opening at the first of two equal hours',
      day: '2027-11-07',
      from: '01:30',
      to: '03:00',
      opens: ['05:30 150'],
    },
    {
      why: 'closing at the first of two equal hours',
      day: '2027-11-07',
      from: '00:30',
      to: '01:30',
      opens: ['04:30 60'],
    },
    {
      why: 'with a clock change of half an hour',
      day: '2027-04-04',
      from: '01:00',
      to: '03:00',
      timezone: 'Australia/Lord_Howe',
      opens: ['14:00 150'],
    },
    {
      why: 'when the day begins at one o’clock',
      day: '2027-09-05',
      from: '00:00',
      to: '02:00',
      timezone: 'America/Santiago',
      opens: ['04:00 60'],
    },
    {
      why: 'when the last hour of the day is repeated',
      day: '2027-04-03',
      from: '22:00',
      to: '24:00',
      timezone: 'America/Santiago',
      opens: ['01:00 180'],
    },
  ])('opening hours on $day, $why, are $from to $to', ({ day, from, to, timezone, opens }) =>
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
