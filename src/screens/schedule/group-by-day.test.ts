import { describe, expect, it } from 'vitest'
import type { Registration } from '#contract/registration'
import { groupByDay, isUnpaidCart, withoutLapsed } from './group-by-day.ts'

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

describe('a schedule', () => {
  it('puts a late evening under its own day, in the zone of the event', () => {
    const days = groupByDay([place('a', '2027-07-06T03:30:00Z'), place('b', '2027-07-06T13:00:00Z')], 'en-CA')
    expect(days.map(({ heading, places }) => [heading.replaceAll('\u00a0', ' '), places.length])).toEqual([
      ['Mon, July 5, 2027', 1],
      ['Tue, July 6, 2027', 1],
    ])
  })
  it('names the day in French', () =>
    expect(groupByDay([place('a', '2027-08-01T13:00:00Z')], 'fr-CA')[0]?.heading.replaceAll('\u00a0', ' ')).toBe(
      'Dim. 1er août 2027',
    ))
  it('leads on to pay for a place in a cart, and to the order of one that is to be paid at the office', () => {
    const leadsToPayment = (status: string, order: object | null) =>
      isUnpaidCart(place('a', '2027-07-06T13:00:00Z', { status, order }))
    expect(leadsToPayment('pending', { status: 'draft', checkout_methods: [] })).toBe(true)
    expect(leadsToPayment('pending', { status: 'pending', checkout_methods: ['card'] })).toBe(true)
    expect(leadsToPayment('pending', { status: 'pending', checkout_methods: ['offline'] })).toBe(false)
    expect(leadsToPayment('confirmed', { status: 'paid', checkout_methods: ['card'] })).toBe(false)
  })
  it('leaves out a place whose hold has run out', () => {
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
