import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order, Quote } from '../../contract/money/order.ts'
import { accountBalanceEntries, mailbox, sandboxIntents } from '../../platform/database/tables.ts'
import { balanceOf, giveBalance } from '../../test-bench/balances.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
/** A program that blocks checkout while the customer owes money. Its places have a fee and a tax. */
let shop: Shop
let strict: Shop
/** A program that accepts offline payments. */
let office: Shop
beforeAll(async () => {
  bench = await openBench()
  const selling = {
    fee: { percent: 250, fixed: 50, included: false },
    taxes: [{ name: 'HST', percent: 1300, included: false }],
  }
  shop = await openShop(bench, { program: { selling } })
  office = await openShop(bench, { program: { selling: { offline: true, offline_instructions: 'Pay at the desk.' } } })
  strict = await openShop(bench, { program: { selling: { balance_due_blocks_checkout: true } } })
})

const owing = async (at: Shop, amount: number) => {
  const person = await at.customer()
  await enter(at, person, -amount)
  return person
}
const enter = async (at: Shop, person: Person, amount: number) =>
  giveBalance(bench, person, { programId: at.programId, amount, kind: 'manual_adjustment' })
const open = async (at: Shop, person: Person, version: 'v1' | 'v2' = 'v1') =>
  bench.call(
    `/${version}/profile/orders`,
    person.json({
      program_id: at.programId,
      customer_profile_id: person.profileId(at.programId),
      items: [version === 'v1' ? { type: 'balance_due' } : { product_id: 'balance_due', product_variation_id: null }],
    }),
  )
const opened = async (at: Shop, person: Person, version?: 'v1' | 'v2') =>
  (await (await open(at, person, version)).json()) as Order
const cartOf = ({ id }: Order) => ({ order_id: id, registration_ids: [], quote_version: 1 })
const pay = async (at: Shop, person: Person, order: Order, more: Record<string, unknown> = {}) =>
  at.pay(person, cartOf(order) as never, 'pm_card_visa', more)
const balanceAt = (at: Shop, person: Person) => balanceOf(at.db, person, at.programId)
const paymentsEntered = async (at: Shop, person: Person) =>
  (
    await at.db
      .select()
      .from(accountBalanceEntries)
      .where(eq(accountBalanceEntries.customer_profile_id, person.profileId(at.programId)))
  ).filter(({ kind }) => kind === 'payment')

describe('an order that pays a debt', () => {
  it.each(['v1', 'v2'] as const)('the order has the amount of the debt without fee and tax (%s)', async (version) => {
    const person = await owing(shop, 1200)
    const order = await opened(shop, person, version)
    expect(order).toMatchObject({
      status: 'draft',
      amount_total: { value: 1200 },
      amount_fee: { value: 0 },
      amount_tax: { value: 0 },
      checkout_methods: ['card'],
      items: [
        {
          type: 'balance_due',
          product_id: 'balance_due',
          product_variation_id: null,
          source: person.profileId(shop.programId),
          product_name: 'Balance due',
          amount: { value: 1200 },
        },
      ],
    })
    expect((await pay(shop, person, order)).status).toBe(201)
    expect(await shop.orderOf(person, cartOf(order) as never)).toMatchObject({
      status: 'paid',
      receipt_number: expect.stringMatching(/^\d{4}-\d{6}$/),
      starting_balance: { value: -1200 },
      ending_balance: { value: 0 },
    })
    expect(await balanceAt(shop, person)).toBe(0)
    expect(await paymentsEntered(shop, person)).toMatchObject([{ amount: 1200, order_id: order.id }])
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))
    expect(mails.at(-1)?.subject).toMatch(/^We received your \$12\.00/)
    expect((await pay(shop, person, order)).status).toBe(200)
    expect(await paymentsEntered(shop, person)).toHaveLength(1)
  })

  it('a customer has at most one order that pays a debt', async () => {
    const person = await owing(shop, 500)
    await opened(shop, person)
    const again = await Promise.all([open(shop, person), open(shop, person)])
    expect(again.map(({ status }) => status)).toEqual([409, 409])
    expect((await open(shop, await shop.customer())).status).toBe(409)
  })

  it('two parallel requests open one order for a debt because of a trigger in the schema', async () => {
    const both = async () => {
      const person = await owing(shop, 500)
      const answers = await Promise.all([open(shop, person), open(shop, person)])
      return answers.map(({ status }) => status).sort()
    }
    expect(await both()).toEqual([201, 409])
    const { results } = await bench.bareDb
      .prepare("SELECT sql FROM sqlite_schema WHERE name = 'balance_due_once'")
      .all<{ sql: string }>()
    await bench.bareDb.prepare('DROP TRIGGER balance_due_once').run()
    expect(await both()).toEqual([201, 201])
    await bench.bareDb.prepare(results[0]?.sql ?? '').run()
  })

  it('the amount of an order for a debt follows a changed debt', async () => {
    const person = await owing(shop, 700)
    const order = await opened(shop, person)
    await enter(shop, person, -300)
    const stale = await pay(shop, person, order)
    expect([stale.status, await stale.json()]).toMatchObject([
      409,
      { type: 'quote_stale', quote: { amount_total: { value: 1000 } } },
    ])
    await enter(shop, person, 1000)
    const quoted = await bench.call(`/v1/profile/orders/${order.id}/quote`, person.json({}))
    expect((await quoted.json()) as Quote).toMatchObject({ items: [], amount_total: { value: 0 } })
    expect(await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.payment_id, order.id))).toEqual([])
  })

  it('a program that requires paid debts sells places together with the debt', async () => {
    const person = await owing(strict, 800)
    const cart = await strict.cart(person)
    expect(await (await strict.pay(person, cart)).json()).toMatchObject({ type: 'balance_due' })
    const added = await bench.call(`/v1/profile/orders/${cart.order_id}/items`, person.json({ type: 'balance_due' }))
    expect((await added.json()) as Order).toMatchObject({ amount_total: { value: 10_800 } })
    expect((await strict.pay(person, cart)).status).toBe(201)
    expect(await balanceAt(strict, person)).toBe(0)
    const refund = await bench.call(`/v1/profile/orders/${cart.order_id}/refund`, person.json({ reason: 'moved_away' }))
    expect((await refund.json()) as { amount: unknown }).toMatchObject({ amount: { value: 10_000 } })
    expect(await strict.orderOf(person, cart)).toMatchObject({ status: 'paid', amount_returned: { value: 10_000 } })
  })

  it('a pending offline order keeps the debt when one of its places is cancelled', async () => {
    const person = await owing(office, 800)
    const cart = await office.cart(person, { places: 2 })
    await bench.call(`/v1/profile/orders/${cart.order_id}/items`, person.json({ type: 'balance_due' }))
    await office.pay(person, cart, undefined, { checkout_method: 'offline' })
    expect(await office.orderOf(person, cart)).toMatchObject({ status: 'pending', amount_total: { value: 20_800 } })
    const cancelled = await bench.call(`/v1/profile/registrations/${cart.registration_ids[0]}/cancel`, person.json({}))
    expect(cancelled.status).toBe(200)
    expect(await office.orderOf(person, cart)).toMatchObject({ status: 'pending', amount_total: { value: 10_800 } })
    expect((await office.pay(person, cart)).status).toBe(201)
    expect(await office.orderOf(person, cart)).toMatchObject({ status: 'paid', amount_paid: { value: 10_800 } })
    expect(await balanceAt(office, person)).toBe(0)
  })

  it('the debt remains when the last place of a pending offline order is cancelled', async () => {
    const person = await owing(office, 800)
    const cart = await office.cart(person)
    await bench.call(`/v1/profile/orders/${cart.order_id}/items`, person.json({ type: 'balance_due' }))
    await office.pay(person, cart, undefined, { checkout_method: 'offline' })
    await bench.call(`/v1/profile/registrations/${cart.registration_ids[0]}/cancel`, person.json({}))
    expect(await office.orderOf(person, cart)).toMatchObject({ status: 'cancelled' })
    expect(await balanceAt(office, person)).toBe(-800)
  })

  it('a paid debt cannot be cancelled', async () => {
    const person = await owing(shop, 900)
    const order = await opened(shop, person)
    await pay(shop, person, order)
    const cancelled = await bench.call(`/v1/profile/orders/${order.id}/cancel`, person.json({}))
    expect(await cancelled.json()).toMatchObject({ type: 'cancellation_not_allowed' })
    expect(await balanceAt(shop, person)).toBe(0)
  })
})
