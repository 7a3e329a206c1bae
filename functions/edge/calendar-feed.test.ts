import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Worker } from '../platform/context.ts'
import type { Calendar } from '../contract/money/order.ts'
import { setNextScenario } from '../platform/cards/sandbox.ts'
import { calendarGraceDays, isCalendarOver } from '../money/fulfilment/calendar-link.ts'
import { signLink } from '../platform/identity/signed-link.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { signedInBrowser } from '../test-bench/edge.ts'
import type { Cart } from '../test-bench/orders.ts'
import type { Person } from '../test-bench/people.ts'
import { makeEvent } from '../test-bench/programs.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'
import { calendarFeed } from './calendar-feed.ts'

let bench: Bench
let shop: Shop
const app = new Hono<Worker>().route('/calendar', calendarFeed)
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench)
})
const get = (path: string) => app.request(`http://localhost:8787${path}`, {}, bench.env)
const dayMs = 86_400_000
const pathOf = ({ url }: Calendar) => (url === null ? null : new URL(url).pathname)
const calendarOf = async (person: Person, { order_id }: Cart, init: RequestInit = { headers: person.headers }) =>
  bench.call(`/v1/profile/orders/${order_id}/calendar`, init)
const addressOf = async (person: Person, order: Cart) =>
  pathOf((await (await calendarOf(person, order)).json()) as Calendar) ?? ''

describe('GET /calendar/{token}.ics', () => {
  it('an order’s calendar marks a cancelled place as cancelled', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2 })
    const path = await addressOf(nadia, order)
    expect(await (await get(path)).text()).not.toContain('BEGIN:VEVENT')
    await shop.pay(nadia, order)
    const answer = await get(path)
    expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect((await answer.text()).match(/STATUS:CONFIRMED/g)).toHaveLength(2)
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, nadia.json({}))
    const after = await (await get(path)).text()
    expect(after).toContain(`UID:${order.registration_ids[0]}@localhost`)
    expect(after.match(/STATUS:CANCELLED/g)).toHaveLength(1)
    expect(after).toContain('SEQUENCE:1')
  })

  it('returns 404 for a URL with a missing or wrong signature', async () => {
    const nadia = await shop.customer()
    const [order, other] = [await shop.cart(nadia), await shop.cart(nadia)]
    const path = await addressOf(nadia, order)
    for (const bad of [
      path.replace(order.order_id, other.order_id),
      '/calendar/ord_1.ics',
      '/calendar/ord_1~zz~abc.ics',
      `${path}x`,
    ])
      expect((await get(bad)).status).toBe(404)
  })
})

describe('S10: the URL of a calendar', () => {
  it('S10: a new calendar URL invalidates the previous one', async () => {
    const [nadia, stranger] = [await shop.customer(), await shop.customer()]
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const before = await addressOf(nadia, order)
    expect((await calendarOf(stranger, order, stranger.json({}))).status).toBe(404)
    expect((await get(before)).status).toBe(200)

    const again = () => calendarOf(nadia, order, nadia.json({}, { 'Idempotency-Key': 'new-address' }))
    const after = pathOf((await (await again()).json()) as Calendar) ?? ''
    expect(after).not.toBe(before)
    expect((await get(before)).status).toBe(404)
    expect((await get(after)).status).toBe(200)
    expect(pathOf((await (await again()).json()) as Calendar)).toBe(after)
    expect(await addressOf(nadia, order)).toBe(after)
  })

  it('S10: a calendar URL from before versions works until it is first replaced', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const token = await signLink(bench.env, {
      purpose: 'calendar',
      subject: order.order_id,
      expiresAt: bench.now() + dayMs,
    })
    expect((await get(`/calendar/${token}.ics`)).status).toBe(200)
    await calendarOf(nadia, order, nadia.json({}))
    expect((await get(`/calendar/${token}.ics`)).status).toBe(404)
  })

  it('S10: a calendar URL expires some days after the registration was cancelled', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const path = await addressOf(nadia, order)
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, nadia.json({}))
    bench.pass(calendarGraceDays * dayMs - 60_000)
    expect(await (await get(path)).text()).toContain('STATUS:CANCELLED')
    bench.pass(60_000)
    expect((await get(path)).status).toBe(404)
    await nadia.renew()
    expect(await (await calendarOf(nadia, order)).json()).toMatchObject({ order_id: order.order_id, url: null })
    expect(await (await calendarOf(nadia, order, nadia.json({}))).json()).toMatchObject({ url: null })
  })

  it.each([
    { name: 'no places', places: [], isOver: true },
    { name: 'an upcoming place', places: [{ status: 'confirmed', ends: 20 }], isOver: false },
    { name: 'a place that ended within the kept days', places: [{ status: 'attended', ends: -13.9 }], isOver: false },
    { name: 'a place that ended before the kept days', places: [{ status: 'attended', ends: -14 }], isOver: true },
    {
      name: 'a place that was cancelled before the kept days',
      places: [{ status: 'cancelled', ends: 20, cancelled: -14 }],
      isOver: true,
    },
    {
      name: 'a place that lapsed before the kept days',
      places: [{ status: 'expired', ends: 20, updated: -14 }],
      isOver: true,
    },
    {
      name: 'a place cancelled long ago and an upcoming place',
      places: [
        { status: 'late_cancelled', ends: 20, cancelled: -90 },
        { status: 'pending', ends: 20 },
      ],
      isOver: false,
    },
  ] as const)('S10: the calendar URL of a registration with $name has expired: $isOver', ({ places, isOver }) => {
    const now = 1000 * dayMs
    const day = (days: number) => now + days * dayMs
    const read = places.map((place) => ({
      status: place.status,
      ends_at: day(place.ends),
      cancelled_at: 'cancelled' in place ? day(place.cancelled) : null,
      updated: 'updated' in place ? day(place.updated) : now,
    }))
    expect(isCalendarOver(read, now)).toBe(isOver)
  })

  it('S10: the calendar has first names only', async () => {
    const nadia = await shop.customer({ lastName: 'Quartermain' })
    const order = await shop.cart(nadia)
    await bench.env.DB.prepare(
      "UPDATE attendees SET last_name = 'Quartermain' WHERE id = (SELECT attendee_id FROM registrations WHERE order_id = ?)",
    )
      .bind(order.order_id)
      .run()
    await shop.pay(nadia, order)
    const file = await (await get(await addressOf(nadia, order))).text()
    expect(file).toContain('SUMMARY:Maya: Canoe Week')
    expect(file).not.toMatch(/Quartermain|example\.com/)
  })
})

describe('POST /pg/{program_id}/profile/orders/{order_id}, without JavaScript', () => {
  const pageOf = ({ programId }: Shop, order: Cart) => `/pg/${programId}/profile/orders/${order.order_id}`
  const sendAs = async (person: Person, page: string, fields: Record<string, string> = {}) =>
    (await (await signedInBrowser(bench, person)).form(page, fields)).headers.get('Location')

  it("S10: the form replaces the calendar URL of the customer's own order only", async () => {
    const [nadia, stranger] = [await shop.customer(), await shop.customer()]
    const order = await shop.cart(nadia)
    const before = await addressOf(nadia, order)
    const page = pageOf(shop, order)
    expect(await sendAs(stranger, page)).toBe(page)
    expect(await addressOf(nadia, order)).toBe(before)
    expect(await sendAs(nadia, `${page}?lang=fr`)).toBe(`${page}?saved=calendar&lang=fr`)
    expect((await get(before)).status).toBe(404)
  })

  it('the form cancels an unpaid order of the customer only', async () => {
    const office = await openShop(bench, { program: { selling: { offline: true } } })
    const [nadia, stranger] = [await office.customer(), await office.customer()]
    const order = await office.cart(nadia)
    await bench.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json({ checkout_method: 'offline' }))
    const page = pageOf(office, order)
    expect(await sendAs(stranger, page, { cancel: 'order' })).toBe(page)
    expect(await office.orderOf(nadia, order)).toMatchObject({ status: 'pending' })
    expect(await sendAs(nadia, page, { cancel: 'order' })).toBe(`${page}?saved=cancelled`)
    expect(await office.orderOf(nadia, order)).toMatchObject({ status: 'cancelled', cancel_reason: 'customer' })
  })

  it('the form pays an instalment', async () => {
    const paymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 30 }] }
    const sold = await openShop(bench, {
      event: { startsAt: bench.now() + 90 * dayMs, options: [{ spots: null, cost: 30_000, paymentPlan }] },
    })
    const nadia = await sold.customer()
    const order = await sold.cart(nadia)
    expect((await sold.pay(nadia, order, 'pm_card_visa', { pay_in_instalments: true })).status).toBe(201)
    await setNextScenario(bench.env, { next: 'other_amount', seconds: 0 }, bench.now())
    const location = await sendAs(nadia, pageOf(sold, order), { pay: '1', payment_source_id: 'pm_card_visa' })
    expect(location).toMatch(/\?saved=part&payment=pay_\w+$/)
  })
})

describe('GET /calendar/event/{event_id}.ics', () => {
  it('the calendar of a draft event returns 404', async () => {
    const draft = await makeEvent(bench, { programId: shop.programId, status: 'draft' })
    const answer = await get(`/calendar/event/${shop.eventId}.ics`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('SUMMARY:Canoe Week')
    expect((await get(`/calendar/event/${draft.event_id}.ics`)).status).toBe(404)
    expect((await get('/calendar/event/evt_none.ics')).status).toBe(404)
  })
})
