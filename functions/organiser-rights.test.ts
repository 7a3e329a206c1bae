import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { type RouteFacts, routesOf } from './api-description/routes.ts'
import {
  isLimitedToEvents,
  isReadingOnly,
  type Right,
  rightOf,
  rightOfSite,
  rights,
} from './contract/organisation/rights.ts'
import { staffRoles } from './contract/people/staff.ts'
import type { RegistrationStatus } from './contract/states/registration-states.ts'
import { type Bench, openBench } from './test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from './test-bench/people.ts'
import { makePlace } from './test-bench/places.ts'
import { makeEvent, makeProgram } from './test-bench/programs.ts'
import { makeStaff } from './test-bench/staff.ts'

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
  // Columns: owner, manager, front_desk, finance, coach, nurse, a person who runs the site.
  const table: Record<Right, string> = {
    team: 'yes - - - - - look',
    settings: 'yes yes - - - - look',
    catalogue: 'yes yes - - - - look',
    people: 'yes yes yes look look look look',
    personal_data: 'yes yes - - - - -',
    bookings: 'yes yes yes - - - look',
    exceptions: 'yes yes - yes - - look',
    money: 'yes yes take_payments yes - - look',
    roster: 'yes yes yes - own_events own_events look',
    answers: 'yes yes yes - own_events own_events -',
    health: 'yes yes with_reason - own_groups all_on_site -',
    messages: 'yes yes yes - own_events - look',
    machine_access: 'yes - - - - - look',
    notices: 'yes yes yes yes yes yes -',
    site: '- - - - - - yes',
  }
  it.each(rights)('the right %s has its shade for each role', (right) => {
    const shades = [...staffRoles.map((role) => rightOf(role, right)), rightOfSite(right)]
    expect(shades.map((shade) => shade ?? '-').join(' ')).toBe(table[right])
  })
})

/** Calls whose body names the event. */
const namesInBody = /\/roster_links$/

type Target = Record<'program_id' | 'key' | 'registration_id' | 'program_attendee_id' | 'customer_id', string>

const setStatus = (bench: Bench, id: string, status: RegistrationStatus) =>
  bench.env.DB.prepare('UPDATE registrations SET status = ? WHERE id = ?').bind(status, id).run()

/** An event of a program with one paid place, as the path parameters that name it. */
async function makeTarget(bench: Bench, program_id: string, parent?: Person): Promise<Target & { event_id: string }> {
  const family = parent ?? (await makeCustomer(bench, { programIds: [program_id] }))
  const { event_id, option_ids } = await makeEvent(bench, { programId: program_id })
  const child = await makeAttendee(bench, family, { programId: program_id })
  const place = { programId: program_id, event_id, option_id: option_ids[0], ...child }
  const registration_id = await makePlace(bench, family, place)
  await setStatus(bench, registration_id, 'confirmed')
  const row = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?').bind(event_id).first<{ key: string }>()
  const { customer_id } = family.identity
  const program_attendee_id = child.attendee_profile_id
  return { program_id, event_id, registration_id, program_attendee_id, customer_id, key: row?.key ?? '' }
}

describe('a list for a member who looks after one event', () => {
  it.each(['coach', 'nurse'] as const)(
    'a %s sees the places, people, messages and feedback of that event alone',
    async (role) => {
      const bench = await openBench()
      const programId = await makeProgram(bench)
      const family = await makeCustomer(bench, { programIds: [programId] })
      const [own, other] = [await makeTarget(bench, programId, family), await makeTarget(bench, programId, family)]
      const owner = await makeStaff(bench, { programId, role: 'owner' })
      const at = `/v1/organiser/programs/${programId}`
      const write = async (by: Person, body: object) =>
        (
          await bench.call(
            `${at}/messages`,
            by.json({ contact_id: family.profileId(programId), body: 'Hello', ...body }),
          )
        ).status
      for (const { registration_id } of [own, other]) {
        expect(await write(owner, { registration_id })).toBe(201)
        await bench.env.DB.prepare(
          `INSERT INTO feedback (id, program_id, registration_id, customer_id, occasion, occasion_starts_at, occasion_ends_at, code_hash, status, rating, expires_at, submitted_at, created, updated)
          SELECT 'fbk_' || id, program_id, id, customer_id, 'whole', 1, 2, id, 'submitted', 5, 9, 3, 1, 1 FROM registrations WHERE id = ?`,
        )
          .bind(registration_id)
          .run()
      }
      const member = await makeStaff(bench, { programId, role, event_ids: [own.event_id] })
      const every = async (by: Person, path: string) => {
        const answer = await bench.call(`${at}${path}`, { headers: by.headers })
        const { data = [] } = (await answer.json()) as { data?: { id: string; registration_id?: string | null }[] }
        return { status: answer.status, data }
      }
      const idsOf = async (by: Person, path: string) => (await every(by, path)).data.map(({ id }) => id).toSorted()

      expect(await idsOf(owner, '/registrations')).toEqual([own.registration_id, other.registration_id].toSorted())
      expect(await idsOf(member, '/registrations')).toEqual([own.registration_id])
      expect(await idsOf(member, `/registrations?event_id=${other.event_id}`)).toEqual([])
      expect(await idsOf(member, '/attendees')).toEqual([own.program_attendee_id])
      for (const path of ['/feedback', '/messages']) {
        expect([path, (await every(owner, path)).data.length]).toEqual([path, 2])
        const { status, data } = await every(member, path)
        expect([path, status, data.length]).toEqual(role === 'coach' ? [path, 200, 1] : [path, 403, 0])
      }
      expect(await idsOf(member, '/feedback')).toEqual(role === 'coach' ? [`fbk_${own.registration_id}`] : [])

      const threads = (await every(owner, '/messages')).data
      const statuses = []
      for (const { id } of threads) statuses.push((await every(member, `/messages/${id}`)).status)
      expect(statuses.toSorted()).toEqual(role === 'coach' ? [200, 404] : [403, 403])
      const sent = [{ registration_id: own.registration_id }, { registration_id: other.registration_id }, {}]
      expect(await Promise.all(sent.map((about) => write(member, about)))).toEqual(
        role === 'coach' ? [201, 403, 403] : [403, 403, 403],
      )
    },
  )
})

describe('every organiser’s call by every role', () => {
  let bench: Bench
  let own: Awaited<ReturnType<typeof makeTarget>>
  let other: Target
  let elsewhere: Target
  beforeAll(async () => {
    bench = await openBench()
  })
  beforeEach(async () => {
    const programs = [await makeProgram(bench), await makeProgram(bench)] as const
    own = await makeTarget(bench, programs[0])
    other = await makeTarget(bench, programs[0])
    elsewhere = await makeTarget(bench, programs[1])
    // The program keeps an owner.
    await makeStaff(bench, { programId: programs[0], role: 'owner' })
  })

  /** `not_allowed`, `not_found` by the guard, or `allowed` for every other response. */
  async function outcome(person: Person, { method, path }: RouteFacts, target: Target): Promise<string> {
    const names: Record<string, string> = target
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'missing')
    const init = namesInBody.test(path) ? person.json({ event: target.key }) : { headers: person.headers }
    const answer = await bench.call(address, { ...init, method })
    const { type = '', param = null } = (await answer.json().catch(() => ({}))) as { type?: string; param?: string }
    // A fault of the server is no answer of the guard.
    if (answer.status >= 500 || type === 'not_allowed') return type
    return type === 'not_found' && param === null ? type : 'allowed'
  }

  /** The outcome that the table has for a staff member who looks after the events with the ids of `own`. */
  function expected(role: (typeof staffRoles)[number], call: RouteFacts, isOwn: boolean): string {
    const shade = call.right === null ? null : rightOf(role, call.right)
    if (!call.path.includes('{program_id}')) return 'not_found'
    if (shade === null) return 'not_allowed'
    if (isReadingOnly(shade) && call.method !== 'GET') return 'not_allowed'
    if (shade === 'take_payments' && !call.takesPayments) return 'not_allowed'
    // The child is in no group.
    if (shade === 'own_groups') return 'not_allowed'
    if (!isLimitedToEvents(shade)) return 'allowed'
    const namesEvent =
      /\{(?:key|event_id|registration_id|program_attendee_id|customer_id)\}/.test(call.path) ||
      namesInBody.test(call.path)
    if (namesEvent) return isOwn ? 'allowed' : 'not_allowed'
    return call.filtersByReach ? 'allowed' : 'not_allowed'
  }

  it.each(staffRoles)('the role %s has exactly its rights, in its own events alone', async (role) => {
    const member = await makeStaff(bench, { programId: own.program_id, role, event_ids: [own.event_id] })
    const found: string[] = []
    const table: string[] = []
    for (const call of routes)
      for (const [name, target] of [
        ['own', own],
        ['other', other],
        ['elsewhere', elsewhere],
      ] as const) {
        const line = `${call.method} ${call.path} ${name}`
        // A GET of a missing object is `not_found` for an allowed call as well.
        const result = await outcome(member, call, target)
        const wanted = name === 'elsewhere' ? 'not_found' : expected(role, call, name === 'own')
        found.push(`${line} ${result === 'not_found' && wanted === 'allowed' ? wanted : result}`)
        table.push(`${line} ${wanted}`)
      }
    expect(found).toEqual(table)
  })

  it.each([
    ['confirmed', 200],
    ['attended', 200],
    ['no_show', 200],
    ['pending', 403],
    ['waitlisted', 403],
    ['cancelled', 403],
    ['late_cancelled', 403],
    ['expired', 403],
  ] as const)('a coach reads a person whose only place in their event is %s: %i', async (status, code) => {
    const coach = await makeStaff(bench, { programId: own.program_id, role: 'coach', event_ids: [own.event_id] })
    await setStatus(bench, own.registration_id, status)
    const paths = [`attendees/${own.program_attendee_id}`, `people/${own.customer_id}`]
    for (const path of paths) {
      const answer = await bench.call(`/v1/organiser/programs/${own.program_id}/${path}`, { headers: coach.headers })
      expect([path, answer.status]).toEqual([path, code])
    }
  })

  it.each(['invited', 'ended', 'revoked'] as const)('a member who is %s has no right', async (status) => {
    const member = await makeStaff(bench, { programId: own.program_id, role: 'owner', status })
    const found = new Set<string>()
    for (const call of routes) found.add(await outcome(member, call, own))
    expect([...found]).toEqual(['not_found'])
  })
})
