import { dayMs, hourMs, minuteMs } from '../../contract/limits.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { system } from '../../platform/actor.ts'
import { notificationReasonNames } from '../../contract/delivery/notification.ts'
import type { PushSubscription } from '../../contract/delivery/push-subscription.ts'
import { makeContext } from '../../platform/make-context.ts'
import { commit } from '../../platform/database/commit.ts'
import { deliverOutbox } from '../../deliver-outbox.ts'
import { openBudget } from '../../platform/run-budget.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { type PushAnswer, pushService } from '../../test-bench/push-browsers.ts'
import { makeNotification } from '../../test-bench/notifications.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { deliverToBrowsers } from './deliver-push.ts'

/** Noon in Toronto, the customers' time zone. */
const noon = Date.parse('2031-06-02T16:00:00Z')
let bench: Bench
let shop: Shop
const service = pushService()
let line: Awaited<ReturnType<typeof service.connect>>
beforeAll(async () => {
  bench = await openBench()
  line = await service.connect(bench)
  bench.setNow(Math.max(bench.now(), noon))
  shop = await openShop(bench, {
    program: { features: { push_notifications: true } },
    event: { startsAt: bench.now() + 30 * dayMs, name: 'Canoe Week' },
  })
})
afterAll(() => line.close())

const path = '/v1/profile/subscriptions/notifications'
async function browserOf(person: Person, ...answers: PushAnswer[]) {
  const { browser, subscription } = service.subscribe(...answers)
  const answer = await bench.call(path, person.json(subscription))
  expect(answer.status).toBe(201)
  return { ...browser, browser, id: ((await answer.json()) as PushSubscription).id, ...subscription }
}
const stored = (id: string) =>
  bench.env.DB.prepare('SELECT status, failures, reached_at FROM push_subscriptions WHERE id = ?').bind(id).first()
const rowsOf = async (id: string) =>
  (
    await bench.env.DB.prepare(`SELECT * FROM outbox WHERE kind = 'push.notification' AND ref = ?`).bind(id).all<{
      attempts: number
      due_at: number
      done_at: number | null
      dead_at: number | null
      last_error: string | null
    }>()
  ).results
/** A declined payment: its notification is pushed by default. */
const refusePayment = async (person: Person) => {
  const order = await shop.cart(person)
  await shop.pay(person, order, 'pm_card_visa_chargeDeclined')
  return order
}
const atNoon = () => {
  const today = Math.floor((bench.now() - noon) / dayMs) * dayMs + noon
  bench.setNow(today >= bench.now() ? today : today + dayMs)
}

describe('a push notification', () => {
  it('a push notification reaches every browser of its reader, encrypted for each', async () => {
    atNoon()
    const person = await shop.customer({ lastName: 'Zebrowski' })
    const [phone, laptop] = [await browserOf(person), await browserOf(person)]
    const order = await refusePayment(person)
    for (const { received, endpoint } of [phone, laptop]) {
      expect(received).toHaveLength(1)
      const [{ message, headers, vapid }] = received as [(typeof received)[number]]
      expect(message).toMatchObject({
        title: expect.stringMatching(/^Your payment of \$[\d,.]+ didn’t go through$/),
        body: 'You weren’t charged. Try again or use another card.',
        url: `/pg/${shop.programId}/profile/orders/${order.order_id}?lang=en`,
        lang: 'en',
      })
      expect(JSON.stringify(message)).not.toContain('Zebrowski')
      expect(headers.get('Content-Encoding')).toBe('aes128gcm')
      expect(headers.get('Urgency')).toBe('high')
      expect(headers.get('TTL')).toBe(String(2 * 24 * 3600))
      expect(headers.get('Topic')).toMatch(/^[\w-]{32}$/)
      expect(vapid.claims.aud).toBe(new URL(endpoint).origin)
      expect(vapid.key).toBe(bench.env.VAPID_KEYS?.split(':')[1])
    }
    expect(await stored(phone.id)).toMatchObject({ status: 'active', failures: 0, reached_at: bench.now() })
  })

  it("a push notification is in the reader's language", async () => {
    const person = await shop.customer({ language: 'fr' })
    const { received } = await browserOf(person)
    await refusePayment(person)
    expect(received.map(({ message }) => [message.title, message.lang])).toEqual([
      [expect.stringMatching(/^Votre paiement de .* a échoué$/), 'fr'],
    ])
  })

  it('a reason that was turned off is not pushed', async () => {
    const [person, quiet] = [await shop.customer(), await shop.customer()]
    const [paid, off] = [await browserOf(person), await browserOf(quiet)]
    await shop.pay(person, await shop.cart(person))
    expect(paid.received).toEqual([])
    const preferences = '/v1/profile/preferences/notifications'
    const turn = (push: boolean) =>
      bench.call(preferences, { ...quiet.json({ notifications: [{ reason: 'payment_failed', push }] }), method: 'PUT' })
    await turn(false)
    await refusePayment(quiet)
    expect([off.browser.requests, await rowsOf(off.id)]).toEqual([0, []])
    await turn(true)
    off.browser.answers.push({ status: 503 })
    await refusePayment(quiet)
    await turn(false)
    bench.pass(minuteMs)
    await bench.tick()
    expect([off.browser.requests, off.received]).toEqual([1, []])
  })

  it('a program without push sends none', async () => {
    const other = await openShop(bench, { event: { startsAt: bench.now() + 30 * dayMs } })
    const person = await other.customer()
    const { browser } = await browserOf(person)
    await other.pay(person, await other.cart(person), 'pm_card_visa_chargeDeclined')
    expect(browser.requests).toBe(0)
  })

  it('a notification that was read on the site is not pushed', async () => {
    const person = await shop.customer()
    const { browser } = await browserOf(person, { status: 503 }, { status: 503 })
    await refusePayment(person)
    await bench.call(`/v1/programs/${shop.programId}/notifications/mark_all`, person.json({}))
    const order = await refusePayment(person)
    await shop.pay(person, order)
    bench.pass(minuteMs)
    await bench.tick()
    expect(browser.requests).toBe(2)
  })
})

describe('personal data in push messages', () => {
  const canaries = ['Zebrowski', 'Canarybees', 'Canarynuts', '9876543217', '+14165550123', '2019-05-0', '@example.com']

  it('the only personal data in a push message is a first name', async () => {
    atNoon()
    const person = await shop.customer({ lastName: 'Zebrowski' })
    const order = await shop.cart(person)
    const { attendee_id: child } = (await bench.env.DB.prepare('SELECT attendee_id FROM registrations WHERE id = ?')
      .bind(order.registration_ids[0])
      .first<{ attendee_id: string }>()) ?? { attendee_id: '' }
    const notes = {
      medical_history: 'Canarybees',
      dietary_restrictions: 'Canarynuts',
      health_card_number: '9876543217',
    }
    const written = await bench.call(`/v1/profile/attendees/${child}`, {
      ...person.json({ ...notes, last_name: 'Zebrowski', date_of_birth: '2019-05-04' }),
      method: 'PUT',
    })
    expect(written.status).toBe(200)
    await shop.pay(person, order)
    const pushed = notificationReasonNames.map((reason) => ({ reason, push: true }))
    await bench.call('/v1/profile/preferences/notifications', {
      ...person.json({ enabled: true, notifications: pushed }),
      method: 'PUT',
    })
    const { received } = await browserOf(person)

    const ctx = makeContext({ env: bench.env, now: bench.now(), actor: system })
    const about = { program_id: shop.programId, order_id: order.order_id, registration_id: order.registration_ids[0] }
    for (const reason of notificationReasonNames) {
      const more = { amount: 4500, currency: 'CAD', event_id: shop.eventId }
      // A payment that was received is no longer missing.
      const outcome = reason === 'payment_failed' ? ('expired' as const) : null
      const dedupe = await makeNotification(bench, person, { ...about, ...more, reason, outcome })
      const row = { body: { expires_at: bench.now() + dayMs }, priority: 1 }
      await commit(ctx, [deliverToBrowsers(ctx, row, { reason, whose: { dedupe } })])
    }
    await deliverOutbox(openBudget(bench.env, 60_000))
    const messages = received.map(({ message }) => message)
    const tags = new Set(messages.map(({ tag }) => tag))
    expect(tags.size).toBe(notificationReasonNames.length)
    for (const canary of canaries) expect(JSON.stringify(messages)).not.toContain(canary)
    expect(JSON.stringify(messages)).toContain('Maya')
  })
})

describe('quiet hours', () => {
  it('quiet hours delay a message until eight in the morning', async () => {
    atNoon()
    bench.pass(11 * hourMs)
    const person = await shop.customer()
    const { received, id } = await browserOf(person)
    await refusePayment(person)
    expect(received).toEqual([])
    expect(await rowsOf(id)).toMatchObject([{ due_at: bench.now() + 9 * hourMs, last_error: 'quiet_hours' }])
    bench.pass(8 * hourMs)
    await bench.tick()
    expect(received).toEqual([])
    bench.pass(hourMs)
    await bench.tick()
    expect(received).toHaveLength(1)
    await bench.tick()
    expect(received).toHaveLength(1)
  })
})

describe('the response of a push service', () => {
  beforeAll(atNoon)

  it.each([404, 410])("status %i removes the browser's subscription", async (status) => {
    const person = await shop.customer()
    const { browser, id } = await browserOf(person, { status })
    await refusePayment(person)
    expect(await stored(id)).toBe(null)
    await refusePayment(person)
    expect(browser.requests).toBe(1)
  })

  it('status 429 delays the message for the requested time', async () => {
    const person = await shop.customer()
    const { browser, received, id } = await browserOf(person, { status: 429, headers: { 'Retry-After': '300' } })
    await refusePayment(person)
    expect(await stored(id)).toMatchObject({ status: 'active', failures: 0 })
    bench.pass(4 * minuteMs)
    await bench.tick()
    expect(browser.requests).toBe(1)
    bench.pass(minuteMs)
    await bench.tick()
    expect([browser.requests, received.length]).toEqual([2, 1])
  })

  it('status 500 is retried', async () => {
    const person = await shop.customer()
    const { browser, received, id } = await browserOf(person, { status: 500 }, { status: 502 })
    await refusePayment(person)
    expect(await stored(id)).toMatchObject({ status: 'active', failures: 1 })
    bench.pass(minuteMs)
    await bench.tick()
    expect(await stored(id)).toMatchObject({ status: 'stale', failures: 2 })
    bench.pass(minuteMs)
    await bench.tick()
    expect([browser.requests, received.length]).toEqual([3, 1])
    expect(await stored(id)).toMatchObject({ status: 'active', failures: 0 })
  })

  it('the sender gives up after ten seconds without a response and retries later', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(10_000)
      return timeout(200)
    })
    const person = await shop.customer()
    const { browser, received, id } = await browserOf(person, 'silence')
    await refusePayment(person)
    vi.restoreAllMocks()
    expect(await stored(id)).toMatchObject({ failures: 1 })
    bench.pass(minuteMs)
    await bench.tick()
    expect([browser.requests, received.length]).toEqual([2, 1])
  })

  it('a late 201 counts as delivered', async () => {
    const person = await shop.customer()
    const { browser, received, id } = await browserOf(person, { status: 201, afterMs: 300 })
    await refusePayment(person)
    expect(await stored(id)).toMatchObject({ status: 'active', failures: 0 })
    bench.pass(minuteMs)
    await bench.tick()
    expect([browser.requests, received.length]).toEqual([1, 1])
  })

  it('a repeated 500 ends the delivery without an alert', async () => {
    const person = await shop.customer()
    const { browser, id } = await browserOf(person, ...Array.from({ length: 20 }, () => ({ status: 500 })))
    await refusePayment(person)
    for (let run = 0; run < 9; run += 1) {
      bench.pass(hourMs)
      await bench.tick()
    }
    expect(browser.requests).toBe(8)
    expect(await rowsOf(id)).toMatchObject([{ attempts: 8, dead_at: null, done_at: expect.any(Number) }])
    expect(await stored(id)).toMatchObject({ status: 'stale' })
    bench.pass(60 * dayMs)
    await bench.tick()
    expect(await stored(id)).toBe(null)
    atNoon()
  })

  it('status 403 ends the delivery and alerts the operator', async () => {
    shop = await openShop(bench, {
      program: { features: { push_notifications: true } },
      event: { startsAt: bench.now() + 30 * dayMs },
    })
    const person = await shop.customer()
    const { browser, id } = await browserOf(person, { status: 403 })
    await refusePayment(person)
    expect(browser.requests).toBe(1)
    expect(await rowsOf(id)).toMatchObject([{ last_error: 'push_403', dead_at: expect.any(Number) }])
  })
})

it('two concurrent runners send a message once', async () => {
  const person = await shop.customer()
  const { browser } = await browserOf(person, { status: 503 })
  await refusePayment(person)
  bench.pass(minuteMs)
  await Promise.all([1, 2, 3].map(() => deliverOutbox(openBudget(bench.env, 20_000))))
  expect([browser.requests, browser.received.length]).toEqual([2, 1])
})

it('a push message is signed with the key that its browser subscribed with', async () => {
  const person = await shop.customer()
  const [newest = '', former = ''] = (bench.env.VAPID_KEYS ?? '').split(',')
  const { browser, subscription } = service.subscribe()
  const made = await bench.call(path, person.json({ ...subscription, public_key: former.split(':')[1] }))
  const { id } = (await made.json()) as PushSubscription
  await refusePayment(person)
  expect(browser.received.map(({ vapid }) => vapid.key)).toEqual([former.split(':')[1]])
  bench.env.VAPID_KEYS = newest
  try {
    await refusePayment(person)
    expect([browser.requests, await stored(id)]).toEqual([1, expect.objectContaining({ failures: 1 })])
  } finally {
    bench.env.VAPID_KEYS = `${newest},${former}`
  }
})

describe('POST profile/subscriptions/notifications/test', () => {
  const test = (person: Person, body: object = {}) => bench.call(`${path}/test`, person.json(body))

  it('a test message is sent at once, even at night', async () => {
    bench.pass(11 * hourMs)
    const person = await shop.customer()
    const { received, browser, endpoint } = await browserOf(person, { status: 201 }, { status: 500 }, { status: 410 })
    const results = []
    for (const body of [{}, { endpoint }, {}]) results.push(await (await test(person, body)).json())
    expect(results).toMatchObject([{ result: 'sent' }, { result: 'failed' }, { result: 'removed' }])
    expect(received.map(({ message, headers }) => [message.title, headers.get('TTL')])).toEqual([['It works', '600']])
    expect([browser.requests, (await test(person)).status]).toEqual([3, 404])
  })

  it('C-03: test messages are limited to three an hour', async () => {
    const person = await shop.customer()
    const { browser } = await browserOf(person)
    for (let count = 0; count < 3; count += 1) expect((await test(person)).status).toBe(200)
    expect((await test(person)).status).toBe(429)
    bench.pass(hourMs)
    await person.renew()
    expect((await test(person)).status).toBe(200)
    expect(browser.requests).toBe(4)
  })

  it('C-03: an endpoint whose host was removed from the allowlist gets no request', async () => {
    const person = await shop.customer()
    const { browser, id } = await browserOf(person)
    await bench.env.DB.prepare(`UPDATE push_subscriptions SET endpoint = 'https://10.0.0.1/' || id WHERE id = ?`)
      .bind(id)
      .run()
    expect(await (await test(person)).json()).toMatchObject({ result: 'removed' })
    expect(browser.requests).toBe(0)
  })
})
