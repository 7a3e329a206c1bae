import { and, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { mailbox } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

describe('POST orders/{id}/mail_receipt', () => {
  it('a receipt and a credit note are mailed again, each at most once an hour', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2 })
    const send = async (body: object, person: Person = nadia) =>
      (await bench.call(`/v1/profile/orders/${order.order_id}/mail_receipt`, person.json(body))).status
    expect(await send({})).toBe(409)
    await shop.pay(nadia, order)
    await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, nadia.json({}))
    await bench.tick()
    const [receipt, note] = (await shop.orderOf(nadia, order)).receipts
    const copies = async (subject: string) => {
      await bench.tick()
      const own = and(eq(mailbox.recipient, nadia.email), like(mailbox.subject, `${subject}%`))
      return shop.db.select().from(mailbox).where(own)
    }

    for (let time = 0; time < 2; time += 1) expect(await send({})).toBe(200)
    expect(await send({ number: note?.number })).toBe(200)
    const [[mail, ...more], notes] = [
      await copies(`Receipt ${receipt?.number}`),
      await copies(`Credit note ${note?.number}`),
    ]
    expect([more, notes.length]).toEqual([[], 1])
    for (const text of [
      'Canoe Week, Full day · Maya Roy',
      receipt?.amount_total.display ?? '',
      `/receipts/${receipt?.number}`,
    ])
      expect(mail?.text).toContain(text)

    const other = await shop.customer()
    expect([await send({ number: '2020-000001' }), await send({}, other)]).toEqual([404, 404])
  })
})
