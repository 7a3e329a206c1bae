import { dayMs } from '../../contract/limits.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../../contract/money/payment.ts'
import { mailbox, orders, payments, refunds } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { selling: { offline: true } } }))
})

const promise = async (more: Parameters<Shop['cart']>[1] = {}): Promise<{ person: Person; order: Cart }> => {
  const person = await shop.customer({ firstName: 'Amir' })
  const order = await shop.cart(person, more)
  const answer = await shop.pay(person, order, '', { checkout_method: 'offline', payment_source_id: undefined })
  expect(answer.status).toBe(201)
  return { person, order }
}
const record = (order: Cart, body: Record<string, unknown>, key?: string) =>
  bench.call(`/v1/organiser/programs/${shop.programId}/orders/${order.order_id}/payments`, {
    method: 'POST',
    headers: { ...organiserHeaders, ...(key ? { 'Idempotency-Key': key } : {}) },
    body: JSON.stringify(body),
  })
const rowOf = async (order: Cart) => (await shop.db.select().from(orders).where(eq(orders.id, order.order_id)))[0]
const receivedOf = async (order: Cart) =>
  (await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id)))
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount_received }) => amount_received)
const newestMail = async (person: Person) =>
  (
    await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email)).orderBy(desc(mailbox.id)).limit(1)
  )[0]

describe('an offline payment', () => {
  it('a full offline payment makes the order paid and mails the receipt', async () => {
    const { person, order } = await promise({ places: 2, fee: 250 })
    const answer = await record(order, { amount: order.total, received_as: 'cheque', reference: 'No. 12' })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ status: 'succeeded', amount_received: { value: order.total } })
    expect(await shop.orderOf(person, order)).toMatchObject({
      status: 'paid',
      receipt_number: expect.any(String),
      registrations: [{ status: 'confirmed' }, { status: 'confirmed' }],
    })
    expect((await newestMail(person))?.subject).toContain('Confirmed')
  })

  it('a partial offline payment leaves a remainder that can be paid by card', async () => {
    const { person, order } = await promise()
    expect((await record(order, { amount: 4000, received_as: 'cash' })).status).toBe(201)
    expect(await shop.orderOf(person, order)).toMatchObject({
      status: 'pending',
      payment_status: 'partially_paid',
      amount_due: { value: 6000 },
    })
    expect((await newestMail(person))?.text).toContain('$60.00')
    const card = await shop.pay(person, order)
    expect(await card.json()).toMatchObject({ status: 'succeeded', amount_received: { value: 6000 } })
    expect(await shop.orderOf(person, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
  })

  it('partial payments are all refunded if the remainder is never paid', async () => {
    const { order } = await promise()
    for (const amount of [1, 3333, 6665]) await record(order, { amount })
    expect(await rowOf(order)).toMatchObject({ status: 'pending', amount_paid: 9999 })
    bench.pass(8 * dayMs)
    await bench.tick()
    await bench.tick()
    expect(await rowOf(order)).toMatchObject({ status: 'expired', amount_paid: 9999, amount_refunding: 9999 })
    const back = await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))
    expect(back.map(({ status }) => status)).toEqual(['requires_action', 'requires_action', 'requires_action'])
  })

  it('M-25: a payment is recorded once per key or reference', async () => {
    const { person, order } = await promise()
    const keyed = await Promise.all(Array.from({ length: 4 }, () => record(order, { amount: 1000 }, 'office-1')))
    expect(keyed.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    const referenced = await Promise.all(
      Array.from({ length: 4 }, () => record(order, { amount: 2000, reference: 'transfer 7' })),
    )
    expect(referenced.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect((await record(order, { amount: 2001, reference: 'transfer 7' })).status).toBe(409)
    const { payments: shown } = await shop.orderOf(person, order)
    const open = shown.find(({ status }) => status === 'created') as Payment
    const promised = await Promise.all(
      Array.from({ length: 4 }, () => record(order, { amount: 3000, payment_id: open.id })),
    )
    expect(promised.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect((await receivedOf(order)).sort()).toEqual([1000, 2000, 3000])
    expect(await rowOf(order)).toMatchObject({ status: 'pending', amount_paid: 6000 })
  })

  it('a payment above the amount due leaves the order overpaid', async () => {
    const { person, order } = await promise()
    await record(order, { amount: 12_500 })
    expect(await shop.orderOf(person, order)).toMatchObject({ status: 'paid', payment_status: 'overpaid' })
    const alerts = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, 'hello@lakeside.example'))
    expect(alerts.some(({ text }) => text.includes(order.order_id) && text.includes('$125.00'))).toBe(true)
  })

  it('M-17: a late offline payment takes the places again if they are free', async () => {
    const one = await makeEvent(bench, { programId: shop.programId, options: [{ spots: 1 }] })
    const at = { programId: shop.programId, eventId: one.event_id, optionId: one.option_ids[0] }
    const first = await promise(at)
    bench.pass(8 * dayMs)
    await bench.tick()
    await first.person.renew()
    expect((await record(first.order, { amount: 9999 })).status).toBe(409)
    expect((await record(first.order, { amount: 10_000 })).status).toBe(201)
    expect(await shop.orderOf(first.person, first.order)).toMatchObject({ status: 'paid' })

    const two = await makeEvent(bench, { programId: shop.programId, options: [{ spots: 1 }] })
    const next = { programId: shop.programId, eventId: two.event_id, optionId: two.option_ids[0] }
    const late = await promise(next)
    bench.pass(8 * dayMs)
    await bench.tick()
    const winner = await shop.customer()
    await shop.pay(winner, await makeCart(bench, winner, next))
    await late.person.renew()
    expect((await record(late.order, { amount: 10_000 })).status).toBe(201)
    expect(await shop.orderOf(late.person, late.order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'payment_after_expiry',
      amount_returning: { value: 10_000 },
    })
    const mail = await newestMail(late.person)
    expect(mail?.subject).toContain('came too late')
    expect(mail?.text).toContain('will get in touch about how you get $100.00')
    expect(mail?.text).not.toContain('your card')
  })

  it("returns a refusal for an invalid amount and for another program's order", async () => {
    const { order } = await promise()
    for (const amount of [0, -1, 1.5, '100', null, 1e9]) expect((await record(order, { amount })).status).toBe(400)
    const person = await shop.customer()
    const cart = await shop.cart(person)
    expect((await record(cart, { amount: 100 })).status).toBe(409)
    const paid = await shop.cart(person)
    await shop.pay(person, paid)
    expect((await record(paid, { amount: 100 })).status).toBe(409)
    const elsewhere = await openShop(bench)
    const answer = await bench.call(`/v1/organiser/programs/${elsewhere.programId}/orders/${order.order_id}/payments`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ amount: 100 }),
    })
    expect(answer.status).toBe(404)
  })

  it('the customer is reminded once, two days before a payment is due', async () => {
    const ahead = await makeEvent(bench, { programId: shop.programId })
    const { person } = await promise({ eventId: ahead.event_id, optionId: ahead.option_ids[0] })
    bench.pass(5 * dayMs - 60_000)
    await bench.tick()
    expect((await newestMail(person))?.subject).not.toContain('Please pay')
    bench.pass(120_000)
    await bench.tick()
    await bench.tick()
    const all = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))
    expect(all.filter(({ subject }) => subject.startsWith('Please pay'))).toHaveLength(1)
  })
})
