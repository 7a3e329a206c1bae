import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { minuteMs, undoMs } from '../../contract/limits.ts'
import { orderStatuses } from '../../contract/states/order-states.ts'
import { registrationStatuses } from '../../contract/states/registration-states.ts'
import { orders, outbox, registrations, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

const asStaff = (path: string, body: object, method = 'POST') =>
  bench.call(`/v1/organiser/programs/${shop.programId}/${path}`, {
    method,
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })

/** A paid place that staff cancelled, with the right to undo it unless `undo` is false. */
async function cancelled(undo = true) {
  shop = await openShop(bench)
  const person = await shop.customer()
  const cart = await shop.cart(person)
  expect((await shop.pay(person, cart)).status).toBe(201)
  const [id] = cart.registration_ids
  expect((await asStaff(`registrations/${id}/cancel`, { undo })).status).toBe(200)
  return { person, cart, id }
}
const statusesOf = async (id: string, orderId: string) => [
  (await shop.db.select().from(registrations).where(eq(registrations.id, id)))[0]?.status,
  (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status,
]

describe('a cancelled place', () => {
  it.each(registrationStatuses.filter((status) => status !== 'cancelled'))(
    'the schema refuses an update of a cancelled place to %s, even while its undo is open',
    async (status) => {
      const { id } = await cancelled()
      const bare = bench.bareDb.prepare('UPDATE registrations SET status = ?, step = step + 1 WHERE id = ?')
      await expect(bare.bind(status, id).run()).rejects.toThrow('cancelled_place_stays')
    },
  )

  it.each(orderStatuses.filter((status) => status !== 'cancelled'))(
    'the schema refuses an update of a cancelled order to %s, even while its undo is open',
    async (status) => {
      const { cart } = await cancelled()
      const bare = bench.bareDb.prepare('UPDATE orders SET status = ?, step = step + 1 WHERE id = ?')
      await expect(bare.bind(status, cart.order_id).run()).rejects.toThrow('cancelled_order_stays')
    },
  )

  const undone = async (id: string, at: number, actor_type = 'organiser') => {
    const step = 1 + ((await shop.db.select().from(registrations).where(eq(registrations.id, id)))[0]?.step ?? 0)
    const change = { object: 'registration', object_id: id, step, from_status: 'cancelled', to_status: 'confirmed' }
    await shop.db.insert(statusHistory).values({ ...change, actor_type, actor_id: 'bench', reason: 'undone', at })
    const update = "UPDATE registrations SET status = 'confirmed', step = step + 1, updated = ? WHERE id = ?"
    return bench.bareDb.prepare(update).bind(at, id).run()
  }
  const begun = { leased_until: 1 }
  it.each<[string, (id: string, orderId: string) => Promise<unknown>]>([
    ['whose ten minutes are over', (id) => undone(id, bench.now() + undoMs)],
    ['by a customer', (id) => undone(id, bench.now(), 'customer')],
    [
      'whose right was used',
      async (id) => {
        await shop.db.delete(outbox).where(eq(outbox.ref, id))
        return undone(id, bench.now())
      },
    ],
    [
      'whose refund is on its way',
      async (id) => {
        await shop.db.update(outbox).set(begun).where(eq(outbox.kind, 'refund.execute'))
        return undone(id, bench.now())
      },
    ],
  ])('the schema refuses an undo %s', async (_, update) => {
    const { id, cart } = await cancelled()
    await expect(update(id, cart.order_id)).rejects.toThrow('cancelled_place_stays')
    expect(await statusesOf(id, cart.order_id)).toEqual(['cancelled', 'cancelled'])
  })

  it('the same undo is allowed while its right is open', async () => {
    const { id } = await cancelled()
    await undone(id, bench.now() + minuteMs)
    expect((await shop.db.select().from(registrations).where(eq(registrations.id, id)))[0]?.status).toBe('confirmed')
  })

  it.each([
    ['while its undo is open', true],
    ['without undo', false],
  ])('no other call books a cancelled place again, %s', async (_, open) => {
    const { person, cart, id } = await cancelled(open)
    const own = `/v1/profile/registrations/${id}`
    const option = { option_id: shop.optionId }
    const items = [{ type: 'event_option', source: id }]
    const profile = { program_id: shop.programId, customer_profile_id: person.profileId(shop.programId) }
    const answers = [
      await bench.call(own, { ...person.json({ status: 'pending' }), method: 'PUT' }),
      await bench.call(own, { ...person.json({ status: 'waitlisted' }), method: 'PUT' }),
      await bench.call(own, { ...person.json(option), method: 'PUT' }),
      await bench.call(`${own}/moves`, person.json(option)),
      await bench.call(`/v1/profile/orders/${cart.order_id}/payments`, person.json({ checkout_method: 'free' })),
      await bench.call('/v1/profile/orders', person.json({ ...profile, items })),
      await asStaff(`registrations/${id}`, option, 'PUT'),
      await asStaff(`registrations/${id}/move`, option),
      await asStaff(`orders/${cart.order_id}/payments`, { amount: 100, received_as: 'cash' }),
      ...(open ? [] : [await asStaff(`registrations/${id}/undo`, {})]),
    ]
    for (const answer of answers) expect(answer.status).toBeLessThan(500)
    await bench.tick()
    expect(await statusesOf(id, cart.order_id)).toEqual(['cancelled', 'cancelled'])
  })
})
