// Over 250 lines: the life of an order with instalments, from the offer to the last attempt.
import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { askAboutIds } from '../../records/audit/audit-rows.ts'
import type { ItemReturn } from '../../contract/changes/item-return.ts'
import type { SessionPackage } from '../../contract/offering/package.ts'
import type { PaymentPlan } from '../../contract/offering/payment-plan.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import type { CustomerProfile, PaymentSource } from '../../contract/people/customer.ts'
import type { CardSetup } from '../../contract/money/payment-method.ts'
import type { Order, Quote } from '../../contract/money/order.ts'
import type { Payment } from '../../contract/money/payment.ts'
import { mailbox, orderInstalments, outbox, payments, sandboxSources } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent, makeSessionPackage } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { chargeInstalments } from './charge-instalments.ts'
import { setNextScenario } from '../../platform/cards/sandbox.ts'
import { decideSetup } from '../../platform/cards/sandbox-sources.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
})
/** A shop with its own date: the start is 90 days ahead, and a place costs 300.00. */
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
const unpaidAlertOf = async ({ payments: own }: Order) => {
  const alerts = await shop.db.select().from(outbox).where(eq(outbox.kind, 'payment.needs_attention'))
  const unpaid = alerts.filter(({ body }) => (body as { why: string }).why === 'instalment_unpaid')
  return unpaid.find(({ ref }) => own.some(({ id }) => id === ref))?.ref
}
const paidOf = async (order: Cart) =>
  (await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))).filter(
    ({ status }) => status === 'succeeded',
  ).length

describe('an order with instalments', () => {
  it('the first instalment confirms the places and the others are charged on their days', async () => {
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

  it('two concurrent runs charge an instalment once', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await buy(nadia)
    bench.pass(31 * dayMs)
    await Promise.all([charge(), charge()])
    await charge()
    expect(await paidOf(order)).toBe(2)

    bench.pass(30 * dayMs)
    await setNextScenario(bench.env, { next: 'lost', seconds: 60 }, bench.now())
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

  it('M-16: a charge with a wrong amount is refunded and charged again', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await buy(nadia)
    bench.pass(31 * dayMs)
    await setNextScenario(bench.env, { next: 'other_amount', seconds: 60 }, bench.now())
    await charge()
    await sound(order)
    await bench.tick()
    expect(await orderOf(nadia, order)).toMatchObject({ amount_due: { value: 18_000 } })
    const alerts = await shop.db.select().from(outbox).where(eq(outbox.kind, 'payment.needs_attention'))
    expect(alerts.map(({ body }) => (body as { why: string }).why)).toContain('other_part')
    await sound(order)
    bench.pass(11 * 60_000)
    await charge()
    expect(states(await orderOf(nadia, order)).map(([status]) => status)).toEqual(['paid', 'failed', 'scheduled'])
    bench.pass(dayMs)
    await charge()
    expect(states(await orderOf(nadia, order)).map(([status]) => status)).toEqual(['paid', 'paid', 'scheduled'])
    expect(await orderOf(nadia, order)).toMatchObject({ amount_due: { value: 9000 } })
    await sound(order)

    await nadia.renew()
    await setNextScenario(bench.env, { next: 'other_amount', seconds: 60 }, bench.now())
    expect((await payPart(nadia, order)).status).toBe(201)
    await bench.tick()
    const waiting = await orderOf(nadia, order)
    expect(states(waiting).map(([status]) => status)).toEqual(['paid', 'paid', 'scheduled'])
    // A refunded charge does not count as paid.
    expect(waiting).toMatchObject({ payment_status: 'partially_paid', amount_due: { value: 9000 } })
    await sound(order)
    expect((await payPart(nadia, order)).status).toBe(201)
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid', amount_due: { value: 0 } })
    await sound(order)
  })

  it('M-16: an instalment that keeps being charged a wrong amount is retried like a declined one', async () => {
    await open()
    const nadia = await shop.customer()
    // Instalments of other orders would use up the planned response.
    await shop.db.update(orderInstalments).set({ next_try_at: null })
    const order = await buy(nadia)
    bench.pass(31 * dayMs)
    for (const days of [0, 1, 2, 2, 2]) {
      bench.pass(days * dayMs)
      await setNextScenario(bench.env, { next: 'other_amount', seconds: 60 }, bench.now())
      await charge()
      await bench.tick()
      bench.pass(11 * 60_000)
      await charge()
    }
    bench.pass(5 * dayMs)
    await charge()
    expect(await paidOf(order)).toBe(6)
    const kept = await orderOf(nadia, order)
    expect(kept).toMatchObject({ status: 'paid', amount_due: { value: 18_000 } })
    expect(kept.instalments[1]).toMatchObject({ status: 'failed', next_try_at: null })
    expect(kept.payments.map(({ id }) => id)).toContain(await unpaidAlertOf(kept))
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    const mailed = mails.filter(({ subject }) => /^We couldn’t charge/.test(subject))
    expect(mailed).toHaveLength(5)
    for (const { text } of mailed) expect(text).toMatch(/received a different amount.*goes back to your card/s)
    await sound(order)
  })

  it('a declined instalment is retried after 1, 3, 5 and 7 days', async () => {
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

  it('a stolen card is charged once, each mail asks for another card, and the next stored card pays', async () => {
    await open()
    const nadia = await shop.customer()
    const stolen = await attach(nadia, 'pm_card_visa')
    const order = await buy(nadia, { payment_source_id: stolen.id })
    await shop.db
      .update(sandboxSources)
      .set({ card: 'pm_card_chargeDeclinedStolenCard' })
      .where(eq(sandboxSources.id, stolen.id))
    bench.pass(31 * dayMs)
    for (const days of [0, 1, 2]) {
      bench.pass(days * dayMs)
      await bench.tick()
    }
    const own = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
    expect(own.map(({ status, error_type }) => [status, error_type])).toEqual([
      ['succeeded', null],
      ['failed', 'stolen_card'],
    ])
    const mails = (await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))).filter(
      ({ subject }) => subject.startsWith('We couldn’t charge'),
    )
    expect(mails.map(({ text }) => text.includes('We won’t charge that card again'))).toEqual([true, true, true])

    await nadia.renew()
    await attach(nadia, 'pm_card_mastercard')
    bench.pass(2 * dayMs)
    await bench.tick()
    expect(states(await orderOf(nadia, order))[1]).toEqual(['paid', 9_000])
    await sound(order)
  })

  it('a package in instalments cannot be used while one is declined', async () => {
    shop = await openShop(bench, { program: { features: { sessions: true } } })
    const nadia = await shop.customer()
    const failing = await attach(nadia, 'pm_card_chargeCustomerFail')
    const plan: PaymentPlan = { deposit: { percent: 40 }, parts: [{ days_after: 30 }, { days_after: 60 }] }
    const source = await makeSessionPackage(bench, shop.programId, { payment_plan: plan })
    const shown = await shop.read<SessionPackage>(
      nadia,
      `/v1/explore/programs/${shop.programId}/session_packages/${source}`,
    )
    expect(shown.instalments.map(({ amount }) => amount.value)).toEqual([4800, 3600, 3600])
    const buyPackage = async () => {
      const made = await bench.call(
        '/v1/profile/orders',
        nadia.json({
          program_id: shop.programId,
          customer_profile_id: nadia.profileId(shop.programId),
          items: [{ type: 'session_package', source }],
        }),
      )
      const cart = (await made.json()) as Order
      expect(cart.instalments_offered.map(({ amount }) => amount.value)).toEqual([4800, 3600, 3600])
      const order = { order_id: cart.id } as Cart
      const answer = await shop.pay(nadia, order, 'pm_card_visa', { pay_in_instalments: true, first_instalment: 4800 })
      expect(answer.status, await answer.clone().text()).toBe(201)
      return order
    }
    const order = await buyPackage()
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      packageIds: [source],
      startsAt: bench.now() + 90 * dayMs,
    })
    const creditOf = async ({ order_id }: Cart) => {
      await nadia.renew()
      const balance = await shop.read<SessionBalance>(nadia, `/v1/profile/programs/${shop.programId}/session_balance`)
      return balance.credits.find((credit) => credit.order_id === order_id)
    }
    const bookVisit = async () => {
      const child = await makeAttendee(bench, nadia, { programId: shop.programId })
      const answer = await bench.call(
        '/v1/profile/registrations',
        nadia.json({
          event_id,
          option_id: option_ids[0],
          customer_profile_id: nadia.profileId(shop.programId),
          attendee_profile_id: child.attendee_profile_id,
          session_credit_id: (await creditOf(order))?.id,
        }),
      )
      const booked = (await answer.json()) as { id: string; type?: string }
      if (answer.status !== 201) return [answer.status, booked.type]
      const free = await bench.call(
        '/v1/profile/orders',
        nadia.json({
          program_id: shop.programId,
          customer_profile_id: nadia.profileId(shop.programId),
          items: [{ type: 'event_option', source: booked.id }],
        }),
      )
      const { id } = (await free.json()) as Order
      const paid = await bench.call(`/v1/profile/orders/${id}/payments`, nadia.json({ checkout_method: 'free' }))
      return [paid.status]
    }
    expect((await bookVisit())[0]).toBe(201)
    expect(await creditOf(order)).toMatchObject({ available: 9, is_on_hold: false })

    await useCard(order, failing.id)
    bench.pass(31 * dayMs)
    await bench.tick()
    await charge()
    expect(states(await orderOf(nadia, order))).toEqual([
      ['paid', 4800],
      ['failed', 3600],
      ['scheduled', 3600],
    ])
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    expect(mails.find(({ subject }) => /^We couldn’t charge \$36\.00/.test(subject))?.text).toMatch(
      /an instalment for Ten lake swims.*book more visits with your pass once this instalment is paid/s,
    )
    expect(await creditOf(order)).toMatchObject({ available: 9, is_on_hold: true })
    expect(await bookVisit()).toEqual([422, 'credit_not_available'])

    const [, failed] = (await orderOf(nadia, order)).instalments
    expect((await payPart(nadia, order, { instalment_id: failed?.id, store_payment_source: true })).status).toBe(201)
    expect(await creditOf(order)).toMatchObject({ is_on_hold: false })
    expect((await bookVisit())[0]).toBe(201)
    bench.pass(30 * dayMs)
    await charge()
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid', amount_paid: { value: 12_000 } })
    await sound(order)

    const other = await buyPackage()
    const { items } = await orderOf(nadia, other)
    const response = await bench.call(
      `/v1/profile/orders/${other.order_id}/items/${items[0]?.id}/return`,
      nadia.json({ expected_amount: 4800 }),
    )
    const { refund_request } = (await response.json()) as ItemReturn
    expect([response.status, refund_request?.amount.value]).toEqual([201, 4800])
    const approved = await bench.call(
      `/v1/organiser/programs/${shop.programId}/refund_requests/${refund_request?.id}/approve`,
      { method: 'POST', headers: { ...organiserHeaders, 'Content-Type': 'application/json' }, body: '{}' },
    )
    expect(approved.status, await approved.clone().text()).toBe(200)
    await bench.tick()
    bench.pass(60 * dayMs)
    await charge()
    expect((await orderOf(nadia, other)).instalments.map(({ status }) => status)).toEqual([
      'paid',
      'cancelled',
      'cancelled',
    ])
    expect(await paidOf(other)).toBe(1)
    await sound(other)
  })

  it('paying the remaining instalments early charges once', async () => {
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

  it('an instalment that needs a bank confirmation is paid from its mail', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await buy(nadia)
    const payment = (await (
      await payPart(nadia, order, { payment_source_id: 'pm_card_authenticationRequired' })
    ).json()) as Payment
    expect(payment).toMatchObject({ status: 'requires_action', has_next_action: true })
    await shop.decideAtBank(payment, 'confirm')
    expect((await shop.confirm(nadia, order, payment)).status).toBe(200)
    expect(await orderOf(nadia, order)).toMatchObject({ payment_status: 'paid' })
    await sound(order)
  })

  it('an instalment that waits for a bank confirmation is not retried', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await buy(nadia)
    const source = 'pm_card_authenticationRequired'
    const setup = (await attach(nadia, source)) as unknown as CardSetup
    await decideSetup(bench.env, {
      token: setup.next_action_url?.split('/').at(-1) ?? '',
      isConfirmed: true,
      now: bench.now(),
    })
    await useCard(order, (await attach(nadia, source)).id)
    const attemptsOfCharges = async () => {
      const own = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
      return own.filter(({ charge_key }) => charge_key !== null).map(({ attempts }) => attempts)
    }
    bench.pass(31 * dayMs)
    for (const days of [0, 1, 2, 2]) {
      bench.pass(days * dayMs)
      await bench.tick()
    }
    // The charge has one attempt without the customer and one that opens the confirmation at the bank. The reminders
    // charge nothing.
    expect(await attemptsOfCharges()).toEqual([2])
    const mails = await subjects(nadia)
    expect(mails.filter((subject) => /^Confirm your payment of \$90\.00/.test(subject))).toHaveLength(4)
    expect(mails.filter((subject) => /^We couldn’t charge/.test(subject))).toEqual([])
    const waiting = (await orderOf(nadia, order)).payments.find(({ status }) => status === 'requires_action')
    await shop.decideAtBank(waiting as Payment, 'confirm')
    await bench.call(`/v1/profile/orders/${order.order_id}/payments/${waiting?.id}/confirm`, nadia.json({}))
    expect(states(await orderOf(nadia, order)).map(([status]) => status)).toEqual(['paid', 'paid', 'scheduled'])
    await sound(order)
  })

  it('the mail about a removed card does not call it a decline', async () => {
    await open()
    const nadia = await shop.customer()
    await buy(nadia)
    const { sources } = await shop.read<CustomerProfile>(nadia, `/v1/profile/programs/${shop.programId}`)
    for (const { id } of sources)
      await bench.call(`/v1/profile/programs/${shop.programId}/payment_methods/${id}/detach`, nadia.json({}))
    bench.pass(31 * dayMs)
    await bench.tick()
    const rows = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    const [mail] = rows.filter(({ subject }) => /^We couldn’t charge/.test(subject))
    expect(mail?.text).toMatch(/the stored card was removed/)
    expect(mail?.text).not.toMatch(/declined/)
  })

  it('the unpaid instalments of a cancelled place are not charged', async () => {
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
    // Half of 300.00 is kept, and 120.00 of the price is paid, so nothing is refunded and nothing more is charged.
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
    // 210.00 of the other place is paid, so 60.00 is refunded.
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

  const offlineProgram = { program: { selling: { offline: true, offline_instructions: 'Come to the office.' } } }
  const promise = async (person: Person, order: Cart) =>
    bench.call(`/v1/profile/orders/${order.order_id}/payments`, person.json({ checkout_method: 'offline' }))
  const bring = async (order: Cart, amount: number) =>
    bench.call(`/v1/organiser/programs/${shop.programId}/orders/${order.order_id}/payments`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ amount, received_as: 'cash' }),
    })

  it('an offline payment reduces the first instalment', async () => {
    await open(offlineProgram)
    for (const [brought, expected] of [
      [5000, ['paid 7000', 'paid 9000', 'paid 9000']],
      [12_000, []],
    ] as const) {
      const nadia = await shop.customer()
      const order = await shop.cart(nadia)
      await promise(nadia, order)
      expect((await bring(order, brought)).status).toBe(201)
      const { instalments_offered } = await shop.orderOf(nadia, order)
      expect(instalments_offered.map(({ amount }) => amount.value)).toEqual(
        expected.map((part) => Number(part.slice(5))),
      )
      const inParts = expected.length > 0 ? { pay_in_instalments: true } : {}
      expect((await shop.pay(nadia, order, 'pm_card_visa', inParts)).status).toBe(201)
      if (expected.length > 0) expect((await payPart(nadia, order)).status).toBe(201)
      const paid = await orderOf(nadia, order)
      expect(paid).toMatchObject({ status: 'paid', amount_paid: { value: 30_000 }, amount_due: { value: 0 } })
      expect(states(paid).map((part) => part.join(' '))).toEqual(expected)
      await sound(order)
    }
  })

  it.each([
    ['in time', 0],
    ['after it ran out', 8 * dayMs],
  ])('no instalments are left after a decline and a full offline payment %s', async (_, later) => {
    await open(offlineProgram)
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await promise(nadia, order)
    expect((await shop.pay(nadia, order, 'pm_card_chargeDeclined', { pay_in_instalments: true })).status).toBe(402)
    bench.pass(later)
    await bench.tick()
    expect((await bring(order, 30_000)).status).toBe(201)
    const paid = await orderOf(nadia, order)
    expect(paid).toMatchObject({ status: 'paid', payment_status: 'paid', instalments: [] })
    expect((await payPart(nadia, order)).status).toBe(409)
    await sound(order)
  })

  it('an order that was cancelled before any payment shows no instalments', async () => {
    await open()
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order, 'pm_card_chargeDeclined', { pay_in_instalments: true })
    expect((await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, nadia.json({}))).status).toBe(200)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'cancelled', instalments: [] })
  })

  it('other payment methods offer no instalments', async () => {
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
