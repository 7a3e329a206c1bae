import { beforeAll, describe, expect, it } from 'vitest'
import {
  type NotificationPreferences,
  type NotificationReason,
  notificationReasonNames,
  preferenceTopics,
  rulesOf,
} from '../../contract/delivery/notification.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { fairRefund } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { reasonOfMail } from './notification-table.ts'
import { changesOf, isWanted } from './preference-rules.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, { event: { startsAt: bench.now() + 30 * 86_400_000 } })
})

const address = '/v1/profile/preferences/notifications'
const read = async (person: Person, query = '') =>
  (await (await bench.call(`${address}${query}`, { headers: person.headers })).json()) as NotificationPreferences
const put = (person: Person, body: object) => bench.call(address, { ...person.json(body), method: 'PUT' })
const settingOf = (preferences: NotificationPreferences, reason: NotificationReason) =>
  preferences.notifications.find((setting) => setting.reason === reason)
const required = ['order_paid', 'refund_updated', 'payment_failed', 'event_cancelled', 'email_changed', 'new_login']

describe('default preferences', () => {
  it('email is on by default except for news', () => {
    const choice = { enabled: true, email: null, push: null }
    expect(notificationReasonNames.filter((reason) => rulesOf(reason).email === 'off')).toEqual([
      'newsletter',
      'promotion',
    ])
    expect(
      new Set(
        notificationReasonNames
          .filter((reason) => isWanted(reason, 'push', choice))
          .map((reason) => rulesOf(reason).topic_group),
      ),
    ).toEqual(new Set(['orders', 'schedule', 'waitlist', 'messages']))
    expect(
      notificationReasonNames.filter(
        (reason) => rulesOf(reason).topic_group === 'orders' && isWanted(reason, 'push', choice),
      ),
    ).toEqual(['payment_failed'])
  })

  it.each(required)('the email about %s cannot be turned off', (reason) => {
    const off = { enabled: false, email: false, push: false }
    expect(isWanted(reason as NotificationReason, 'email', off)).toBe(true)
    expect(isWanted(reason as NotificationReason, 'push', off)).toBe(false)
  })

  it.each([
    ['order_cancelled', { returned: 500, requested: 0, registration_ids: null }, 'refund_updated'],
    ['order_cancelled', { returned: 0, requested: 0, registration_ids: null, is_late: true }, 'refund_updated'],
    ['order_cancelled', { returned: 0, requested: 500, registration_ids: null }, 'order_cancelled'],
    ['registration_cancelled', { result: 'automatic', amount: 500 }, 'refund_updated'],
    ['registration_cancelled', { result: 'request', amount: 500 }, 'registration_cancelled'],
    ['payment_alert', { amount: 500 }, null],
  ] as const)(
    'the preference of a customer cannot stop the mail %s about %j for %s when money is returned',
    (template, body, reason) => {
      expect(reasonOfMail(template, body)).toBe(reason)
    },
  )

  it("a customer's preference overrides the default", () => {
    expect(isWanted('event_changed', 'email', { enabled: true, email: false, push: null })).toBe(false)
    expect(isWanted('event_changed', 'email', { enabled: false, email: true, push: true })).toBe(false)
    expect(isWanted('feedback_request', 'push', { enabled: true, email: null, push: true })).toBe(true)
  })

  it('every reason belongs to one row of the page', () => {
    for (const topic of preferenceTopics) {
      const kinds = notificationReasonNames
        .filter((reason) => rulesOf(reason).topic === topic)
        .map((reason) => rulesOf(reason).email)
      expect([topic, new Set(kinds).size]).toEqual([topic, 1])
    }
  })

  it('turning off a topic turns off its optional reasons', () => {
    expect(
      changesOf([
        { topic_group: 'orders', email: false },
        { reason: 'order_cancelled', push: true },
      ]),
    ).toEqual({
      ok: true,
      changes: [{ reason: 'order_cancelled', email: false, push: true }],
    })
    expect(changesOf([{ reason: 'order_paid', email: true }])).toEqual({ ok: true, changes: [] })
    expect(changesOf([{ reason: 'event_changed' }, { reason: 'order_paid', email: false }])).toEqual({
      ok: false,
      at: 1,
      refused: 'required',
    })
    expect(changesOf([{ email: false }])).toEqual({ ok: false, at: 0, refused: 'reason' })
  })
})

describe('preferences', () => {
  it('preferences are returned by topic', async () => {
    const person = await makeCustomer(bench)
    const all = await read(person)
    expect(all).toMatchObject({ user_id: person.identity.user_id, email: person.email, enabled: true })
    expect(all.notifications.map(({ reason }) => reason)).toEqual(notificationReasonNames)
    expect(
      (await read(person, '?topic_group=waitlist&topic_group=messages')).notifications.map(({ reason }) => reason),
    ).toEqual(['waitlist_offer', 'waitlist_offer_expiring', 'message_received'])
    expect(settingOf(all, 'event_changed')).toEqual({
      reason: 'event_changed',
      name: 'New times and places',
      topic_group: 'schedule',
      email: true,
      push: true,
      is_email_required: false,
    })
    const changed = (await (
      await put(person, { enabled: false, notifications: [{ reason: 'event_changed', email: false }] })
    ).json()) as NotificationPreferences
    expect(settingOf(changed, 'event_changed')).toMatchObject({ email: false, push: true })
    expect(changed.enabled).toBe(false)
    expect(await (await put(person, { ...changed, enabled: true })).json()).toEqual({ ...changed, enabled: true })
  })

  it('the API rejects turning off a mandatory reason', async () => {
    const person = await makeCustomer(bench)
    const answer = await put(person, {
      notifications: [
        { reason: 'feedback_request', email: false },
        { reason: 'new_login', email: false },
      ],
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ type: 'notification_required', param: 'notifications.1.email' })
    expect(settingOf(await read(person), 'feedback_request')?.email).toBe(true)
  })

  it('news follow the consent for a program', async () => {
    const person = await makeCustomer(bench, { programIds: [shop.programId] })
    const subscribe = () => bench.call(`/v1/profile/programs/${shop.programId}`, person.json({ is_subscribed: true }))
    const isOn = async () => settingOf(await read(person), 'newsletter')?.email
    expect(await isOn()).toBe(false)
    await subscribe()
    expect(await isOn()).toBe(true)
    await put(person, { notifications: [{ topic_group: 'marketing', email: false }] })
    expect(await isOn()).toBe(false)
    await bench.call(`/v1/profile/programs/${shop.programId}`, person.json({ is_subscribed: false }))
    await subscribe()
    expect(await isOn()).toBe(true)
  })
})

describe('a queued mail and a later change of preferences', () => {
  it('a queued mail is not sent after its recipient turned its reason off', async () => {
    // The organisation of this program decides about refunds, so that cancelling a place refunds nothing.
    const office = await openShop(bench, {
      event: { startsAt: bench.now() + 30 * 86_400_000 },
      refund: { ...fairRefund, automatic: false, request: true },
    })
    const [quiet, other] = await Promise.all([office.customer(), office.customer()])
    await put(quiet, { enabled: false })
    for (const person of [quiet, other]) await giveUp(office, person)
    expect((await mailsTo(bench, quiet.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/receipt/i),
    ])
    expect(await mailsTo(bench, other.email)).toHaveLength(2)
  })

  it('a mail about a refund is sent although cancellation mails are turned off', async () => {
    const person = await shop.customer()
    await put(person, { enabled: false })
    await giveUp(shop, person)
    expect(await mailsTo(bench, person.email)).toHaveLength(2)
  })

  const giveUp = async (at: Shop, person: Person) => {
    const order = await at.cart(person)
    await at.pay(person, order)
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, person.json({}))
    await bench.tick()
  }
})
