import { describe, expect, it } from 'vitest'
import { FileEvent } from '../../contract/organisation/file-events.ts'
import { daysOfShift, shiftedEvent } from './season-shift.ts'

const event = FileEvent.parse({
  key: 'dc1',
  type: 'camp',
  name: 'Day camp',
  status: 'published',
  starts_at: '2027-03-01T09:00',
  ends_at: '2027-03-12T16:00',
  options: [
    {
      key: 'early',
      name: 'Early',
      cost: 300,
      spots_total: 20,
      sale_starts_at: '2026-05-01T09:00',
      sale_ends_at: '2026-11-01T09:00',
      payment_plan: { deposit_percent: 40, parts: [{ days_before: 30 }, { due_on: '2027-02-01' }] },
    },
  ],
})

describe('a copy of an event for another season', () => {
  it('all dates keep their weekday and their local time over clock changes', () => {
    const copy = shiftedEvent(event, { days: daysOfShift('+54w'), sales: 'shift' })
    expect(copy).toEqual({
      ...event,
      key: 'dc1-2028',
      status: 'draft',
      starts_at: '2028-03-13T09:00',
      ends_at: '2028-03-24T16:00',
      options: [
        {
          ...event.options[0],
          sale_starts_at: '2027-05-14T09:00',
          sale_ends_at: '2027-11-14T09:00',
          payment_plan: {
            deposit_percent: 40,
            deposit_amount: null,
            parts: [
              { days_before: 30, due_on: null },
              { days_before: null, due_on: '2028-02-14' },
            ],
          },
        },
      ],
    })
  })

  it.each([
    ['shift', ['2027-04-30T09:00', '2027-10-31T09:00']],
    ['keep', ['2026-05-01T09:00', '2026-11-01T09:00']],
    ['none', [null, null]],
  ] as const)('with sales %s the sale of an option is %j', (sales, expected) => {
    const [option] = shiftedEvent(event, { days: 364, sales }).options
    expect([option?.sale_starts_at, option?.sale_ends_at]).toEqual(expected)
  })

  it.each([
    ['dc1', '+52w', 'dc1-2028'],
    ['dc1-2027', '+52w', 'dc1-2028'],
    ['dc1', '+2w', 'dc1-2027-03-15'],
    ['dc1-2027-03-01', '+14d', 'dc1-2027-03-15'],
    ['dc1', '-52w', 'dc1-2026'],
    ['dc1-2026', '+52w', 'dc1-2026-2028'],
    ['x'.repeat(63), '+52w', `${'x'.repeat(58)}-2028`],
  ])('the copy of %s by %s has the key %s', (key, shift, expected) => {
    expect(shiftedEvent({ ...event, key }, { days: daysOfShift(shift), sales: 'shift' }).key).toBe(expected)
  })
})
