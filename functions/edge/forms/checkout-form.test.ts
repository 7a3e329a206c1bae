import { beforeAll, describe, expect, it } from 'vitest'
import { findFormFailure } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type browser, signedInBrowser } from '../../test-bench/edge.ts'
import type { Person } from '../../test-bench/people.ts'
import type { Cart } from '../../test-bench/orders.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import { makeCoupon } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { makeProduct } from '../../test-bench/store.ts'

describe('the checkout form, without JavaScript', () => {
  let bench: Bench
  let shop: Shop
  let nadia: Person
  let visitor: ReturnType<typeof browser>
  beforeAll(async () => {
    bench = await openBench()
    shop = await openShop(bench, {
      program: { features: { account_balance: true, products: true }, selling: { offline: true } },
      event: { options: [{ spots: null }] },
    })
    nadia = await shop.customer({ verified: true })
    visitor = await signedInBrowser(bench, nadia)
  })
  const pageOf = (orderId: string) => `/pg/${shop.programId}/checkout/${orderId}`
  const orderPage = (orderId: string) => `/pg/${shop.programId}/profile/orders/${orderId}`
  async function press(orderId: string, fields: Record<string, string>) {
    const answer = await visitor.form(pageOf(orderId), { key: crypto.randomUUID(), ...fields })
    return answer.headers.get('Location')
  }

  it('a form sent twice creates one offline order', async () => {
    const order = await shop.cart(nadia)
    const fields = { key: crypto.randomUUID(), pay: 'offline' }
    expect(await press(order.order_id, fields)).toBe(orderPage(order.order_id))
    expect(await press(order.order_id, fields)).toBe(orderPage(order.order_id))
    const { status, payments } = await shop.orderOf(nadia, order)
    expect([status, payments.map(({ checkout_method }) => checkout_method)]).toEqual(['pending', ['offline']])
  })

  const attach = async (source: string) => {
    const path = `/v1/profile/programs/${shop.programId}/payment_methods/${source}/attach`
    return (await (await bench.call(path, nadia.json({}))).json()) as { id: string }
  }
  /** The way to the bank or the provider: a redirect of a form stays on this site. */
  const onward = (orderId: string, paymentId: string) =>
    `/confirm-payment?${new URLSearchParams({ program_id: shop.programId, order_id: orderId, payment_id: paymentId, go: '1' })}`
  const waiting = async (order: Cart) => {
    const { payments } = await shop.orderOf(nadia, order)
    return payments.find(({ status }) => status === 'requires_action')
  }

  it("a stored card is charged and may lead to the bank's page", async () => {
    const [order, second] = [await shop.cart(nadia), await shop.cart(nadia)]
    const { id } = await attach('pm_card_visa')
    expect(await press(order.order_id, { pay: id })).toBe(orderPage(order.order_id))
    expect((await shop.orderOf(nadia, order)).status).toBe('paid')
    const answer = await press(second.order_id, { pay: 'pm_card_authenticationRequired' })
    const payment = await waiting(second)
    expect(payment?.next_action_url).toContain('/dev/bank/')
    expect(answer).toBe(onward(second.order_id, payment?.id ?? ''))
  })

  it("a new card is entered on the provider's page, and another way closes that page", async () => {
    const order = await shop.cart(nadia)
    const answer = await press(order.order_id, { pay: 'page', store: '1' })
    const page = await waiting(order)
    expect(page).toMatchObject({ on_provider_page: true, next_action_url: expect.stringContaining('/dev/pay/') })
    expect(answer).toBe(onward(order.order_id, page?.id ?? ''))
    const other = { pay: 'offline', replaces_payment_id: page?.id ?? '' }
    expect(await press(order.order_id, other)).toBe(orderPage(order.order_id))
    const { status, payments } = await shop.orderOf(nadia, order)
    expect([status, payments.map((each) => each.status).sort()]).toEqual(['pending', ['cancelled', 'created']])
  })

  it('the balance pays first when its box is ticked, and alone when it suffices', async () => {
    const rich = await shop.customer({ verified: true })
    const browser = await signedInBrowser(bench, rich)
    await giveBalance(bench, rich, { programId: shop.programId, amount: 14_000 })
    const send = async (orderId: string, fields: Record<string, string>) =>
      browser.form(pageOf(orderId), { key: crypto.randomUUID(), ...fields })
    const [covered, partly] = [await shop.cart(rich), await shop.cart(rich)]
    await send(covered.order_id, { pay: 'pm_card_visa', balance: '1' })
    await send(partly.order_id, { pay: 'pm_card_visa', balance: '1' })
    const amounts = async (order: typeof covered) => {
      const { status, payments } = await shop.orderOf(rich, order)
      return [status, ...payments.map(({ amount_total }) => amount_total.value).sort((a, b) => a - b)]
    }
    expect(await amounts(covered)).toEqual(['paid', 10_000])
    expect(await amounts(partly)).toEqual(['paid', 4000, 6000])
  })

  it('the same page may pay another way after going back', async () => {
    const order = await shop.cart(nadia)
    const key = crypto.randomUUID()
    expect(await press(order.order_id, { key, pay: 'pm_card_chargeDeclined' })).toBe(pageOf(order.order_id))
    expect(await press(order.order_id, { key, pay: 'offline' })).toBe(orderPage(order.order_id))
  })

  it('instalments are refused for a way that cannot pay them, instead of being left out', async () => {
    const order = await shop.cart(nadia)
    expect(await press(order.order_id, { pay: 'offline', parts: '1' })).toBe(pageOf(order.order_id))
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'draft', payments: [] })
  })

  it('a code is applied and removed, and a wrong code is refused at its field', async () => {
    await makeCoupon(bench, shop.programId, { code: 'CAMP10' })
    const order = await shop.cart(nadia)
    await press(order.order_id, { act: 'code', code: 'CAMP10' })
    const [discount] = (await shop.orderOf(nadia, order)).discounts
    expect(discount?.coupon.code).toBe('CAMP10')
    await press(order.order_id, { act: 'remove_code', discount_id: discount?.id ?? '' })
    expect((await shop.orderOf(nadia, order)).discounts).toEqual([])
    expect(await press(order.order_id, { act: 'code', code: 'NOPE' })).toBe(pageOf(order.order_id))
    const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'checkout')
    expect(failure).toMatchObject({ param: 'code', message: expect.any(String), values: { code: 'NOPE' } })
  })

  it('a product gets another quantity, an item is removed, and too large a quantity is refused', async () => {
    const order = await shop.cart(nadia)
    const { variation_ids } = await makeProduct(bench, { programId: shop.programId, variations: [{ stock: 3 }] })
    const item = { type: 'product_variation', source: variation_ids[0], quantity: 1 }
    await bench.call(`/v1/profile/orders/${order.order_id}/items`, nadia.json(item))
    const items = async () =>
      (await shop.orderOf(nadia, order)).items.map(({ id, type, quantity }) => ({ id, type, quantity }))
    const product = (await items()).find(({ type }) => type === item.type)
    const change = (quantity: string) =>
      press(order.order_id, { act: 'quantity', item_id: product?.id ?? '', quantity })
    expect(await change('3')).toBe(pageOf(order.order_id))
    expect(await items()).toContainEqual({ ...product, quantity: 3 })
    await change('4')
    expect(await items()).toContainEqual({ ...product, quantity: 3 })
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'checkout')).toMatchObject({ type: 'sold_out' })
    await press(order.order_id, { act: 'remove', item_id: product?.id ?? '' })
    expect((await items()).map(({ type }) => type)).toEqual(['event_option'])
  })

  it('a hold gets more time once', async () => {
    const order = await shop.cart(nadia)
    const until = async () => Date.parse((await shop.orderOf(nadia, order)).hold_expires_at ?? '')
    const before = await until()
    for (let time = 0; time < 2; time += 1) await press(order.order_id, { act: 'more_time' })
    expect((await until()) - before).toBe(10 * 60_000)
  })

  it('a declined payment is explained on the page', async () => {
    const order = await shop.cart(nadia)
    expect(await press(order.order_id, { pay: 'pm_card_chargeDeclined' })).toBe(pageOf(order.order_id))
    const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'checkout')
    expect(failure).toMatchObject({ type: 'generic_decline', message: expect.stringMatching(/bank/) })
    expect(await press(order.order_id, { pay: 'offline', quote_version: '99' })).toBe(pageOf(order.order_id))
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'checkout')).toMatchObject({ type: 'quote_stale' })
  })
})
