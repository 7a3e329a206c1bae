import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Quote } from '../../contract/money/order.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { makeCoupon, makeProgram } from '../../test-bench/programs.ts'
import { shoppingFamily, type ShoppingFamily } from '../../test-bench/shopping-family.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

const makeCode = async () => {
  const code = `FIRST${unique().toUpperCase()}`
  return { id: await makeCoupon(bench, programId, { code, first_time_transaction: true }), code }
}
const cartWith = async ({ open, place, call }: ShoppingFamily, child: string, code: string): Promise<string> => {
  const { id } = await open(await place(0, child))
  expect((await call('POST', `/${id}/discounts`, { code })).status).toBe(201)
  return id
}
const card = (source: string) => ({ checkout_method: 'card', payment_source_id: source })

describe('a code for a first order', () => {
  it('S6: a first-order coupon is used once by concurrent orders', async () => {
    const { id, code } = await makeCode()
    const family = await shoppingFamily(bench, { programId })
    const carts: string[] = []
    for (const child of ['Maya', 'Samuel', 'Lou']) carts.push(await cartWith(family, child, code))
    const answers = await Promise.all(
      carts.map(async (each) => family.call<ErrorBody>('POST', `/${each}/payments`, card('pm_card_visa'))),
    )
    const endings = answers.map(({ status, body }) => (status === 201 ? 'paid' : body.type))
    expect(endings.filter((ending) => ending === 'paid')).toHaveLength(1)
    for (const ending of endings.filter((each) => each !== 'paid'))
      expect(['coupon_first_time_only', 'quote_stale']).toContain(ending)
    const counted = await bench.env.DB.prepare(
      `SELECT count(*) AS n FROM discounts WHERE coupon_id = ? AND state IN ('reserved', 'final')`,
    )
      .bind(id)
      .first<number>('n')
    expect(counted).toBe(1)
  })

  it('S6: returns 422 for a first-order code while another order with one awaits payment', async () => {
    const [welcome, other] = [await makeCode(), await makeCode()]
    const family = await shoppingFamily(bench, { programId })
    const waiting = await cartWith(family, 'Maya', welcome.code)
    const second = await cartWith(family, 'Samuel', other.code)
    const bank = card('pm_card_authenticationRequired')
    expect((await family.call('POST', `/${waiting}/payments`, bank)).status).toBe(201)
    expect(await family.call<{ quote: Quote }>('POST', `/${second}/payments`, bank)).toMatchObject({
      status: 409,
      body: { type: 'quote_stale', quote: { notices: [{ type: 'coupon_first_time_only' }], discounts: [] } },
    })
    expect(await family.call('POST', `/${second}/discounts`, { code: other.code })).toMatchObject({
      status: 422,
      body: { type: 'coupon_first_time_only' },
    })
  })
})
