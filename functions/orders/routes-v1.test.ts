import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../contract/api-error.ts'
import type { Order, Quote } from '../contract/order.ts'
import type { List } from '../contract/paging.ts'
import { type Bench, bench } from '../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../test-bench/people.ts'
import { makePlace } from '../test-bench/places.ts'
import { makeEvent, makeProgram, type OptionAsked } from '../test-bench/programs.ts'

let b: Bench
let programId: string
const minute = 60_000
const selling = { fee: { percent: 0, fixed: 300, included: false }, taxes: [{ name: 'HST', percent: 1300, included: false }], offline: true }

type Family = { person: Person; event_id: string; option_ids: [string, ...string[]]; place: (at?: number, firstName?: string) => Promise<string>; open: (...sources: string[]) => Promise<Order> }

async function family(asked: { options?: OptionAsked[]; startsAt?: number } = {}): Promise<Family> {
  const person = await makeCustomer(b, { programIds: [programId] })
  const event = await makeEvent(b, { programId, options: asked.options ?? [{ cost: 34_500 }], ...(asked.startsAt ? { startsAt: asked.startsAt } : {}) })
  const place = async (at = 0, firstName = 'Maya') => {
    const child = await makeAttendee(b, person, { programId, firstName })
    return makePlace(b, person, { programId, event_id: event.event_id, option_id: event.option_ids[at] ?? event.option_ids[0], ...child })
  }
  const open = async (...sources: string[]) => {
    const answer = await b.call('/v1/profile/orders', person.json({ program_id: programId, customer_profile_id: person.profileId(programId), timezone: 'America/Toronto', items: sources.map(asItem) }))
    expect(answer.status).toBe(201)
    return (await answer.json()) as Order
  }
  return { person, ...event, place, open }
}

const asItem = (source: string) => ({ type: 'event_option', source, quantity: 1 })
const call = async <Body>(person: Person, method: string, path: string, body?: unknown) => {
  const init = body === undefined ? { method, headers: person.headers } : { ...person.json(body), method }
  const answer = await b.call(`/v1/profile/orders${path}`, init)
  return { status: answer.status, body: (answer.status === 204 ? null : await answer.json()) as Body }
}

beforeAll(async () => {
  b = await bench()
  programId = await makeProgram(b, { selling })
})

describe('POST orders', () => {
  it('201 with lines at the prices of today, fee and tax named, and one hold for all places', async () => {
    const { person, place, open } = await family()
    const order = await open(await place(0, 'Maya'), await place(0, 'Samuel'))
    expect(order).toMatchObject({ status: 'draft', payment_status: 'unpaid', refund_status: 'none', quote_version: 1, checkout_methods: ['card', 'offline'], hold_expires_at: new Date(b.now() + 15 * minute).toISOString() })
    expect([order.amount_subtotal.value, order.amount_fee.value, order.amount_tax.value, order.amount_total.value, order.amount_due.value]).toEqual([69_000, 600, 9048, 78_648, 78_648])
    expect(order.items.map((item) => [item.product_name, item.attendee_name, item.amount_tax.value])).toEqual([['Canoe Week, Full day', 'Maya Roy', 4485], ['Canoe Week, Full day', 'Samuel Roy', 4485]])
    expect(order.tax_items).toMatchObject([{ name: 'HST', percent: 13, amount: { value: 9048 } }])
    expect(order.registrations.map((each) => [each.status, each.order_id])).toEqual([['pending', order.id], ['pending', order.id]])
    expect((await call<Order>(person, 'GET', `/${order.id}`)).body).toEqual(order)
  })

  it('201 without items: an empty cart that can be filled later', async () => {
    const { open } = await family()
    expect(await open()).toMatchObject({ status: 'draft', items: [], amount_total: { value: 0 }, payment_status: 'no_payment_required', checkout_methods: [], hold_expires_at: null })
  })

  it.each(['amount', 'unit_amount', 'total', 'fee', 'tax', 'currency', 'is_fee_included'])('400 when a line brings its own %s', async (name) => {
    const { person, place } = await family()
    const source = await place()
    const answer = await call<ErrorBody>(person, 'POST', '', { program_id: programId, customer_profile_id: person.profileId(programId), items: [{ ...asItem(source), [name]: 1 }] })
    expect(answer).toMatchObject({ status: 400, body: { type: 'unknown_parameter', param: `items[0].${name}` } })
  })

  it.each([-1, 0, 0.5, 51, 1e9, '1', '0x10', true, null, [1]].map((quantity) => ({ quantity })))('400 for a quantity of $quantity', async ({ quantity }) => {
    const { person, place } = await family()
    const answer = await call<ErrorBody>(person, 'POST', '', { program_id: programId, customer_profile_id: person.profileId(programId), items: [{ ...asItem(await place()), quantity }] })
    expect(answer.status).toBe(400)
  })

  it('refuses what cannot be a line, each for its reason, and opens nothing', async () => {
    const { person, place, open } = await family()
    const stranger = await family()
    const profile = person.profileId(programId)
    const [mine, theirs] = [await place(), await stranger.place()]
    const ask = async (items: unknown, customer_profile_id = profile) => {
      const { status, body } = await call<ErrorBody>(person, 'POST', '', { program_id: programId, customer_profile_id, items })
      return [status, body.type, body.param]
    }
    expect(await ask([asItem(theirs)])).toEqual([404, 'not_found', 'registration_id'])
    expect(await ask([asItem('reg_nobody')])).toEqual([404, 'not_found', 'registration_id'])
    expect(await ask([], stranger.person.profileId(programId))).toEqual([404, 'not_found', 'customer_profile_id'])
    expect(await ask([{ ...asItem(mine), type: 'session_package' }])).toEqual([403, 'feature_disabled', 'type'])
    expect(await ask([{ ...asItem(mine), quantity: 2 }])).toEqual([400, 'invalid_integer', 'quantity'])
    expect(await ask([{ ...asItem(mine), parent: 'itm_nobody' }])).toEqual([404, 'not_found', 'parent'])
    expect(await ask([asItem(mine), asItem(mine)])).toEqual([409, 'already_registered', 'source'])
    await open(mine)
    expect(await ask([asItem(mine)])).toEqual([409, 'already_registered', 'source'])
    const { body } = await call<List<Order>>(person, 'GET', '')
    expect(body.total).toBe(1)
  })

  it('409 when the hold of the place ran out before', async () => {
    const { person, place } = await family()
    const source = await place()
    b.pass(15 * minute + 1)
    await person.renew()
    expect(await call(person, 'POST', '', { program_id: programId, customer_profile_id: person.profileId(programId), items: [asItem(source)] })).toMatchObject({ status: 409, body: { type: 'hold_expired' } })
  })

  it('422 while the program takes no orders', async () => {
    const closed = await makeProgram(b)
    await b.env.DB.prepare(`UPDATE programs SET billing_status = 'unpaid' WHERE id = ?`).bind(closed).run()
    const person = await makeCustomer(b, { programIds: [closed] })
    expect(await call(person, 'POST', '', { program_id: closed, customer_profile_id: person.profileId(closed) })).toMatchObject({ status: 422, body: { type: 'program_not_accepting_orders' } })
  })
})

describe('the items of a cart', () => {
  it('are added and taken out; the place of the one that goes is free at once, and every change makes a new quote', async () => {
    const { person, place, open, option_ids } = await family({ options: [{ cost: 34_500, spots: 2 }] })
    const order = await open(await place(0, 'Maya'))
    const two = (await call<Order>(person, 'POST', `/${order.id}/items`, asItem(await place(0, 'Samuel')))).body
    expect(two).toMatchObject({ quote_version: 2, amount_subtotal: { value: 69_000 } })
    const gone = two.items[0]?.id
    expect((await call(person, 'GET', `/${order.id}/items/${gone}`)).body).toMatchObject({ object: 'order_item', attendee_name: 'Maya Roy' })

    const one = await call<Order>(person, 'DELETE', `/${order.id}/items/${gone}`)
    expect(one).toMatchObject({ status: 200, body: { quote_version: 3, amount_subtotal: { value: 34_500 }, items: [{ attendee_name: 'Samuel Roy' }] } })
    expect(await spotsTaken(option_ids[0])).toBe(1)
    expect((await call(person, 'DELETE', `/${order.id}/items/${gone}`)).status).toBe(404)
    expect((await call(person, 'GET', `/${order.id}/items/${gone}`)).status).toBe(404)
  })

  it('are listed, with their registrations when asked for', async () => {
    const { person, place, open } = await family()
    const order = await open(await place(0, 'Maya'), await place(0, 'Samuel'))
    expect((await call(person, 'GET', `/${order.id}/items?limit=1&order=desc`)).body).toMatchObject({ count: 1, total: 2, page_count: 2, data: [{ attendee_name: 'Samuel Roy' }] })
    expect((await call(person, 'GET', `/${order.id}/items?expand=registration`)).body).toMatchObject({ data: [{ registration: { object: 'registration' } }, { registration: { object: 'registration' } }] })
    expect((await call(person, 'GET', `/${order.id}/items?expand=everything`)).status).toBe(400)
  })

  it('are changed by one of two tabs that add at the same moment; the other is told to look again', async () => {
    const { person, place, open } = await family()
    const order = await open(await place(0, 'Maya'))
    const sources = [await place(0, 'Samuel'), await place(0, 'Lou')]
    const answers = await Promise.all(sources.map((source) => call<ErrorBody>(person, 'POST', `/${order.id}/items`, asItem(source))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.type).toBe('state_conflict')
    const { body } = await call<Order>(person, 'GET', `/${order.id}`)
    expect(body).toMatchObject({ quote_version: 2, amount_subtotal: { value: 69_000 } })
    expect(body.items).toHaveLength(2)
  })

  it('are the same after a repeat of the request whose answer was lost', async () => {
    const { person, place, open } = await family()
    const order = await open()
    const init = person.json(asItem(await place()), { 'Idempotency-Key': `key-${order.id}` })
    const [first, second] = [await b.call(`/v1/profile/orders/${order.id}/items`, init), await b.call(`/v1/profile/orders/${order.id}/items`, init)]
    expect([first.status, second.status, second.headers.get('Idempotency-Replayed')]).toEqual([201, 201, 'true'])
    expect(await second.text()).toBe(await first.text())
  })
})

describe('DELETE orders/{id}', () => {
  it('204 removes the cart and frees its places', async () => {
    const { person, place, open, option_ids } = await family({ options: [{ spots: 1 }] })
    const order = await open(await place())
    expect((await call(person, 'DELETE', `/${order.id}`)).status).toBe(204)
    expect(await spotsTaken(option_ids[0])).toBe(0)
    expect((await call(person, 'GET', `/${order.id}`)).status).toBe(404)
    expect((await call(person, 'DELETE', `/${order.id}`)).status).toBe(404)
  })

  it('409 when it is no cart any more', async () => {
    const { person, place, open } = await family()
    const order = await open(await place())
    await b.env.DB.prepare(`UPDATE orders SET status = 'paid' WHERE id = ?`).bind(order.id).run()
    expect(await call(person, 'DELETE', `/${order.id}`)).toMatchObject({ status: 409, body: { type: 'state_conflict', param: 'paid' } })
    expect(await call(person, 'POST', `/${order.id}/quote`)).toMatchObject({ status: 409, body: { type: 'state_conflict', param: 'paid' } })
    expect(await call(person, 'POST', `/${order.id}/items`, asItem(await place(0, 'Lou')))).toMatchObject({ status: 409, body: { type: 'state_conflict' } })
  })
})

describe('POST orders/{id}/hold', () => {
  it('gives ten minutes more, once', async () => {
    const { person, place, open } = await family()
    const order = await open(await place())
    const until = new Date(b.now() + 25 * minute).toISOString()
    expect(await call(person, 'POST', `/${order.id}/hold`)).toMatchObject({ status: 200, body: { hold_expires_at: until, registrations: [{ hold_expires_at: until }] } })
    expect(await call(person, 'POST', `/${order.id}/hold`)).toMatchObject({ status: 409, body: { type: 'state_conflict', param: 'more_time_used' } })
  })

  it('409 when the places went back already', async () => {
    const { person, place, open } = await family()
    const order = await open(await place())
    b.pass(15 * minute + 1)
    await person.renew()
    expect(await call(person, 'POST', `/${order.id}/hold`)).toMatchObject({ status: 409, body: { type: 'hold_expired' } })
  })

  it('is not stretched past 45 minutes after the first place, however often the cart changes', async () => {
    const { person, place, open } = await family()
    const opened = b.now()
    const order = await open(await place(0, 'First'))
    for (let change = 1; change <= 6; change += 1) {
      b.pass(8 * minute)
      await person.renew()
      const answer = await call<Order>(person, 'POST', `/${order.id}/items`, asItem(await place(0, `Child${change}`)))
      if (change > 5) expect(answer).toMatchObject({ status: 409, body: { type: 'hold_expired' } })
      else expect(Date.parse(answer.body.hold_expires_at ?? '')).toBe(Math.min(b.now() + 15 * minute, opened + 45 * minute))
    }
  })
})

describe('whose order it is', () => {
  it('404 for another customer on every call, the same as for an order that never was; 401 for nobody', async () => {
    const { person, place, open } = await family()
    const order = await open(await place())
    const other = await family()
    const item = order.items[0]?.id
    const calls: [string, string, unknown?][] = [
      ['GET', ''], ['DELETE', ''], ['POST', '/quote'], ['POST', '/hold'], ['POST', '/items', asItem(await other.place())], ['GET', '/items'], ['GET', `/items/${item}`], ['DELETE', `/items/${item}`],
      ['POST', '/discounts', { code: 'WELCOME10' }], ['GET', '/discounts'], ['DELETE', '/discounts/dis_1'],
    ]
    for (const [method, path, body] of calls) {
      const theirs = await call<ErrorBody>(other.person, method, `/${order.id}${path}`, body)
      const nobodys = await call<ErrorBody>(other.person, method, `/ord_nobody${path}`, body)
      expect([method, path, theirs.status, theirs.body.type]).toEqual([method, path, 404, 'not_found'])
      expect({ ...theirs.body, path: '' }).toEqual({ ...nobodys.body, path: '' })
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
      expect((await b.call(`/v1/profile/orders/${order.id}${path}`, init)).status).toBe(401)
    }
    expect((await call<Order>(person, 'GET', `/${order.id}`)).body).toEqual(order)
    expect((await call<List<Order>>(other.person, 'GET', '')).body.total).toBe(0)
  })
})

describe('GET orders', () => {
  it('lists the caller’s orders by status, method and words, with parts only when named', async () => {
    const { person, place, open } = await family()
    const first = await open(await place(0, 'Élodie'))
    b.pass(1000)
    const second = await open(await place(0, 'Samuel'))
    await b.env.DB.prepare(`UPDATE orders SET status = 'paid', receipt_number = '2027-000184', checkout_method = 'card' WHERE id = ?`).bind(first.id).run()
    const ids = async (query: string) => (await call<List<Order>>(person, 'GET', query)).body.data.map((order) => order.id)
    expect(await ids('')).toEqual([first.id, second.id])
    expect(await ids('?order=desc&limit=1')).toEqual([second.id])
    expect(await ids('?status=draft&status=expired')).toEqual([second.id])
    expect(await ids('?checkout_method=card')).toEqual([first.id])
    expect(await ids('?search=elodie%20canoe')).toEqual([first.id])
    expect(await ids('?search=2027-000184')).toEqual([first.id])
    expect(await ids('?search=%25')).toEqual([first.id, second.id])
    expect(await ids(`?program_id=${await makeProgram(b)}`)).toEqual([])
    const plain = (await call<List<Order>>(person, 'GET', '?limit=1')).body.data[0]
    expect(plain).toMatchObject({ items: [], registrations: [], payments: [], discounts: [], amount_total: { value: 39_324 } })
    const whole = (await call<List<Order>>(person, 'GET', '?limit=1&skip=1&expand=items,registrations,discounts,payments')).body.data[0]
    expect(whole).toEqual((await call<Order>(person, 'GET', `/${second.id}`)).body)
    expect((await call(person, 'GET', '?sort=amount')).status).toBe(400)
  })
})

describe('a currency in a request', () => {
  it('422 unless it is the program’s', async () => {
    const { person, place, open } = await family()
    const order = await open(await place())
    expect((await call(person, 'GET', `/${order.id}?currency=cad`)).status).toBe(200)
    expect(await call(person, 'GET', `/${order.id}?currency=USD`)).toMatchObject({ status: 422, body: { type: 'currency_not_supported' } })
    expect(await call(person, 'POST', `/${order.id}/quote?currency=USD`)).toMatchObject({ status: 422, body: { type: 'currency_not_supported' } })
    expect((await call<Quote>(person, 'POST', `/${order.id}/quote?currency=CAD&country=CA&use_account_balance=true`)).body).toMatchObject({ currency: 'CAD', balance_used: { value: 0 } })
  })
})

async function spotsTaken(optionId: string): Promise<number | null> {
  return b.env.DB.prepare('SELECT spots_taken FROM event_options WHERE id = ?').bind(optionId).first<number>('spots_taken')
}
