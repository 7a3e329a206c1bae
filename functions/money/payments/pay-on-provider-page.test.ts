import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../../contract/money/payment.ts'
import { payOnPage } from '../../platform/cards/sandbox-page.ts'
import { payments, refunds, sandboxIntents, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { withSandbox } from '../../test-bench/provider-with.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { features: { account_balance: true }, selling: { offline: true } },
    event: { options: [{ spots: null }] },
  }))
})
const minutes = (count: number) => bench.pass(count * 60_000)
const ask = async (person: Person, order: Cart, more: Record<string, unknown> = {}) =>
  bench.call(
    `/v1/profile/orders/${order.order_id}/payments`,
    person.json({ checkout_method: 'card', on_provider_page: true, ...more }),
  )
const tokenOf = (payment: Payment) => payment.next_action_url?.split('/').at(-1) ?? ''
const enter = async (payment: Payment, card = '4242424242424242') =>
  payOnPage(bench.env, { token: tokenOf(payment), card, now: bench.now() })
async function opened(more: Record<string, unknown> = {}) {
  const nadia = await shop.customer({ verified: true })
  const order = await shop.cart(nadia, { places: 2 })
  const answer = await ask(nadia, order, more)
  expect(answer.status).toBe(201)
  return { nadia, order, payment: (await answer.json()) as Payment }
}
const timesPaid = async (id: string) =>
  (
    await shop.db
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object_id, id), eq(statusHistory.to_status, 'paid')))
  ).length
const intentOf = async (payment: Payment) =>
  (await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.payment_id, payment.id)))[0]

describe('a card payment on the provider’s page', () => {
  it('the page is opened for exactly what remains to pay, and the places stay held', async () => {
    const { nadia, order, payment } = await opened()
    expect(payment).toMatchObject({
      status: 'requires_action',
      on_provider_page: true,
      has_next_action: true,
      amount_total: { value: 20_000 },
      payment_source: null,
      client_secret: null,
    })
    expect(payment.next_action_url).toMatch(/\/dev\/pay\/page_/)
    expect(await intentOf(payment)).toMatchObject({ amount: 20_000, customer_id: null, stores: false })
    const { status, hold_expires_at } = await shop.orderOf(nadia, order)
    expect(status).toBe('requires_action')
    expect(Date.parse(hold_expires_at ?? '') - bench.now()).toBeGreaterThanOrEqual(10 * 60_000)
  })

  it('the balance pays its part first', async () => {
    const nadia = await shop.customer()
    await giveBalance(bench, nadia, { programId: shop.programId, amount: 2500 })
    const order = await shop.cart(nadia)
    const payment = (await (await ask(nadia, order, { use_account_balance: true })).json()) as Payment
    expect(await intentOf(payment)).toMatchObject({ amount: 7500 })
    await enter(payment)
    await shop.confirm(nadia, order, payment)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', payment_status: 'paid' })
  })

  it('the return settles the order once, however often the customer returns', async () => {
    const { nadia, order, payment } = await opened()
    expect(await enter(payment, '4000000000000002')).toEqual({ decline: 'generic_decline' })
    expect(await enter(payment)).toEqual({ next: expect.stringContaining(`payment_id=${payment.id}`) })
    for (let time = 0; time < 2; time += 1)
      expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({
        status: 'succeeded',
        amount_received: { value: 20_000 },
        payment_source: { last4: '4242' },
      })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
    expect(await timesPaid(order.order_id)).toBe(1)
  })

  it('the scheduler settles the order of a customer who does not return', async () => {
    const { nadia, order, payment } = await opened()
    await enter(payment)
    minutes(3)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
  })

  it('a second request leads to the page that is open', async () => {
    const { nadia, order, payment } = await opened()
    const again = (await (await ask(nadia, order)).json()) as Payment
    expect(again).toMatchObject({ id: payment.id, next_action_url: payment.next_action_url })
  })

  it('paying another way closes the page first', async () => {
    const { nadia, order, payment } = await opened()
    const other = await shop.pay(nadia, order, 'pm_card_visa', { replaces_payment_id: payment.id })
    expect(other.status).toBe(201)
    expect(await intentOf(payment)).toMatchObject({ state: 'canceled' })
    expect(await enter(payment)).toEqual({ next: expect.any(String) })
    const { status, payments: all } = await shop.orderOf(nadia, order)
    expect([status, all.map((each) => each.status).sort()]).toEqual(['paid', ['cancelled', 'succeeded']])
  })

  it('a page that was paid before another way was chosen pays the order, and the other way charges nothing', async () => {
    const { nadia, order, payment } = await opened()
    await enter(payment)
    const other = await shop.pay(nadia, order, 'pm_card_mastercard', { replaces_payment_id: payment.id })
    expect(await other.json()).toMatchObject({ id: payment.id, status: 'succeeded' })
    expect(await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))).toHaveLength(1)
  })

  it('the page is closed when the hold of its order ends', async () => {
    const { nadia, order, payment } = await opened()
    minutes(16)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'expired', payments: [{ status: 'cancelled' }] })
    expect(await intentOf(payment)).toMatchObject({ state: 'canceled' })
    expect(await enter(payment)).toEqual({ next: expect.any(String) })
    expect(await intentOf(payment)).toMatchObject({ amount_received: 0 })
  })

  it('a closed page leaves the order open for another payment', async () => {
    const { nadia, order, payment } = await opened()
    await shop.db
      .update(sandboxIntents)
      .set({ settles_at: bench.now() })
      .where(eq(sandboxIntents.payment_id, payment.id))
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'cancelled' })
    expect((await shop.pay(nadia, order)).status).toBe(201)
  })

  it('money that arrives for an order that was paid otherwise is refunded', async () => {
    const { nadia, order, payment } = await opened()
    // The provider does not hear that the page is to be closed.
    await withSandbox(
      (provider) => ({
        cancel: async (input) =>
          ({ ...(await provider.read({ ...input, payment_id: '' })), state: 'canceled' }) as never,
      }),
      async () => {
        expect((await shop.pay(nadia, order, 'pm_card_visa', { replaces_payment_id: payment.id })).status).toBe(201)
      },
    )
    await enter(payment)
    await shop.confirm(nadia, order, payment)
    await bench.tick()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
    const returned = await shop.db.select().from(refunds).where(eq(refunds.payment_id, payment.id))
    expect(returned.map(({ amount }) => amount)).toEqual([20_000])
  })

  it('the card is kept only with consent', async () => {
    const kept = await opened({ store_payment_source: true })
    const used = await opened()
    for (const { nadia, order, payment } of [kept, used]) {
      await enter(payment)
      await shop.confirm(nadia, order, payment)
    }
    const cardsOf = async (person: Person) =>
      (await shop.read<{ sources: object[] }>(person, `/v1/profile/programs/${shop.programId}`)).sources
    expect(await cardsOf(kept.nadia)).toHaveLength(1)
    expect(await cardsOf(used.nadia)).toEqual([])
  })

  it.each([
    [{ payment_source_id: 'pm_card_visa' }, 'invalid_option'],
    [{ checkout_method: 'offline' }, 'invalid_option'],
  ])('the page is refused together with %j', async (more, type) => {
    const nadia = await shop.customer({ verified: true })
    const answer = await ask(nadia, await shop.cart(nadia), more)
    expect([answer.status, ((await answer.json()) as { type: string; param: string }).type]).toEqual([400, type])
  })
})
