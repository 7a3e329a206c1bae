import { beforeAll, describe, expect, it } from 'vitest'
import type { Notification, NotificationCount } from '../../contract/delivery/notification.ts'
import { notificationReasonNames } from '../../contract/delivery/notification.ts'
import type { List } from '../../contract/paging.ts'
import { notificationWords } from '../../contract/sentences/notification-words.ts'
import { makeContext } from '../../platform/make-context.ts'
import { system } from '../../platform/actor.ts'
import { commit } from '../../platform/database/commit.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeNotification } from '../../test-bench/notifications.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { deliverToBrowsers } from '../push/deliver-push.ts'
import { fanOut } from './fan-out.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, { event: { startsAt: bench.now() + 30 * 86_400_000, name: 'Canoe Week' } })
})

const listPath = (programId = shop.programId) => `/v1/programs/${programId}/notifications`
const listOf = async (person: Person, query = '', headers: Record<string, string> = {}) =>
  (await (
    await bench.call(`${listPath()}?limit=100${query}`, { headers: { ...person.headers, ...headers } })
  ).json()) as List<Notification>
const reasonsOf = async (person: Person, query = '') =>
  (await listOf(person, query)).data.map(({ reason }) => reason).sort()
const post = (person: Person, path: string, body: object = {}, programId = shop.programId) =>
  bench.call(`${listPath(programId)}${path}`, person.json(body))
const act = async (person: Person, id: string, change: string) =>
  (await (await post(person, `/${id}/${change}`)).json()) as Notification
const rowsOf = async (person: Person) =>
  (
    await bench.env.DB.prepare('SELECT * FROM notifications WHERE user_id = ? ORDER BY id')
      .bind(person.identity.user_id)
      .all()
  ).results

/** The columns of an outbox row that the fan-out does not read. */
const delivered = {
  due_at: 0,
  first_due_at: null,
  attempts: 1,
  leased_until: null,
  done_at: null,
  dead_at: null,
  last_error: null,
}

describe('which events become notifications', () => {
  it('an event is listed once for its customer with a link to its page', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    await shop.pay(person, order)
    expect(await reasonsOf(person)).toEqual(['order_paid', 'registration_confirmed'])
    const { data } = await listOf(person, '&topic_group=registrations')
    expect(data).toMatchObject([
      {
        object: 'notification',
        topic_group: 'registrations',
        is_read: false,
        is_archived: false,
        title: 'Confirmed: Canoe Week',
        url: `/pg/${shop.programId}/profile/orders/${order.order_id}`,
        order_id: order.order_id,
      },
    ])
    expect(data[0]?.text).toMatch(/^For \S+\.$/)
    const [french] = (await listOf(person, '&topic_group=orders', { 'Accept-Language': 'fr' })).data
    expect(french?.title).toMatch(/^Payé\u00a0: .*\$$/)
    expect(french?.text).toMatch(/^Reçu \d{4}-\d{6}, Canoe Week$/)

    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, person.json({}))
    expect(await reasonsOf(person, '&topic_group=registrations')).toEqual([
      'registration_cancelled',
      'registration_confirmed',
    ])
  })

  it('a declined payment is listed although no mail is sent', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    await shop.pay(person, order, 'pm_card_visa_chargeDeclined')
    const { data } = await listOf(person)
    expect(data).toMatchObject([{ reason: 'payment_failed', order_id: order.order_id }])
    expect(data[0]?.title).toMatch(/^Your payment of \$[\d,.]+ didn’t go through$/)
  })

  it('a second declined card for the same order is listed again', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    await shop.pay(person, order, 'pm_card_visa_chargeDeclined')
    await shop.pay(person, order, 'pm_card_visa_chargeDeclined')
    expect(await reasonsOf(person)).toEqual(['payment_failed', 'payment_failed'])
  })

  it('paying an order marks its failed payments as read', async () => {
    const person = await shop.customer()
    const [order, other] = [await shop.cart(person), await shop.cart(person)]
    await shop.pay(person, order, 'pm_card_visa_chargeDeclined')
    await shop.pay(person, other, 'pm_card_visa_chargeDeclined')
    await shop.pay(person, order)
    const failed = (await listOf(person)).data.filter(({ reason }) => reason === 'payment_failed')
    expect(failed.map(({ order_id, is_read }) => [order_id, is_read]).sort()).toEqual(
      [
        [order.order_id, true],
        [other.order_id, false],
      ].sort(),
    )
  })

  it('a failure that is delivered after the order is paid is not listed', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    await shop.pay(person, order, 'pm_card_visa_chargeDeclined')
    await shop.pay(person, order)
    const declined = await bench.env.DB.prepare(`SELECT id FROM payments WHERE order_id = ? AND status = 'failed'`)
      .bind(order.order_id)
      .first<{ id: string }>()
    const event = { id: 1, kind: 'payment.failed' as const, ref: declined?.id ?? '', dedupe: 'late', body: {} }
    await commit(
      makeContext({ env: bench.env, now: bench.now(), requestId: 'test', actor: system }),
      fanOut(
        makeContext({ env: bench.env, now: bench.now(), requestId: 'test', actor: system }),
        { ...event, ...delivered, priority: 1 },
        { many: {}, combiners: {}, insertPushDeliveries: deliverToBrowsers },
      ),
    )
    expect((await reasonsOf(person)).filter((reason) => reason === 'payment_failed')).toHaveLength(1)
  })

  it('an event that is fanned out twice adds one notification', async () => {
    const [person, other] = [await shop.customer(), await shop.customer()]
    const order = await shop.cart(person)
    await shop.pay(person, order)
    const before = await rowsOf(person)
    const ctx = makeContext({ env: bench.env, now: bench.now(), requestId: 'test', actor: system })
    const row = {
      id: 1,
      kind: 'order.paid' as const,
      ref: order.order_id,
      dedupe: `order.paid:${order.order_id}`,
      body: {},
      priority: 1,
    }
    await commit(
      ctx,
      fanOut(ctx, { ...row, ...delivered }, { many: {}, combiners: {}, insertPushDeliveries: deliverToBrowsers }),
    )
    expect(await rowsOf(person)).toEqual(before)
    expect(await rowsOf(other)).toEqual([])
  })

  it('rescheduled events are listed once per customer when the mail is sent', async () => {
    const moved = await openShop(bench, { event: { startsAt: bench.now() + 30 * 86_400_000 } })
    const person = await moved.customer()
    await moved.pay(person, await moved.cart(person))
    await moved.pay(person, await moved.cart(person))
    const ctx = makeContext({ env: bench.env, now: bench.now(), requestId: 'test', actor: system })
    const notify_at = bench.now() + 600_000
    const event = {
      id: 1,
      kind: 'event.changed' as const,
      ref: moved.eventId,
      dedupe: 'x',
      priority: 2,
      body: { changed_at: bench.now(), notify_at },
    }
    const many = { event_customers: () => moved.db.run('SELECT 1') as never }
    await commit(
      ctx,
      fanOut(ctx, { ...event, ...delivered }, { many, combiners: {}, insertPushDeliveries: deliverToBrowsers }),
    )
    const shown = async () =>
      (
        (await (
          await bench.call(`${listPath(moved.programId)}?topic_group=schedule`, { headers: person.headers })
        ).json()) as List<Notification>
      ).data
    expect(await shown()).toEqual([])
    bench.pass(600_000)
    await person.renew()
    expect(await shown()).toMatchObject([{ reason: 'event_changed', event_id: moved.eventId }])
  })

  it('every reason has its texts in both languages', () => {
    const facts = {
      outcome: null,
      title: 'Canoe Week',
      names: 'Maya',
      amount: '$5.00',
      receipt: '2027-000001',
      isReturned: true,
    }
    for (const words of Object.values(notificationWords))
      for (const reason of notificationReasonNames)
        for (const known of [facts, { ...facts, title: null, names: null, receipt: null, isReturned: false }])
          expect([reason, words.told[reason](known).join(' ')]).toEqual([
            reason,
            expect.not.stringMatching(/null|undefined|^ /),
          ])
  })
})

describe('a notification', () => {
  it('an archived notification counts as read', async () => {
    const person = await shop.customer()
    const id = await makeNotification(bench, person, { program_id: shop.programId })
    expect(await act(person, id, 'mark')).toMatchObject({ is_read: true, is_archived: false })
    expect(await act(person, id, 'unmark')).toMatchObject({ is_read: false, is_archived: false })
    expect(await act(person, id, 'archive')).toMatchObject({ is_read: true, is_archived: true })
    expect(await act(person, id, 'unmark')).toMatchObject({ is_read: false, is_archived: true })
    expect(await act(person, id, 'archive')).toMatchObject({ is_read: true, is_archived: true })
    expect(await act(person, id, 'unarchive')).toMatchObject({ is_read: true, is_archived: false })
    expect(await (await bench.call(`${listPath()}/${id}`, { headers: person.headers })).json()).toMatchObject({ id })
  })

  it('notifications can be filtered and paged', async () => {
    const person = await shop.customer()
    const make = (created: number, more: object) =>
      makeNotification(bench, person, { program_id: shop.programId, created: bench.now() - created, ...more })
    const old = await make(3000, { reason: 'order_paid', read_at: 1 })
    const archived = await make(2000, { reason: 'order_paid', archived_at: 1 })
    const account = await make(1000, { program_id: null })
    const ids = async (query: string) => (await listOf(person, query)).data.map(({ id }) => id)
    expect(await ids('')).toEqual([account, archived, old])
    expect(await ids('&is_archived=false')).toEqual([account, old])
    expect(await ids('&is_read=true')).toEqual([old])
    expect(await ids('&topic_group=orders&topic_group=account&is_archived=true')).toEqual([archived])
    expect(await ids(`&id=${old}&id=${account}&order=asc`)).toEqual([old, account])
    const paged = await (await bench.call(`${listPath()}?limit=1&skip=1`, { headers: person.headers })).json()
    expect(paged).toMatchObject({ total: 3, count: 1, page: 1, page_count: 3, data: [{ id: archived }] })
  })
})

describe('marking all notifications as read', () => {
  it('notifications that arrive later stay unread', async () => {
    const person = await shop.customer()
    const created = bench.now() - 1000
    await makeNotification(bench, person, { program_id: shop.programId, created })
    const later = await makeNotification(bench, person, { program_id: shop.programId, created: created + 1 })
    const answer = await post(person, '/mark_all', { before: new Date(created).toISOString() })
    expect((await answer.json()) as NotificationCount).toEqual({ object: 'notification_count', changed: 1, unread: 1 })
    expect((await listOf(person, '&is_read=false')).data.map(({ id }) => id)).toEqual([later])
    expect(await (await post(person, '/archive_all')).json()).toMatchObject({ changed: 2, unread: 0 })
    expect((await listOf(person, '&is_archived=true')).data.map((each) => each.is_read)).toEqual([true, true])
    expect((await post(person, '/mark_all', { before: 'yesterday' })).status).toBe(400)
  })
})

it('I-08: notifications of another customer or program cannot be read or changed', async () => {
  const [person, other] = [await shop.customer(), await shop.customer()]
  const elsewhere = await makeProgram(bench)
  const mine = await makeNotification(bench, person, { program_id: shop.programId })
  await makeNotification(bench, other, { program_id: shop.programId })
  const [before, others] = [await rowsOf(person), await rowsOf(other)]
  for (const change of ['mark', 'unmark', 'archive', 'unarchive']) {
    expect((await post(other, `/${mine}/${change}`)).status).toBe(404)
    expect((await post(person, `/${mine}/${change}`, {}, elsewhere)).status).toBe(404)
  }
  expect((await bench.call(`${listPath()}/${mine}`, { headers: other.headers })).status).toBe(404)
  const third = await makeCustomer(bench)
  for (const all of ['/mark_all', '/archive_all']) {
    expect(await (await post(third, all)).json()).toMatchObject({ changed: 0 })
    expect(await (await post(person, all, {}, elsewhere)).json()).toMatchObject({ changed: 0 })
  }
  expect(await rowsOf(person)).toEqual(before)
  expect(await rowsOf(other)).toEqual(others)
  expect(await (await post(person, '/mark_all')).json()).toMatchObject({ changed: 1 })
  expect(await rowsOf(other)).toEqual(others)
})
