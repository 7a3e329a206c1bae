import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../contract/order.ts'
import type { List } from '../contract/paging.ts'
import { mailbox } from '../database/tables.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import type { Cart } from '../test-bench/orders.ts'
import type { Person } from '../test-bench/people.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'

const instructions = 'Come to the office, 8 to 6.\nBring cash or a cheque.'
let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, { program: { selling: { offline: true, offline_instructions: instructions } } })
})

const payLater = async (person: Person, order: Cart) =>
  bench.call(`/v1/profile/orders/${order.order_id}/payments`, person.json({ checkout_method: 'offline' }))

describe('how to pay later', () => {
  it('C2: stands on the order and in its mail, in the words of the program', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    expect((await shop.orderOf(nadia, order)).offline_instructions).toBe(instructions)
    expect((await payLater(nadia, order)).status).toBe(201)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', offline_instructions: instructions })
    const { data } = await shop.read<List<Order>>(nadia, '/v1/profile/orders')
    expect(data[0]?.offline_instructions).toBe(instructions)
    const [mail] = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    expect(mail?.text).toContain(instructions)
    expect(mail?.text).toContain('You can also pay by card on the order page.')
    expect(mail?.text).not.toContain('Reply to this email to ask')
  })

  it('C2: is null on an order that is paid, or cannot be paid later', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    expect((await shop.orderOf(nadia, order)).offline_instructions).toBeNull()
    const cards = await openShop(bench)
    const ben = await cards.customer()
    expect((await cards.orderOf(ben, await cards.cart(ben))).offline_instructions).toBeNull()
  })
})
