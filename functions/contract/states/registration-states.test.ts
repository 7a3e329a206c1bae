import { describe, expect, it } from 'vitest'
import {
  held,
  mayTransition,
  registrationStatuses,
  type RegistrationStatus,
  transitions,
} from './registration-states.ts'

describe('the states of a registration', () => {
  it('every registration status is reachable from those that a customer may request', () => {
    const reached = new Set<RegistrationStatus>(['pending', 'waitlisted', 'preregistered'])
    for (const from of reached) for (const to of transitions[from]) reached.add(to)
    expect([...reached].sort()).toEqual([...registrationStatuses].sort())
  })

  it.each(['cancelled', 'late_cancelled'] as const)('the registration status %s is final', (status) =>
    expect(transitions[status]).toEqual([]),
  )

  it.each([
    { from: 'pending', to: 'confirmed', is: true },
    { from: 'expired', to: 'pending', is: true },
    { from: 'expired', to: 'confirmed', is: true },
    { from: 'cancelled', to: 'pending', is: false },
    { from: 'confirmed', to: 'pending', is: false },
    { from: 'confirmed', to: 'expired', is: false },
    { from: 'pending', to: 'pending', is: false },
  ] as const)('a registration may go from $from to $to: $is', ({ from, to, is }) =>
    expect(mayTransition(from, to)).toBe(is),
  )

  it('only chosen, offered, sold and used registrations count as places', () =>
    expect(registrationStatuses.filter(held.has).sort()).toEqual([
      'attended',
      'confirmed',
      'no_show',
      'offered',
      'pending',
    ]))
})
