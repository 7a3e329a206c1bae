import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import { orderItems, orders, refunds } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Choices, seededChoices } from '../../test-bench/choices.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund, makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { account_balance: true } } }))
})

type World = { person: Person; cart: Cart; options: string[] }
async function paidOrder(): Promise<World> {
  const event = await makeEvent(bench, {
    programId: shop.programId,
    startsAt: bench.now() + 20 * dayMs,
    refund: fairRefund,
    options: [10_000, 10_000, 7000, 13_000].map((cost) => ({ cost, spots: 9 })),
  })
  const person = await shop.customer()
  const cart = await makeCart(bench, person, {
    programId: shop.programId,
    eventId: event.event_id,
    optionId: event.option_ids[0],
    places: 2,
    fee: 300,
    tax: { name: 'HST', percent: 1300 },
  })
  expect((await shop.pay(person, cart)).status).toBe(201)
  return { person, cart, options: event.option_ids as string[] }
}

/** One random act of the family or of staff on the order. */
function act({ person, cart, options }: World, below: Choices['below']): Promise<Response> {
  const id = cart.registration_ids[below(2)] ?? ''
  const option_id = options[1 + below(3)]
  const reason = 'Our mistake'
  const to = ['original_method', 'account_balance', 'cash'][below(3)]
  const staff = (path: string, body: Record<string, unknown>) =>
    bench.call(`/v1/organiser/programs/${shop.programId}/${path}`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ reason, ...body }),
    })
  const acts = [
    () => bench.call(`/v1/profile/registrations/${id}/cancel`, person.json({})),
    () => bench.call(`/v1/profile/registrations/${id}`, { ...person.json({ option_id }), method: 'PUT' }),
    () => bench.call(`/v1/profile/orders/${cart.order_id}/cancel`, person.json({})),
    () => staff(`registrations/${id}/cancel`, { to, amount: below(9000) }),
    () => staff(`orders/${cart.order_id}/cancel`, { to }),
    () => staff(`orders/${cart.order_id}/refund`, { to, amount: 1 + below(12_000) }),
    () => staff(`orders/${cart.order_id}/refund`, { to, amount: 1 + below(12_000) }),
    () => staff(`registrations/${id}/move`, { option_id, difference: ['refund', 'waive'][below(2)] }),
  ]
  return acts[below(acts.length)]?.() ?? Promise.reject(new Error('no act'))
}

/** What is wrong with an order: broken audit rules, and sums that do not agree to the cent. */
async function faultsOf({ cart }: World): Promise<string[]> {
  const ids = JSON.stringify([cart.order_id])
  const broken: string[] = []
  for (const question of auditQuestions.filter(({ of }) => of === 'orders')) {
    const { results } = await bench.bareDb.prepare(questionText(question, 'ids')).bind(ids).all()
    if (results.length > 0) broken.push(question.name)
  }
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, cart.order_id))
  const items = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, cart.order_id))
  const sent = await shop.db.select().from(refunds).where(eq(refunds.order_id, cart.order_id))
  const returned = sent.reduce((sum, { amount }) => sum + amount, 0)
  if (order?.amount_refunding !== returned) broken.push('refunds')
  if (returned > (order?.amount_paid ?? 0)) broken.push('returned more than paid')
  if (order?.amount_cancelled !== items.reduce((sum, item) => sum + item.amount_cancelled, 0)) broken.push('items')
  return broken
}

describe('staff and family who change one order at the same time', () => {
  it.each([1, 2, 3, 4, 5, 6])('the sums of the order agree to the cent (seed %i)', async (seed) => {
    const { below } = seededChoices(seed)
    const world = await paidOrder()
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([act(world, below), act(world, below), act(world, below)])
      for (const answer of answers) expect([200, 201, 400, 403, 409, 422]).toContain(answer.status)
      expect(await faultsOf(world)).toEqual([])
    }
  })

  it('an item whose refunds do not agree with its order is a fault', async () => {
    const world = await paidOrder()
    const refund = { amount: 5000, reason: 'Our mistake', to: 'cash' }
    await bench.call(`/v1/organiser/programs/${shop.programId}/orders/${world.cart.order_id}/refund`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify(refund),
    })
    expect(await faultsOf(world)).toEqual([])
    const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, world.cart.order_id))
    await shop.db
      .update(orderItems)
      .set({ amount_cancelled: 1 })
      .where(eq(orderItems.id, item?.id ?? ''))
    expect(await faultsOf(world)).toContain('items')
  })
})
