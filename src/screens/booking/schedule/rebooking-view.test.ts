import { describe, expect, it } from 'vitest'
import type { Rebooking } from '#contract/booking/rebooking'
import { exampleEvent, exampleOption, exampleProgramContext } from '../../example-program.ts'
import { rebookingView } from './rebooking-view.ts'

const rebooking = (starts_at: string): Rebooking => ({
  object: 'rebooking',
  registration_id: 'reg_before',
  attendee_id: 'att_sam',
  first_name: 'Samuel',
  match: 'next_year',
  booked_event: { id: 'evt_before', name: 'Sail Week', starts_at, timezone: 'America/Toronto' },
  event: exampleEvent,
  option: exampleOption,
})

describe('suggesting to book again', () => {
  it('a suggestion links to the form with the earlier data', () => {
    const view = rebookingView(rebooking('2026-07-06T13:00:00Z'), exampleProgramContext('en'))
    expect([view.button, view.why]).toEqual(['Book it again for 2027', 'For Samuel, like Sail Week in July 2026'])
    expect(view.href).toContain('again=reg_before')
    expect(view.href).toContain(`option_id=${exampleOption.id}`)
  })
  it('a suggestion in the same year names no year', () =>
    expect(rebookingView(rebooking('2027-02-01T13:00:00Z'), exampleProgramContext('en')).button).toBe('Book again'))
  it('a suggestion is in French on a French page', () => {
    const view = rebookingView(rebooking('2026-08-06T13:00:00Z'), exampleProgramContext('fr'))
    expect([view.button, view.why]).toEqual([
      'Réserver de nouveau pour 2027',
      'Pour Samuel, comme Sail Week en août 2026',
    ])
  })
})
