import { describe, expect, it } from 'vitest'
import type { StaffCancellation, StaffMove } from '#contract/changes/staff-change'
import type { Event } from '#contract/offering/event'
import { cancelledLetter, movedLetter, orderOf } from './change-view.ts'

const money = (value: number) => ({ value, currency_code: 'CAD', display: `$${value / 100}`, major_value: value / 100 })
const program = { name: 'Lakeside Camps', country: 'CA' }
const week = { starts_at: '2027-07-12T13:00:00Z', ends_at: '2027-07-16T20:00:00Z', timezone: 'America/Toronto' }
const place = {
  ...week,
  ...{ id: 'reg_1', name: 'Climbing Week', option: 'Full day', order_id: 'ord_1' },
  attendee_profile: { id: 'att_1', first_name: 'Arjun', last_name: 'Shah', date_of_birth: null, age: null },
}

describe('the mail about a cancelled place', () => {
  const letter = (
    parts: [destination: string, value: number][],
    checkout_method: 'card' | 'offline' | null = 'card',
    language: 'en' | 'fr' = 'en',
  ) =>
    cancelledLetter({
      cancellation: {
        returned_to: parts.map(([destination, value]) => ({ destination, amount: money(value) })),
      } as StaffCancellation,
      ...{ place, name: place.name, program, language },
      order: { id: 'ord_1', checkout_method },
    })

  it.each([
    ['a refund to the card', [['original_method', 20_340]], 'card', 'goes back to your card'],
    ['a refund of an office payment', [['original_method', 20_340]], 'offline', 'will get in touch about how'],
    ['cash', [['cash', 20_340]], 'card', 'refunded $203.40 to you in cash'],
    ['account credit', [['account_balance', 20_340]], 'card', 'is on your balance with Lakeside Camps'],
    ['nothing', [], 'card', 'nothing is refunded'],
  ] as const)('says where the money goes: %s', (_, parts, method, text) => {
    const { subject, texts } = letter(
      parts.map(([destination, value]) => [destination, value]),
      method,
    )
    expect(subject).toBe('Cancelled: Arjun, Climbing Week')
    expect(texts.join(' ')).toContain(text)
  })

  it('the mail about a cancelled place is in the language of the family', () => {
    expect(letter([['cash', 20_340]], 'card', 'fr').subject).toBe('Annulé\u00a0: Arjun, Climbing Week')
  })
})

describe('the mail about a moved place', () => {
  const event = { ...week, name: 'Code and Canoe', overnight: null, is_series: false, series_dates: [] }
  const letter = (returned: number, way: string) =>
    movedLetter({
      move: { amount_returned: money(returned) } as StaffMove,
      ...{ way, place, option: 'Half day', program, language: 'en' },
      event: event as unknown as Event,
    })

  it('the mail about a move names the new place and the old one', () => {
    const { subject, texts } = letter(0, '')
    expect(subject).toMatch(/^Moved: Code and Canoe, now /)
    expect(texts[0]).toContain('Code and Canoe, Half day')
    expect(texts[1]).toContain('Climbing Week, Full day')
    expect(texts).toHaveLength(2)
  })

  it.each([
    ['refund', 'You get $70.06 back'],
    ['balance', '$70.06 is on your balance'],
    ['cash', 'refunded $70.06 to you in cash'],
  ])('says how a lower price is refunded: %s', (way, text) => {
    expect(letter(7006, way).texts[2]).toContain(text)
  })
})

it('the order of a place is found among those of its family', () => {
  const order = { id: 'ord_1', checkout_method: 'card' }
  const orders = { data: [order] } as unknown as Parameters<typeof orderOf>[0]['orders']
  expect(orderOf({ orders }, place)).toBe(order)
  expect(orderOf({ orders: null }, place)).toBeNull()
})
