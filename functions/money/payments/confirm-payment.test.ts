import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../../contract/money/payment.ts'
import { statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { many, openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

describe('POST orders/{id}/payments/{payment_id}/confirm', () => {
  it('returns 201 with the URL of the bank step', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    expect(payment).toMatchObject({ status: 'requires_action', has_next_action: true })
    expect(payment.next_action_url).toMatch(/^http:\/\/localhost:8787\/dev\/bank\/bank_/)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'requires_action' })
    const confirm = () => shop.confirm(nadia, order, payment)
    expect(await (await confirm()).json()).toMatchObject({ status: 'requires_action' })
    expect(await (await shop.pay(nadia, order)).json()).toMatchObject({ id: payment.id, status: 'requires_action' })

    await shop.decideAtBank(payment, 'confirm')
    const answers = await Promise.all(Array.from({ length: many }, confirm))
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({
        id: payment.id,
        status: 'succeeded',
        has_next_action: false,
        next_action_url: null,
      })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
    const history = await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, order.order_id))
    expect(history.filter((row) => row.to_status === 'paid')).toHaveLength(1)
  })

  it('another card ends the payment that waits for the bank', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const waiting = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    const payAgain = async (replaces_payment_id: string) =>
      (await shop.pay(nadia, order, 'pm_card_visa', { replaces_payment_id })).json() as Promise<Payment>
    expect(await payAgain('pay_another')).toMatchObject({ id: waiting.id, status: 'requires_action' })
    const [paid, again] = [await payAgain(waiting.id), await payAgain(waiting.id)]
    expect([paid.status, again.id]).toEqual(['succeeded', paid.id])
    expect(await (await shop.confirm(nadia, order, waiting)).json()).toMatchObject({ status: 'cancelled' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
  })

  it('an order at the bank offers every way that can work, and is paid at the office instead', async () => {
    const office = await openShop(bench, { program: { selling: { offline: true } } })
    const nadia = await office.customer()
    const order = await office.cart(nadia)
    const waiting = (await (await office.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    expect(await office.orderOf(nadia, order)).toMatchObject({
      status: 'requires_action',
      checkout_methods: ['card', 'offline'],
    })
    const instead = { checkout_method: 'offline', payment_source_id: undefined, replaces_payment_id: waiting.id }
    expect((await office.pay(nadia, order, '', instead)).status).toBe(201)
    expect(await office.orderOf(nadia, order)).toMatchObject({
      status: 'pending',
      due_at: expect.any(String),
      // Both were created in the same millisecond, so their order is by chance.
      payments: expect.arrayContaining([
        expect.objectContaining({ id: waiting.id, status: 'cancelled' }),
        expect.objectContaining({ checkout_method: 'offline', status: 'created' }),
      ]),
    })
  })

  it('a payment that the bank confirmed meanwhile pays, and the other card is not charged', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const waiting = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    await shop.decideAtBank(waiting, 'confirm')
    const answer = await shop.pay(nadia, order, 'pm_card_visa', { replaces_payment_id: waiting.id })
    expect(await answer.json()).toMatchObject({ id: waiting.id, status: 'succeeded' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
  })

  it('a refusal at the bank is a failed payment with its reason', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, '4000002500003155')).json()) as Payment
    await shop.decideAtBank(payment, 'refuse')
    const answer = await shop.confirm(nadia, order, payment)
    expect(await answer.json()).toMatchObject({
      status: 'failed',
      error_type: 'payment_intent_authentication_failure',
      error_message:
        'The selected payment method has failed authentication. Please use another payment method or try again.',
    })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending' })
    expect((await shop.pay(nadia, order)).status).toBe(201)
  })
})
