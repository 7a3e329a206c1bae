import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeCoupon } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
let nadia: Person
let cart: Cart
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  nadia = await shop.customer()
  cart = await shop.cart(nadia)
  await makeCoupon(bench, shop.programId, { code: 'LARGE', minimum_items: 3 })
})

const refusalOf = async (method: string, path: string, body?: Record<string, unknown>): Promise<ErrorBody> => {
  const full = path.replace(':order_id', cart.order_id).replace(':registration_id', cart.registration_ids[0])
  const answer = await bench.call(
    `/v1${full}`,
    body ? { ...nadia.json(body), method } : { method, headers: nadia.headers },
  )
  return (await answer.json()) as ErrorBody
}

describe('errors[] of a refusal', () => {
  it.each<[method: string, path: string, body: Record<string, unknown> | undefined, type: string, field: string]>([
    ['POST', '/profile/orders/:order_id/discounts', { code: 'NOSUCHCODE' }, 'coupon_not_found', 'code'],
    ['POST', '/profile/orders/:order_id/payments', { checkout_method: 'free' }, 'invalid_option', 'checkout_method'],
    ['POST', '/profile/orders/:order_id/payments', { checkout_method: 'card' }, 'required', 'payment_source_id'],
    ['PUT', '/profile/registrations/:registration_id', { id: 'reg_x' }, 'invalid_parameter', 'id'],
    [
      'POST',
      '/profile/orders',
      { program_id: 'nowhere', customer_profile_id: 'cup_x' },
      'not_found',
      'customer_profile_id',
    ],
    ['GET', '/profile/orders/ord_nowhere', undefined, 'not_found', 'order_id'],
    ['PUT', '/profile', { password: 'a long password' }, 'unknown_parameter', 'password'],
    ['GET', '/explore/availability/dates?month=2027-07&week=2027-W27', undefined, 'invalid_parameter', 'week'],
  ])('C4: the refusal of %s %s with %j has type, param and message', async (method, path, body, type, field) => {
    const refusal = await refusalOf(method, path, body)
    expect(refusal).toMatchObject({ type, param: field, errors: [{ type, param: field, message: refusal.message }] })
  })

  it('C4: an error whose param is a state still lists the field', async () => {
    expect(await refusalOf('POST', '/profile/orders/:order_id/discounts', { code: 'LARGE' })).toMatchObject({
      type: 'coupon_minimum_items',
      param: '2',
      errors: [{ type: 'coupon_minimum_items', param: 'code' }],
    })
    expect(await refusalOf('PUT', '/profile/orders/:order_id', { status: 'paid' })).toMatchObject({
      type: 'transition_not_allowed',
      param: 'draft',
      errors: [{ type: 'transition_not_allowed', param: 'status' }],
    })
  })

  it('C4: errors[] is empty when a state is the reason', async () => {
    await shop.pay(nadia, cart)
    expect(await refusalOf('DELETE', '/profile/orders/:order_id')).toMatchObject({
      type: 'state_conflict',
      param: 'paid',
      errors: [],
    })
  })
})
