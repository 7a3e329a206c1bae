import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Order, Quote } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import type { Payment } from '../../contract/money/payment.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCoupon, makeProgram, makeSessionPackage } from '../../test-bench/programs.ts'
import { makeAttendee, makeCustomer } from '../../test-bench/people.ts'
import { makeCategory, makeProduct } from '../../test-bench/store.ts'
import { shoppingFamily, type ShoppingFamily } from '../../test-bench/shopping-family.ts'

let bench: Bench
let programId: string
const selling = {
  fee: { percent: 0, fixed: 300, included: false },
  taxes: [{ name: 'HST', percent: 1300, included: false }],
  offline: true,
}
const options = [
  { cost: 34_500, name: 'Full day' },
  { cost: 20_000, name: 'Half day', spots: 1 },
]

beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench, { selling, features: { products: true, sessions: false } })
})

type Both = ShoppingFamily & {
  v2: <Body>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>
  mine: { program_id: string; customer_profile_id: string }
}

/** A family with a client for both versions. */
async function family(): Promise<Both> {
  const shopping = await shoppingFamily(bench, { programId, options })
  const { person } = shopping
  const v2 = async <Body>(method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method, headers: person.headers } : { ...person.json(body), method }
    const answer = await bench.call(`/v2/profile/orders${path}`, init)
    return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as Body }
  }
  return { ...shopping, v2, mine: { program_id: programId, customer_profile_id: person.profileId(programId) } }
}

/** The responses of both versions to the same GET. */
async function readTwice({ call, v2 }: Both, path: string): Promise<[unknown, unknown]> {
  const [one, two] = [await call('GET', path), await v2('GET', path)]
  expect([one.status, two.status]).toEqual([200, 200])
  return [one.body, two.body]
}

describe('version 2 of orders', () => {
  it('version 1 reads the order that version 2 writes', async () => {
    const home = await family()
    const { event_id, option_ids, place, v2, call, mine } = home
    const source = await place(0, 'Maya')
    const opened = await v2<Order>('POST', '', {
      ...mine,
      items: [{ product_id: event_id, product_variation_id: option_ids[0] }],
    })
    expect(opened).toMatchObject({ status: 201, body: { status: 'draft', amount_total: { value: 39_324 } } })
    const path = `/${opened.body.id}`
    expect(opened.body.items).toMatchObject([
      { type: 'event_option', source, product_id: event_id, product_variation_id: option_ids[0], quantity: 1 },
    ])

    const second = await place(0, 'Samuel')
    expect((await v2('POST', `${path}/items`, { source: second, quantity: 1 })).status).toBe(201)
    const code = `V2${randomUUID().slice(0, 8).toUpperCase()}`
    await makeCoupon(bench, programId, { code, percent_off: 1000 })
    expect((await v2('POST', `${path}/discounts`, { code })).status).toBe(201)
    for (const part of ['', '/items', '/discounts', `/items/${opened.body.items[0]?.id}`]) {
      const [one, two] = await readTwice(home, `${path}${part}`)
      expect(two).toEqual(one)
    }

    const quoteInput = { checkout_method: 'card', currency: 'CAD', country: 'CA', use_account_balance: false }
    const quote = await v2<Quote>('POST', `${path}/quote`, quoteInput)
    const sameQuote = await call<Quote>('POST', `${path}/quote?${new URLSearchParams(quoteInput as never)}`)
    expect(quote.status).toBe(200)
    expect(quote.body).toEqual(sameQuote.body)

    const paid = await v2<Payment>('POST', `${path}/payments`, {
      checkout_method: 'card',
      payment_source_id: 'pm_card_visa',
      quote_version: quote.body.quote_version,
    })
    expect(paid).toMatchObject({ status: 201, body: { status: 'succeeded' } })
    for (const part of [path, `${path}/payments`, '?expand=items,payments,discounts,registrations']) {
      const [one, two] = await readTwice(home, part)
      expect(two).toEqual(one)
    }
    expect((await v2('POST', `${path}/payments/${paid.body.id}/confirm`)).status).toBe(200)
    expect(await v2<Order>('PUT', path, { id: opened.body.id, status: 'cancelled' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    })
  })

  it('a held place can be used for one item only', async () => {
    const { event_id, option_ids, place, v2, mine } = await family()
    const product = { product_id: event_id, product_variation_id: option_ids[0] }
    const none = await v2<ErrorBody>('POST', '', { ...mine, items: [product] })
    expect(none).toMatchObject({ status: 400, body: { type: 'required', param: 'source' } })
    expect(none.body.message).toContain('POST registrations')

    await place(0, 'Maya')
    const twice = await v2<ErrorBody>('POST', '', { ...mine, items: [product, product] })
    expect(twice).toMatchObject({ status: 400, body: { type: 'required', param: 'source' } })
    expect((await v2('POST', '', { ...mine, items: [product] })).status).toBe(201)
    expect(await v2('POST', '', { ...mine, items: [{}] })).toMatchObject({
      status: 400,
      body: { type: 'required', param: 'product_id' },
    })
  })

  it('returns a refusal for the source of another product or another order in the body', async () => {
    const { option_ids, place, open, v2, mine } = await family()
    const source = await place(0, 'Maya')
    const wrong = { source, product_variation_id: option_ids[1] }
    expect(await v2('POST', '', { ...mine, items: [wrong] })).toMatchObject({
      status: 404,
      body: { param: 'product_variation_id' },
    })
    expect(await v2('POST', '', { ...mine, items: [{ source, product_id: 'evt_missing' }] })).toMatchObject({
      status: 404,
      body: { param: 'product_id' },
    })
    const order = await open(source)
    const other = await v2('POST', `/${order.id}/items`, { source: await place(0, 'Samuel'), order_id: 'ord_other' })
    expect(other).toMatchObject({ status: 400, body: { type: 'invalid_parameter', param: 'order_id' } })
  })

  it('a product that is not sold is refused', async () => {
    const { v2, mine } = await family()
    const pass = { product_id: await makeSessionPackage(bench, programId) }
    expect(await v2('POST', '', { ...mine, items: [pass] })).toMatchObject({
      status: 403,
      body: { type: 'feature_disabled', param: 'type' },
    })
  })
})

describe('the source of a package and of a product', () => {
  it('the source of a package is the person it is for, and a product of the store has none', async () => {
    const features = { products: true, sessions: true }
    const id = await makeProgram(bench, { selling, features })
    const category = await makeCategory(bench, id)
    const { product_id, variation_ids } = await makeProduct(bench, { programId: id, categoryId: category })
    const person = await makeCustomer(bench, { programIds: [id] })
    const child = await makeAttendee(bench, person, { programId: id })
    const pass = { product_id: await makeSessionPackage(bench, id) }
    const mine = { program_id: id, customer_profile_id: person.profileId(id) }
    const open = async (...items: object[]) => {
      const answer = await bench.call('/v2/profile/orders', person.json({ ...mine, items }))
      return { status: answer.status, body: (await answer.json()) as Order & ErrorBody }
    }
    const source = child.attendee_profile_id
    const { status, body } = await open({ ...pass, source }, { product_id })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.items.map((item) => [item.type, item.source, item.product_id, item.product_variation_id])).toEqual([
      ['session_package', source, pass.product_id, null],
      ['product_variation', null, product_id, variation_ids[0]],
    ])
    const forAll = await open(pass)
    expect(forAll.body.items).toMatchObject([{ source: null, attendee_name: null }])
    expect(await open({ ...pass, source: 'pap_missing' })).toMatchObject({ status: 404 })
    const refused = { status: 400, body: { type: 'invalid_parameter', param: 'source' } }
    expect(await open({ ...pass, source, attendee_profile_id: 'pap_other' })).toMatchObject(refused)
    expect(await open({ product_id, source })).toMatchObject(refused)
  })
})

describe('PUT v2 orders/{id}/items/{id}', () => {
  it('the person changes to the other option at its price', async () => {
    const home = await family()
    const { option_ids, place, open, v2, spotsTaken } = home
    const order = await open(await place(0, 'Maya'))
    const path = `/${order.id}/items/${order.items[0]?.id}`
    expect(await spotsTaken()).toBe(1)
    const changed = await v2<Order>('PUT', path, { product_variation_id: option_ids[1] })
    expect(changed).toMatchObject({
      status: 200,
      body: { quote_version: order.quote_version + 1, amount_subtotal: { value: 20_000 } },
    })
    expect(changed.body.items).toMatchObject([
      { product_variation_id: option_ids[1], product_name: 'Canoe Week, Half day', amount: { value: 20_000 } },
    ])
    expect(changed.body.registrations).toMatchObject([{ status: 'pending', option_id: option_ids[1] }])
    expect(await spotsTaken()).toBe(0)
    const [one, two] = await readTwice(home, `/${order.id}`)
    expect(two).toEqual(one)
  })

  it('returns a refusal for a sold-out option and a quantity other than one', async () => {
    const { option_ids, place, open, v2, call, spotsTaken } = await family()
    const order = await open(await place(0, 'Maya'))
    await place(1, 'Samuel')
    const path = `/${order.id}/items/${order.items[0]?.id}`
    expect(await v2('PUT', path, { product_variation_id: option_ids[1] })).toMatchObject({
      status: 409,
      body: { type: 'sold_out' },
    })
    expect(await v2('PUT', path, { product_variation_id: 'opt_missing' })).toMatchObject({
      status: 404,
      body: { param: 'product_variation_id' },
    })
    expect(await v2('PUT', path, { quantity: 2 })).toMatchObject({
      status: 400,
      body: { type: 'invalid_integer', param: 'quantity' },
    })
    const { items, quote_version, updated } = order
    expect((await v2<Order>('PUT', path, { quantity: 1 })).body).toMatchObject({ items, quote_version, updated })
    expect((await call<Order>('GET', `/${order.id}`)).body).toMatchObject({ items, quote_version, updated })
    expect(await spotsTaken()).toBe(1)
  })

  it('both versions page their lists alike', async () => {
    const home = await family()
    const order = await home.open(await home.place(0, 'Maya'))
    const [one, two] = await readTwice(home, `?limit=1&status=draft&program_id=${programId}&expand=items`)
    expect(two).toEqual(one)
    expect((two as List<Order>).data.map(({ id }) => id)).toEqual([order.id])
  })
})

describe('refusals of version 2', () => {
  it('every call returns 404 for a missing order or item', async () => {
    const { open, place, v2 } = await family()
    const order = await open(await place(0, 'Maya'))
    for (const [method, path, body, param] of [
      ['GET', '/ord_missing', undefined, 'order_id'],
      ['PUT', '/ord_missing', { status: 'cancelled' }, 'order_id'],
      ['DELETE', '/ord_missing', undefined, 'order_id'],
      ['POST', '/ord_missing/quote', {}, 'order_id'],
      ['POST', '/ord_missing/items', { source: 'reg_missing' }, 'order_id'],
      ['POST', '/ord_missing/payments', { checkout_method: 'card' }, 'order_id'],
      ['GET', `/${order.id}/items/itm_missing`, undefined, 'item_id'],
      ['PUT', `/${order.id}/items/itm_missing`, { quantity: 1 }, 'item_id'],
      ['DELETE', `/${order.id}/discounts/dis_missing`, undefined, 'discount_id'],
    ] as const)
      expect([method, path, await v2(method, path, body)]).toMatchObject([
        method,
        path,
        { status: 404, body: { type: 'not_found', param } },
      ])
  })

  it('returns 409 for a submitted cart', async () => {
    const { option_ids, open, place, v2 } = await family()
    const order = await open(await place(0, 'Maya'))
    const item = order.items[0]?.id
    const paying = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
    expect((await v2('POST', `/${order.id}/payments`, paying)).status).toBe(201)
    const { body: paid } = await v2<Order>('GET', `/${order.id}`)
    const source = await place(0, 'Samuel')
    for (const [method, path, body] of [
      ['POST', '/items', { source }],
      ['PUT', `/items/${item}`, { product_variation_id: option_ids[1] }],
      ['DELETE', `/items/${item}`, undefined],
      ['POST', '/quote', {}],
      ['DELETE', '', undefined],
    ] as const)
      expect([method, path, await v2(method, `/${order.id}${path}`, body)]).toMatchObject([
        method,
        path,
        { status: 409, body: { type: 'state_conflict' } },
      ])
    expect((await v2<Order>('GET', `/${order.id}`)).body).toMatchObject({ status: 'paid', updated: paid.updated })
  })
})

describe('POST v2 orders/{id}/refund', () => {
  it('a refund returns the amount of the policy', async () => {
    const home = await family()
    const { open, place, v2, mine } = home
    const order = await open(await place(0, 'Maya'))
    await v2('POST', `/${order.id}/payments`, { checkout_method: 'card', payment_source_id: 'pm_card_visa' })
    const request = await v2<{ object: string; order_id: string }>('POST', `/${order.id}/refund`, {
      program_id: mine.program_id,
      order_id: order.id,
      reason: 'cannot_attend',
    })
    expect(request).toMatchObject({ status: 201, body: { object: 'refund_request' } })
    const [one, two] = await readTwice(home, `/${order.id}`)
    expect(two).toEqual(one)
    expect((two as Order).status).toBe('cancelled')
    const none = await v2('POST', '/ord_missing/refund', { reason: 'cannot_attend' })
    expect(none).toMatchObject({ status: 404, body: { type: 'not_found' } })
  })
})
