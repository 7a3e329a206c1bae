import { describe, expect, it } from 'vitest'
import { exampleEvent } from '../../example-program.ts'
import { calendarLinks, mailOf, subscribeLinks } from './calendar-links.ts'

describe('an event in an online calendar', () => {
  it('T3: a camp is one calendar entry per day', () => {
    const google = new URL(calendarLinks(exampleEvent)?.google ?? '')
    expect([google.host, Object.fromEntries(google.searchParams)]).toEqual([
      'calendar.google.com',
      {
        action: 'TEMPLATE',
        text: 'Canoe Week',
        dates: '20270705T130000Z/20270705T200000Z',
        recur: 'RRULE:FREQ=DAILY;COUNT=5',
        ctz: 'America/Toronto',
        details: exampleEvent.url,
        location: 'Pine Point, 48 Shore Road, Mirror Lake, Ontario',
      },
    ])
    expect(calendarLinks(exampleEvent)?.outlook).toBeNull()
  })
  it('an event of one day has its time in UTC', () => {
    const oneDay = { ...exampleEvent, ends_at: '2027-07-05T20:00:00.000Z' }
    const links = calendarLinks(oneDay)
    expect(new URL(links?.google ?? '').searchParams.has('recur')).toBe(false)
    const outlook = new URL(links?.outlook ?? '')
    expect([
      outlook.host,
      outlook.searchParams.get('subject'),
      outlook.searchParams.get('startdt'),
      outlook.searchParams.get('enddt'),
    ]).toEqual(['outlook.live.com', 'Canoe Week', '2027-07-05T13:00:00.000Z', '2027-07-05T20:00:00.000Z'])
  })
  it('reserved characters in a name are encoded in the URL', () => {
    const links = calendarLinks({
      ...exampleEvent,
      ends_at: '2027-07-05T20:00:00Z',
      name: 'Canoe & clay? 100% #1 + more',
      venues: [],
    })
    expect(
      [links?.google, links?.outlook].map((link) =>
        [...new URL(link ?? '').searchParams.values()].includes('Canoe & clay? 100% #1 + more'),
      ),
    ).toEqual([true, true])
    expect(new URL(links?.google ?? '').searchParams.has('location')).toBe(false)
  })
  it('a series has no link to an online calendar', () => {
    const series_dates = [exampleEvent, { starts_at: '2027-07-12T13:00:00Z', ends_at: '2027-07-12T14:00:00Z' }].map(
      ({ starts_at, ends_at }) => ({ starts_at, ends_at }),
    )
    expect(calendarLinks({ ...exampleEvent, is_series: true, series_dates })).toBeNull()
    expect(calendarLinks({ ...exampleEvent, is_series: true, series_dates: series_dates.slice(1) })?.google).toContain(
      '20270712T130000Z',
    )
  })
  it('an event can be shared by mail without JavaScript', () =>
    expect(mailOf('Canoe & clay', 'https://book.example/a?b=c&d=e')).toBe(
      'mailto:?subject=Canoe%20%26%20clay&body=https%3A%2F%2Fbook.example%2Fa%3Fb%3Dc%26d%3De',
    ))
})

it('Google and Outlook get the whole URL of a calendar', () => {
  const url = 'https://book.example/calendar/family/cus_1.1~abc~x-y.ics'
  const links = subscribeLinks(url, 'Réservations & co')
  expect(links.apple).toBe('webcal://book.example/calendar/family/cus_1.1~abc~x-y.ics')
  expect(new URL(links.google).searchParams.get('cid')).toBe(links.apple)
  const outlook = new URL(links.outlook).searchParams
  expect([outlook.get('url'), outlook.get('name')]).toEqual([url, 'Réservations & co'])
})
