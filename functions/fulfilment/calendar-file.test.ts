import { describe, expect, it } from 'vitest'
import { type CalendarPlace, calendarFile } from './calendar-file.ts'

const place: CalendarPlace = {
  id: 'reg_1',
  sequence: 0,
  is_cancelled: false,
  title: 'Maya: Canoe Week',
  where: 'Dock House, 1 Lake Rd, Toronto',
  url: 'https://book.example/pg/lakeside/profile/schedule',
  dates: [{ starts_at: Date.UTC(2027, 6, 5, 13), ends_at: Date.UTC(2027, 6, 5, 20) }],
}
const about = { host: 'book.example', name: 'Lakeside Camps', now: Date.UTC(2027, 0, 4) }

describe('a calendar file', () => {
  it('says when in UTC, where, and for whom', () => {
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

  it('keeps the uid and raises the sequence when the place is moved or cancelled', () => {
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

  it('has every date of a series, each with a uid of its own', () => {
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

  it('lets no name write a property of its own', () => {
    const file = calendarFile(about, [{ ...place, title: 'Maya\r\nATTENDEE:mailto:x@example.com\nX: Week' }])
    expect(file).not.toMatch(/^ATTENDEE/m)
    expect(file).toContain('SUMMARY:Maya ATTENDEE:mailto:x@example.com X: Week')
  })
})
