import { beforeAll, describe, expect, it } from 'vitest'
import type { Registration } from '../../contract/booking/registration.ts'
import type { EventGroup, FilledGroups } from '../../contract/organisation/groups.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { dayMs, hourMs } from '../../contract/limits.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'

let bench: Bench
let shop: Shop
let key: string
const places: Record<string, string> = {}
const parents: Record<string, Person> = {}

const call = async <Body>(path: string, method = 'GET', body?: unknown) => {
  const response = await bench.call(`/v1/organiser/programs/${shop.programId}/${path}`, {
    method,
    headers: organiserHeaders,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body & { type: string; param: string } }
}
const groupOf = async (name: string) =>
  (
    await bench.bareDb
      .prepare(
        'SELECT e.key FROM group_places AS g JOIN event_groups AS e ON e.id = g.group_id WHERE g.registration_id = ?',
      )
      .bind(places[name])
      .first<{ key: string }>()
  )?.key ?? null

const startOf = async (id: string) =>
  (await bench.bareDb.prepare('SELECT starts_at FROM events WHERE id = ?').bind(id).first<number>('starts_at')) ?? 0

beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, { event: { startsAt: bench.now() + 10 * dayMs } })
  key =
    (await bench.bareDb.prepare('SELECT key FROM events WHERE id = ?').bind(shop.eventId).first<{ key: string }>())
      ?.key ?? ''
  const born = { Maya: '2018-01-05', Samuel: '2016-05-31', Ella: '2017-06-30' }
  for (const [firstName, bornOn] of Object.entries(born)) {
    const person = await shop.customer()
    const child = await makeAttendee(bench, person, { programId: shop.programId, firstName, bornOn })
    const cart = await shop.cart(person, { attendeeIds: [child] })
    expect((await shop.pay(person, cart)).status).toBe(201)
    places[firstName] = cart.registration_ids[0]
    parents[firstName] = person
  }
  for (const group of [
    { key: 'herons', name: 'Herons', minimum_age: 8, maximum_age: 9 },
    { key: 'otters', name: 'Otters', minimum_age: 10, maximum_age: 12 },
  ])
    expect((await call(`events/${key}/groups`, 'POST', group)).body).toMatchObject(group)
})

describe('the groups of an event', () => {
  it('people are put into groups by age, and a plan changes nothing', async () => {
    const plan = await call<FilledGroups>(`events/${key}/groups/fill`, 'POST', { dry_run: true })
    expect(plan.body.moved.map(({ name, to }) => [name.split(' ')[0], to]).sort()).toEqual([
      ['Ella', 'herons'],
      ['Maya', 'herons'],
      ['Samuel', 'otters'],
    ])
    expect(await groupOf('Maya')).toBe(null)
    await call(`events/${key}/groups/fill`, 'POST', {})
    const list = await call<{ data: EventGroup[] }>(`events/${key}/groups`)
    expect(list.body.data.map(({ name, num_places }) => [name, num_places])).toEqual([
      ['Herons', 2],
      ['Otters', 1],
    ])
  })

  it('friends move together, and a group with people is not deleted', async () => {
    await call(`registrations/${places.Maya}/group`, 'PUT', { kept_with: places.Samuel })
    expect([await groupOf('Maya'), await groupOf('Samuel')]).toEqual(['otters', 'otters'])
    await call(`registrations/${places.Samuel}/group`, 'PUT', { group: 'herons' })
    expect([await groupOf('Maya'), await groupOf('Samuel')]).toEqual(['herons', 'herons'])
    const refused = await call(`events/${key}/groups/herons`, 'DELETE')
    expect([refused.status, refused.body.type, refused.body.param]).toEqual([409, 'state_conflict', 'groups.herons'])
    expect((await call(`events/${key}/groups/otters`, 'DELETE')).status).toBe(200)
    expect((await call(`events/${key}/groups/otters`)).status).toBe(404)
  })

  it('a place that moves to another event leaves its group, and the schema refuses a group of another event', async () => {
    const other = await makeEvent(bench, { programId: shop.programId, startsAt: bench.now() + 10 * dayMs })
    const move = bench.bareDb.prepare('UPDATE registrations SET event_id = ?1, option_id = ?2 WHERE id = ?3')
    await move.bind(other.event_id, other.option_ids[0], places.Ella).run()
    expect(await groupOf('Ella')).toBe(null)
    const insert = bench.bareDb.prepare(
      `INSERT INTO group_places SELECT ?1, ?2, id, NULL, 1 FROM event_groups WHERE key = 'herons'`,
    )
    await expect(insert.bind(places.Ella, other.event_id).run()).rejects.toThrow(/FOREIGN KEY/)
    await expect(insert.bind(places.Ella, shop.eventId).run()).rejects.toThrow(/group_place_of_event/)
  })

  it('a family sees the group of its place and its coaches only while the event shows groups', async () => {
    const parent = parents['Maya'] as Person
    const nora = await makeStaff(bench, { programId: shop.programId, role: 'coach', firstName: 'Nora' })
    await makeStaff(bench, { programId: shop.programId, role: 'coach', firstName: 'Owen' })
    await call(`events/${key}/groups/herons`, 'PUT', { staff_ids: [nora.staff_id] })
    const seen = async (person = parent) => {
      await person.renew()
      const answer = await bench.call(`/v1/profile/registrations/${places.Maya}`, { headers: person.headers })
      return ((await answer.json()) as Registration).group
    }
    const put = async (body: object) => {
      const answer = await call<{ errors?: object[] }>(`events/${key}`, 'PUT', body)
      expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    }
    await put({ online_event: true })
    expect(await seen()).toBe(null)

    await put({ groups_shown: true })
    expect(await seen()).toEqual({ name: 'Herons', coaches: ['Nora'] })
    await put({ summary: 'Five days on the water' })
    expect(await seen()).toEqual({ name: 'Herons', coaches: ['Nora'] })
    const copied = await call<OrganiserEvent>(`events/${key}/copy`, 'POST', { key: 'another-week' })
    expect([copied.status, copied.body.event?.groups_shown]).toEqual([201, false])
    expect(await seen(parents['Samuel'])).toBe(undefined)
    const event = await bench.call(`/v1/explore/events/${shop.eventId}`)
    expect(await event.text()).not.toMatch(/Herons|Nora|groups_shown/)
    bench.setNow((await startOf(shop.eventId)) - 24 * hourMs + 60_000)
    await bench.tick()
    const [mail] = await mailsTo(bench, parent.email)
    expect(mail?.text).toContain('Group: Herons, with Nora')

    await put({ groups_shown: false })
    expect(await seen()).toBe(null)
    await put({ summary: 'Five days on the lake' })
    expect(await seen()).toBe(null)
  })

  it('an unknown event, group or place is not found', async () => {
    for (const [path, body] of [
      ['events/no-such-event/groups/fill', {}],
      [`registrations/${places.Maya}/group`, { group: 'no-such-group' }],
      ['registrations/reg_0/group', { group: null }],
    ] as const)
      expect((await call(path, path.endsWith('fill') ? 'POST' : 'PUT', body)).status, path).toBe(404)
  })
})
