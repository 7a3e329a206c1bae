import { describe, expect, it } from 'vitest'
import { type CalendarPlace, calendarFile, calendarMethod } from './calendar-file.ts'

const place: CalendarPlace = {
  id: 'reg_1',
  sequence: 0,
  is_cancelled: false,
  title: 'Maya: Canoe Week',
  where: 'Dock House, 1 Lake Rd, Toronto',
  url: 'https://book.example/pg/lakeside/profile/schedule',
  timezone: 'America/Toronto',
  overnight: null,
  dates: [{ starts_at: Date.UTC(2027, 6, 5, 13), ends_at: Date.UTC(2027, 6, 5, 20) }],
}
const about = {
  host: 'book.example',
  name: 'Lakeside Camps',
  email: 'hello@lakeside.example',
  now: Date.UTC(2027, 0, 4),
}

describe('a calendar file', () => {
  it('an entry has its UTC times, venue and attendee', () => {
    const file = calendarFile(about, [place])
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(file).toContain('DTSTART:20270705T130000Z')
    expect(file).toContain('DTEND:20270705T200000Z')
    expect(file).toContain('SUMMARY:Maya: Canoe Week')
    expect(file).toContain('LOCATION:Dock House\\, 1 Lake Rd\\, Toronto')
    expect(file).toContain('STATUS:CONFIRMED')
    expect(file).toContain('UID:reg_1@book.example')
    expect(file).toContain('SEQUENCE:0')
  })

  it('an overnight camp is one entry and a day camp one entry per day', () => {
    const week = { ...place, dates: [{ starts_at: Date.UTC(2027, 6, 27, 13), ends_at: Date.UTC(2027, 6, 29, 19) }] }
    const entries = (overnight: boolean | null) =>
      [...calendarFile(about, [{ ...week, overnight }]).matchAll(/DT(?:START|END):(\w+)/g)].map(([, at]) => at)
    expect(entries(true)).toEqual(['20270727T130000Z', '20270729T190000Z'])
    expect(entries(null)).toHaveLength(6)
  })

  it('the entry of a rescheduled or cancelled place keeps its UID', () => {
    const sequences = [
      place,
      { ...place, is_cancelled: true },
      { ...place, sequence: 1 },
      { ...place, sequence: 1, is_cancelled: true },
    ].map((each) => {
      const file = calendarFile(about, [each])
      expect(file).toContain('UID:reg_1@book.example')
      return Number(/SEQUENCE:(\d+)/.exec(file)?.[1])
    })
    expect(sequences).toEqual([0, 1, 2, 3])
    expect(calendarFile(about, [{ ...place, is_cancelled: true }])).toContain('STATUS:CANCELLED')
  })

  it('a mailed file removes entries once all of them are cancelled', () => {
    const cancelled = { ...place, is_cancelled: true }
    expect([[place], [place, cancelled], [cancelled], []].map((places) => calendarMethod(places))).toEqual([
      'PUBLISH',
      'PUBLISH',
      'CANCEL',
      'PUBLISH',
    ])
    const moved = {
      ...place,
      sequence: 1,
      dates: [{ starts_at: Date.UTC(2027, 6, 6, 13), ends_at: Date.UTC(2027, 6, 6, 20) }],
    }
    expect(calendarFile(about, [moved])).toMatch(/METHOD:PUBLISH[\s\S]*DTSTART:20270706T130000Z[\s\S]*SEQUENCE:2/)
    const gone = calendarFile(about, [{ ...moved, is_cancelled: true }], 'CANCEL')
    expect(gone).toMatch(/METHOD:CANCEL/)
    expect(gone).toContain('UID:reg_1@book.example')
    expect(gone).toContain('STATUS:CANCELLED')
    expect(gone).toContain('SEQUENCE:3')
    expect(gone).toContain('ORGANIZER;CN="Lakeside Camps"')
  })

  it('each date of a series has an entry with its own UID', () => {
    const file = calendarFile(about, [
      {
        ...place,
        dates: [0, 7, 14].map((days) => ({
          starts_at: Date.UTC(2027, 6, 5 + days, 13),
          ends_at: Date.UTC(2027, 6, 5 + days, 14),
        })),
      },
    ])
    expect(file.match(/UID:.*/g)).toEqual([
      'UID:reg_1@book.example',
      'UID:reg_1-1@book.example',
      'UID:reg_1-2@book.example',
    ])
  })

  it("T3: the entries of a camp have each day's hours across a clock change", () => {
    const camp = { starts_at: Date.UTC(2027, 9, 29, 13), ends_at: Date.UTC(2027, 10, 8, 21) }
    const file = calendarFile(about, [{ ...place, dates: [camp] }])
    expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(11)
    expect(file).toContain('DTSTART:20271029T130000Z\r\nDTEND:20271029T200000Z')
    expect(file).toContain('DTSTART:20271108T140000Z\r\nDTEND:20271108T210000Z')
    expect(new Set(file.match(/^UID:.*/gm)).size).toBe(11)
  })

  it('T3: an event through the night is one entry', () => {
    const night = { starts_at: Date.UTC(2027, 7, 20, 21), ends_at: Date.UTC(2027, 7, 22, 18) }
    expect(calendarFile(about, [{ ...place, dates: [night] }]).match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
  })

  it('T3: an entry names the organiser', () => {
    expect(calendarFile(about, [place])).toContain('ORGANIZER;CN="Lakeside Camps":MAILTO:hello@lakeside.example')
    expect(calendarFile({ ...about, email: null }, [place])).toContain('MAILTO:bookings@book.example')
    const hostile = calendarFile({ ...about, name: 'A"B;C:D\r\nX: y' }, [place])
    expect(hostile).toContain('ORGANIZER;CN="A’B;C:D X: y":MAILTO:')
  })

  it('a line break in a name adds no property', () => {
    const file = calendarFile(about, [{ ...place, title: 'Maya\r\nATTENDEE:mailto:x@example.com\nX: Week' }])
    expect(file).not.toMatch(/^ATTENDEE/m)
    expect(file).toContain('SUMMARY:Maya ATTENDEE:mailto:x@example.com X: Week')
  })

  it.each([
    ['a line break', 'Maya\r\nATTENDEE:mailto:x@example.com'],
    ['the end of its entry', 'Week\nEND:VEVENT\nBEGIN:VEVENT'],
    ['a bare carriage return', 'Week\rX-HOSTILE:1'],
    ['a line separator', 'Week\u2028X-HOSTILE:1'],
    ['a hundred letters of two bytes', 'é'.repeat(100)],
    ['families of many code points', '👨‍👩‍👧‍👦'.repeat(30)],
    ['what separates values', 'a;b,c\\d:e"f'],
    ['a control character', 'Week\u0000\u0007END:VCALENDAR'],
  ])('C-02: %s in a title stays in its line', (_, title) => {
    const file = calendarFile(about, [{ ...place, title, where: title }])
    const plain = calendarFile(about, [place])
    const names = (text: string) =>
      text
        .replaceAll('\r\n ', '')
        .trimEnd()
        .split('\r\n')
        .map((row) => /^[A-Z-]+/.exec(row)?.[0])
    expect(names(file)).toEqual(names(plain))
    expect(file).not.toMatch(/[^\r]\n|\r[^\n]|[\u0000-\u0009\u000b\u000c\u000e-\u001f\u2028]/)
    const rows = file.split('\r\n')
    expect(Math.max(...rows.map((row) => Buffer.byteLength(row)))).toBeLessThanOrEqual(75)
    for (const row of rows) expect(row.isWellFormed()).toBe(true)
  })
})
