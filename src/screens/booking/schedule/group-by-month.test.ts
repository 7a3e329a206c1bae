import { describe, expect, it } from 'vitest'
import type { Registration } from '#contract/booking/registration'
import { groupByMonth, isUnpaidCart, withoutLapsed } from './group-by-month.ts'

const now = Date.UTC(2027, 6, 5, 12)
const place = (id: string, starts_at: string, part: object = {}) =>
  ({
    id,
    status: 'confirmed',
    hold_expires_at: null,
    event: {
      starts_at,
      ends_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
      timezone: 'America/Toronto',
    },
    ...part,
  }) as unknown as Registration

describe('the list of bookings by month', () => {
  it("a late evening is under the month of the event's time zone", () => {
    const months = groupByMonth([place('a', '2027-08-01T03:30:00Z'), place('b', '2027-08-01T13:00:00Z')], 'en-CA')
    expect(months.map(({ heading, bookings }) => [heading, bookings.length])).toEqual([
      ['July 2027', 1],
      ['August 2027', 1],
    ])
    expect(groupByMonth([place('a', '2027-08-01T13:00:00Z')], 'fr-CA')[0]?.heading).toBe('Août 2027')
  })
  it('siblings at the same event share a row', () => {
    const camp = { event_id: 'evt_1' }
    const lesson = { event_id: 'apt_1' }
    const [month] = groupByMonth(
      [
        place('maya', '2027-07-05T13:00:00Z', camp),
        place('samuel', '2027-07-05T13:00:00Z', camp),
        place('first', '2027-07-06T13:00:00Z', lesson),
        place('second', '2027-07-13T13:00:00Z', lesson),
      ],
      'en-CA',
    )
    expect(month?.bookings.map(({ places }) => places.map(({ id }) => id))).toEqual([
      ['maya', 'samuel'],
      ['first'],
      ['second'],
    ])
  })
  it('a place in a cart links to its payment', () => {
    const leadsToPayment = (status: string, order: object | null) =>
      isUnpaidCart(place('a', '2027-07-06T13:00:00Z', { status, order }))
    expect(leadsToPayment('pending', { status: 'draft', checkout_methods: [] })).toBe(true)
    expect(leadsToPayment('pending', { status: 'pending', checkout_methods: ['card'] })).toBe(true)
    expect(leadsToPayment('pending', { status: 'pending', checkout_methods: ['offline'] })).toBe(false)
    expect(leadsToPayment('confirmed', { status: 'paid', checkout_methods: ['card'] })).toBe(false)
  })
  it('a place with a lapsed hold is left out', () => {
    const held = { status: 'pending', hold_expires_at: new Date(now + 60_000).toISOString() }
    const lapsed = { status: 'pending', hold_expires_at: new Date(now - 1).toISOString() }
    const places = [
      place('soon', '2027-07-06T13:00:00Z', held),
      place('gone', '2027-07-06T13:00:00Z', lapsed),
      place('later', '2027-07-09T13:00:00Z'),
    ]
    expect(withoutLapsed(places, now).map(({ id }) => id)).toEqual(['soon', 'later'])
  })
})
