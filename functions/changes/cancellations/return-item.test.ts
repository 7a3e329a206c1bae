import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { ItemReturn } from '../../contract/changes/item-return.ts'
import type { Order } from '../../contract/money/order.ts'
import { productVariations, refundRequests } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { makeProduct, type ProductInput } from '../../test-bench/store.ts'

const day = 86_400_000
const program = {
  features: { products: true, account_balance: true },
  selling: {
    fee: { percent: 0, fixed: 100, included: false },
    taxes: [{ name: 'HST', percent: 1300, included: false }],
  },
}
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program }))
})

const asCart = ({ id }: { id: string }) => ({ order_id: id, registration_ids: [], item_ids: [], total: 0 }) as never
const taken = async (id: string) =>
  (await shop.db.select().from(productVariations).where(eq(productVariations.id, id)))[0]?.stock_taken

/** A paid order with some of a product, and the URL that returns it. */
async function bought(person: Person, input: Omit<ProductInput, 'programId'> = {}, quantity = 2) {
  const { variation_ids } = await makeProduct(bench, {
    programId: shop.programId,
    returnDays: 30,
    variations: [{ cost: 1000, stock: 5 }],
    ...input,
  })
  const [source] = variation_ids
  const answer = await bench.call(
    '/v1/profile/orders',
    person.json({
      program_id: shop.programId,
      customer_profile_id: person.profileId(shop.programId),
      items: [{ type: 'product_variation', source, quantity }],
    }),
  )
  const order = (await answer.json()) as Order
  expect((await shop.pay(person, asCart(order))).status).toBe(201)
  const path = `/v1/profile/orders/${order.id}/items/${order.items[0]?.id}/return`
  const preview = () => shop.read<ItemReturn>(person, path)
  const returnItem = async (body: object = {}) => {
    const response = await bench.call(path, person.json(body))
    return { status: response.status, body: (await response.json()) as ItemReturn & ErrorBody }
  }
  return { order, source, preview, returnItem, shown: () => shop.orderOf(person, asCart(order)) }
}

/** The audit's findings about an order. */
async function broken({ id }: Order): Promise<string[]> {
  const names: string[] = []
  for (const question of auditQuestions.filter(({ of }) => of === 'orders'))
    if (
      (
        await bench.bareDb
          .prepare(questionText(question, 'ids'))
          .bind(JSON.stringify([id]))
          .all()
      ).results.length > 0
    )
      names.push(question.name)
  return names
}

describe('POST orders/{order_id}/items/{item_id}/return', () => {
  it('a return refunds the item and restores the stock', async () => {
    const person = await shop.customer()
    const { order, source, preview, returnItem, shown } = await bought(person)
    // Two of 10.00, a fee of 1.00 each, and 13 % tax on all of it.
    expect(await preview()).toMatchObject({
      result: 'automatic',
      amount: { value: 2486 },
      until: new Date(bench.now() + 30 * day).toISOString(),
      refund_request: null,
    })
    const { status, body } = await returnItem({ expected_amount: 2486 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ amount: { value: 2486 }, refund_request: { item_id: order.items[0]?.id } })
    await bench.tick()
    expect(await taken(source)).toBe(0)
    expect(await shown()).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'all_items_cancelled',
      amount_returned: { value: 2486 },
      amount_due: { value: 0 },
      items: [{ is_cancelled: true }],
    })
    const again = await returnItem({ expected_amount: 2486 })
    expect([again.status, again.body.refund_request?.id]).toEqual([201, body.refund_request?.id])
    const mail = (await mailsTo(bench, person.email)).find(({ subject }) => subject.startsWith('Returned'))
    expect(mail?.text).toContain('2 × Camp shirt, One size')
    expect(mail?.text).toContain('24.86')
    expect(await broken(order)).toEqual([])
  })

  it('the organisation decides about a product that requires approval', async () => {
    const person = await shop.customer()
    const { order, source, preview, returnItem, shown } = await bought(person, { returnOnRequest: true }, 1)
    expect(await preview()).toMatchObject({ result: 'request', amount: { value: 1243 } })
    const { body } = await returnItem()
    expect(body.refund_request).toMatchObject({ status: 'requested', reason_other: 'Camp shirt, One size' })
    expect(await taken(source)).toBe(0)
    const path = `/v1/organiser/programs/${shop.programId}/refund_requests/${body.refund_request?.id}/approve`
    await bench.call(path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ amount: 1000 }) })
    await bench.tick()
    expect(await shown()).toMatchObject({ amount_returned: { value: 1000 } })
    expect(await broken(order)).toEqual([])
  })

  it('a return can be refunded to the balance', async () => {
    const person = await shop.customer()
    const { preview, returnItem, shown } = await bought(person)
    expect((await preview()).destinations).toEqual(['original_method', 'account_balance'])
    expect((await returnItem({ destination: 'account_balance' })).body.refund_request).toMatchObject({
      refunds: [{ destination: 'account_balance', status: 'succeeded' }],
    })
    expect((await shown()).amount_returned.value).toBe(2486)
  })

  it('a return is refused after its deadline', async () => {
    const person = await shop.customer()
    const late = await bought(person, { returnDays: 1 })
    const never = await bought(person, { returnDays: undefined as never })
    expect((await never.preview()).result).toBe('not_possible')
    expect(await never.returnItem()).toMatchObject({ status: 422, body: { type: 'refund_not_allowed' } })
    bench.pass(day)
    await person.renew()
    expect((await late.preview()).result).toBe('automatic')
    bench.pass(1)
    expect(await late.returnItem()).toMatchObject({ status: 422, body: { type: 'refund_not_allowed' } })
    expect(await taken(late.source)).toBe(2)
  })

  it('returns a refusal for a stale amount, another customer and a place', async () => {
    const [person, stranger] = [await shop.customer(), await shop.customer()]
    const { order, returnItem, preview } = await bought(person)
    expect(await returnItem({ expected_amount: 1 })).toMatchObject({
      status: 409,
      body: { type: 'quote_stale', item_return: { amount: { value: 2486 } } },
    })
    const path = `/v1/profile/orders/${order.id}/items/${order.items[0]?.id}/return`
    expect((await bench.call(path, stranger.json({}))).status).toBe(404)
    const cart = await shop.cart(person)
    const ofPlace = `/v1/profile/orders/${cart.order_id}/items/${cart.item_ids[0]}/return`
    expect((await bench.call(ofPlace, person.json({}))).status).toBe(422)
    expect((await preview()).result).toBe('automatic')
  })

  it('concurrent calls return the product and refund it once', async () => {
    const person = await shop.customer()
    const { order, source, returnItem, shown } = await bought(person)
    const answers = await Promise.all(Array.from({ length: 6 }, async () => returnItem()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    await bench.tick()
    expect((await shown()).amount_returned.value).toBe(2486)
    expect(await taken(source)).toBe(0)
    const requests = await shop.db.select().from(refundRequests).where(eq(refundRequests.order_id, order.id))
    expect(requests).toHaveLength(1)
  })
})
