import { dayMs } from '../../contract/limits.ts'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeCoupon, makeSessionPackage } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, {
    program: { selling: { offline: true, offline_instructions: 'Come to the office.' } },
  })
})

const payLater = async (person: Person, order: Cart) =>
  bench.call(`/v1/profile/orders/${order.order_id}/payments`, person.json({ checkout_method: 'offline' }))
const cancelPlace = async (person: Person, id: string) =>
  bench.call(`/v1/profile/registrations/${id}/cancel`, person.json({}))
const previewOf = async (person: Person, id: string) =>
  (await shop.read<Registration>(person, `/v1/profile/registrations/${id}`)).cancellation

const limitDays = async (days: number) =>
  bench.env.DB.prepare(`UPDATE programs SET selling = json_set(selling, '$.offline_limits', json(?1)) WHERE id = ?2`)
    .bind(JSON.stringify({ days, places: 4, verified_email: true }), shop.programId)
    .run()

/** A cart with a session package, which holds no place. */
const packageCart = async () => {
  await bench.env.DB.prepare(
    `UPDATE programs SET features = json_set(features, '$.sessions', json('true')) WHERE id = ?1`,
  )
    .bind(shop.programId)
    .run()
  const nadia = await shop.customer()
  const items = [{ type: 'session_package', source: await makeSessionPackage(bench, shop.programId), quantity: 1 }]
  const body = { program_id: shop.programId, customer_profile_id: nadia.profileId(shop.programId), items }
  const opened = await bench.call('/v1/profile/orders', nadia.json(body))
  return { nadia, order: { order_id: ((await opened.json()) as Order).id } as Cart }
}

/** An offline order whose customer then tried a card that was declined. */
const declinedAfterPromise = async (places: number) => {
  const nadia = await shop.customer()
  const order = await shop.cart(nadia, { places })
  expect((await payLater(nadia, order)).status).toBe(201)
  const { due_at } = await shop.orderOf(nadia, order)
  expect((await shop.pay(nadia, order, 'pm_card_chargeDeclined')).status).toBe(402)
  return { nadia, order, due_at }
}

describe('S5: an offline order whose card is declined', () => {
  it('S5: the places of a declined offline order count towards the limit of four', async () => {
    const { nadia, order } = await declinedAfterPromise(3)
    const refused = await payLater(nadia, await shop.cart(nadia, { places: 2 }))
    expect([refused.status, await refused.json()]).toMatchObject([422, { type: 'offline_not_available' }])
    // The order's own places do not count twice.
    expect((await payLater(nadia, order)).status).toBe(201)
  })

  it('S5: the places of an offline order count while a bank waits for a confirmation', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 3 })
    await payLater(nadia, order)
    expect((await shop.pay(nadia, order, 'pm_card_authenticationRequired')).status).toBe(201)
    expect((await payLater(nadia, await shop.cart(nadia, { places: 2 }))).status).toBe(422)
  })

  it('S5: a declined offline order keeps its due date', async () => {
    const { nadia, order, due_at } = await declinedAfterPromise(2)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', due_at, hold_expires_at: due_at })
    const [first] = order.registration_ids
    expect(await previewOf(nadia, first)).toMatchObject({ result: 'automatic', sentence: 'Cancel this place' })
    expect(await (await cancelPlace(nadia, first)).json()).toMatchObject({ status: 'cancelled' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'pending',
      due_at,
      hold_expires_at: due_at,
      amount_total: { value: 10_000 },
    })
  })

  it('S5: an offline order without a held place ends on its due date', async () => {
    const { nadia, order } = await packageCart()
    expect((await payLater(nadia, order)).status).toBe(201)
    const { due_at } = await shop.orderOf(nadia, order)
    expect((await shop.pay(nadia, order, 'pm_card_chargeDeclined')).status).toBe(402)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', due_at, hold_expires_at: due_at })
    bench.pass(8 * dayMs)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'expired' })
  })

  it.each([
    ['whose card is declined', 'pm_card_chargeDeclined', 'pending'],
    ['whose bank step is left', 'pm_card_authenticationRequired', 'requires_action'],
  ])('S5: an offline order of packages %s expires like any order and releases its coupon', async (_, card, status) => {
    const { nadia, order } = await packageCart()
    const code = `LAST${order.order_id.slice(4).toUpperCase()}`
    await makeCoupon(bench, shop.programId, { code, max_redemptions: 1 })
    const path = `/v1/profile/orders/${order.order_id}`
    expect((await bench.call(`${path}/discounts`, nadia.json({ code }))).status).toBe(201)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'draft', hold_expires_at: null })
    await shop.pay(nadia, order, card)
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status,
      hold_expires_at: new Date(bench.now() + 15 * 60_000).toISOString(),
      discounts: [{ coupon: { times_redeemed: 1 } }],
    })
    expect((await bench.call(`${path}/hold`, nadia.json({}))).status).toBe(200)
    bench.pass(26 * 60_000)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'expired',
      discounts: [{ coupon: { times_redeemed: 0 } }],
    })
    expect((await bench.call(`${path}/quote`, nadia.json({}))).status).toBe(200)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'draft', hold_expires_at: null })
    expect((await shop.pay(nadia, order)).status).toBe(201)
  })

  it('the migration gives old orders of packages a due date', async () => {
    const migration = new URL('../../platform/database/migrations/0073_package_orders_end.sql', import.meta.url)
    const { nadia, order } = await packageCart()
    await shop.pay(nadia, order, 'pm_card_chargeDeclined')
    await bench.env.DB.prepare('UPDATE orders SET hold_started_at = NULL, hold_expires_at = NULL WHERE id = ?1')
      .bind(order.order_id)
      .run()
    bench.pass(dayMs)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', hold_expires_at: null })

    await bench.env.DB.prepare(readFileSync(migration, 'utf8')).run()
    await bench.tick()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'expired' })
  })

  it('S5: submitting an offline order again keeps its due date', async () => {
    const { nadia, order, due_at } = await declinedAfterPromise(1)
    await limitDays(1)
    bench.pass(2 * dayMs)
    await nadia.renew()
    expect((await payLater(nadia, order)).status).toBe(201)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ due_at, hold_expires_at: due_at })
    await limitDays(7)
  })

  it('S5: a cart made of an overdue offline order cannot be submitted with a past due date', async () => {
    const { nadia, order } = await declinedAfterPromise(2)
    bench.pass(2 * dayMs)
    await nadia.renew()
    await bench.call(`/v1/profile/orders/${order.order_id}/items/${order.item_ids[0]}`, {
      headers: nadia.headers,
      method: 'DELETE',
    })
    await limitDays(1)
    const refused = await payLater(nadia, order)
    expect([refused.status, await refused.json()]).toMatchObject([422, { type: 'offline_not_available' }])
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'draft', due_at: null })
    await limitDays(7)
  })

  it('S5: a quote leaves an offline order pending with its due date', async () => {
    const { nadia, order, due_at } = await declinedAfterPromise(1)
    await bench.call(`/v1/profile/orders/${order.order_id}/quote`, nadia.json({}))
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', due_at, quote_version: 1 })
  })

  it('S5: an offline order that changes becomes an ordinary cart with a hold of fifteen minutes', async () => {
    const { nadia, order } = await declinedAfterPromise(2)
    bench.pass(dayMs)
    await nadia.renew()
    const changed = await bench.call(`/v1/profile/orders/${order.order_id}/items/${order.item_ids[0]}`, {
      headers: nadia.headers,
      method: 'DELETE',
    })
    expect(changed.status).toBe(200)
    const cart: Order = await shop.orderOf(nadia, order)
    expect(cart).toMatchObject({
      status: 'draft',
      due_at: null,
      hold_expires_at: new Date(bench.now() + 15 * 60_000).toISOString(),
    })
    expect(cart.registrations[0]).toMatchObject({ status: 'pending' })
  })
})

it('S5: a place cannot be cancelled while a card is being charged', async () => {
  const nadia = await shop.customer()
  const order = await shop.cart(nadia, { places: 2 })
  await payLater(nadia, order)
  await shop.pay(nadia, order, 'pm_card_authenticationRequired')
  const [first] = order.registration_ids
  expect(await previewOf(nadia, first)).toMatchObject({
    result: 'not_possible',
    sentence: 'A payment for this order is in progress.',
  })
  const refused = await cancelPlace(nadia, first)
  expect([refused.status, await refused.json()]).toMatchObject([409, { type: 'payment_in_progress' }])
})
