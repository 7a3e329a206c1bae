import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { askAboutIds } from '../audit/audit-rows.ts'
import type { PaymentSource } from '../contract/customer.ts'
import type { Order, Quote } from '../contract/order.ts'
import type { Payment } from '../contract/payment.ts'
import { mailbox, orderInstalments, payments } from '../database/tables.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import type { Cart } from '../test-bench/orders.ts'
import type { Person } from '../test-bench/people.ts'
import { clockContext } from '../test-bench/registering.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'
import { chargeInstalments } from './charge-instalments.ts'
import { treatNextPayment } from './providers/sandbox.ts'

const dayMs = 86_400_000
let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
})
/** A shop of its own moment: the start is 90 days ahead, a place costs 300.00. */
async function open(more: Parameters<typeof openShop>[1] = {}) {
  const paymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 60 }, { days_before: 30 }] }
  shop = await openShop(bench, {
    ...more,
    event: { startsAt: bench.now() + 90 * dayMs, options: [{ spots: null, cost: 30_000, paymentPlan }] },
  })
}
const buy = async (person: Person, more: Record<string, unknown> = {}, places = 1) => {
  const order = await shop.cart(person, { places })
  const answer = await shop.pay(person, order, 'pm_card_visa', { pay_in_instalments: true, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return order
}
const orderOf = async (person: Person, order: Cart): Promise<Order> => {
  await person.renew()
  return shop.orderOf(person, order)
}
const states = (order: Order) => order.instalments.map(({ status, amount }) => [status, amount.value])
const attach = async (person: Person, source: string) =>
  (await (
    await bench.call(`/v1/profile/programs/${shop.programId}/payment_methods/${source}/attach`, person.json({}))
  ).json()) as PaymentSource
const useCard = async (order: Cart, payment_source_id: string) =>
  shop.db.update(orderInstalments).set({ payment_source_id }).where(eq(orderInstalments.order_id, order.order_id))
const charge = async () => chargeInstalments(clockContext(bench))
const payPart = async (person: Person, order: Cart, body: object = {}) =>
  bench.call(
    `/v1/profile/orders/${order.order_id}/instalments/pay`,
    person.json({ payment_source_id: 'pm_card_visa', ...body }),
  )
const subjects = async (person: Person) => {
  const rows = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))
  return rows.map(({ subject }) => subject)
}
const sound = async (order: Cart) => expect(await askAboutIds(shop.db, { orders: [order.order_id] })).toEqual([])
const paidOf = async (order: Cart) =>
  (await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))).filter(
    ({ status }) => status === 'succeeded',
  ).length

describe('an order that is paid in parts', () => {
  it('shows its parts before paying, keeps the places with the first, and charges the others on their days', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const quote = (await (
      await bench.call(`/v1/profile/orders/${order.order_id}/quote?checkout_method=card`, nadia.json({}))
    ).json()) as Quote
    expect(quote.instalments.map(({ amount }) => amount.value)).toEqual([12_000, 9000, 9000])
    const stale = await shop.pay(nadia, order, 'pm_card_visa', { pay_in_instalments: true, first_instalment: 11_000 })
    expect(stale.status).toBe(409)
    const paid = await shop.pay(nadia, order, 'pm_card_visa', { pay_in_instalments: true, first_instalment: 12_000 })
    expect(paid.status).toBe(201)
    const first = await shop.orderOf(nadia, order)
    expect(first).toMatchObject({
      status: 'paid',
      payment_status: 'partially_paid',
      amount_paid: { value: 12_000 },
      amount_due: { value: 18_000 },
    })
    expect(first.registrations.map(({ status }) => status)).toEqual(['confirmed'])
    expect(states(first)).toEqual([
      ['paid', 12_000],
      ['scheduled', 9000],
      ['scheduled', 9000],
    ])
    await sound(order)

    bench.pass(28 * dayMs)
    await bench.tick()
    expect((await subjects(nadia)).filter((subject) => /^We’ll charge/.test(subject))).toHaveLength(1)
    bench.pass(3 * dayMs)
    await bench.tick()
    await bench.tick()
    expect(states(await orderOf(nadia, order)).map(([status]) => status)).toEqual(['paid', 'paid', 'scheduled'])
    await sound(order)
    bench.pass(30 * dayMs)
    await bench.tick()
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid', amount_due: { value: 0 } })
    expect(await paidOf(order)).toBe(3)
    expect((await subjects(nadia)).filter((subject) => /^We received your/.test(subject))).toHaveLength(2)
    await sound(order)
  })

  it('charges a part once: two runs at once, and a run that died before its answer was written', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await buy(nadia)
    bench.pass(31 * dayMs)
    await Promise.all([charge(), charge()])
    await charge()
    expect(await paidOf(order)).toBe(2)

    bench.pass(30 * dayMs)
    await treatNextPayment(bench.env, { next: 'lost', seconds: 60 }, bench.now())
    await charge()
    expect(states(await orderOf(nadia, order)).map(([status]) => status)).toEqual(['paid', 'paid', 'charging'])
    bench.pass(5 * 60_000)
    await charge()
    bench.pass(5 * 60_000)
    await charge()
    expect(states(await orderOf(nadia, order)).map(([status]) => status)).toEqual(['paid', 'paid', 'paid'])
    expect(await paidOf(order)).toBe(3)
    await sound(order)
  })

  it('tries a refused card again after 1, 3, 5 and 7 days, keeps the place, and is mended by another card', async () => {
    await open()
    const nadia = await shop.customer()
    const failing = await attach(nadia, 'pm_card_chargeCustomerFail')
    const order = await buy(nadia)
    await useCard(order, failing.id)
    bench.pass(31 * dayMs)
    for (const days of [0, 1, 2, 2, 2]) {
      bench.pass(days * dayMs)
      await bench.tick()
      await charge()
    }
    const failed = await orderOf(nadia, order)
    expect(failed.instalments[1]).toMatchObject({ status: 'failed', next_try_at: null })
    expect(failed.registrations.map(({ status }) => status)).toEqual(['confirmed'])
    expect((await subjects(nadia)).filter((subject) => /^We couldn’t charge/.test(subject))).toHaveLength(5)
    bench.pass(5 * dayMs)
    await charge()
    expect(await paidOf(order)).toBe(1)
    await sound(order)

    await nadia.renew()
    const mended = await payPart(nadia, order, { instalment_id: failed.instalments[1]?.id, store_payment_source: true })
    expect(mended.status, await mended.clone().text()).toBe(201)
    expect((await mended.json()) as Payment).toMatchObject({ status: 'succeeded', amount_total: { value: 9000 } })
    bench.pass(30 * dayMs)
    await charge()
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid' })
    await sound(order)
  })

  it('pays all that is left early, once, and charges nothing on the days', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await buy(nadia)
    expect((await payPart(nadia, order, { payment_source_id: 'pm_card_chargeDeclined' })).status).toBe(402)
    expect(states(await orderOf(nadia, order)).map(([status]) => status)).toEqual(['paid', 'scheduled', 'scheduled'])
    const answers = await Promise.all([payPart(nadia, order), payPart(nadia, order)])
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    expect((await payPart(nadia, order)).status).toBe(200)
    bench.pass(62 * dayMs)
    await charge()
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid', amount_paid: { value: 30_000 } })
    expect(await paidOf(order)).toBe(2)
    await sound(order)
  })

  it('asks the customer where the bank wants them, and pays the part when they come', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await buy(nadia)
    const asked = (await (
      await payPart(nadia, order, { payment_source_id: 'pm_card_authenticationRequired' })
    ).json()) as Payment
    expect(asked).toMatchObject({ status: 'requires_action', has_next_action: true })
    await shop.decideAtBank(asked, 'confirm')
    expect((await shop.confirm(nadia, order, asked)).status).toBe(200)
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid' })
    await sound(order)
  })

  it('gives back what was paid less what is kept, and charges nothing for a place that was cancelled', async () => {
    const refund = {
      tiers: [{ until: 'P1D', percent: 50 }],
      retention: { fixed: 0, percent: 0, keep_fees: true },
      automatic: true,
      request: true,
      move_until: null,
      session: null,
    }
    await open({ refund })
    const nadia = await shop.customer()
    const order = await buy(nadia, {}, 2)
    // Half of 300.00 is kept, and 120.00 of it is paid: nothing comes back, nothing more is charged.
    const early = await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, nadia.json({}))
    expect(early.status, await early.clone().text()).toBe(200)
    const one = await orderOf(nadia, order)
    expect(one).toMatchObject({ status: 'paid', amount_due: { value: 18_000 }, amount_returned: { value: 0 } })
    expect(states(one)).toEqual([
      ['paid', 24_000],
      ['scheduled', 9000],
      ['scheduled', 9000],
    ])
    await sound(order)

    bench.pass(31 * dayMs)
    await charge()
    await nadia.renew()
    // 210.00 of the other is paid: 60.00 comes back.
    const shown = (await orderOf(nadia, order)).registrations.find(({ id }) => id === order.registration_ids[1])
    expect(shown?.cancellation).toMatchObject({ amount: { value: 6000 } })
    const late = await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, nadia.json({}))
    expect(late.status, await late.clone().text()).toBe(200)
    await bench.tick()
    const over = await orderOf(nadia, order)
    expect(over).toMatchObject({ status: 'cancelled', amount_returned: { value: 6000 }, amount_due: { value: 0 } })
    expect(states(over).map(([status]) => status)).toEqual(['paid', 'paid', 'cancelled'])
    bench.pass(31 * dayMs)
    await charge()
    expect(await paidOf(order)).toBe(2)
    await sound(order)
  })

  it('is not offered by any other way to pay, and another try may pay all at once', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    expect(
      (await shop.pay(nadia, order, 'pm_card_visa', { checkout_method: 'offline', pay_in_instalments: true })).status,
    ).toBe(400)
    expect((await shop.pay(nadia, order, 'pm_card_chargeDeclined', { pay_in_instalments: true })).status).toBe(402)
    expect((await shop.pay(nadia, order)).status).toBe(201)
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid', instalments: [] })
    await sound(order)
  })
})
