import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeCoupon } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
let nadia: Person
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  await makeCoupon(bench, shop.programId, { code: 'LAKE10' })
  nadia = await shop.customer()
})

const profile = '/v1/profile'
const paymentsOf = (order: Cart) => `${profile}/orders/${order.order_id}/payments`
const pay = (order: Cart, source = 'pm_card_visa') =>
  countTrips(bench, paymentsOf(order), nadia.json({ checkout_method: 'card', payment_source_id: source }))
const cancelPlace = (order: Cart) =>
  countTrips(bench, `${profile}/registrations/${order.registration_ids[0]}/cancel`, nadia.json({}))
const cancelOrder = (order: Cart) => countTrips(bench, `${profile}/orders/${order.order_id}/cancel`, nadia.json({}))

describe('database round trips before the response', () => {
  it('a cancellation takes one load and one commit', async () => {
    const order = await shop.cart(nadia, { places: 2 })
    await bench.call(`${profile}/orders/${order.order_id}/discounts`, nadia.json({ code: 'LAKE10' }))
    expect(await pay(order)).toEqual({ status: 201, trips: 3 })
    expect(await pay(order)).toEqual({ status: 200, trips: 1 })
    expect(await cancelPlace(order)).toEqual({ status: 200, trips: 2 })
    expect(await cancelOrder(order)).toEqual({ status: 200, trips: 2 })
  })

  it('a declined card takes no further round trip', async () => {
    const order = await shop.cart(nadia)
    expect(await pay(order, 'pm_card_chargeDeclined')).toEqual({ status: 402, trips: 3 })
    expect(await pay(order, 'pm_card_authenticationRequired')).toEqual({ status: 201, trips: 3 })
    const [payment] = (await shop.read<List<Payment>>(nadia, paymentsOf(order))).data
    if (!payment) throw new Error('no payment')
    await shop.decideAtBank(payment, 'confirm')
    expect(await countTrips(bench, `${paymentsOf(order)}/${payment.id}/confirm`, nadia.json({}))).toEqual({
      status: 200,
      trips: 2,
    })
  })

  it('removing a place from a cart takes one load and one commit', async () => {
    const [cart, unpaid] = [await shop.cart(nadia, { places: 2 }), await shop.cart(nadia)]
    expect(await cancelPlace(cart)).toEqual({ status: 200, trips: 2 })
    expect((await pay(unpaid, 'pm_card_chargeDeclined')).status).toBe(402)
    expect(await cancelOrder(unpaid)).toEqual({ status: 200, trips: 2 })
  })
})
