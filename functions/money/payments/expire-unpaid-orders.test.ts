import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../../contract/money/payment.ts'
import {
  eventOptions,
  mailbox,
  orders,
  payments,
  refunds,
  registrations,
  sandboxIntents,
  sandboxRefunds,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeCart } from '../../test-bench/orders.ts'
import { makeCoupon, makeEvent } from '../../test-bench/programs.ts'
import { withSandbox } from '../../test-bench/provider-with.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { selling: { offline: true } } }))
})
const minutes = (count: number) => bench.pass(count * 60_000)
const spotsTaken = async (optionId: string) =>
  (await shop.db.select().from(eventOptions).where(eq(eventOptions.id, optionId)))[0]?.spots_taken
const lastPlace = async () => {
  const event = await makeEvent(bench, { programId: shop.programId, options: [{ spots: 1 }] })
  return { programId: shop.programId, eventId: event.event_id, optionId: event.option_ids[0] }
}
const placeOf = async (orderId: string) =>
  (await shop.db.select().from(registrations).where(eq(registrations.order_id, orderId)))[0]

describe('an unpaid order', () => {
  it('an unpaid order expires after its hold', async () => {
    const one = await lastPlace()
    const nadia = await shop.customer()
    const order = await makeCart(bench, nadia, one)
    const code = `ONCE${order.order_id.slice(4).toUpperCase()}`
    await makeCoupon(bench, shop.programId, { code, max_redemptions: 1 })
    expect((await bench.call(`/v1/profile/orders/${order.order_id}/discounts`, nadia.json({ code }))).status).toBe(201)
    const paying = await shop.pay(nadia, order, 'pm_card_authenticationRequired')
    expect(await paying.clone().json()).toMatchObject({ status: 'requires_action' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ discounts: [{ coupon: { times_redeemed: 1 } }] })
    expect(await spotsTaken(one.optionId)).toBe(1)
    minutes(14)
    await bench.tick()
    expect((await placeOf(order.order_id))?.status).toBe('pending')
    minutes(2)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
      payments: [{ status: 'cancelled' }],
      discounts: [{ redeemed: null, coupon: { times_redeemed: 0 } }],
    })
    expect((await placeOf(order.order_id))?.status).toBe('expired')
    expect(await spotsTaken(one.optionId)).toBe(0)
    expect(
      await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id)),
    ).toMatchObject([{ state: 'canceled' }])
    expect(await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))).toEqual([])
  })

  it('an order that the bank had confirmed is paid instead', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    await shop.decideAtBank(payment, 'confirm')
    minutes(16)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
    expect((await placeOf(order.order_id))?.status).toBe('confirmed')
  })

  it('M-17: an order that is paid and expired at the same moment ends in one of the two states', async () => {
    const rounds = process.env.LONG === '1' ? 100 : 8
    for (let round = 0; round < rounds; round += 1) {
      const one = await lastPlace()
      const nadia = await shop.customer()
      const order = await makeCart(bench, nadia, one)
      const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
      minutes(16)
      await nadia.renew()
      await Promise.all(
        round % 2 === 0
          ? [bench.tick(), shop.decideAtBank(payment, 'confirm').then(() => shop.confirm(nadia, order, payment))]
          : [shop.decideAtBank(payment, 'confirm').then(() => shop.confirm(nadia, order, payment)), bench.tick()],
      )
      await bench.tick()
      const { status } = await shop.orderOf(nadia, order)
      const [intent] = await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id))
      const ending = [status, (await placeOf(order.order_id))?.status, intent?.state, await spotsTaken(one.optionId)]
      expect([
        ['paid', 'confirmed', 'succeeded', 1],
        ['expired', 'expired', 'canceled', 0],
      ]).toContainEqual(ending)
    }
  })
})

describe('a payment that arrives after its order expired', () => {
  const payLate = async (one: Awaited<ReturnType<typeof lastPlace>>) => {
    const nadia = await shop.customer()
    const order = await makeCart(bench, nadia, one)
    const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    minutes(16)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'expired' })
    // The bank had confirmed the payment before.
    await shop.db
      .update(sandboxIntents)
      .set({ state: 'succeeded', amount_received: payment.amount_total.value })
      .where(eq(sandboxIntents.payment_id, payment.id))
    return { nadia, order, payment }
  }

  it('a late payment takes the places again if they are free', async () => {
    const one = await lastPlace()
    const { nadia, order, payment } = await payLate(one)
    await shop.confirm(nadia, order, payment)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
    expect((await placeOf(order.order_id))?.status).toBe('confirmed')
    expect(await spotsTaken(one.optionId)).toBe(1)
  })

  it('a late payment for a place that is gone is refunded in full', async () => {
    const one = await lastPlace()
    const { nadia, order, payment } = await payLate(one)
    const ben = await shop.customer()
    expect((await shop.pay(ben, await makeCart(bench, ben, one))).status).toBe(201)
    await Promise.all([shop.confirm(nadia, order, payment), shop.confirm(nadia, order, payment)])
    await bench.tick()
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'payment_after_expiry',
      refund_status: 'refunded',
      amount_paid: { value: 10_000 },
      amount_returned: { value: 10_000 },
      receipt_number: null,
    })
    expect(await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))).toMatchObject([
      { amount: 10_000, status: 'succeeded', reason: 'payment_after_expiry' },
    ])
    expect(await spotsTaken(one.optionId)).toBe(1)
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Your payment came too late: Canoe Week')
    expect(mails[0]?.text).toContain('$100.00 goes to Visa ending 3155')
    const [intent] = await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.payment_id, payment.id))
    expect(
      await shop.db
        .select()
        .from(sandboxRefunds)
        .where(eq(sandboxRefunds.intent_id, intent?.id ?? '')),
    ).toHaveLength(1)
  })

  it('a late payment is refunded if the event was cancelled in the meantime', async () => {
    const one = await lastPlace()
    const { nadia, order, payment } = await payLate(one)
    await bench.env.DB.prepare("UPDATE events SET status = 'cancelled' WHERE id = ?").bind(one.eventId).run()
    await shop.confirm(nadia, order, payment)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'cancelled', refund_status: 'refunded' })
  })
})

describe('an unpaid offline order', () => {
  it('an offline order expires a day before the start', async () => {
    const startsAt = bench.now() + 5 * 86_400_000
    const event = await makeEvent(bench, { programId: shop.programId, startsAt })
    const nadia = await shop.customer()
    const order = await makeCart(bench, nadia, {
      programId: shop.programId,
      eventId: event.event_id,
      optionId: event.option_ids[0],
    })
    const later = () =>
      bench.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json({ checkout_method: 'offline' }))
    const answer = await later()
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ status: 'created', checkout_method: 'offline', payment_provider: null })
    expect((await later()).status).toBe(200)
    const due = new Date(startsAt - 86_400_000).toISOString()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', due_at: due, hold_expires_at: due })
    const mails = async () => shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    expect((await mails()).map((mail) => mail.subject)).toEqual([
      expect.stringMatching(/^Your place is held until Fri, January\u00a08, 2027$/),
    ])
    bench.pass(4 * 86_400_000)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending' })
    bench.pass(1)
    await bench.tick()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'expired', payments: [{ status: 'cancelled' }] })
    expect((await mails()).map((mail) => mail.subject)).toContain('Not paid in time: Canoe Week')
  })

  it('an offline order can be paid by card instead', async () => {
    const nadia = await shop.customer()
    const order = await makeCart(bench, nadia, await lastPlace())
    await bench.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json({ checkout_method: 'offline' }))
    expect((await shop.pay(nadia, order)).status).toBe(201)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
    const rows = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
    expect(rows.map((row) => [row.checkout_method, row.status]).sort()).toEqual([
      ['card', 'succeeded'],
      ['offline', 'cancelled'],
    ])
    expect((await shop.db.select().from(orders).where(eq(orders.id, order.order_id)))[0]?.checkout_method).toBe('card')
  })
})

it('an order that cannot be expired does not block the others', async () => {
  const nadia = await shop.customer()
  const stuck = await shop.cart(nadia)
  await shop.pay(nadia, stuck, 'pm_card_chargeDeclined')
  const { DB } = bench.env
  const columnsOf = async (table: string) =>
    (await DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>()).results.map(
      ({ name }) => name,
    )
  const copy = async (table: string, changed: Record<string, string>, key: string) => {
    const names = await columnsOf(table)
    const values = names.map((name) => changed[name] ?? name)
    await DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM n, ${table} WHERE ${key} = ?`,
    )
      .bind(stuck.order_id)
      .run()
  }
  await copy('orders', { id: `'ord_stuck_' || i`, hold_expires_at: 'hold_expires_at - 60000' }, 'id')
  await copy('payments', { id: `'pay_stuck_' || i`, order_id: `'ord_stuck_' || i`, intent_id: 'NULL' }, 'order_id')

  minutes(30)
  await withSandbox(
    ({ read }) => ({
      read: async (input) => {
        if (input.payment_id.startsWith('pay_stuck')) throw new Error('not this one')
        return read(input)
      },
    }),
    async () => {
      await bench.tick()
      await bench.tick()
    },
  )
  await nadia.renew()
  expect(await shop.orderOf(nadia, stuck)).toMatchObject({ status: 'expired' })
  const [copied] = await shop.db.select().from(orders).where(eq(orders.id, 'ord_stuck_1'))
  expect(copied?.expiry_tried_at).not.toBeNull()
  await DB.batch([
    DB.prepare(`DELETE FROM payments WHERE id LIKE 'pay_stuck_%'`),
    DB.prepare(`DELETE FROM orders WHERE id LIKE 'ord_stuck_%'`),
  ])
})

it('B-02: ten concurrent late runs expire an order once', async () => {
  const one = await makeEvent(bench, { programId: shop.programId, options: [{ spots: 3 }] })
  const shared = { programId: shop.programId, eventId: one.event_id, optionId: one.option_ids[0] }
  const carts = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const person = await shop.customer()
      const order = await makeCart(bench, person, shared)
      await bench.call(`/v1/profile/orders/${order.order_id}/payments`, person.json({ checkout_method: 'offline' }))
      return { person, order }
    }),
  )
  expect(await spotsTaken(shared.optionId)).toBe(3)
  bench.pass(7 * 86_400_000)
  minutes(60)
  await Promise.all(Array.from({ length: 10 }, () => bench.tick()))
  const ends = async () =>
    Promise.all(
      carts.map(async ({ person, order }) => {
        await person.renew()
        const [{ status }, place] = [await shop.orderOf(person, order), await placeOf(order.order_id)]
        const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))
        const expired = mails.filter(({ subject }) => subject.startsWith('Not paid in time'))
        return [status, place?.status, expired.length]
      }),
    )
  expect(await ends()).toEqual(Array.from({ length: 3 }, () => ['expired', 'expired', 1]))
  expect(await spotsTaken(shared.optionId)).toBe(0)
  minutes(-120)
  await bench.tick()
  expect(await ends()).toEqual(Array.from({ length: 3 }, () => ['expired', 'expired', 1]))
  minutes(120)
})
