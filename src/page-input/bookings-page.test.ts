import { describe, expect, it } from 'vitest'
import { bookingsQuery, foldedBookings, monthQuery, readBookedMonth, readBookingsPage } from './bookings-page.ts'

const about = { programId: 'lakeside', now: Date.UTC(2027, 6, 12, 13) }
const queryOf = (address: string) =>
  new URLSearchParams(bookingsQuery(readBookingsPage(new URLSearchParams(address)), about))

describe("C5: the list of a customer's bookings", () => {
  it('bookings that are not over are listed nearest first', () => {
    const query = queryOf('skip=20')
    expect([query.get('event_ends_gt'), query.get('order'), query.get('skip'), query.get('limit')]).toEqual([
      '2027-07-12T13:00:00.000Z',
      'asc',
      '20',
      '20',
    ])
    expect(query.getAll('status')).toEqual([
      'pending',
      'confirmed',
      'attended',
      'offered',
      'waitlisted',
      'preregistered',
    ])
    expect(query.has('event_ends_lte')).toBe(false)
  })
  it('past bookings are listed latest first', () => {
    const query = queryOf('show=past')
    expect([query.get('event_ends_lte'), query.get('order'), query.get('skip')]).toEqual([
      '2027-07-12T13:00:00.000Z',
      'desc',
      '0',
    ])
    expect(query.getAll('status')).toEqual(['confirmed', 'attended', 'no_show'])
  })
  it('a fold has the five latest past bookings', () => {
    const page = readBookingsPage(new URLSearchParams('show=past'))
    expect(new URLSearchParams(bookingsQuery(page, about, foldedBookings)).get('limit')).toBe('5')
  })
  it("the list for one person excludes other people's bookings", () => {
    expect(queryOf('who=att_1').get('attendee_id')).toBe('att_1')
    expect(queryOf('').has('attendee_id')).toBe(false)
  })
  it.each(['show=all', 'skip=-1', 'skip=x'])('the list begins at the first page for %s', (address) =>
    expect(readBookingsPage(new URLSearchParams(address))).toEqual({ isPast: false, skip: 0, who: null }),
  )
})

describe('a month of bookings', () => {
  const read = (address: string) => readBookedMonth(new URLSearchParams(address), '2027-07')
  it.each([
    ['', null],
    ['show=past', null],
    ['show=month', '2027-07'],
    ['show=month&month=2027-12', '2027-12'],
    ['show=month&month=2027-13', '2027-07'],
    ['show=month&month=1907-01', '2027-07'],
  ])('the month of the URL "%s" is %s', (address, month) => expect(read(address)).toBe(month))

  it('a month of bookings covers its days in the program’s time zone', () => {
    const query = new URLSearchParams(
      monthQuery({ month: '2027-12', who: 'att_1', skip: 100 }, { programId: 'lakeside', timezone: 'America/Toronto' }),
    )
    expect([query.get('event_ends_gt'), query.get('event_scheduled_lt')]).toEqual([
      '2027-11-30T05:00:00.000Z',
      '2028-01-02T05:00:00.000Z',
    ])
    expect([query.get('attendee_id'), query.get('limit'), query.get('skip')]).toEqual(['att_1', '100', '100'])
    expect(query.getAll('status')).toEqual(expect.arrayContaining(['pending', 'attended', 'no_show', 'waitlisted']))
  })
})
