import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import type { Quote } from '../../contract/money/order.ts'
import type { Payment } from '../../contract/money/payment.ts'
import {
  accountBalanceEntries,
  accountBalances,
  payments,
  refunds,
  sandboxIntents,
} from '../../platform/database/tables.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

const program = {
  features: { account_balance: true },
  selling: { offline: true, offline_instructions: 'At the office.' },
}
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program }))
})

const usesBalance = { use_account_balance: true }
const give = async (person: Person, amount: number) =>
  giveBalance(bench, person, { programId: shop.programId, amount, kind: amount < 0 ? 'manual_adjustment' : 'gift' })
const withBalance = async (amount: number, places = 1) => {
  const person = await shop.customer()
  await give(person, amount)
  return { person, order: await shop.cart(person, { places }) }
}
const quote = async (person: Person, order: Cart, query: string) =>
  (
    await bench.call(`/v1/profile/orders/${order.order_id}/quote?${query}`, person.json({}))
  ).json() as unknown as Promise<Quote>
const pay = async (person: Person, order: Cart, body: Record<string, unknown>) =>
  bench.call(`/v1/profile/orders/${order.order_id}/payments`, person.json({ ...usesBalance, ...body }))
const balanceOf = async (person: Person) =>
  (
    await shop.db
      .select({ amount: accountBalances.amount })
      .from(accountBalances)
      .where(eq(accountBalances.customer_profile_id, person.profileId(shop.programId)))
  )[0]?.amount
const entriesOf = async (person: Person) =>
  (
    await shop.db
      .select({ kind: accountBalanceEntries.kind, amount: accountBalanceEntries.amount })
      .from(accountBalanceEntries)
      .where(eq(accountBalanceEntries.customer_id, person.identity.customer_id))
      .orderBy(accountBalanceEntries.created)
  ).map(({ kind, amount }) => `${kind} ${amount}`)
const paymentsOf = async (order: Cart) =>
  (await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id)).orderBy(payments.created)).map(
    ({ checkout_method, provider, status, amount_total, amount_received }) =>
      `${checkout_method} ${provider} ${status} ${amount_received}/${amount_total}`,
  )
/** The audit's findings in an order, its balance and its refunds. */
const faultsOf = async (person: Person, ...carts: Cart[]) => {
  const ids: Record<string, string[]> = {
    orders: carts.map(({ order_id }) => order_id),
    account_balances: [`${person.profileId(shop.programId)}:CAD`],
    refunds: (
      await Promise.all(
        carts.map(async ({ order_id }) => shop.db.select().from(refunds).where(eq(refunds.order_id, order_id))),
      )
    )
      .flat()
      .map(({ id }) => id),
  }
  const failures: string[] = []
  for (const question of auditQuestions.filter(({ of }) => ids[of])) {
    const { results } = await bench.bareDb
      .prepare(questionText(question, 'ids'))
      .bind(JSON.stringify(ids[question.of] ?? []))
      .all()
    if (results.length > 0) failures.push(question.name)
  }
  return failures
}

describe('a quote with the balance', () => {
  it.each([
    { balance: 4_000, used: 4_000, remaining: 6_000, methods: ['card', 'offline'] },
    { balance: 10_000, used: 10_000, remaining: 0, methods: ['free'] },
    { balance: 25_000, used: 10_000, remaining: 0, methods: ['free'] },
    { balance: -500, used: 0, remaining: 10_000, methods: ['card', 'offline'] },
  ])(
    'a quote uses $used of a balance of $balance and leaves $remaining due',
    async ({ balance, used, remaining, methods }) => {
      const { person, order } = await withBalance(balance)
      expect(await quote(person, order, 'use_account_balance=true')).toMatchObject({
        balance_used: { value: used },
        amount_due: { value: 10_000 },
        amount_remaining: { value: remaining },
        checkout_methods: methods,
      })
      expect(await quote(person, order, 'use_account_balance=false')).toMatchObject({
        balance_used: { value: 0 },
        amount_remaining: { value: 10_000 },
        checkout_methods: ['card', 'offline'],
      })
      expect(await shop.orderOf(person, order)).toMatchObject({
        starting_balance: { value: balance },
        ending_balance: { value: balance },
      })
    },
  )

  it('a program without balances uses none', async () => {
    const plain = await openShop(bench)
    const person = await plain.customer()
    await giveBalance(bench, person, { programId: plain.programId, amount: 5_000 })
    const order = await plain.cart(person)
    expect(await quote(person, order, 'use_account_balance=true')).toMatchObject({ balance_used: { value: 0 } })
    expect((await plain.pay(person, order, 'pm_card_visa', usesBalance)).status).toBe(201)
    expect((await plain.orderOf(person, order)).payments.map(({ amount_received }) => amount_received.value)).toEqual([
      10_000,
    ])
  })
})

describe('paying with the balance', () => {
  it.each(['free', 'card'])('the balance pays the whole order at once with the method %s', async (checkout_method) => {
    const { person, order } = await withBalance(12_500)
    const answer = await pay(person, order, { checkout_method })
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      {
        status: 'succeeded',
        checkout_method: 'free',
        payment_provider: 'account_balance',
        amount_received: { value: 10_000 },
      },
    ])
    expect(await shop.orderOf(person, order)).toMatchObject({
      status: 'paid',
      receipt_number: expect.stringMatching(/^\d{4}-\d{6}$/),
      amount_paid: { value: 10_000 },
      amount_due: { value: 0 },
      amount_remaining: { value: 0 },
      starting_balance: { value: 12_500 },
      ending_balance: { value: 2_500 },
      registrations: [{ status: 'confirmed' }],
    })
    expect(await entriesOf(person)).toEqual(['gift 12500', 'order_debit -10000'])
    expect((await pay(person, order, { checkout_method })).status).toBe(200)
    expect([await balanceOf(person), await faultsOf(person, order)]).toEqual([2_500, []])
  })

  it('the balance pays its part and the card the remainder', async () => {
    const { person, order } = await withBalance(4_000)
    const answer = await pay(person, order, { checkout_method: 'card', payment_source_id: 'pm_card_visa' })
    expect(await answer.json()).toMatchObject({ checkout_method: 'card', amount_received: { value: 6_000 } })
    expect(await paymentsOf(order)).toEqual([
      'card sandbox succeeded 6000/6000',
      'free account_balance succeeded 4000/4000',
    ])
    expect(await shop.orderOf(person, order)).toMatchObject({
      status: 'paid',
      payment_status: 'paid',
      amount_paid: { value: 10_000 },
      ending_balance: { value: 0 },
    })
    // A repeated request returns the card payment.
    expect(await (await pay(person, order, { checkout_method: 'card' })).json()).toMatchObject({
      checkout_method: 'card',
    })
    expect(await faultsOf(person, order)).toEqual([])
  })

  it('a reserved balance is released when the cart changes', async () => {
    const { person, order } = await withBalance(4_000, 2)
    const declined = await pay(person, order, { checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' })
    expect(declined.status).toBe(402)
    expect(await shop.orderOf(person, order)).toMatchObject({
      status: 'pending',
      amount_due: { value: 20_000 },
      amount_remaining: { value: 16_000 },
    })
    expect(await balanceOf(person)).toBe(0)
    expect(await quote(person, order, '')).toMatchObject({ balance_used: { value: 4_000 } })
    expect(await quote(person, order, 'use_account_balance=false')).toMatchObject({ balance_used: { value: 0 } })
    await bench.call(`/v1/profile/orders/${order.order_id}/items/${order.item_ids[1]}`, {
      method: 'DELETE',
      headers: person.headers,
    })
    expect([await balanceOf(person), await faultsOf(person, order)]).toEqual([4_000, []])

    await pay(person, order, { checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' })
    expect(await balanceOf(person)).toBe(0)
    await pay(person, order, {
      checkout_method: 'card',
      payment_source_id: 'pm_card_visa',
      use_account_balance: false,
    })
    expect(await paymentsOf(order)).toEqual(['card sandbox succeeded 10000/10000'])
    expect([await balanceOf(person), await faultsOf(person, order)]).toEqual([4_000, []])
  })

  it('M-21: the reserved balance is released once when the order is cancelled or expires', async () => {
    const { person, order } = await withBalance(4_000)
    await pay(person, order, { checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' })
    const cancel = async () => bench.call(`/v1/profile/orders/${order.order_id}/cancel`, person.json({}))
    await Promise.all([cancel(), cancel()])
    expect(await entriesOf(person)).toEqual(['gift 4000', 'order_debit -4000', 'order_release 4000'])

    const next = await shop.cart(person)
    await pay(person, next, { checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' })
    expect(await balanceOf(person)).toBe(0)
    bench.pass(60 * 60_000)
    await person.renew()
    await Promise.all([bench.tick(), bench.tick()])
    expect(await shop.orderOf(person, next)).toMatchObject({ status: 'expired', starting_balance: { value: 4_000 } })
    expect([await balanceOf(person), await faultsOf(person, order, next)]).toEqual([4_000, []])
  })

  it('the reserved balance pays an offline order once a cancellation makes it cover the remainder', async () => {
    const { person, order } = await withBalance(9_000, 2)
    expect((await pay(person, order, { checkout_method: 'offline' })).status).toBe(201)
    expect(await paymentsOf(order)).toEqual(['offline null created 0/11000'])
    expect(await shop.orderOf(person, order)).toMatchObject({ amount_remaining: { value: 11_000 } })
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, person.json({}))
    expect(await paymentsOf(order)).toEqual(['offline null created 0/1000'])
    expect(await faultsOf(person, order)).toEqual([])

    const whole = await withBalance(15_000, 2)
    await pay(whole.person, whole.order, { checkout_method: 'offline' })
    await bench.call(`/v1/profile/registrations/${whole.order.registration_ids[0]}/cancel`, whole.person.json({}))
    expect(await shop.orderOf(whole.person, whole.order)).toMatchObject({
      status: 'paid',
      amount_total: { value: 10_000 },
      starting_balance: { value: 15_000 },
      ending_balance: { value: 5_000 },
    })
    expect(await paymentsOf(whole.order)).toEqual([
      'offline null cancelled 0/5000',
      'free account_balance succeeded 10000/10000',
    ])
    expect(await faultsOf(whole.person, whole.order)).toEqual([])
  })

  it('a balance that has grown to cover an offline order pays it', async () => {
    const { person, order } = await withBalance(1_000)
    await pay(person, order, { checkout_method: 'offline', use_account_balance: false })
    await give(person, 9_000)
    expect(await quote(person, order, 'use_account_balance=true')).toMatchObject({ checkout_methods: ['free'] })
    expect((await pay(person, order, { checkout_method: 'free' })).status).toBe(201)
    expect(await shop.orderOf(person, order)).toMatchObject({ status: 'paid' })
    expect([await balanceOf(person), await faultsOf(person, order)]).toEqual([0, []])
  })
})

describe('a remainder below the minimum card charge', () => {
  it('the error comes before any charge', async () => {
    const { person, order } = await withBalance(9_970)
    const refused = await pay(person, order, { checkout_method: 'card', payment_source_id: 'pm_card_visa' })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { type: 'invalid_amount', param: 'use_account_balance', message: expect.stringContaining('$0.50') },
    ])
    expect(await paymentsOf(order)).toEqual([])
    expect((await shop.pay(person, order)).status).toBe(201)
  })
})

describe('a debt at checkout', () => {
  it.each([true, false])(
    'whether a debt blocks payment equals the setting of the program, which is %s',
    async (isBlocking) => {
      const strict = await openShop(bench, { program: { selling: { balance_due_blocks_checkout: isBlocking } } })
      const person = await strict.customer()
      const owed = { programId: strict.programId, amount: -500, kind: 'manual_adjustment' as const }
      await giveBalance(bench, person, owed)
      const order = await strict.cart(person)
      const first = await strict.pay(person, order)
      expect(first.status).toBe(isBlocking ? 422 : 201)
      if (isBlocking) expect(await first.json()).toMatchObject({ type: 'balance_due' })
      await giveBalance(bench, person, { ...owed, amount: 500, kind: 'payment' })
      expect((await strict.pay(person, order)).status).toBe(isBlocking ? 201 : 200)
    },
  )
})

describe('M-21: two orders that spend the same balance', () => {
  it('the slower of two concurrent orders gets a new quote and no charge', async () => {
    const { person, order } = await withBalance(10_000)
    const other = await shop.cart(person)
    const version = async (cart: Cart) => (await shop.orderOf(person, cart)).quote_version
    const versions = [await version(order), await version(other)]
    const answers = await Promise.all(
      [order, other].map(async (cart, at) =>
        pay(person, cart, {
          checkout_method: 'card',
          payment_source_id: 'pm_card_visa',
          quote_version: versions[at],
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(await lost?.json()).toMatchObject({
      type: 'quote_stale',
      quote: { balance_used: { value: 0 }, amount_remaining: { value: 10_000 }, checkout_methods: ['card', 'offline'] },
    })
    expect(await balanceOf(person)).toBe(0)
    const charged = await shop.db
      .select()
      .from(payments)
      .where(and(eq(payments.customer_id, person.identity.customer_id), eq(payments.checkout_method, 'card')))
    expect(charged).toEqual([])
    expect(await faultsOf(person, order, other)).toEqual([])
  })

  it('the second of two orders is refused with its new quote', async () => {
    const { person, order } = await withBalance(10_000)
    const other = await shop.cart(person)
    const { quote_version } = await quote(person, other, 'use_account_balance=true')
    await pay(person, order, { checkout_method: 'free' })
    const refused = await pay(person, other, { checkout_method: 'free', quote_version })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { type: 'quote_stale', quote: { amount_remaining: { value: 10_000 } } },
    ])
    // A method that only the balance made possible is not available without it.
    const without = await pay(person, other, { checkout_method: 'free' })
    expect([without.status, await without.json()]).toMatchObject([400, { type: 'invalid_option' }])
  })
})

describe('a late payment for an order with a reserved balance', () => {
  const payLate = async () => {
    const { person, order } = await withBalance(4_000)
    const opened = await pay(person, order, {
      checkout_method: 'card',
      payment_source_id: 'pm_card_authenticationRequired',
    })
    const payment = (await opened.json()) as Payment
    bench.pass(16 * 60_000)
    await bench.tick()
    await person.renew()
    expect([(await shop.orderOf(person, order)).status, await balanceOf(person)]).toEqual(['expired', 4_000])
    // The bank had confirmed the payment before.
    await shop.db
      .update(sandboxIntents)
      .set({ state: 'succeeded', amount_received: payment.amount_total.value })
      .where(eq(sandboxIntents.payment_id, payment.id))
    return { person, order, payment }
  }

  it('a late payment reserves the balance again', async () => {
    const { person, order, payment } = await payLate()
    await shop.confirm(person, order, payment)
    expect(await shop.orderOf(person, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
    expect([await balanceOf(person), await faultsOf(person, order)]).toEqual([0, []])
  })

  it('a late payment is refunded if the balance was spent in the meantime', async () => {
    const { person, order, payment } = await payLate()
    const other = await shop.cart(person)
    await pay(person, other, { checkout_method: 'card', payment_source_id: 'pm_card_visa' })
    await shop.confirm(person, order, payment)
    await bench.tick()
    expect(await shop.orderOf(person, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'payment_after_expiry',
      refund_status: 'refunded',
      amount_returned: { value: 6_000 },
    })
    expect([await balanceOf(person), await faultsOf(person, order, other)]).toEqual([0, []])
  })
})

describe('the refund of an order that the balance paid in part', () => {
  it('the balance is refunded its own share', async () => {
    const { person, order } = await withBalance(4_000)
    await pay(person, order, { checkout_method: 'card', payment_source_id: 'pm_card_visa' })
    expect((await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, person.json({}))).status).toBe(200)
    await bench.tick()
    const rows = await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))
    expect(rows.map(({ destination, status, amount }) => `${destination} ${status} ${amount}`).sort()).toEqual([
      'account_balance succeeded 4000',
      'original_method succeeded 6000',
    ])
    expect(await entriesOf(person)).toEqual(['gift 4000', 'order_debit -4000', 'refund_credit 4000'])
    expect(await shop.orderOf(person, order)).toMatchObject({ refund_status: 'refunded', status: 'cancelled' })
    expect([await balanceOf(person), await faultsOf(person, order)]).toEqual([4_000, []])
  })
})

describe('an amount that cannot be charged in its currency', () => {
  it('the amount is refused before a card is tried', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    const total = 12_345
    await bench.env.DB.prepare(`UPDATE orders SET currency = 'KWD', amount_total = ?1 WHERE id = ?2`)
      .bind(total, order.order_id)
      .run()
    const byCard = { checkout_method: 'card', payment_source_id: 'pm_card_visa', use_account_balance: false }
    const refused = await pay(person, order, byCard)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      {
        type: 'invalid_amount',
        param: 'checkout_method',
        message: expect.stringMatching(/12\.345.+steps of .*0\.010/),
      },
    ])
    expect(await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))).toEqual([])
    expect((await pay(person, order, { checkout_method: 'offline', use_account_balance: false })).status).toBe(201)
  })
})
