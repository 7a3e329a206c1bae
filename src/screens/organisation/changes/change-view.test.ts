import { describe, expect, it } from 'vitest'
import type { StaffMove } from '#contract/changes/staff-change'
import type { Event } from '#contract/offering/event'
import { movedLetter } from './change-view.ts'

const money = (value: number) => ({ value, currency_code: 'CAD', display: `$${value / 100}`, major_value: value / 100 })
const program = { name: 'Lakeside Camps', country: 'CA' }
const week = { starts_at: '2027-07-12T13:00:00Z', ends_at: '2027-07-16T20:00:00Z', timezone: 'America/Toronto' }
const place = {
  ...week,
  ...{ id: 'reg_1', name: 'Climbing Week', option: 'Full day' },
  attendee_profile: { id: 'att_1', first_name: 'Arjun', last_name: 'Shah', date_of_birth: null, age: null },
}

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
