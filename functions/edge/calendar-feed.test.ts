import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Worker } from '../context.ts'
import { calendarAddress } from '../fulfilment/calendar-link.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
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
const addressOf = async (orderId: string) =>
  new URL(await calendarAddress({ siteOrigin: 'http://localhost:8787', env: bench.env, now: bench.now() }, orderId))
    .pathname

describe('GET /calendar/{token}.ics', () => {
  it('is the order’s places without a log-in, and shows a cancelled one as cancelled', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2 })
    const path = await addressOf(order.order_id)
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

  it('404 for an address that was not signed, or was signed for another thing', async () => {
    const nadia = await shop.customer()
    const [order, other] = [await shop.cart(nadia), await shop.cart(nadia)]
    const path = await addressOf(order.order_id)
    for (const bad of [
      path.replace(order.order_id, other.order_id),
      '/calendar/ord_1.ics',
      '/calendar/ord_1~zz~abc.ics',
      `${path}x`,
    ])
      expect((await get(bad)).status).toBe(404)
  })
})

describe('GET /calendar/event/{event_id}.ics', () => {
  it('is the public event, and nothing of a draft', async () => {
    const draft = await makeEvent(bench, { programId: shop.programId, status: 'draft' })
    const answer = await get(`/calendar/event/${shop.eventId}.ics`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('SUMMARY:Canoe Week')
    expect((await get(`/calendar/event/${draft.event_id}.ics`)).status).toBe(404)
    expect((await get('/calendar/event/evt_none.ics')).status).toBe(404)
  })
})
