import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import { orderItems, orders } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

const many = 500
let bench: Bench
let shop: Shop
let nadia: Person
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  nadia = await shop.customer()
  await addOrders((await shop.cart(nadia)).order_id)
})

/** Copies an order 499 times. Many copies have the same time, and every fourth is paid by card. */
async function addOrders(orderId: string): Promise<void> {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, orderId))
  if (!order || !item) throw new Error('no order to copy')
  const numbers = Array.from({ length: many - 1 }, (_, index) => index + 1)
  const rows = numbers.flatMap((number) => {
    const id = `${orderId}_${number}`
    const isPaid = number % 4 === 0
    return [
      shop.db.insert(orders).values({
        ...order,
        id,
        status: isPaid ? ('paid' as const) : ('expired' as const),
        checkout_method: isPaid ? ('card' as const) : null,
        created: order.created + Math.floor(number / 7) * 1000,
        updated: order.created + ((number * 37) % 101) * 1000,
      }),
      shop.db.insert(orderItems).values({
        ...item,
        id: `${item.id}_${number}`,
        order_id: id,
        source: null,
        registration_id: null,
        product_name: number % 10 === 0 ? 'Lantern Walk' : item.product_name,
      }),
    ] as const
  })
  for (let start = 0; start < rows.length; start += 100) {
    const [first, ...rest] = rows.slice(start, start + 100)
    if (first) await shop.db.batch([first, ...rest])
  }
}

const pageOf = async (version: string, query: string): Promise<List<Order>> => {
  const answer = await bench.call(`/${version}/profile/orders?${query}`, { headers: nadia.headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as List<Order>
}

async function walk(version: string, query: string): Promise<{ ids: string[]; totals: number[] }> {
  const pages: List<Order>[] = []
  for (let skip = 0; skip <= many; skip += 100) pages.push(await pageOf(version, `limit=100&skip=${skip}${query}`))
  return {
    ids: pages.flatMap(({ data }) => data.map(({ id }) => id)),
    totals: [...new Set(pages.map(({ total }) => total))],
  }
}

describe('a customer with 500 orders', () => {
  it.each([
    { query: '', count: many },
    { query: '&order=desc', count: many },
    { query: '&sort=updated', count: many },
    { query: '&sort=updated&order=desc', count: many },
    { query: '&status=paid', count: 124 },
    { query: '&status=paid&status=draft&checkout_method=card', count: 124 },
    { query: '&search=lantern', count: 49 },
  ])('paging returns each order once in the order of "$query"', async ({ query, count }) => {
    const [one, two] = [await walk('v1', query), await walk('v2', query)]
    expect(two).toEqual(one)
    expect([one.ids.length, new Set(one.ids).size, one.totals]).toEqual([count, count, [count]])
  })

  it('a page has the requested position and parts', async () => {
    const first = await pageOf('v2', 'sort=created&order=desc&limit=20&expand=items')
    expect([first.count, first.page, first.page_count]).toEqual([20, 0, 25])
    const times = first.data.map(({ created }) => created)
    expect(times).toEqual([...times].sort().reverse())
    expect(first.data.every(({ items }) => items.length === 1)).toBe(true)
    const behind = await pageOf('v2', 'limit=20&skip=600')
    expect([behind.count, behind.total, behind.page_count]).toEqual([0, many, 25])
  })

  it('another customer sees none of the orders', async () => {
    const other = await shop.customer()
    const answer = await bench.call('/v2/profile/orders?limit=100', { headers: other.headers })
    expect(await answer.json()).toMatchObject({ total: 0, data: [] })
  })

  it('every sort order of the list uses an index', async () => {
    for (const sort of ['created', 'updated']) {
      const { results } = await bench.bareDb
        .prepare(
          `EXPLAIN QUERY PLAN SELECT id FROM orders WHERE customer_id = ? ORDER BY ${sort}, id LIMIT 20 OFFSET 480`,
        )
        .bind(nadia.identity.customer_id)
        .all<{ detail: string }>()
      expect(results.map(({ detail }) => detail).join('; ')).toContain('SEARCH orders USING')
    }
  })
})
