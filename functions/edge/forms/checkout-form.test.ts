import { beforeAll, describe, expect, it } from 'vitest'
import { findFormFailure } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type browser, signedInBrowser } from '../../test-bench/edge.ts'
import type { Person } from '../../test-bench/people.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

describe('the checkout form, without JavaScript', () => {
  let bench: Bench
  let shop: Shop
  let nadia: Person
  let visitor: ReturnType<typeof browser>
  beforeAll(async () => {
    bench = await openBench()
    shop = await openShop(bench, {
      program: { selling: { offline: true } },
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

  it("a stored card is charged and may lead to the bank's page", async () => {
    const attach = async (source: string) => {
      const path = `/v1/profile/programs/${shop.programId}/payment_methods/${source}/attach`
      return (await (await bench.call(path, nadia.json({}))).json()) as { id: string }
    }
    const [order, second] = [await shop.cart(nadia), await shop.cart(nadia)]
    const { id } = await attach('pm_card_visa')
    expect(await press(order.order_id, { pay: id })).toBe(orderPage(order.order_id))
    expect((await shop.orderOf(nadia, order)).status).toBe('paid')
    expect(await press(second.order_id, { pay: 'pm_card_authenticationRequired' })).toContain('/dev/bank/')
    expect((await shop.orderOf(nadia, second)).status).toBe('requires_action')
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
