import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from './contract/limits.ts'
import type { Bench } from './test-bench/bench.ts'
import { type Job, verbRows, type Week } from './test-bench/job-week.ts'
import type { Cart } from './test-bench/orders.ts'
import { makeAttendee, type Person } from './test-bench/people.ts'
import { fairRefund, makeEvent, makeSessionPackage, makeWaiver } from './test-bench/programs.ts'
import { openBenchWithShop, type Shop } from './test-bench/shop.ts'
import { makeStaff } from './test-bench/staff.ts'

// This file compiles against the types that the test of the typed client generates.
const typedJobs = './test-bench/typed-jobs.ts'
type Fetch = (request: Request) => Promise<Response>
const { jobs, openClient, wrongCalls } = (await import(/* @vite-ignore */ typedJobs)) as {
  jobs: Job[]
  openClient: (fetch: Fetch) => never
  wrongCalls: (client: never, program_id: string) => Promise<number[]>
}

type World = { bench: Bench; shop: Shop; week: Week }

async function openWeek(): Promise<World> {
  const { bench, shop } = await openBenchWithShop({
    program: { features: { account_balance: true, sessions: true }, selling: { offline: true } },
  })
  const camp = async (days: number) => {
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      startsAt: bench.now() + days * dayMs,
      endsAt: bench.now() + (days + 4) * dayMs + 6 * hourMs,
      refund: fairRefund,
      waitlist: true,
      options: [{ spots: 12 }],
    })
    const row = bench.bareDb.prepare('SELECT key FROM events WHERE id = ?').bind(event_id)
    return { event_id, option_id: option_ids[0], key: (await row.first<string>('key')) ?? '' }
  }
  const [first, next] = [await camp(20), await camp(27)]
  const family = await shop.customer({ firstName: 'Zoé', lastName: 'Côté' })
  const cart = await shop.cart(family, { eventId: first.event_id, optionId: first.option_id })
  expect((await shop.pay(family, cart)).status).toBe(201)
  const paid = { camp: first, next, order_id: cart.order_id, place: cart.registration_ids[0] }
  const week: Week = {
    ...paid,
    program_id: shop.programId,
    family: { customer_id: family.identity.customer_id, email: family.email },
    today: new Date(bench.now()).toISOString().slice(0, 10),
    phoneOfFamily: async (phone) => {
      const { customer_id } = family.identity
      const phones = JSON.stringify([phone])
      await bench.bareDb.prepare('UPDATE customers SET phones = ? WHERE id = ?').bind(phones, customer_id).run()
    },
    childOfFamily: async () =>
      (await makeAttendee(bench, family, { programId: shop.programId, firstName: 'Lou' })).attendee_id,
    visitsOfFamily: () => buyVisits({ bench, shop }, family),
    signedWaiver: () => signWaiver(bench, week),
    unpaidOrder: () => unpaidOrder({ bench, shop }, next),
    twoFamiliesWait: () => waitTwice({ bench, shop }, first),
    groupOfPlace: async (key) => {
      const owner = await makeStaff(bench, { programId: shop.programId, role: 'owner' })
      const at = `/v1/organiser/programs/${shop.programId}`
      await bench.call(`${at}/events/${first.key}/groups`, owner.json({ key, name: 'Herons' }))
      const body = { ...owner.json({ group: key }), method: 'PUT' }
      expect((await bench.call(`${at}/registrations/${paid.place}/group`, body)).status).toBe(200)
    },
    campBegins: () => void bench.pass(20 * dayMs),
    coach: async () => {
      const { staff_id, headers } = await makeStaff(bench, { programId: shop.programId, role: 'coach' })
      const roster = `/v1/organiser/programs/${shop.programId}/roster`
      return { staff_id, statusOfRoster: async () => (await bench.call(roster, { headers })).status }
    },
  }
  return { bench, shop, week }
}

/** An order with its places kept until it is paid at the office. */
async function unpaidOrder({ bench, shop }: Omit<World, 'week'>, event: Week['next']): Promise<Cart> {
  const person = await shop.customer()
  const cart = await shop.cart(person, { eventId: event.event_id, optionId: event.option_id })
  const paid = await bench.call(
    `/v1/profile/orders/${cart.order_id}/payments`,
    person.json({ checkout_method: 'offline' }),
  )
  expect(paid.status).toBe(201)
  return cart
}

/** A paid package of ten visits. */
async function buyVisits({ bench, shop }: Omit<World, 'week'>, family: Person): Promise<void> {
  const source = await makeSessionPackage(bench, shop.programId, { allocated_amount: 10 })
  const order = await bench.call(
    '/v1/profile/orders',
    family.json({
      program_id: shop.programId,
      customer_profile_id: family.profileId(shop.programId),
      items: [{ type: 'session_package', source, quantity: 1 }],
    }),
  )
  expect(order.status).toBe(201)
  expect((await shop.pay(family, { order_id: ((await order.json()) as { id: string }).id } as Cart)).status).toBe(201)
}

/** Two families on the waitlist of a camp, one of its two places free. */
async function waitTwice({ bench, shop }: Omit<World, 'week'>, camp: Week['camp']): Promise<void> {
  const places = (count: number) =>
    bench.bareDb.prepare('UPDATE event_options SET spots_total = ? WHERE event_id = ?').bind(count, camp.event_id).run()
  await places(1)
  for (const firstName of ['Ana', 'Ben']) {
    const person = await shop.customer({ firstName })
    const { attendee_profile_id } = await makeAttendee(bench, person, { programId: shop.programId })
    const waiting = await bench.call(
      '/v1/profile/registrations',
      person.json({
        ...{ event_id: camp.event_id, option_id: camp.option_id, status: 'waitlisted', attendee_profile_id },
        customer_profile_id: person.profileId(shop.programId),
      }),
    )
    expect(waiting.status).toBe(201)
  }
  await places(2)
}

/** A waiver that the parent of the place signed. */
async function signWaiver(bench: Bench, { program_id, place }: Week): Promise<void> {
  const waiver_id = await makeWaiver(bench, program_id)
  await bench.bareDb
    .prepare(
      "INSERT INTO waiver_acceptances (id, waiver_id, version, text_hash, registration_id, accepted_by_customer_id, on_behalf_of_attendee_id, relation, accepted_at) SELECT ?1, ?1, 1, 'x', id, customer_id, attendee_id, 'parent', ?3 FROM registrations WHERE id = ?2",
    )
    .bind(waiver_id, place, bench.now())
    .run()
}

describe('the jobs of a week', () => {
  const clientOf = async ({ bench, week }: World, role: Job['role']) => {
    const staff = await makeStaff(bench, { programId: week.program_id, role })
    const sent: string[] = []
    const client = openClient(async (request) => {
      const { pathname, search } = new URL(request.url)
      sent.push(pathname)
      await staff.renew()
      const headers = new Headers(request.headers)
      headers.set('Authorization', staff.headers.Authorization ?? '')
      const body = request.body === null ? null : await request.arrayBuffer()
      return bench.call(`${pathname}${search}`, { method: request.method, headers, body })
    })
    return { client, sent }
  }

  it.each(jobs)('the $role $name through the typed client with three calls at most', async ({ role, calls }) => {
    const world = await openWeek()
    const { client, sent } = await clientOf(world, role)
    await calls(client, world.week)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThanOrEqual(3)
  })

  it('every row of the table of verbs has a job', () => {
    expect(jobs.flatMap(({ row }) => row ?? []).sort()).toEqual([...verbRows].sort())
  })

  it('the API refuses what does not compile', async () => {
    const world = await openWeek()
    const { client } = await clientOf(world, 'owner')
    expect(await wrongCalls(client, world.week.program_id)).toEqual([400, 400, 400, 404])
  })
})
