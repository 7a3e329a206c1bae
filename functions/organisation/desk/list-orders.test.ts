import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganiserOrder } from '../../contract/organisation/desk.ts'
import type { List } from '../../contract/paging.ts'
import type { OrganiserRefundRequest } from '../../contract/money/refund.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { fairRefund } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

const organiser = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
let bench: Bench
let shop: Shop
let paid: { person: Person; order: Cart }
let promised: { person: Person; order: Cart }
let cart: Cart

beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, {
    program: { selling: { offline: true } },
    refund: { ...fairRefund, automatic: false, request: true },
  })
  paid = await ordered('pm_card_visa', {})
  bench.pass(60_000)
  promised = await ordered('', { checkout_method: 'offline', payment_source_id: undefined })
  cart = await shop.cart(paid.person)
})

async function ordered(source: string, more: Record<string, unknown>) {
  const person = await shop.customer({ verified: true, firstName: '=Amir' })
  const order = await shop.cart(person)
  await shop.pay(person, order, source, more)
  return { person, order }
}
const path = (call: string) => `/v1/organiser/programs/${shop.programId}/${call}`
const read = async <Row = OrganiserOrder>(call: string) =>
  (await (await bench.call(path(call), { headers: organiser })).json()) as List<Row> & { type: string; param: string }
const linesOf = async (call: string, language = 'en') => {
  const response = await bench.call(path(call), { headers: { ...organiser, 'Accept-Language': language } })
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  return (await response.text()).trimEnd().split('\r\n')
}
const idsOf = ({ data }: List<OrganiserOrder>) => data.map(({ id }) => id)

describe('GET organiser/programs/{id}/orders', () => {
  it('orders that await money come first and carts are never listed', async () => {
    expect(idsOf(await read('orders'))).toEqual([promised.order.order_id])
    const all = await read('orders?all=true&sort=created')
    expect(idsOf(all)).toEqual([paid.order.order_id, promised.order.order_id])
    expect(JSON.stringify(all)).not.toContain(cart.order_id)
    expect(all.data[0]).toMatchObject({
      object: 'organiser_order',
      status: 'paid',
      payment_status: 'paid',
      checkout_method: 'card',
      customer_profile: { id: paid.person.profileId(shop.programId), email: paid.person.email },
      items: [{ type: 'event_option', quantity: 1, amount: { value: 10_000 }, is_cancelled: false }],
      amount_total: { value: 10_000 },
      amount_paid: { value: 10_000 },
      amount_due: { value: 0 },
    })
    expect(await read('orders?status=draft')).toMatchObject({ type: 'invalid_parameter', param: 'status' })
  })

  it('the list can be filtered by status, customer, dates and debt', async () => {
    const [first, second] = [paid.order.order_id, promised.order.order_id]
    const before = new Date(bench.now() - 30_000).toISOString()
    const cases: [string, string[]][] = [
      ['status=paid', [first]],
      ['status=paid&status=pending', [first, second]],
      ['status=cancelled', []],
      [`all=true&customer_profile_id=${paid.person.profileId(shop.programId)}`, [first]],
      [`all=true&created_lt=${before}`, [first]],
      [`all=true&created_gte=${before}`, [second]],
      ['is_owed=true', [second]],
      ['is_owed=false', [first]],
    ]
    for (const [query, ids] of cases)
      expect([query, idsOf(await read(`orders?sort=created&${query}`))]).toEqual([query, ids])
  })

  it('is_owed matches exactly the orders with an amount due', async () => {
    const db = bench.bareDb
    const states = [
      "status = 'pending', balance_used = 10000",
      "status = 'pending', balance_used = 4000, amount_paid = 5999",
      "status = 'pending', amount_carried = 10000, moves_registration_id = 'reg_moves', moves_sequence = 0",
      "status = 'paid', amount_paid = 10000, amount_refunding = 0",
      "status = 'paid', amount_paid = 4000",
      "status = 'paid', amount_paid = 4000, amount_waived = 6000",
      "status = 'paid', amount_paid = 10000, amount_cancelled = 10000, amount_refunding = 10000",
    ]
    for (const state of states) {
      const person = await shop.customer()
      const order = await shop.cart(person)
      await db.prepare(`UPDATE orders SET ${state} WHERE id = ?1`).bind(order.order_id).run()
    }
    const { data } = await read('orders?all=true&limit=100')
    const owed = await read('orders?is_owed=true&limit=100')
    const rest = await read('orders?is_owed=false&limit=100')
    expect(idsOf(owed).sort()).toEqual(
      idsOf({ ...owed, data: data.filter((each) => each.amount_due.value > 0) }).sort(),
    )
    expect(owed.total + rest.total).toBe(data.length)
    expect(owed.total).toBe(3)
  })

  it('the file has one row per order and no formulas', async () => {
    const lines = await linesOf('orders/export?all=true')
    expect(lines[0]).toMatch(/^"Receipt","Order","Status".*"Currency","Total","Paid","Returned","Due",/)
    const line = lines.find((each) => each.includes(paid.order.order_id))
    expect(line).toContain(`"'=Amir"`)
    expect(line).toContain('"CAD","100","100","0","0"')
    const owed = (await linesOf('orders/export?is_owed=true', 'fr')).find((each) =>
      each.includes(promised.order.order_id),
    )
    expect(owed).toContain('"En attente de paiement"')
    expect(await linesOf('orders/export')).toEqual(lines)
  })

  it('a cart after a declined card is not owed', async () => {
    const { order } = await ordered('pm_card_chargeDeclined', {})
    expect(idsOf(await read('orders?all=true&limit=100'))).toContain(order.order_id)
    expect(idsOf(await read('orders?is_owed=true&limit=100'))).not.toContain(order.order_id)
  })
})

describe('GET organiser/programs/{id}/refund_requests/export', () => {
  it('the file has the refund requests of the requested status', async () => {
    const { person, order } = await ordered('pm_card_visa', {})
    await bench.call(
      `/v1/profile/orders/${order.order_id}/refund`,
      person.json({ reason: 'illness_or_injury', metadata: { comment: '=Broken' } }),
    )
    const { data } = await read<OrganiserRefundRequest>('refund_requests?status=requested')
    expect(data).toMatchObject([{ order_id: order.order_id, status: 'requested' }])
    const lines = await linesOf('refund_requests/export?status=requested', 'fr')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('"Devise";"Demandé";"Accordé"')
    expect(lines[1]).toContain('"Demandée"')
    expect(lines[1]).toContain(`"Maladie ou blessure";"";"'=Broken";"CAD";"100";""`)
    expect(await linesOf('refund_requests/export?status=declined')).toHaveLength(1)
  })
})
