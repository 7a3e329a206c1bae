import { hourMs, minuteMs } from '../../contract/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit } from '../../platform/database/commit.ts'
import { recordEventsChanged } from '../../money/fulfilment/record-event-changed.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { type PushAnswer, pushService } from '../../test-bench/push-browsers.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

/** Noon in Toronto, the customers' time zone. */
const noon = Date.parse('2027-06-02T16:00:00Z')
let bench: Bench
const service = pushService()
let line: Awaited<ReturnType<typeof service.connect>>
beforeAll(async () => {
  bench = await openBench()
  line = await service.connect(bench)
  bench.setNow(noon)
})
afterAll(() => line.close())

/** A customer with a browser and a number of orders for an event that starts after `startsIn`. */
async function booked(startsIn: number, { orders = 1, answers = [] as PushAnswer[] } = {}) {
  const shop = await openShop(bench, {
    program: { features: { push_notifications: true } },
    event: { startsAt: bench.now() + startsIn, endsAt: bench.now() + startsIn + 7 * hourMs, name: 'Canoe Week' },
  })
  const person = await shop.customer()
  const { browser, subscription } = service.subscribe(...answers)
  await bench.call('/v1/profile/subscriptions/notifications', person.json(subscription))
  const carts = []
  for (let count = 0; count < orders; count += 1) {
    const cart = await shop.cart(person)
    expect((await shop.pay(person, cart)).status).toBe(201)
    carts.push(cart)
  }
  return { shop, person, browser, carts }
}
const cancel = async (person: Person, registration_id: string | undefined) => {
  await person.renew()
  expect((await bench.call(`/v1/profile/registrations/${registration_id}/cancel`, person.json({}))).status).toBe(200)
}
const passAndTick = async (ms: number) => {
  bench.pass(ms)
  await bench.tick()
}
const move = ({ eventId }: Shop) => {
  const before = { timezone: 'America/Toronto', dates: [], is_online: false, where: null }
  const ctx = clockContext(bench)
  return commit(ctx, recordEventsChanged(ctx, [{ id: eventId, before }]))
}

describe('a pushed reminder', () => {
  it('a reminder is sent a day and an hour ahead', async () => {
    const { browser } = await booked(25 * hourMs)
    await passAndTick(hourMs)
    expect(browser.received.map(({ message }) => message.title)).toEqual(['Tomorrow: Canoe Week'])
    await passAndTick(22 * hourMs)
    expect(browser.received.map(({ message }) => message.title)).toEqual(['Tomorrow: Canoe Week', 'Soon: Canoe Week'])
    expect(browser.received.map(({ headers }) => headers.get('TTL'))).toEqual([String(24 * 3600), String(2 * 3600)])
    expect(browser.received[1]?.message.body).toMatch(/^For \S+\.$/)
  })

  it('a reminder is not sent for a place that was cancelled in the meantime', async () => {
    const { person, browser, carts } = await booked(25 * hourMs, { answers: [{ status: 503 }] })
    await passAndTick(hourMs)
    expect(browser.requests).toBe(1)
    await cancel(person, carts[0]?.registration_ids[0])
    await passAndTick(minuteMs)
    expect([browser.requests, browser.received]).toEqual([1, []])
  })
})

describe('a pushed notification of a new time or place', () => {
  it('a new time or place is sent once to each customer', async () => {
    const { shop, browser } = await booked(30 * 24 * hourMs, { orders: 2 })
    const stranger = await booked(30 * 24 * hourMs)
    await move(shop)
    await bench.tick()
    expect(browser.received).toEqual([])
    await passAndTick(10 * minuteMs)
    expect(browser.received.map(({ message }) => message.title)).toEqual(['New time or place: Canoe Week'])
    expect(stranger.browser.requests).toBe(0)
  })

  it('a new time is sent during quiet hours only if the event begins within twelve hours', async () => {
    // Ten in the evening, when quiet hours begin.
    const untilNight = noon + 10 * hourMs
    bench.setNow(
      untilNight > bench.now()
        ? untilNight
        : untilNight + Math.ceil((bench.now() - untilNight) / (24 * hourMs)) * 24 * hourMs,
    )
    const [soon, later] = [await booked(11 * hourMs), await booked(20 * hourMs)]
    await move(soon.shop)
    await move(later.shop)
    await passAndTick(10 * minuteMs)
    const changesShown = (browser: typeof soon.browser) =>
      browser.received.filter(({ message }) => /^New time/.test(message.title)).length
    expect([changesShown(soon.browser), changesShown(later.browser)]).toEqual([1, 0])
    await passAndTick(10 * hourMs)
    expect([changesShown(soon.browser), changesShown(later.browser)]).toEqual([1, 1])
  })
})
