import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Order, Quote } from '../../contract/money/order.ts'
import { orderStatuses } from '../../contract/states/order-states.ts'
import { setNextScenario } from '../../platform/cards/sandbox.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCoupon, makeProgram } from '../../test-bench/programs.ts'
import { asItem, shoppingFamily, type ShoppingFamily } from '../../test-bench/shopping-family.ts'

let bench: Bench
let programId: string
const family = async (): Promise<ShoppingFamily> => shoppingFamily(bench, { programId })

beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench, { selling: { offline: true } })
})

describe('an order with a payment in progress', () => {
  it('returns 409 payment_in_progress for every change', async () => {
    const { call, place, open } = await family()
    const order = await open(await place())
    const item = order.items[0]?.id
    expect(
      (
        await call('POST', `/${order.id}/payments`, {
          checkout_method: 'card',
          payment_source_id: 'pm_card_authenticationRequired',
        })
      ).status,
    ).toBe(201)
    const changes: [string, string, unknown?][] = [
      ['POST', '/items', asItem(await place(0, 'Samuel'))],
      ['DELETE', `/items/${item}`],
      ['POST', '/discounts', { code: 'WELCOME10' }],
      ['DELETE', '/discounts/dis_1'],
    ]
    for (const [method, path, body] of changes) {
      expect(await call(method, `/${order.id}${path}`, body)).toMatchObject({
        status: 409,
        body: { type: 'payment_in_progress', param: 'requires_action' },
      })
    }
    expect(await call('DELETE', `/${order.id}`)).toMatchObject({
      status: 409,
      body: { type: 'state_conflict', param: 'requires_action' },
    })
    expect((await call<Quote>('POST', `/${order.id}/quote`)).body).toMatchObject({
      quote_version: 1,
      amount_total: order.amount_total,
      checkout_methods: ['card', 'offline'],
    })
  })

  it('a declined order that changes is a cart again and frees its coupon', async () => {
    const { call, place, open } = await family()
    const coupon = await makeCoupon(bench, programId, { code: 'ONLYONE', max_redemptions: 1 })
    const used = async () =>
      bench.env.DB.prepare('SELECT times_redeemed FROM coupons WHERE id = ?')
        .bind(coupon)
        .first<number>('times_redeemed')
    const order = await open(await place())
    await call('POST', `/${order.id}/discounts`, { code: 'onlyone' })
    expect(
      (
        await call('POST', `/${order.id}/payments`, {
          checkout_method: 'card',
          payment_source_id: 'pm_card_chargeDeclined',
        })
      ).status,
    ).toBe(402)
    expect([(await call<Order>('GET', `/${order.id}`)).body.status, await used()]).toEqual(['pending', 1])
    const changed = await call<Order>('POST', `/${order.id}/items`, asItem(await place(0, 'Samuel')))
    expect([changed.status, changed.body.status, changed.body.discounts[0]?.amount.value, await used()]).toEqual([
      201,
      'draft',
      6900,
      0,
    ])
  })

  it('returns 409 state_conflict for a change of a pending offline order', async () => {
    const { call, place, open } = await family()
    const order = await open(await place())
    expect((await call('POST', `/${order.id}/payments`, { checkout_method: 'offline' })).status).toBe(201)
    expect((await call<ErrorBody>('POST', `/${order.id}/items`, asItem(await place(0, 'Samuel')))).status).toBe(409)
    expect(await call('POST', `/${order.id}/hold`)).toMatchObject({ status: 409, body: { type: 'state_conflict' } })
    expect((await call<Quote>('POST', `/${order.id}/quote`)).body).toMatchObject({ quote_version: 1, notices: [] })
  })

  it('a partly paid order stays submitted after its hold', async () => {
    const { call, place, open, person } = await family()
    const order = await open(await place())
    await setNextScenario(bench.env, { next: 'other_amount', seconds: 0 }, bench.now())
    expect(
      (await call('POST', `/${order.id}/payments`, { checkout_method: 'card', payment_source_id: 'pm_card_visa' }))
        .status,
    ).toBe(201)
    bench.pass(20 * 60_000)
    await person.renew()
    expect((await call('POST', `/${order.id}/quote`)).status).toBe(200)
    expect((await call<Order>('GET', `/${order.id}`)).body).toMatchObject({
      status: 'pending',
      amount_paid: { value: 17_250 },
    })
    await bench.tick()
    expect((await call<Order>('GET', `/${order.id}`)).body).toMatchObject({
      status: 'expired',
      amount_returned: { value: 17_250 },
    })
  })

  it('returns 409 quote_stale if a coupon expired between quote and payment', async () => {
    const { call, place, open } = await family()
    await makeCoupon(bench, programId, { code: 'MINUTE', redeem_before: bench.now() + 60_000 })
    const order = await open(await place())
    await call('POST', `/${order.id}/discounts`, { code: 'minute' })
    bench.pass(120_000)
    const refused = await call<ErrorBody & { quote: Quote }>('POST', `/${order.id}/payments`, {
      checkout_method: 'card',
      payment_source_id: 'pm_card_visa',
      quote_version: 2,
    })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        type: 'quote_stale',
        quote: { quote_version: 3, amount_total: { value: 34_500 }, notices: [{ type: 'coupon_expired' }] },
      },
    })
    expect(
      (
        await call('POST', `/${order.id}/payments`, {
          checkout_method: 'card',
          payment_source_id: 'pm_card_visa',
          quote_version: 3,
        })
      ).status,
    ).toBe(201)
    expect((await call<Order>('GET', `/${order.id}`)).body).toMatchObject({
      status: 'paid',
      payment_status: 'paid',
      amount_paid: { value: 34_500 },
      amount_due: { value: 0 },
      checkout_methods: [],
    })
  })
})

describe('PUT orders/{id}', () => {
  it.each(orderStatuses.filter((status) => status !== 'cancelled' && status !== 'draft'))(
    'M-13: returns 403 for a customer who sets %s',
    async (status) => {
      const { call, place, open } = await family()
      const order = await open(await place())
      expect(await call('PUT', `/${order.id}`, { id: order.id, status })).toMatchObject({
        status: 403,
        body: { type: 'transition_not_allowed' },
      })
      expect((await call<Order>('GET', `/${order.id}`)).body).toEqual(order)
    },
  )

  it('an unknown field is rejected', async () => {
    const { call, place, open } = await family()
    const order = await open(await place())
    const { body } = await call<Order>('PUT', `/${order.id}`, {
      ...order,
      status: undefined,
      amount_total: { value: 1 },
      quote_version: 99,
      receipt_number: '2027-000001',
    })
    expect(body).toEqual(order)
    expect(await call('PUT', `/${order.id}`, { discount: 100 })).toMatchObject({
      status: 400,
      body: { type: 'unknown_parameter', param: 'discount' },
    })
  })
})
