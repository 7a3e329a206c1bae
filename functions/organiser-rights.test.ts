import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { routesOf } from './api-description/routes.ts'
import { type Right, rightOf, rights, staffRoles } from './contract/organisation/rights.ts'

const routes = routesOf(api).filter(({ path }) => path.startsWith('/v1/organiser/'))

describe('the rights of the organiser’s calls', () => {
  it('every call of an organiser needs a right, and no other call has one', () => {
    const without = routes.filter(({ right }) => right === null).map(({ method, path }) => `${method} ${path}`)
    const elsewhere = routesOf(api).filter(({ path, right }) => right !== null && !path.startsWith('/v1/organiser/'))
    expect([routes.length > 60, without, elsewhere]).toEqual([true, [], []])
  })

  it('a call without a program needs the right of the site, and only calls of `money` take payments', () => {
    for (const { method, path, right, takesPayments } of routes) {
      if (!path.includes('{program_id}')) expect([method, path, right]).toEqual([method, path, 'site'])
      if (takesPayments) expect([method, path, right]).toEqual([method, path, 'money'])
    }
  })
})

describe('rightOf', () => {
  // Columns: owner, manager, front_desk, finance, coach, nurse.
  const table: Record<Right, string> = {
    team: 'yes - - - - -',
    settings: 'yes yes - - - -',
    catalogue: 'yes yes - - - -',
    people: 'yes yes yes look own_events_look own_events_look',
    bookings: 'yes yes yes - - -',
    exceptions: 'yes yes - yes - -',
    money: 'yes yes take_payments yes - -',
    roster: 'yes yes yes - own_events own_events',
    answers: 'yes yes yes - own_events own_events',
    health: 'yes yes with_reason - own_groups all_on_site',
    messages: 'yes yes yes - own_events -',
    machine_access: 'yes - - - - -',
    site: '- - - - - -',
  }
  it.each(rights)('the right %s has its shade for each role', (right) => {
    expect(staffRoles.map((role) => rightOf(role, right) ?? '-').join(' ')).toBe(table[right])
  })
})
