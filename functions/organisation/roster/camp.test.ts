import { beforeAll, describe, expect, it } from 'vitest'
import type { Camp } from '../../contract/organisation/camp.ts'
import type { Sheet } from '../../contract/organisation/sheet.ts'
import { dayMs } from '../../contract/limits.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { makeStaff } from '../../test-bench/staff.ts'

let bench: Bench
let shop: Shop
let key: string
let owner: Person

beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, { event: { startsAt: bench.now() + 10 * dayMs } })
  const event = bench.bareDb.prepare('SELECT key FROM events WHERE id = ?').bind(shop.eventId)
  key = (await event.first<{ key: string }>())?.key ?? ''
  for (const firstName of ['Ava', 'Ben', 'Cleo']) {
    const person = await shop.customer()
    const child = await makeAttendee(bench, person, { programId: shop.programId, firstName })
    const cart = await shop.cart(person, { attendeeIds: [child] })
    if (firstName !== 'Cleo') expect((await shop.pay(person, cart)).status).toBe(201)
  }
  // Half of Ben's order is still due.
  await bench.bareDb
    .prepare(
      `UPDATE orders SET amount_total = amount_total + 500 WHERE id = (SELECT r.order_id FROM registrations AS r JOIN attendees AS a ON a.id = r.attendee_id WHERE a.first_name = 'Ben' AND r.event_id = ?)`,
    )
    .bind(shop.eventId)
    .run()
  owner = await makeStaff(bench, { programId: shop.programId, role: 'owner' })
})

const read = async <Body>(path: string, headers: Record<string, string> = organiserHeaders) => {
  const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/${path}`, { headers })
  return { status: answer.status, body: (await answer.json()) as Body & { type: string } }
}
const names = async (query: string) => {
  const { body } = await read<Sheet>(`events/${key}/sheet?columns=age&${query}`)
  return { names: body.entries.map(({ first_name }) => first_name), total: body.total }
}

describe('an event for its staff', () => {
  it('its numbers are its places, those in carts, and what its orders owe', async () => {
    const { body } = await read<Camp>(`camps/${shop.eventId}`)
    expect(body).toMatchObject({
      key,
      people: { all: 2, families: 2, due: 1, without_group: 2 },
      amounts_due: [{ value: 500 }],
    })
    expect(body.options[0]).toMatchObject({ sold: 2, held: 1, waiting: 0 })
  })

  it('the numbers and a page of people take two trips each, however many people there are', async () => {
    const at = `/v1/organiser/programs/${shop.programId}`
    for (const path of [`${at}/camps/${shop.eventId}`, `${at}/events/${key}/sheet?limit=1`])
      expect((await countTrips(bench, path, { headers: organiserHeaders })).trips, path).toBeLessThanOrEqual(2)
  })

  it('who may edit groups sees its coaches by name, and no one else does', async () => {
    const { programId, eventId } = shop
    const staff = await makeStaff(bench, { programId, role: 'coach', event_ids: [eventId], firstName: 'Chloé' })
    await makeStaff(bench, { programId, role: 'coach', event_ids: ['evt_other'], firstName: 'Marc' })
    await makeStaff(bench, { programId, role: 'coach', event_ids: [eventId], firstName: 'Lou', status: 'ended' })
    const manager = await makeStaff(bench, { programId, role: 'manager' })
    const desk = await makeStaff(bench, { programId, role: 'front_desk' })
    const coachesFor = async ({ headers }: Person) => (await read<Camp>(`camps/${eventId}`, headers)).body.coaches
    expect(await coachesFor(manager)).toEqual([{ id: staff.staff_id, name: 'Chloé Tremblay' }])
    expect(await coachesFor(desk)).toBeNull()
  })

  it('an event of another program does not exist, and a coach sees their own events alone', async () => {
    expect((await read('camps/evt_none')).status).toBe(404)
    const own = await makeStaff(bench, { programId: shop.programId, role: 'coach', event_ids: [shop.eventId] })
    const other = await makeStaff(bench, { programId: shop.programId, role: 'coach', event_ids: ['evt_other'] })
    const { status, body } = await read<Camp>(`camps/${shop.eventId}`, own.headers)
    expect([status, body.people.due, body.amounts_due]).toEqual([200, null, null])
    expect((await read(`camps/${shop.eventId}`, other.headers)).status).toBe(403)
    // A filter does not tell what the reader may not see.
    expect((await read(`events/${key}/sheet?show=due`, own.headers)).status).toBe(403)
  })
})

describe('a page of the sheet', () => {
  it('a page has its people by name, and the number of all', async () => {
    expect(await names('limit=1')).toEqual({ names: ['Ava'], total: 2 })
    expect(await names('limit=1&skip=1')).toEqual({ names: ['Ben'], total: 2 })
    expect(await names('')).toEqual({ names: ['Ava', 'Ben'], total: 2 })
  })

  it.each([
    ['show=due', ['Ben']],
    ['show=without_group', ['Ava', 'Ben']],
    ['show=waiver_missing', []],
    ['search=be', ['Ben']],
    ['sort=group', ['Ava', 'Ben']],
    ['sort=option', ['Ava', 'Ben']],
  ])('%s selects %o', async (query, expected) => {
    expect(await names(query)).toEqual({ names: expected, total: expected.length })
  })

  it('the family and the due amount are shown only when they are named', async () => {
    const { body } = await read<Sheet>(`events/${key}/sheet?columns=family,due&show=due`, owner.headers)
    expect(body.entries).toMatchObject([
      { due: { amount: { value: 500 } }, family: { customer_id: expect.any(String) } },
    ])
    expect((await read<Sheet>(`events/${key}/sheet`)).body.columns).not.toContain('due')
  })
})
