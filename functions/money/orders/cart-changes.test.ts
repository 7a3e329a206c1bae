import { minuteMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
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

describe('the items of a cart', () => {
  it('removing an item frees its place at once', async () => {
    const { place, open, call, spotsTaken } = await family({ options: [{ cost: 34_500, spots: 2 }] })
    const order = await open(await place(0, 'Maya'))
    const two = (await call<Order>('POST', `/${order.id}/items`, asItem(await place(0, 'Samuel')))).body
    expect(two).toMatchObject({ quote_version: 2, amount_subtotal: { value: 69_000 } })
    const gone = two.items[0]?.id
    expect((await call('GET', `/${order.id}/items/${gone}`)).body).toMatchObject({
      object: 'order_item',
      attendee_name: 'Maya Roy',
    })

    const one = await call<Order>('DELETE', `/${order.id}/items/${gone}`)
    expect(one).toMatchObject({
      status: 200,
      body: { quote_version: 3, amount_subtotal: { value: 34_500 }, items: [{ attendee_name: 'Samuel Roy' }] },
    })
    expect(await spotsTaken()).toBe(1)
    expect((await call('DELETE', `/${order.id}/items/${gone}`)).status).toBe(404)
    expect((await call('GET', `/${order.id}/items/${gone}`)).status).toBe(404)
  })

  it('items are listed with their registrations on request', async () => {
    const { place, open, call } = await family()
    const order = await open(await place(0, 'Maya'), await place(0, 'Samuel'))
    expect((await call('GET', `/${order.id}/items?limit=1&order=desc`)).body).toMatchObject({
      count: 1,
      total: 2,
      page_count: 2,
      data: [{ attendee_name: 'Samuel Roy' }],
    })
    expect((await call('GET', `/${order.id}/items?expand=registration`)).body).toMatchObject({
      data: [{ registration: { object: 'registration' } }, { registration: { object: 'registration' } }],
    })
    expect((await call('GET', `/${order.id}/items?expand=everything`)).status).toBe(400)
  })

  it('one of two tabs that add items at once gets a conflict', async () => {
    const { place, open, call } = await family()
    const order = await open(await place(0, 'Maya'))
    const sources = [await place(0, 'Samuel'), await place(0, 'Lou')]
    const answers = await Promise.all(
      sources.map((source) => call<ErrorBody>('POST', `/${order.id}/items`, asItem(source))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.type).toBe('state_conflict')
    const { body } = await call<Order>('GET', `/${order.id}`)
    expect(body).toMatchObject({ quote_version: 2, amount_subtotal: { value: 69_000 } })
    expect(body.items).toHaveLength(2)
  })

  it('repeating a request whose response was lost leaves the same items', async () => {
    const { person, place, open } = await family()
    const order = await open()
    const init = person.json(asItem(await place()), { 'Idempotency-Key': `key-${order.id}` })
    const [first, second] = [
      await bench.call(`/v1/profile/orders/${order.id}/items`, init),
      await bench.call(`/v1/profile/orders/${order.id}/items`, init),
    ]
    expect([first.status, second.status, second.headers.get('Idempotency-Replayed')]).toEqual([201, 201, 'true'])
    expect(await second.text()).toBe(await first.text())
  })
})

describe('POST orders/{id}/hold', () => {
  it('the hold is extended by ten minutes, once', async () => {
    const { place, open, call } = await family()
    const order = await open(await place())
    const until = new Date(bench.now() + 25 * minuteMs).toISOString()
    expect(await call('POST', `/${order.id}/hold`)).toMatchObject({
      status: 200,
      body: { hold_expires_at: until, registrations: [{ hold_expires_at: until }] },
    })
    expect(await call('POST', `/${order.id}/hold`)).toMatchObject({
      status: 409,
      body: { type: 'state_conflict', param: 'more_time_used' },
    })
  })

  it('returns 409 after the places were released', async () => {
    const { person, place, open, call } = await family()
    const order = await open(await place())
    bench.pass(15 * minuteMs + 1)
    await person.renew()
    expect(await call('POST', `/${order.id}/hold`)).toMatchObject({ status: 409, body: { type: 'hold_expired' } })
  })

  it('the hold ends at most 45 minutes after the first place was taken', async () => {
    const { person, place, open, call } = await family()
    const opened = bench.now()
    const order = await open(await place(0, 'First'))
    for (let change = 1; change <= 6; change += 1) {
      bench.pass(8 * minuteMs)
      await person.renew()
      const answer = await call<Order>('POST', `/${order.id}/items`, asItem(await place(0, `Child${change}`)))
      if (change > 5) expect(answer).toMatchObject({ status: 409, body: { type: 'hold_expired' } })
      else
        expect(Date.parse(answer.body.hold_expires_at ?? '')).toBe(
          Math.min(bench.now() + 15 * minuteMs, opened + 45 * minuteMs),
        )
    }
  })
})
