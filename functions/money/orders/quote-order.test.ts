import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Order, Quote } from '../../contract/money/order.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeCoupon, makeEvent, makePool, makeProgram, type OptionInput } from '../../test-bench/programs.ts'

let bench: Bench
let programId: string
const minute = 60_000
const day = 24 * 60 * minute

type Cart = { person: Person; order: Order; event_id: string; option_ids: [string, ...string[]] }

async function cart(
  input: { options?: OptionInput[]; startsAt?: number; places?: number[]; program?: string } = {},
): Promise<Cart> {
  const program = input.program ?? programId
  const person = await makeCustomer(bench, { programIds: [program] })
  const event = await makeEvent(bench, {
    programId: program,
    options: input.options ?? [{ cost: 10_000 }],
    ...(input.startsAt ? { startsAt: input.startsAt } : {}),
  })
  const items: unknown[] = []
  for (const at of input.places ?? [0]) {
    const child = await makeAttendee(bench, person, { programId: program })
    items.push({
      type: 'event_option',
      source: await makePlace(bench, person, {
        programId: program,
        event_id: event.event_id,
        option_id: event.option_ids[at] as string,
        ...child,
      }),
      quantity: 1,
    })
  }
  const answer = await bench.call(
    '/v1/profile/orders',
    person.json({ program_id: program, customer_profile_id: person.profileId(program), items }),
  )
  expect(answer.status).toBe(201)
  return { person, order: (await answer.json()) as Order, ...event }
}

const quote = async ({ person, order }: Cart, query = '') => {
  const answer = await bench.call(`/v1/profile/orders/${order.id}/quote${query}`, {
    method: 'POST',
    headers: person.headers,
  })
  return { status: answer.status, body: (await answer.json()) as Quote & ErrorBody }
}
const read = async ({ person, order }: Cart) =>
  (await (await bench.call(`/v1/profile/orders/${order.id}`, { headers: person.headers })).json()) as Order
const lapse = async (...carts: Cart[]) => {
  bench.pass(15 * minute + 1)
  for (const each of carts) await each.person.renew()
}
/** Takes a place of the option for another customer, which releases the lapsed holds of the option. */
async function takePlaceForAnother(of: Cart, at = 0): Promise<void> {
  const person = await makeCustomer(bench, { programIds: [programId] })
  const child = await makeAttendee(bench, person, { programId })
  const body = {
    event_id: of.event_id,
    option_id: of.option_ids[at],
    customer_profile_id: person.profileId(programId),
    attendee_profile_id: child.attendee_profile_id,
  }
  expect((await bench.call('/v1/profile/registrations', person.json(body))).status).toBe(201)
}

beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench, {
    selling: {
      fee: { percent: 0, fixed: 300, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
      offline: true,
    },
  })
})

describe('POST orders/{id}/quote', () => {
  it('repeating the quote changes nothing', async () => {
    const mine = await cart()
    const { status, body } = await quote(mine, '?checkout_method=card&use_account_balance=false')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'quote',
      order_id: mine.order.id,
      quote_version: 1,
      valid_until: new Date(bench.now() + 15 * minute).toISOString(),
      checkout_method: 'card',
      checkout_methods: ['card', 'offline'],
      currency: 'CAD',
      amount_subtotal: { value: 10_000 },
      amount_fee: { value: 300 },
      amount_tax: { value: 1339 },
      amount_total: { value: 11_639 },
      amount_due: { value: 11_639 },
      balance_used: { value: 0 },
      returns_if_cancelled_now: { value: 11_300 },
      notices: [],
    })
    expect((await quote(mine, '?checkout_method=card')).body).toEqual(body)
  })

  it('an order with nothing due has only the free payment method', async () => {
    const mine = await cart({ options: [{ cost: 0 }] })
    expect((await quote(mine, '?checkout_method=card')).body).toMatchObject({
      checkout_method: 'free',
      checkout_methods: ['free'],
      amount_total: { value: 0 },
      returns_if_cancelled_now: { value: 0 },
    })
  })

  it.each([
    { name: 'exactly two days ahead', ahead: 2 * day, methods: ['card', 'offline'] },
    { name: 'a moment less than two days ahead', ahead: 2 * day - 1, methods: ['card'] },
  ])('a quote offers offline payment for an event that starts $name', async ({ ahead, methods }) => {
    const mine = await cart({ startsAt: bench.now() + ahead })
    expect((await quote(mine)).body.checkout_methods).toEqual(methods)
    expect((await quote(mine, '?checkout_method=offline')).status).toBe(methods.length === 2 ? 200 : 422)
  })

  it('a program without cards offers no card payment', async () => {
    const cash = await makeProgram(bench, { features: { online_payments: false }, selling: { offline: true } })
    expect((await quote(await cart({ program: cash }))).body.checkout_methods).toEqual(['offline'])
  })

  it('an expired code is removed with a notice', async () => {
    const mine = await cart()
    await makeCoupon(bench, programId, { code: 'TODAY10', redeem_before: bench.now() + minute })
    await bench.call(`/v1/profile/orders/${mine.order.id}/discounts`, mine.person.json({ code: 'today10' }))
    bench.pass(2 * minute)
    const { body } = await quote(mine)
    expect(body).toMatchObject({
      quote_version: 3,
      amount_discount: { value: 0 },
      discounts: [],
      notices: [{ type: 'coupon_expired' }],
    })
    expect((await quote(mine)).body).toMatchObject({ quote_version: 3, notices: [] })
  })

  it('a changed fee or tax gives a notice', async () => {
    const changing = await makeProgram(bench)
    const mine = await cart({ program: changing })
    await bench.env.DB.prepare(`UPDATE programs SET selling = json_set(selling, '$.fee.fixed', 500) WHERE id = ?`)
      .bind(changing)
      .run()
    expect((await quote(mine)).body).toMatchObject({
      quote_version: 2,
      amount_total: { value: 10_500 },
      notices: [{ type: 'amount_changed' }],
    })
  })

  it('an item keeps its price while its hold is alive', async () => {
    const mine = await cart()
    await bench.env.DB.prepare('UPDATE event_options SET cost = 12000 WHERE id = ?').bind(mine.option_ids[0]).run()
    expect((await quote(mine)).body).toMatchObject({
      quote_version: 1,
      amount_subtotal: { value: 10_000 },
      notices: [],
    })
  })
})

describe('a cart whose places were released', () => {
  it("a quote holds all places again at today's prices", async () => {
    const mine = await cart({ options: [{ cost: 10_000, spots: 2 }], places: [0, 0] })
    await lapse(mine)
    await bench.tick()
    expect(await read(mine)).toMatchObject({
      status: 'draft',
      registrations: [{ status: 'expired' }, { status: 'expired' }],
    })
    await bench.env.DB.prepare('UPDATE event_options SET cost = 12000 WHERE id = ?').bind(mine.option_ids[0]).run()

    const { body } = await quote(mine)
    expect(body).toMatchObject({
      quote_version: 2,
      amount_subtotal: { value: 24_000 },
      valid_until: new Date(bench.now() + 15 * minute).toISOString(),
    })
    expect(body.notices.map((notice) => notice.type)).toEqual(['places_taken_again', 'price_changed'])
    expect(await read(mine)).toMatchObject({
      status: 'draft',
      registrations: [{ status: 'pending' }, { status: 'pending' }],
      items: [{ unit_amount: { value: 12_000 } }, { unit_amount: { value: 12_000 } }],
    })
  })

  it('the quote version stays if nothing else changed', async () => {
    const mine = await cart()
    await lapse(mine)
    expect((await quote(mine)).body).toMatchObject({ quote_version: 1, notices: [{ type: 'places_taken_again' }] })
    expect((await quote(mine)).body.notices).toEqual([])
  })

  it.each([
    ['released by the scheduler', true],
    ['not released yet', false],
  ])('the due date is seven days after the places were held again, with the old places %s', async (_, isReleased) => {
    const mine = await cart({ startsAt: bench.now() + 60 * day })
    bench.pass(8 * day)
    if (isReleased) await bench.tick()
    await mine.person.renew()
    expect((await quote(mine, '?checkout_method=offline')).status).toBe(200)
    const retakenAt = bench.now()
    bench.pass(5 * minute)
    const pay = mine.person.json({ checkout_method: 'offline' })
    expect((await bench.call(`/v1/profile/orders/${mine.order.id}/payments`, pay)).status).toBe(201)
    expect((await read(mine)).due_at).toBe(new Date(retakenAt + 7 * day).toISOString())
  })

  it('M-05: returns 409 with the item that has no place left', async () => {
    const mine = await cart({ options: [{ spots: 5 }, { spots: 1 }], places: [0, 1] })
    await lapse(mine)
    await takePlaceForAnother(mine, 1)
    await bench.tick()
    expect(await quote(mine)).toMatchObject({ status: 409, body: { type: 'sold_out', param: mine.order.items[1]?.id } })
    expect(await taken(mine)).toEqual([0, 1])

    await bench.call(`/v1/profile/orders/${mine.order.id}/items/${mine.order.items[1]?.id}`, {
      method: 'DELETE',
      headers: mine.person.headers,
    })
    expect(await quote(mine)).toMatchObject({
      status: 200,
      body: { amount_subtotal: { value: 10_000 }, notices: [{ type: 'places_taken_again' }] },
    })
    expect(await taken(mine)).toEqual([1, 1])
  })

  it('returns 409 with the item whose shared pool is full', async () => {
    const pool = await makePool(bench, programId, 1)
    const mine = await cart({ options: [{}, { poolIds: [pool] }], places: [0, 1] })
    await lapse(mine)
    await takePlaceForAnother(mine, 1)
    await bench.tick()
    expect(await quote(mine)).toMatchObject({ status: 409, body: { type: 'sold_out', param: mine.order.items[1]?.id } })
  })

  it('one of two carts that request the last place at once gets it', async () => {
    const first = await cart({ options: [{ spots: 1 }] })
    await lapse(first)
    await bench.tick()
    const child = await makeAttendee(bench, first.person, { programId })
    const source = await makePlace(bench, first.person, {
      programId,
      event_id: first.event_id,
      option_id: first.option_ids[0],
      ...child,
    })
    const opened = await bench.call(
      '/v1/profile/orders',
      first.person.json({
        program_id: programId,
        customer_profile_id: first.person.profileId(programId),
        items: [{ type: 'event_option', source }],
      }),
    )
    const second: Cart = { ...first, order: (await opened.json()) as Order }
    await lapse(first)
    await bench.tick()
    const answers = await Promise.all([quote(first), quote(second)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await taken(first)).toEqual([1])
  })

  it('the error names an item that is no longer sold', async () => {
    const [ended, closed, started] = [
      await cart({ options: [{ saleEndsAt: bench.now() + 5 * minute }] }),
      await cart(),
      await cart({ startsAt: bench.now() + 10 * minute }),
    ]
    await bench.env.DB.prepare('UPDATE event_options SET is_closed = 1 WHERE id = ?').bind(closed.option_ids[0]).run()
    await lapse(ended, closed, started)
    expect(await quote(ended)).toMatchObject({
      status: 422,
      body: { type: 'sale_ended', param: ended.order.items[0]?.id },
    })
    expect(await quote(closed)).toMatchObject({ status: 422, body: { type: 'option_not_on_sale' } })
    expect(await quote(started)).toMatchObject({ status: 409, body: { type: 'already_started' } })
  })

  it('no item can be added before the cart is held again', async () => {
    const mine = await cart()
    await lapse(mine)
    const child = await makeAttendee(bench, mine.person, { programId })
    const source = await makePlace(bench, mine.person, {
      programId,
      event_id: mine.event_id,
      option_id: mine.option_ids[0],
      ...child,
    })
    const answer = await bench.call(
      `/v1/profile/orders/${mine.order.id}/items`,
      mine.person.json({ type: 'event_option', source }),
    )
    expect([answer.status, ((await answer.json()) as ErrorBody).type]).toEqual([409, 'hold_expired'])
  })
})

describe('a quote for an expired order', () => {
  it('an expired order without payments becomes a cart again', async () => {
    const mine = await cart()
    await lapse(mine)
    await bench.tick()
    await bench.env.DB.prepare(`UPDATE orders SET status = 'expired', checkout_method = 'card' WHERE id = ?`)
      .bind(mine.order.id)
      .run()
    expect(await quote(mine)).toMatchObject({ status: 200, body: { notices: [{ type: 'places_taken_again' }] } })
    expect(await read(mine)).toMatchObject({ status: 'draft', registrations: [{ status: 'pending' }] })
  })

  it('returns 409 for an expired order with a payment', async () => {
    const mine = await cart()
    await bench.env.DB.prepare(`UPDATE orders SET status = 'expired', amount_paid = 100 WHERE id = ?`)
      .bind(mine.order.id)
      .run()
    expect(await quote(mine)).toMatchObject({ status: 409, body: { type: 'state_conflict', param: 'expired' } })
  })
})

async function taken(of: Cart): Promise<number[]> {
  const { results } = await bench.env.DB.prepare(
    'SELECT spots_taken FROM event_options WHERE event_id = ? ORDER BY position',
  )
    .bind(of.event_id)
    .all<{ spots_taken: number }>()
  return results.map((row) => row.spots_taken)
}
