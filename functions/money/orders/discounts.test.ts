// Over 250 lines: how a code is entered, what it takes off, and how often it may be used.
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Discount } from '../../contract/money/discount.ts'
import type { Order } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import { database, type Statement } from '../../platform/database/database.ts'
import { discounts, orders, sessions } from '../../platform/database/tables.ts'
import { signAccessToken } from '../../platform/identity/access-token.ts'
import { reserveDiscounts, finaliseDiscounts, releaseDiscounts } from '../discounts/reserve-discounts.ts'
import { makeContext } from '../../platform/make-context.ts'
import { commit } from '../../platform/database/commit.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeCoupon, makeEvent, makeProgram } from '../../test-bench/programs.ts'

let bench: Bench
let programId: string
const minute = 60_000
type Cart = { person: Person; order: Order; event_id: string; addPlace: () => Promise<Order> }

async function cart(input: { person?: Person; places?: number; program?: string; cost?: number } = {}): Promise<Cart> {
  const program = input.program ?? programId
  const person = input.person ?? (await makeCustomer(bench, { programIds: [program] }))
  const { event_id, option_ids } = await makeEvent(bench, {
    programId: program,
    options: [{ cost: input.cost ?? 8000 }],
  })
  const source = async () =>
    makePlace(bench, person, {
      programId: program,
      event_id,
      option_id: option_ids[0],
      ...(await makeAttendee(bench, person, { programId: program })),
    })
  const items: unknown[] = []
  for (let at = 0; at < (input.places ?? 1); at += 1) items.push({ type: 'event_option', source: await source() })
  const order = (await (
    await bench.call(
      '/v1/profile/orders',
      person.json({ program_id: program, customer_profile_id: person.profileId(program), items }),
    )
  ).json()) as Order
  const addPlace = async () =>
    (await (
      await bench.call(
        `/v1/profile/orders/${order.id}/items`,
        person.json({ type: 'event_option', source: await source() }),
      )
    ).json()) as Order
  return { person, order, event_id, addPlace }
}

const enter = async ({ person, order }: Pick<Cart, 'person' | 'order'>, code: string) => {
  const answer = await bench.call(`/v1/profile/orders/${order.id}/discounts`, person.json({ code }))
  return {
    status: answer.status,
    body: (await answer.json()) as Discount & ErrorBody,
    retryAfter: answer.headers.get('Retry-After'),
  }
}
/** Logs the same customer in again. */
const logInAgain = async ({ person, order }: Cart) => {
  const identity = { ...person.identity, session_id: `ses_${unique()}` }
  const session = {
    id: identity.session_id,
    user_id: identity.user_id,
    created: bench.now(),
    expires_at: bench.now() + 1e9,
  }
  await database(bench.env.DB).insert(sessions).values(session)
  const headers = {
    Authorization: `Bearer ${await signAccessToken(bench.env, identity, { now: bench.now(), language: 'en' })}`,
  }
  const json: Person['json'] = (body) => {
    const init = person.json(body)
    return { ...init, headers: { ...init.headers, ...headers } }
  }
  return { order, person: { ...person, identity, headers, json } }
}
const read = async ({ person, order }: Cart) =>
  (await (await bench.call(`/v1/profile/orders/${order.id}`, { headers: person.headers })).json()) as Order
const makeCode = async (input: Parameters<typeof makeCoupon>[2] = {}) => {
  const code = input.code ?? `CODE${unique().toUpperCase()}`
  return { id: await makeCoupon(bench, programId, { ...input, code }), code }
}

beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

describe('POST orders/{id}/discounts', () => {
  it('returns 201 with the discount for a code in any spelling', async () => {
    const mine = await cart()
    const { code } = await makeCode({ percent_off: 1250 })
    const { status, body } = await enter(mine, `  ${code.toLowerCase()} `)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'discount',
      amount: { value: 1000 },
      redeemed: null,
      redeemed_by: null,
      coupon: { code, type: 'percent_off', percent_off: 12.5, amount_off: null, times_redeemed: 0 },
    })
    expect(await read(mine)).toMatchObject({
      quote_version: 2,
      amount_discount: { value: 1000 },
      amount_total: { value: 7000 },
      discounts: [{ id: body.id }],
      items: [{ amount_discount: { value: 1000 } }],
    })
  })

  it('M-12: a better code replaces the first, and a code that is not better is refused with the reason', async () => {
    const mine = await cart()
    const fixed = { type: 'amount_off', percent_off: null } as const
    const first = await makeCode()
    const better = await makeCode({ ...fixed, amount_off: 1_500 })
    const worse = await makeCode({ ...fixed, amount_off: 500 })
    const same = await makeCode({ ...fixed, amount_off: 1_500 })
    await enter(mine, first.code)
    expect((await enter(mine, better.code)).status).toBe(201)
    for (const { code } of [worse, same, first])
      expect(await enter(mine, code)).toMatchObject({
        status: 422,
        body: {
          type: 'coupon_replaced',
          param: 'code',
          message: `${better.code} takes $15.00 off, which is more than this code, so it stays.`,
        },
      })
    const order = await read(mine)
    expect(order.discounts.map((each) => each.coupon.code)).toEqual([better.code])
    expect(order.amount_discount.value).toBe(1_500)
  })

  it('returns 422 for the same code twice', async () => {
    const mine = await cart()
    const { code } = await makeCode()
    await enter(mine, code)
    expect(await enter(mine, code)).toMatchObject({
      status: 422,
      body: { type: 'coupon_already_applied', param: 'code' },
    })
  })

  it('M-10: returns the same 422 for every code that is not valid here', async () => {
    const mine = await cart()
    const disabled = await makeCode({ is_enabled: false })
    const elsewhere = `CODE${unique().toUpperCase()}`
    await makeCoupon(bench, await makeProgram(bench), { code: elsewhere })
    await makeCode({ code: 'LAKE20' })
    // Codes with homoglyphs: a Greek alpha, and a letter with a combining ring.
    const homoglyphs = ['L\u0391KE20', 'LA\u030aKE20']
    const codes = ['NOSUCHCODE', disabled.code, elsewhere, '%%%', ...homoglyphs]
    const answers = await Promise.all(codes.map((code) => enter(mine, code)))
    for (const each of answers)
      expect(each).toMatchObject({
        status: 422,
        body: { type: 'coupon_not_found', message: 'This code isn’t valid.', param: 'code' },
      })
  })

  it.each(['ＬＡＫＥ', 'LA\u200bKE', ' LAKE. '])(
    'a discount code pasted as %j is read in plain letters',
    async (pasted) => {
      const plain = `LAKE${unique().toUpperCase()}`
      await makeCode({ code: plain })
      expect((await enter(await cart(), pasted.replace(/\. $/, '').trimEnd() + plain.slice(4))).status).toBe(201)
    },
  )

  it('returns 422 with what is missing for a code that needs a larger order', async () => {
    const mine = await cart()
    expect(await enter(mine, (await makeCode({ minimum_amount: 10_000 })).code)).toMatchObject({
      status: 422,
      body: { type: 'coupon_minimum_amount', param: '2000' },
    })
    expect(await enter(mine, (await makeCode({ minimum_items: 2 })).code)).toMatchObject({
      status: 422,
      body: { type: 'coupon_minimum_items', param: '1' },
    })
  })

  it('returns 422 for a first-order code after a paid order, even a cancelled one', async () => {
    const { code } = await makeCode({ first_time_transaction: true })
    const paid = await cart()
    await bench.env.DB.prepare(`UPDATE orders SET status = 'cancelled', paid_at = ? WHERE id = ?`)
      .bind(bench.now(), paid.order.id)
      .run()
    expect(await enter(await cart({ person: paid.person }), code)).toMatchObject({
      status: 422,
      body: { type: 'coupon_first_time_only' },
    })
    expect((await enter(await cart(), code)).status).toBe(201)
  })

  it('returns 403 if the program has no discounts', async () => {
    const plain = await makeProgram(bench, { features: { discounts: false } })
    expect(await enter(await cart({ program: plain }), 'WELCOME10')).toMatchObject({
      status: 403,
      body: { type: 'feature_disabled' },
    })
  })

  it('M-11: S14: returns 429 after ten wrong codes in a minute', async () => {
    const mine = await cart()
    bench.setNow(Math.ceil(bench.now() / minute) * minute)
    const { code } = await makeCode()
    expect((await enter(mine, code)).status).toBe(201)
    const wrong = await Promise.all(Array.from({ length: 16 }, (_, at) => enter(mine, `GUESS${at}`)))
    expect(wrong.filter((each) => each.status === 422)).toHaveLength(10)
    expect(wrong.filter((each) => each.status === 429)).toHaveLength(6)
    expect(wrong.find((each) => each.status === 429)).toMatchObject({
      body: { type: 'too_many_requests' },
      retryAfter: '60',
    })
    // S14: another log-in counts as the same customer.
    expect((await enter(await logInAgain(mine), 'GUESS')).status).toBe(429)
    bench.pass(minute)
    expect((await enter(mine, 'GUESS')).status).toBe(422)
  })
})

describe('an automatic coupon', () => {
  it('an automatic coupon disappears with the item that the cart needed for it', async () => {
    const program = await makeProgram(bench)
    await makeCoupon(bench, program, {
      code: null,
      name: 'Two or more camps',
      percent_off: 1000,
      apply_automatically: true,
      minimum_items: 2,
      applies_to: { products: [], product_types: ['camp'] },
    })
    const mine = await cart({ program })
    expect(mine.order.discounts).toEqual([])
    const two = await mine.addPlace()
    expect(two).toMatchObject({
      amount_discount: { value: 1600 },
      discounts: [{ coupon: { name: 'Two or more camps', code: null, apply_automatically: true } }],
    })
    expect(
      (
        await bench.call(`/v1/profile/orders/${mine.order.id}/discounts/${two.discounts[0]?.id}`, {
          method: 'DELETE',
          headers: mine.person.headers,
        })
      ).status,
    ).toBe(403)
    const one = (await (
      await bench.call(`/v1/profile/orders/${mine.order.id}/items/${two.items[0]?.id}`, {
        method: 'DELETE',
        headers: mine.person.headers,
      })
    ).json()) as Order
    expect(one).toMatchObject({ amount_discount: { value: 0 }, discounts: [] })
  })

  it('an automatic coupon and an entered code give the receipt amounts of the design', async () => {
    const program = await makeProgram(bench, {
      selling: {
        fee: { percent: 0, fixed: 300, included: false },
        taxes: [{ name: 'HST', percent: 1300, included: false }],
      },
    })
    await makeCoupon(bench, program, { code: null, percent_off: 1000, apply_automatically: true, minimum_items: 2 })
    await makeCoupon(bench, program, {
      code: 'LAKE20',
      type: 'amount_off',
      amount_off: 2000,
      percent_off: null,
      currency: 'CAD',
      minimum_amount: 10_000,
    })
    const mine = await cart({ program, places: 2, cost: 34_500 })
    expect((await enter(mine, 'lake20')).body.amount.value).toBe(2000)
    expect(await read(mine)).toMatchObject({
      amount_subtotal: { value: 69_000 },
      amount_discount: { value: 8700 },
      amount_fee: { value: 600 },
      amount_tax: { value: 7918 },
      amount_total: { value: 68_818 },
    })
  })
})

describe('a code on a cart', () => {
  it('a code applies again when the cart is large enough again', async () => {
    const mine = await cart({ places: 2 })
    const { code } = await makeCode({ percent_off: 1000, minimum_items: 2 })
    await enter(mine, code)
    const two = await read(mine)
    await bench.call(`/v1/profile/orders/${mine.order.id}/items/${two.items[0]?.id}`, {
      method: 'DELETE',
      headers: mine.person.headers,
    })
    expect(await read(mine)).toMatchObject({
      amount_discount: { value: 0 },
      discounts: [{ coupon: { code }, amount: { value: 0 } }],
    })
    expect(await mine.addPlace()).toMatchObject({ amount_discount: { value: 1600 } })
  })

  it('a code is removed by its id', async () => {
    const [mine, other] = [await cart(), await cart()]
    const { code } = await makeCode()
    const { body } = await enter(mine, code)
    expect(
      (await (
        await bench.call(`/v1/profile/orders/${mine.order.id}/discounts`, { headers: mine.person.headers })
      ).json()) as List<Discount>,
    ).toMatchObject({ total: 1, data: [{ id: body.id }] })
    const remove = (cartOf: Cart) =>
      bench.call(`/v1/profile/orders/${cartOf.order.id}/discounts/${body.id}`, {
        method: 'DELETE',
        headers: cartOf.person.headers,
      })
    expect((await remove(other)).status).toBe(404)
    const removed = await remove(mine)
    expect([removed.status, (await removed.json()) as Order]).toMatchObject([
      200,
      { discounts: [], amount_discount: { value: 0 }, amount_total: { value: 8000 } },
    ])
    expect((await remove(mine)).status).toBe(404)
  })
})

describe('M-10: the uses of a coupon', () => {
  const context = () => makeContext({ env: bench.env, now: bench.now(), requestId: 'test' })
  const state = async (couponId: string) =>
    bench.env.DB.prepare('SELECT times_redeemed FROM coupons WHERE id = ?')
      .bind(couponId)
      .first<number>('times_redeemed')

  it('a hundred concurrent orders use a coupon with ten uses ten times', async () => {
    const { id, code } = await makeCode({ max_redemptions: 10 })
    const { order, person } = await cart()
    const db = database(bench.env.DB)
    const ids = Array.from({ length: 100 }, () => `ord_${unique()}`)
    const shared = { program_id: programId, customer_id: person.identity.customer_id, created: bench.now() }
    for (let at = 0; at < 100; at += 25) {
      await db.batch(
        ids.slice(at, at + 25).flatMap((order_id) => [
          db.insert(orders).values({
            ...shared,
            id: order_id,
            customer_profile_id: person.profileId(programId),
            status: 'draft',
            currency: 'CAD',
            timezone: 'UTC',
            updated: bench.now(),
          }),
          db.insert(discounts).values({
            id: `dis_${order_id}`,
            order_id,
            coupon_id: id,
            customer_id: shared.customer_id,
            amount: 100,
            is_entered: true,
            created: bench.now(),
          }),
        ]) as unknown as [Statement],
      )
    }
    const endings: PromiseSettledResult<unknown>[] = []
    for (let at = 0; at < 100; at += 25)
      endings.push(
        ...(await Promise.allSettled(
          ids
            .slice(at, at + 25)
            .map(async (order_id) => commit(context(), reserveDiscounts(context(), { id: order_id }))),
        )),
      )
    expect(endings.filter((each) => each.status === 'fulfilled')).toHaveLength(10)
    for (const each of endings.filter((ending) => ending.status === 'rejected'))
      expect(each.reason).toMatchObject({ type: 'coupon_max_redemptions' })
    expect(await state(id)).toBe(10)
    expect(await enter({ order, person }, code)).toMatchObject({
      status: 422,
      body: { type: 'coupon_max_redemptions' },
    })
  })

  it('a coupon with one use per customer is used once', async () => {
    const { id, code } = await makeCode({ limit_customer: 1 })
    const first = await cart()
    const second = await cart({ person: first.person })
    await enter(first, code)
    await enter(second, code)
    for (let at = 0; at < 3; at += 1) await commit(context(), reserveDiscounts(context(), first.order))
    expect(await state(id)).toBe(1)
    await expect(commit(context(), reserveDiscounts(context(), second.order))).rejects.toMatchObject({
      type: 'coupon_customer_limit',
    })
    await commit(context(), finaliseDiscounts(context(), first.order))
    expect(await state(id)).toBe(1)
  })

  it('an expired order returns its use of the coupon', async () => {
    const { id, code } = await makeCode({ max_redemptions: 1 })
    const [late, quick] = [await cart(), await cart()]
    await enter(late, code)
    await enter(quick, code)
    await commit(context(), reserveDiscounts(context(), late.order))
    await commit(context(), releaseDiscounts(context(), late.order))
    expect(await state(id)).toBe(0)
    await commit(context(), reserveDiscounts(context(), quick.order))
    await commit(context(), finaliseDiscounts(context(), late.order))
    expect(await state(id)).toBe(1)
    await commit(context(), releaseDiscounts(context(), quick.order))
    await commit(context(), finaliseDiscounts(context(), late.order))
    expect(await state(id)).toBe(1)
  })

  it('changing a submitted cart returns its use', async () => {
    const { id, code } = await makeCode({ max_redemptions: 1 })
    const mine = await cart()
    await enter(mine, code)
    await commit(context(), reserveDiscounts(context(), mine.order))
    await database(bench.env.DB)
      .$client.prepare(`UPDATE orders SET status = 'pending', checkout_method = 'card' WHERE id = ?`)
      .bind(mine.order.id)
      .run()
    expect(await mine.addPlace()).toMatchObject({ status: 'draft', discounts: [{ amount: { value: 1600 } }] })
    expect(await state(id)).toBe(0)
  })
})

describe('discount amounts of items from before the migration', () => {
  const [file = ''] = globSync('functions/platform/database/migrations/*_tag_words_and_parts.sql')
  const fill = readFileSync(file, 'utf8').replace(/^[\s\S]*?(?=UPDATE order_items)/, '')
  const partsOf = async (orderId: string) => {
    const { results } = await bench.env.DB.prepare(
      'SELECT discount_parts AS parts FROM order_items WHERE order_id = ? ORDER BY position',
    )
      .bind(orderId)
      .all<{ parts: string }>()
    return results.map(({ parts }) => parts)
  }
  const clearAndMigrate = async (orderId: string) => {
    await bench.env.DB.prepare("UPDATE order_items SET discount_parts = '[]' WHERE order_id = ?").bind(orderId).run()
    await bench.env.DB.prepare(fill).run()
    return partsOf(orderId)
  }

  it('the migration fills in the amount if the order has one discount', async () => {
    const program = await makeProgram(bench)
    const code = `PART${unique()}`
    await makeCoupon(bench, program, { code, percent_off: 1250 })
    const priced = await cart({ program, places: 3, cost: 3333 })
    expect((await enter(priced, code)).status).toBe(201)
    const parts = await partsOf(priced.order.id)
    expect(parts.every((part) => /"amount":41[67]\b/.test(part))).toBe(true)
    expect(await clearAndMigrate(priced.order.id)).toEqual(parts)
  })

  it('the migration leaves the amounts unknown if two discounts share them', async () => {
    const program = await makeProgram(bench)
    const code = `TWO${unique()}`
    await makeCoupon(bench, program, { code, percent_off: 1000 })
    await makeCoupon(bench, program, { code: null, percent_off: 500, apply_automatically: true })
    const two = await cart({ program, places: 2 })
    await enter(two, code)
    expect(await clearAndMigrate(two.order.id)).toEqual(['[]', '[]'])

    const paid = await cart({ program, places: 1 })
    await bench.env.DB.prepare('UPDATE orders SET paid_at = 1 WHERE id = ?').bind(paid.order.id).run()
    expect(await clearAndMigrate(paid.order.id)).toEqual(['[]'])
  })
})
