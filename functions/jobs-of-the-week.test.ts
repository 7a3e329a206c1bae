import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from './contract/limits.ts'
import type { StaffRole } from './contract/people/staff.ts'
import type { Bench } from './test-bench/bench.ts'
import type { Cart } from './test-bench/orders.ts'
import { makeAttendee, type Person } from './test-bench/people.ts'
import { fairRefund, makeEvent, makeSessionPackage } from './test-bench/programs.ts'
import { openBenchWithShop, type Shop } from './test-bench/shop.ts'
import { makeStaff } from './test-bench/staff.ts'

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object | FormData,
) => Promise<Record<string, unknown>>
type Camp = { key: string; event_id: string; option_ids: [string, ...string[]] }
/** A camp week with one paid place, the week after it, and the family. */
type Week = { bench: Bench; shop: Shop; camp: Camp; next: Camp; family: Person; cart: Cart; place: string }
type Job = { name: string; role: StaffRole; calls: (call: Call, week: Week) => Promise<unknown> }

async function openWeek(): Promise<Week> {
  const { bench, shop } = await openBenchWithShop({
    program: { features: { account_balance: true, sessions: true }, selling: { offline: true } },
  })
  const camp = async (days: number): Promise<Camp> => {
    const event = await makeEvent(bench, {
      programId: shop.programId,
      startsAt: bench.now() + days * dayMs,
      endsAt: bench.now() + (days + 4) * dayMs + 6 * hourMs,
      refund: fairRefund,
      waitlist: true,
      options: [{ spots: 12 }],
    })
    const row = bench.bareDb.prepare('SELECT key FROM events WHERE id = ?').bind(event.event_id)
    return { ...event, key: (await row.first<{ key: string }>())?.key ?? '' }
  }
  const [first, next] = [await camp(20), await camp(27)]
  const family = await shop.customer({ firstName: 'Zoé', lastName: 'Côté' })
  const cart = await shop.cart(family, { eventId: first.event_id, optionId: first.option_ids[0] })
  expect((await shop.pay(family, cart)).status).toBe(201)
  return { bench, shop, camp: first, next, family, cart, place: cart.registration_ids[0] }
}

/** An order with its places kept until it is paid at the office. */
async function unpaidOrder({ bench, shop, next }: Week): Promise<Cart> {
  const person = await shop.customer()
  const cart = await shop.cart(person, { eventId: next.event_id, optionId: next.option_ids[0] })
  const paid = await bench.call(
    `/v1/profile/orders/${cart.order_id}/payments`,
    person.json({ checkout_method: 'offline' }),
  )
  expect(paid.status).toBe(201)
  return cart
}

/** A paid package of ten visits. */
async function buyVisits({ bench, shop, family }: Week): Promise<void> {
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

const jobs: Job[] = [
  {
    name: 'offers a place to a family on the waitlist out of turn',
    role: 'front_desk',
    calls: async (call, { bench, shop, camp }) => {
      const places = (count: number) =>
        bench.bareDb
          .prepare('UPDATE event_options SET spots_total = ? WHERE event_id = ?')
          .bind(count, camp.event_id)
          .run()
      await places(1)
      for (const firstName of ['Ana', 'Ben']) {
        const person = await shop.customer({ firstName })
        const { attendee_profile_id } = await makeAttendee(bench, person, { programId: shop.programId })
        const waiting = await bench.call(
          '/v1/profile/registrations',
          person.json({
            ...{ event_id: camp.event_id, option_id: camp.option_ids[0], status: 'waitlisted', attendee_profile_id },
            customer_profile_id: person.profileId(shop.programId),
          }),
        )
        expect(waiting.status).toBe(201)
      }
      await places(2)
      const { data } = (await call('GET', `events/${camp.key}/waitlist`)) as { data: { id: string }[] }
      const body = { reason: 'Their sister has a place.' }
      expect(await call('POST', `waitlist/${data[1]?.id}/offer`, body)).toMatchObject({ status: 'offered' })
    },
  },
  {
    name: 'imports a spreadsheet of camps, after a look at what it would do',
    role: 'manager',
    calls: async (call) => {
      const sheet = (isDryRun: boolean): FormData => {
        const body = new FormData()
        const text = 'Course ID,Type,Name,Summary,Online,Start Date,Start Time,End Date,End Time,Price,Capacity\n'
        const row = 'kiln,camp,Kiln Week,Clay,yes,2029-07-09,09:00,2029-07-13,16:00,320,12\n'
        body.set('file', new File([text + row], 'camps.csv', { type: 'text/csv' }))
        if (isDryRun) body.set('dry_run', 'true')
        return body
      }
      expect(await call('POST', 'events/import', sheet(true))).toMatchObject({ dry_run: true, created: 1 })
      expect(await call('POST', 'events/import', sheet(false))).toMatchObject({ created: 1 })
    },
  },
  {
    name: 'charges a family for a late pick-up',
    role: 'finance',
    calls: async (call, { cart }) => {
      const body = { product: 'Late pick-up', amount: 2000, tax: false, note: 'Monday at 6:40 pm' }
      const charge = await call('POST', `orders/${cart.order_id}/charges`, body)
      expect(charge).toMatchObject({ about_order_id: cart.order_id, status: 'pending', amount_total: { value: 2000 } })
    },
  },
  {
    name: 'finds a family by the end of its phone number, and reads its page',
    role: 'front_desk',
    calls: async (call, { bench, family, place }) => {
      const phone = JSON.stringify(['+16135550142'])
      const { customer_id } = family.identity
      await bench.bareDb.prepare('UPDATE customers SET phones = ? WHERE id = ?').bind(phone, customer_id).run()
      expect(await call('GET', 'people?search=0142')).toMatchObject({ customers: { data: [{ id: customer_id }] } })
      expect(await call('GET', `people/${customer_id}`)).toMatchObject({ upcoming: { data: [{ id: place }] } })
    },
  },
  {
    name: 'books a place for a caller, who pays cash',
    role: 'front_desk',
    calls: async (call, { bench, shop, family, next }) => {
      const child = await makeAttendee(bench, family, { programId: shop.programId, firstName: 'Lou' })
      const body = {
        customer: { id: family.identity.customer_id },
        event_id: next.event_id,
        people: [{ attendee_id: child.attendee_id, option_id: next.option_ids[0] }],
        paid_by: 'cash',
      }
      expect(await call('POST', 'bookings', { ...body, dry_run: true })).toMatchObject({
        amount_total: { value: 10_000 },
      })
      expect(await call('POST', 'bookings', body)).toMatchObject({ status: 'paid' })
    },
  },
  {
    name: 'calls one day of a camp off, with a share of the price back',
    role: 'manager',
    calls: async (call, { camp }) => {
      const { data } = (await call('GET', `events/${camp.key}/dates`)) as { data: { date: string }[] }
      const path = `events/${camp.key}/dates/${data[1]?.date}/cancel`
      const body = { text: 'Thunderstorms are expected.', return: 'share' }
      expect(await call('POST', path, { ...body, dry_run: true })).toMatchObject({ children: 1, families: 1 })
      expect(await call('POST', path, body)).toMatchObject({ dry_run: false, children: 1 })
    },
  },
  {
    name: 'writes to the families of one group',
    role: 'front_desk',
    calls: async (call, { camp, place, bench, shop }) => {
      const owner = await makeStaff(bench, { programId: shop.programId, role: 'owner' })
      const at = `/v1/organiser/programs/${shop.programId}`
      await bench.call(`${at}/events/${camp.key}/groups`, owner.json({ key: 'herons', name: 'Herons' }))
      const group = owner.json({ group: 'herons' })
      await bench.call(`${at}/registrations/${place}/group`, { ...group, method: 'PUT' })
      const campaign = await call('POST', 'campaigns', {
        ...{ kind: 'announcement', to: [`group:${camp.key}/herons`] },
        ...{ subject: 'Bring a towel', body: 'We swim on Tuesday.' },
      })
      expect(await call('GET', `campaigns/${campaign.id}/preview`)).toMatchObject({ recipients: { sent_to: 1 } })
      expect(await call('POST', `campaigns/${campaign.id}/send`, {})).toMatchObject({ status: 'queued' })
    },
  },
  {
    name: 'exports what was paid in a month',
    role: 'finance',
    calls: async (call, { bench }) => {
      const day = new Date(bench.now()).toISOString().slice(0, 10)
      expect(await call('GET', `reports/sales?from=${day}&to=${day}`)).toMatchObject({
        totals: [{ amount_paid: { value: 10_000 } }],
      })
    },
  },
  {
    name: 'moves a child to another week',
    role: 'front_desk',
    calls: async (call, { place, next }) => {
      const body = { option_id: next.option_ids[0] }
      expect(await call('POST', `registrations/${place}/move`, { ...body, dry_run: true })).toMatchObject({
        amount_more: { value: 0 },
      })
      expect(await call('POST', `registrations/${place}/move`, body)).toMatchObject({ event_id: next.event_id })
    },
  },
  {
    name: 'cancels a place by the policy',
    role: 'front_desk',
    calls: async (call, { place }) => {
      const preview = await call('POST', `registrations/${place}/cancel`, { dry_run: true })
      const cancelled = await call('POST', `registrations/${place}/cancel`, {})
      expect(cancelled).toMatchObject({ amount: preview.amount, places: [{ status: 'cancelled' }] })
    },
  },
  {
    name: 'refunds part of an order outside the policy',
    role: 'finance',
    calls: async (call, { cart }) => {
      const body = { amount: 2500, reason: 'It rained on Tuesday.' }
      expect(await call('POST', `orders/${cart.order_id}/refund`, body)).toMatchObject({ amount: { value: 2500 } })
    },
  },
  {
    name: 'records cash for an order',
    role: 'front_desk',
    calls: async (call, week) => {
      const { order_id, total } = await unpaidOrder(week)
      await call('POST', `orders/${order_id}/payments`, { amount: total, received_as: 'cash' })
      const { data } = (await call('GET', 'orders?status=paid')) as { data: { id: string }[] }
      expect(data.map(({ id }) => id)).toContain(order_id)
    },
  },
  {
    name: 'corrects an office payment that was typed wrong',
    role: 'finance',
    calls: async (call, week) => {
      const { order_id, total } = await unpaidOrder(week)
      const payment = await call('POST', `orders/${order_id}/payments`, { amount: total, received_as: 'cheque' })
      const body = { amount: total - 100, reason: 'The cheque says a dollar less.' }
      const corrected = await call('POST', `orders/${order_id}/payments/${payment.id}/correct`, body)
      expect(corrected).toMatchObject({ order_due: { value: 100 } })
    },
  },
  {
    name: 'reads the note about a child’s allergy',
    role: 'nurse',
    calls: async (call, { place }) => {
      expect(await call('GET', `registrations/${place}/health`)).toMatchObject({ object: 'registration_health' })
    },
  },
  {
    name: 'prints the sheet of a camp with allergies',
    role: 'nurse',
    calls: async (call, { camp, place }) => {
      const sheet = await call('GET', `events/${camp.key}/sheet?columns=age,group,health`)
      expect(sheet).toMatchObject({ entries: [{ registration_id: place, health: { answers: [] } }] })
    },
  },
  {
    name: 'marks a child as here',
    role: 'coach',
    calls: async (call, { bench, camp, place }) => {
      bench.pass(20 * dayMs)
      const roster = await call('GET', 'roster')
      expect(roster).toMatchObject({ events: [{ key: camp.key }] })
      expect(await call('POST', `registrations/${place}/check_in`, { status: 'here' })).toMatchObject({
        status: 'attended',
      })
    },
  },
  {
    name: 'puts the children of a camp into groups by age',
    role: 'manager',
    calls: async (call, { camp }) => {
      await call('POST', `events/${camp.key}/groups`, { key: 'herons', name: 'Herons' })
      await call('POST', `events/${camp.key}/groups/fill`, {})
      expect(await call('GET', `events/${camp.key}/groups/herons`)).toMatchObject({ num_places: 1 })
    },
  },
  {
    name: 'takes a visit off a pass at the desk',
    role: 'front_desk',
    calls: async (call, week) => {
      await buyVisits(week)
      const { data } = (await call('GET', `session_balances?email=${week.family.email}`)) as { data: { id: string }[] }
      expect(await call('POST', `session_balances/${data[0]?.id}/redeem`, {})).toMatchObject({ available: 9 })
    },
  },
  {
    name: 'invites a coach to the team',
    role: 'owner',
    calls: async (call, { camp }) => {
      const body = { email: 'coach@example.com', first_name: 'Ana', role: 'coach', event_ids: [camp.event_id] }
      expect(await call('POST', 'team', body)).toMatchObject({ status: 'invited', role: 'coach' })
    },
  },
  {
    name: 'lets a coach go, from the next request on',
    role: 'owner',
    calls: async (call, { bench, shop }) => {
      const coach = await makeStaff(bench, { programId: shop.programId, role: 'coach' })
      await call('DELETE', `team/${coach.staff_id}`)
      const roster = await bench.call(`/v1/organiser/programs/${shop.programId}/roster`, { headers: coach.headers })
      expect(roster.status).toBe(404)
    },
  },
  {
    name: 'puts a camp on sale',
    role: 'manager',
    calls: async (call) => {
      const day = '2029-07-09'
      await call('POST', 'events', {
        ...{ key: 'kiln', type: 'camp', name: 'Kiln Week', summary: 'Clay', online_event: true },
        ...{ starts_at: `${day}T09:00`, ends_at: `${day}T16:00` },
        options: [{ key: 'one', name: 'Full day', cost: 320, spots_total: 12 }],
      })
      expect(await call('POST', 'events/kiln/publish', {})).toMatchObject({ event: { status: 'published' } })
    },
  },
  {
    name: 'copies a season to the next year',
    role: 'manager',
    calls: async (call, { camp, next }) => {
      const body = { events: [camp.key, next.key], shift: '+52w' }
      expect(await call('POST', 'season/copy', { ...body, dry_run: true })).toMatchObject({
        copies: [{ url: null }, {}],
      })
      expect(await call('POST', 'season/copy', body)).toMatchObject({
        copies: [{ action: 'create' }, { action: 'create' }],
      })
    },
  },
]

describe('the jobs of a week', () => {
  let week: Week
  beforeEach(async () => {
    week = await openWeek()
  })

  it.each(jobs)('the $role $name with three calls at most', async ({ role, calls }) => {
    const { bench, shop } = week
    const staff = await makeStaff(bench, { programId: shop.programId, role })
    let count = 0
    const call: Call = async (method, path, body) => {
      count += 1
      await staff.renew()
      const init = body === undefined || body instanceof FormData ? { body, headers: staff.headers } : staff.json(body)
      const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/${path}`, { ...init, method })
      const answered = await answer.json()
      expect(answer.status, `${path} ${JSON.stringify(answered)}`).toBeLessThan(300)
      return answered as Record<string, unknown>
    }
    await calls(call, week)
    expect(count).toBeLessThanOrEqual(3)
  })
})
