import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order, Quote } from '../../contract/money/order.ts'
import type { StoreProduct } from '../../contract/offering/product.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { Payment } from '../../contract/money/payment.ts'
import { productVariations, sandboxIntents } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { makeProduct, type ProductInput } from '../../test-bench/store.ts'

const minute = 60_000
const program = {
  features: { products: true },
  selling: {
    fee: { percent: 250, fixed: 50, included: false },
    taxes: [{ name: 'HST', percent: 1300, included: false }],
  },
}
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program }))
})

const product = async (input: Omit<ProductInput, 'programId'> = {}) =>
  makeProduct(bench, { programId: shop.programId, ...input })
const send = async (person: Person, path: string, body: unknown, method = 'POST') => {
  const answer = await bench.call(path, { ...person.json(body), method })
  return { status: answer.status, body: (await answer.json()) as Order & { type: string; param: string | null } }
}
const open = async (person: Person, items: unknown[], version: 'v1' | 'v2' = 'v1') =>
  send(person, `/${version}/profile/orders`, {
    program_id: shop.programId,
    customer_profile_id: person.profileId(shop.programId),
    items,
  })
const line = (source: string, quantity = 1, more = {}) => ({ type: 'product_variation', source, quantity, ...more })
const asCart = ({ id }: { id: string }) => ({ order_id: id, registration_ids: [], item_ids: [], total: 0 }) as never
const taken = async (id: string) =>
  (await shop.db.select().from(productVariations).where(eq(productVariations.id, id)))[0]?.stock_taken
const quote = async (person: Person, id: string) => {
  const answer = await bench.call(`/v1/profile/orders/${id}/quote`, person.json({}))
  return { status: answer.status, body: (await answer.json()) as Quote & { type: string; param: string | null } }
}

describe('a store product in an order', () => {
  it('the item costs price, fee and tax times its quantity', async () => {
    const person = await shop.customer()
    const { product_id, variation_ids } = await product({
      name: 'Bag',
      pickupText: 'At the office',
      returnDays: 30,
      variations: [{ name: 'Red', cost: 1000, confirmText: 'No returns of wet bags.', stock: 9 }],
    })
    const [red] = variation_ids
    const { status, body } = await open(person, [line(red, 3)])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'draft',
      amount_subtotal: { value: 3000 },
      amount_fee: { value: 225 },
      amount_tax: { value: 419 },
      amount_total: { value: 3644 },
      hold_expires_at: new Date(bench.now() + 15 * minute).toISOString(),
      items: [
        {
          type: 'product_variation',
          source: null,
          product_id,
          product_variation_id: red,
          product_name: 'Bag, Red',
          quantity: 3,
          unit_amount: { value: 1000 },
          amount: { value: 3000 },
          confirm_text: 'No returns of wet bags.',
          pickup_text: 'At the office',
          return_days: 30,
          registration_id: null,
        },
      ],
    })
    expect(await taken(red)).toBe(3)
    expect((await shop.pay(person, asCart(body))).status).toBe(201)
    expect(await shop.orderOf(person, asCart(body))).toMatchObject({ status: 'paid', amount_due: { value: 0 } })
    expect(await taken(red)).toBe(3)
    const shown = await shop.read<StoreProduct>(person, `/v2/explore/programs/${shop.programId}/products/${product_id}`)
    expect(shown.variations).toMatchObject([{ available_stock: 6, is_sold_out: false }])
  })

  it('version 2 names the product by variation, or alone if it has one variation', async () => {
    const person = await shop.customer()
    const one = await product()
    const two = await product({ variations: [{ name: 'S' }, { name: 'M' }] })
    const added = await open(person, [{ product_id: one.product_id, quantity: 2 }], 'v2')
    expect(added.body.items).toMatchObject([{ product_id: one.product_id, quantity: 2 }])
    const items = `/v2/profile/orders/${added.body.id}/items`
    expect(await send(person, items, { product_id: two.product_id })).toMatchObject({
      status: 400,
      body: { type: 'required', param: 'product_variation_id' },
    })
    expect(
      await send(person, items, { product_id: one.product_id, product_variation_id: two.variation_ids[1] }),
    ).toMatchObject({ status: 404, body: { param: 'product_id' } })
    const more = await send(person, items, { product_variation_id: two.variation_ids[1] })
    expect(more.body.items).toMatchObject([{}, { product_name: 'Camp shirt, M', quantity: 1 }])
    const changed = await send(
      person,
      `${items}/${more.body.items[1]?.id}`,
      { product_variation_id: two.variation_ids[0], quantity: 4 },
      'PUT',
    )
    expect(changed.body.items).toMatchObject([
      {},
      { product_name: 'Camp shirt, S', quantity: 4, amount: { value: 9600 } },
    ])
    expect([await taken(two.variation_ids[0]), await taken(two.variation_ids[1] ?? '')]).toEqual([4, 0])
  })

  it('adding the same variation again increases its quantity', async () => {
    const person = await shop.customer()
    const {
      variation_ids: [id],
    } = await product({ variations: [{ stock: 20 }] })
    const cart = await shop.cart(person)
    const items = `/v1/profile/orders/${cart.order_id}/items`
    await send(person, items, line(id, 2))
    await send(person, items, line(id, 3))
    const { body } = await send(person, items, line(id, 1, { parent: cart.item_ids[0] }))
    expect(body.items.map(({ type, quantity, parent }) => [type, quantity, parent])).toEqual([
      ['event_option', 1, null],
      ['product_variation', 5, null],
      ['product_variation', 1, cart.item_ids[0]],
    ])
    expect(body.items.map(({ attendee_name }) => attendee_name)).toEqual([
      body.items[0]?.attendee_name,
      null,
      body.items[0]?.attendee_name,
    ])
    await bench.call(`${items}/${body.items[1]?.id}`, { method: 'DELETE', headers: person.headers })
    expect(await taken(id)).toBe(1)
    await bench.call(`${items}/${cart.item_ids[0]}`, { method: 'DELETE', headers: person.headers })
    expect((await shop.orderOf(person, cart)).items).toMatchObject([{ parent: null, quantity: 1 }])
    await bench.call(`/v1/profile/orders/${cart.order_id}`, { method: 'DELETE', headers: person.headers })
    expect(await taken(id)).toBe(0)
  })

  it.each([
    { what: 'more items than the stock', variation: { stock: 2 }, quantity: 3, refused: [409, 'sold_out', 'quantity'] },
    { what: 'more than 50 items', variation: {}, quantity: 51, refused: [400, 'invalid_integer', 'items[0].quantity'] },
    { what: 'a closed product', variation: { isClosed: true }, refused: [422, 'option_not_on_sale', 'source'] },
    { what: 'a removed product', variation: { isRemoved: true }, refused: [404, 'not_found', 'source'] },
  ])('an order with $what is rejected', async ({ variation, quantity = 1, refused }) => {
    const person = await shop.customer()
    const { variation_ids } = await product({ variations: [variation] })
    const { status, body } = await open(person, [line(variation_ids[0], quantity)])
    expect([status, body.type, body.param]).toEqual(refused)
    expect(await taken(variation_ids[0])).toBe(0)
  })

  it('a store product is refused before and after its sale', async () => {
    const person = await shop.customer()
    const early = await product({ saleStartsAt: bench.now() + minute })
    const late = await product({ saleEndsAt: bench.now() - minute })
    expect((await open(person, [line(early.variation_ids[0])])).body.type).toBe('sale_not_started')
    expect((await open(person, [line(late.variation_ids[0])])).body.type).toBe('sale_ended')
    const other = await openShop(bench)
    const foreign = await makeProduct(bench, { programId: other.programId })
    expect((await open(person, [line(foreign.variation_ids[0])])).status).toBe(404)
    const stranger = await other.customer()
    const body = { program_id: other.programId, customer_profile_id: stranger.profileId(other.programId) }
    expect(
      await send(stranger, '/v1/profile/orders', { ...body, items: [line(foreign.variation_ids[0])] }),
    ).toMatchObject({ status: 403, body: { type: 'feature_disabled' } })
  })
})

describe('the stock that a cart holds', () => {
  it('another customer can take the stock once the hold has lapsed', async () => {
    const [ada, ben] = [await shop.customer(), await shop.customer()]
    const {
      variation_ids: [id],
    } = await product({ variations: [{ stock: 1 }] })
    const { body } = await open(ada, [line(id)])
    expect((await open(ben, [line(id)])).body.type).toBe('sold_out')
    bench.pass(16 * minute)
    await Promise.all([ada.renew(), ben.renew()])
    expect((await open(ben, [line(id)])).status).toBe(201)
    expect(await taken(id)).toBe(1)
    const refused = await shop.pay(ada, asCart(body))
    expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([409, 'hold_expired'])
    expect(await quote(ada, body.id)).toMatchObject({
      status: 409,
      body: { type: 'sold_out', param: body.items[0]?.id },
    })
  })

  it('a quote reserves stock again that the scheduler released', async () => {
    const person = await shop.customer()
    const {
      variation_ids: [id],
    } = await product({ variations: [{ stock: 3, cost: 500 }] })
    const { body } = await open(person, [line(id, 2)])
    bench.pass(16 * minute)
    await bench.tick()
    await person.renew()
    expect(await taken(id)).toBe(0)
    await shop.db.update(productVariations).set({ cost: 700 }).where(eq(productVariations.id, id))
    const again = await quote(person, body.id)
    expect(again).toMatchObject({ status: 200, body: { amount_subtotal: { value: 1400 } } })
    expect(again.body.notices.map(({ type }) => type)).toContain('price_changed')
    expect(await taken(id)).toBe(2)
    expect((await shop.pay(person, asCart(body))).status).toBe(201)
  })

  it.each([
    { what: 'a late payment takes it again', isGone: false, status: 'paid' },
    { what: 'a late payment for a resold item is refunded', isGone: true, status: 'cancelled' },
  ])('the stock of an unpaid order is released, and $what', async ({ isGone, status }) => {
    const person = await shop.customer()
    const {
      variation_ids: [id],
    } = await product({ variations: [{ stock: 1 }] })
    const { body } = await open(person, [line(id)])
    const answer = await shop.pay(person, asCart(body), 'pm_card_authenticationRequired')
    const payment = (await answer.json()) as Payment
    bench.pass(16 * minute)
    await bench.tick()
    await person.renew()
    expect(await taken(id)).toBe(0)
    expect((await shop.orderOf(person, asCart(body))).status).toBe('expired')
    if (isGone) expect((await open(await shop.customer(), [line(id)])).status).toBe(201)
    await shop.db
      .update(sandboxIntents)
      .set({ state: 'succeeded', amount_received: payment.amount_total.value })
      .where(eq(sandboxIntents.payment_id, payment.id))
    await shop.confirm(person, asCart(body), payment)
    expect((await shop.orderOf(person, asCart(body))).status).toBe(status)
    expect(await taken(id)).toBe(1)
  })

  it('the stock stays sold when the places of its order are cancelled', async () => {
    const person = await shop.customer()
    const {
      variation_ids: [id],
    } = await product({ variations: [{ stock: 1 }] })
    const cart = await shop.cart(person)
    await send(person, `/v1/profile/orders/${cart.order_id}/items`, line(id, 1, { parent: cart.item_ids[0] }))
    expect((await shop.pay(person, cart)).status).toBe(201)
    expect(await send(person, `/v1/profile/orders/${cart.order_id}/cancel`, {})).toMatchObject({
      status: 422,
      body: { type: 'cancellation_not_allowed' },
    })
    const place = await shop.read<Registration>(person, `/v1/profile/registrations/${cart.registration_ids[0]}`)
    expect(place.cancellation.add_ons).toBe('This stays in your order: Camp shirt, One size.')
    await send(person, `/v1/profile/registrations/${cart.registration_ids[0]}/cancel`, {})
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'paid', items: [{ is_cancelled: true }, {}] })
    expect(await taken(id)).toBe(1)
  })
})
