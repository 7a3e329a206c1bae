import { minuteMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Order, Quote } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { asItem, type FamilyInput, feeAndTax, shoppingFamily } from '../../test-bench/shopping-family.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench, { selling: feeAndTax })
})
const family = (input?: FamilyInput) => shoppingFamily(bench, { programId, ...input })

describe('POST orders', () => {
  it('returns 201 with one hold for all places', async () => {
    const { place, open, call } = await family()
    const order = await open(await place(0, 'Maya'), await place(0, 'Samuel'))
    expect(order).toMatchObject({
      status: 'draft',
      payment_status: 'unpaid',
      refund_status: 'none',
      quote_version: 1,
      checkout_methods: ['card', 'offline'],
      hold_expires_at: new Date(bench.now() + 15 * minuteMs).toISOString(),
    })
    expect([
      order.amount_subtotal.value,
      order.amount_fee.value,
      order.amount_tax.value,
      order.amount_total.value,
      order.amount_due.value,
    ]).toEqual([69_000, 600, 9048, 78_648, 78_648])
    expect(order.items.map((item) => [item.product_name, item.attendee_name, item.amount_tax.value])).toEqual([
      ['Canoe Week, Full day', 'Maya Roy', 4485],
      ['Canoe Week, Full day', 'Samuel Roy', 4485],
    ])
    expect(order.tax_items).toMatchObject([{ name: 'HST', percent: 13, amount: { value: 9048 } }])
    expect(order.registrations.map((each) => [each.status, each.order_id])).toEqual([
      ['pending', order.id],
      ['pending', order.id],
    ])
    expect((await call<Order>('GET', `/${order.id}`)).body).toEqual(order)
  })

  it('returns 201 for an empty cart', async () => {
    const { open } = await family()
    expect(await open()).toMatchObject({
      status: 'draft',
      items: [],
      amount_total: { value: 0 },
      payment_status: 'no_payment_required',
      checkout_methods: [],
      hold_expires_at: null,
    })
  })

  const priced = ['amount', 'unit_amount', 'total', 'fee', 'tax', 'currency', 'is_fee_included']
  it.each([
    [
      'a line of a new order',
      '',
      'items[0].',
      (line: object, customer_profile_id: string) => ({
        program_id: programId,
        customer_profile_id,
        items: [line],
      }),
    ],
    ['a line of a cart', '/items', '', (line: object) => line],
    [
      'a payment',
      '/payments',
      '',
      (line: object) => ({ ...line, checkout_method: 'card', type: undefined, source: undefined, quantity: undefined }),
    ],
  ] as const)('M-01: returns 400 for each of seven names of an amount in %s', async (_, path, at, bodyOf) => {
    const { person, place, open, call } = await family()
    const [order, source] = [await open(await place(0, 'Maya')), await place(0, 'Samuel')]
    for (const name of priced) {
      const line = { ...asItem(source), [name]: 1 }
      const address = path === '' ? '' : `/${order.id}${path}`
      const answer = await call<ErrorBody>('POST', address, bodyOf(line, person.profileId(programId)))
      expect(answer).toMatchObject({ status: 400, body: { type: 'unknown_parameter', param: `${at}${name}` } })
    }
    expect((await call<Order>('GET', `/${order.id}`)).body).toEqual(order)
  })

  it('M-02: returns 400 for each of 22 quantities that are not an integer from 1 to 50', async () => {
    const { person, place, call } = await family()
    const source = await place()
    const quantities = [
      ...[-1, 0, 0.5, 51, 1e9, 2 ** 31, 2 ** 53, 1e308, -(2 ** 31), 1.0000001, 49.99],
      ...['1', '0x10', '1e0', '', ' 1 ', '１', true, null, [], [1], { value: 1 }],
    ]
    expect(quantities).toHaveLength(22)
    for (const quantity of quantities) {
      const answer = await call<ErrorBody>('POST', '', {
        program_id: programId,
        customer_profile_id: person.profileId(programId),
        items: [{ ...asItem(source), quantity }],
      })
      expect([quantity, answer.status, answer.body.param]).toEqual([quantity, 400, 'items[0].quantity'])
    }
  })

  it('C3: returns a refusal for an item whose feature is off', async () => {
    const sellsMemberships = await makeProgram(bench, {
      features: { online_payments: true, memberships: true, products: true },
    })
    const { person, call } = await shoppingFamily(bench, { programId: sellsMemberships })
    const request = async (type: string) => {
      const items = [{ ...asItem('reg_missing'), type }]
      const customer_profile_id = person.profileId(sellsMemberships)
      const { status, body } = await call<ErrorBody>('POST', '', {
        program_id: sellsMemberships,
        customer_profile_id,
        items,
      })
      return [status, body.type, body.param]
    }
    expect(await request('membership_package')).toEqual([404, 'not_found', 'source'])
    expect(await request('session_package')).toEqual([403, 'feature_disabled', 'type'])
  })

  it('each invalid item is rejected with its reason', async () => {
    const { person, place, open, call } = await family()
    const stranger = await family()
    const profile = person.profileId(programId)
    const [mine, theirs] = [await place(), await stranger.place()]
    const request = async (items: unknown, customer_profile_id = profile) => {
      const { status, body } = await call<ErrorBody>('POST', '', { program_id: programId, customer_profile_id, items })
      return [status, body.type, body.param]
    }
    expect(await request([asItem(theirs)])).toEqual([404, 'not_found', 'registration_id'])
    expect(await request([asItem('reg_missing')])).toEqual([404, 'not_found', 'registration_id'])
    expect(await request([], stranger.person.profileId(programId))).toEqual([404, 'not_found', 'customer_profile_id'])
    expect(await request([{ ...asItem(mine), type: 'session_package' }])).toEqual([403, 'feature_disabled', 'type'])
    expect(await request([{ ...asItem(mine), quantity: 2 }])).toEqual([400, 'invalid_integer', 'quantity'])
    expect(await request([{ ...asItem(mine), parent: 'itm_nobody' }])).toEqual([404, 'not_found', 'parent'])
    expect(await request([asItem(mine), asItem(mine)])).toEqual([409, 'already_registered', 'source'])
    await open(mine)
    expect(await request([asItem(mine)])).toEqual([409, 'already_registered', 'source'])
    const { body } = await call<List<Order>>('GET', '')
    expect(body.total).toBe(1)
  })

  it('returns 409 if the hold of the place has expired', async () => {
    const { person, place, call } = await family()
    const source = await place()
    bench.pass(15 * minuteMs + 1)
    await person.renew()
    expect(
      await call('POST', '', {
        program_id: programId,
        customer_profile_id: person.profileId(programId),
        items: [asItem(source)],
      }),
    ).toMatchObject({ status: 409, body: { type: 'hold_expired' } })
  })

  it('returns 429 for a fourth unpaid order', async () => {
    const { person, place, open } = await family()
    for (let at = 0; at < 3; at += 1) await open(await place())
    const request = async () =>
      (
        await bench.call(
          '/v1/profile/orders',
          person.json({ program_id: programId, customer_profile_id: person.profileId(programId) }),
        )
      ).status
    bench.env.RATE_LIMITS = 'strict'
    try {
      expect(await request()).toBe(429)
      bench.pass(15 * minuteMs + 1)
      await person.renew()
      expect(await request()).toBe(201)
    } finally {
      bench.env.RATE_LIMITS = 'wide'
    }
  })

  it('returns 422 while the program takes no orders', async () => {
    const closed = await makeProgram(bench)
    await bench.env.DB.prepare(`UPDATE programs SET billing_status = 'unpaid' WHERE id = ?`).bind(closed).run()
    const person = await makeCustomer(bench, { programIds: [closed] })
    const answer = await bench.call(
      '/v1/profile/orders',
      person.json({ program_id: closed, customer_profile_id: person.profileId(closed) }),
    )
    expect([answer.status, ((await answer.json()) as ErrorBody).type]).toEqual([422, 'program_not_accepting_orders'])
  })
})

describe('DELETE orders/{id}', () => {
  it('returns 204 and frees the places of the cart', async () => {
    const { place, open, call, spotsTaken } = await family({ options: [{ spots: 1 }] })
    const order = await open(await place())
    expect((await call('DELETE', `/${order.id}`)).status).toBe(204)
    expect(await spotsTaken()).toBe(0)
    expect((await call('GET', `/${order.id}`)).status).toBe(404)
    expect((await call('DELETE', `/${order.id}`)).status).toBe(404)
  })

  it('returns 409 for an order with an attempted payment', async () => {
    const { place, open, person, call } = await family()
    const order = await open(await place())
    expect(
      (
        await bench.call(
          `/v1/profile/orders/${order.id}/payments`,
          person.json({ checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' }),
        )
      ).status,
    ).toBe(402)
    const emptied = await call<Order>('DELETE', `/${order.id}/items/${order.items[0]?.id}`)
    expect(emptied).toMatchObject({
      status: 200,
      body: { status: 'draft', items: [], payments: [{ status: 'failed' }] },
    })
    expect(await call('DELETE', `/${order.id}`)).toMatchObject({ status: 409, body: { type: 'state_conflict' } })
  })

  it('returns 409 for an order that is no longer a cart', async () => {
    const { place, open, call } = await family()
    const order = await open(await place())
    await bench.env.DB.prepare(`UPDATE orders SET status = 'paid' WHERE id = ?`).bind(order.id).run()
    expect(await call('DELETE', `/${order.id}`)).toMatchObject({
      status: 409,
      body: { type: 'state_conflict', param: 'paid' },
    })
    expect(await call('POST', `/${order.id}/quote`)).toMatchObject({
      status: 409,
      body: { type: 'state_conflict', param: 'paid' },
    })
    expect(await call('POST', `/${order.id}/items`, asItem(await place(0, 'Lou')))).toMatchObject({
      status: 409,
      body: { type: 'state_conflict' },
    })
  })
})

describe('ownership of an order', () => {
  it('every call returns 404 for another customer', async () => {
    const { place, open, call } = await family()
    const order = await open(await place())
    const other = await family()
    const item = order.items[0]?.id
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/quote'],
      ['POST', '/hold'],
      ['POST', '/items', asItem(await other.place())],
      ['GET', '/items'],
      ['GET', `/items/${item}`],
      ['DELETE', `/items/${item}`],
      ['POST', '/discounts', { code: 'WELCOME10' }],
      ['GET', '/discounts'],
      ['DELETE', '/discounts/dis_1'],
    ]
    for (const [method, path, body] of calls) {
      const theirs = await other.call<ErrorBody>(method, `/${order.id}${path}`, body)
      const missing = await other.call<ErrorBody>(method, `/ord_missing${path}`, body)
      expect([method, path, theirs.status, theirs.body.type]).toEqual([method, path, 404, 'not_found'])
      expect({ ...theirs.body, path: '' }).toEqual({ ...missing.body, path: '' })
      const init =
        body === undefined
          ? { method }
          : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
      expect((await bench.call(`/v1/profile/orders/${order.id}${path}`, init)).status).toBe(401)
    }
    expect((await call<Order>('GET', `/${order.id}`)).body).toEqual(order)
    expect((await other.call<List<Order>>('GET', '')).body.total).toBe(0)
  })
})

describe('GET orders', () => {
  it('the list can be filtered by status, method and words', async () => {
    const { place, open, call } = await family()
    const first = await open(await place(0, 'Élodie'))
    bench.pass(1000)
    const second = await open(await place(0, 'Samuel'))
    await bench.env.DB.prepare(
      `UPDATE orders SET status = 'paid', receipt_number = '2027-000184', checkout_method = 'card' WHERE id = ?`,
    )
      .bind(first.id)
      .run()
    const ids = async (query: string) => (await call<List<Order>>('GET', query)).body.data.map((order) => order.id)
    expect(await ids('')).toEqual([first.id, second.id])
    expect(await ids('?order=desc&limit=1')).toEqual([second.id])
    expect(await ids('?status=draft&status=expired')).toEqual([second.id])
    expect(await ids('?checkout_method=card')).toEqual([first.id])
    expect(await ids('?search=elodie%20canoe')).toEqual([first.id])
    expect(await ids('?search=2027-000184')).toEqual([first.id])
    expect(await ids('?search=%25')).toEqual([first.id, second.id])
    expect(await ids(`?program_id=${await makeProgram(bench)}`)).toEqual([])
    const plain = (await call<List<Order>>('GET', '?limit=1')).body.data[0]
    expect(plain).toMatchObject({
      items: [],
      registrations: [],
      payments: [],
      discounts: [],
      amount_total: { value: 39_324 },
    })
    const whole = (await call<List<Order>>('GET', '?limit=1&skip=1&expand=items,registrations,discounts,payments')).body
      .data[0]
    // A list leaves out refunds and the due date.
    const one = (await call<Order>('GET', `/${second.id}`)).body
    expect(whole).toEqual({ ...one, returns_if_cancelled: [], offline_due_at: null })
    expect((await call('GET', '?sort=amount')).status).toBe(400)
  })
})

describe('a currency in a request', () => {
  it("returns 422 for a currency other than the program's", async () => {
    const { place, open, call } = await family()
    const order = await open(await place())
    expect((await call('GET', `/${order.id}?currency=cad`)).status).toBe(200)
    expect(await call('GET', `/${order.id}?currency=USD`)).toMatchObject({
      status: 422,
      body: { type: 'currency_not_supported' },
    })
    expect(await call('POST', `/${order.id}/quote?currency=USD`)).toMatchObject({
      status: 422,
      body: { type: 'currency_not_supported' },
    })
    expect(
      (await call<Quote>('POST', `/${order.id}/quote?currency=CAD&country=CA&use_account_balance=true`)).body,
    ).toMatchObject({ currency: 'CAD', balance_used: { value: 0 } })
  })

  it('an order stores the country of the buyer from its quote, and no tax follows it', async () => {
    const { place, open, call } = await family()
    const order = await open(await place())
    const quoteIn = async (query: string) => (await call<Quote>('POST', `/${order.id}/quote${query}`)).body
    const { amount_tax, quote_version } = await quoteIn('')
    expect(order.country).toBeNull()
    expect(await quoteIn('?country=us')).toMatchObject({ country: 'US', amount_tax, quote_version })
    expect(await quoteIn('?country=FR')).toMatchObject({ country: 'FR', amount_tax, quote_version })
    // A quote without a country keeps the stored country.
    expect(await quoteIn('')).toMatchObject({ country: 'FR' })
    expect((await call<Order>('GET', `/${order.id}`)).body).toMatchObject({ country: 'FR', status: 'draft' })
    expect(await call('POST', `/${order.id}/quote?country=Canada`)).toMatchObject({
      status: 400,
      body: { type: 'invalid_option', param: 'country' },
    })
  })
})
