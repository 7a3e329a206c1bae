import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

describe('a site whose disk is full', () => {
  let bench: Bench
  let shop: Shop
  beforeAll(async () => {
    bench = await openBench()
    shop = await openShop(bench)
  })

  it('a site with a full disk shows its pages and answers writes with 503', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const isWrite = (statement: unknown) =>
      /^\s*(?:insert|update|delete)/i.test(String((statement as { statement?: string }).statement ?? ''))
    const fullDb = new Proxy(bench.bareDb, {
      get: (db, name) => {
        if (name !== 'batch') return (db[name as 'prepare'] as (text: string) => unknown).bind(db)
        return async (statements: D1PreparedStatement[]) => {
          if (statements.some(isWrite)) throw new Error('D1_ERROR: database or disk is full: SQLITE_FULL')
          return db.batch(statements)
        }
      },
    })
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
    const path = `/v1/profile/orders/${order.order_id}`
    const body = nadia.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' })
    const refused = await bench.call(`${path}/payments`, body, fullDb)
    const shown = await bench.call(path, { headers: nadia.headers }, fullDb)
    const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    lines.mockRestore()
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({ type: 'unavailable' })
    expect(shown.status).toBe(200)
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'error', level: 'error', reason: expect.stringMatching(/disk is full/) }),
    )
  })
})
