import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import { mailbox } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

const instructions = 'Come to the office, 8 to 6.\nBring cash or a cheque.'
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { selling: { offline: true, offline_instructions: instructions } },
  }))
})

const payLater = async (person: Person, order: Cart) =>
  bench.call(`/v1/profile/orders/${order.order_id}/payments`, person.json({ checkout_method: 'offline' }))

describe('the instructions for offline payment', () => {
  it("C2: the order and its mail have the program's instructions", async () => {
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

  it('U6: the mail has the deadline with its time zone', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { fee: 300, tax: { name: 'HST', percent: 1300 } })
    const { offline_due_at } = await shop.orderOf(nadia, order)
    expect((await payLater(nadia, order)).status).toBe(201)
    expect((await shop.orderOf(nadia, order)).due_at).toBe(offline_due_at)
    const [mail] = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    const text = mail?.text.replaceAll('\u00a0', ' ') ?? ''
    expect(mail?.subject).toMatch(/^Your place is held until \w{3}, /)
    expect(text).toMatch(
      /Please pay \$116\.39 to Lakeside Camps by \w{3}, \w+ \d+, [^()]+ \(Toronto time\)\. Until then, this place is yours:/,
    )
    expect(text).not.toContain('..')
    expect(text).toContain(
      ['Total due: $116.39', 'Canoe Week, Full day, Maya Roy: $100.00', 'Booking fee: $3.00', 'HST 13%: $13.39'].join(
        '\n',
      ),
    )
  })

  it('C2: an order that cannot be paid offline has no instructions', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    expect((await shop.orderOf(nadia, order)).offline_instructions).toBeNull()
    const cards = await openShop(bench)
    const ben = await cards.customer()
    expect((await cards.orderOf(ben, await cards.cart(ben))).offline_instructions).toBeNull()
  })
})

describe('limits of offline payment', () => {
  it('S5: returns 403 until the email is confirmed', async () => {
    const nadia = await shop.customer({ verified: false })
    const order = await shop.cart(nadia)
    const refused = await payLater(nadia, order)
    expect([refused.status, await refused.json()]).toMatchObject([403, { type: 'email_not_verified' }])
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'draft', checkout_methods: ['card', 'offline'] })
    expect((await shop.pay(nadia, order)).status).toBe(201)
  })

  it('S5: a customer has at most four unpaid places over all orders', async () => {
    const nadia = await shop.customer()
    const [first, second] = [await shop.cart(nadia, { places: 3 }), await shop.cart(nadia, { places: 2 })]
    expect((await payLater(nadia, first)).status).toBe(201)
    const refused = await payLater(nadia, second)
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { type: 'offline_not_available', message: expect.stringContaining('at most 4 places') },
    ])
    expect((await shop.pay(nadia, first)).status).toBe(201)
    expect((await payLater(nadia, second)).status).toBe(201)
  })

  it('S5: two concurrent offline orders do not exceed the limit', async () => {
    const nadia = await shop.customer()
    const carts = [await shop.cart(nadia, { places: 3 }), await shop.cart(nadia, { places: 3 })]
    const answers = await Promise.all(carts.map(async (each) => payLater(nadia, each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it('S5: an order of five places cannot be paid offline', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 5 })
    expect((await shop.orderOf(nadia, order)).checkout_methods).toEqual(['card'])
    expect((await payLater(nadia, order)).status).toBe(422)
  })

  it('a total below the smallest charge is paid offline only, and a card is refused before its provider is called', async () => {
    const own = await openShop(bench, {
      event: { options: [{ spots: null, cost: 25 }] },
      program: { selling: { offline: true } },
    })
    const nadia = await own.customer()
    const order = await own.cart(nadia)
    expect((await own.orderOf(nadia, order)).checkout_methods).toEqual(['offline'])
    const refused = await own.pay(nadia, order)
    expect(await refused.json()).toMatchObject({
      type: 'invalid_amount',
      param: 'checkout_method',
      message: expect.stringContaining('at least $0.50'),
    })
    expect((await own.orderOf(nadia, order)).payments).toEqual([])
    expect((await payLater(nadia, order)).status).toBe(201)
  })

  it.each([
    { until_start: true, methods: ['card', 'offline'], due: '2027-01-06T05:00:00.000Z' },
    { until_start: false, methods: ['card'], due: null },
  ])(
    'the payment methods an hour before the start are $methods with a due date at the end of the day',
    async (limits) => {
      const own = await openShop(bench, {
        event: { startsAt: Date.parse('2027-01-05T14:00:00Z') },
        program: {
          selling: {
            offline: true,
            offline_limits: { days: 7, places: 4, verified_email: true, until_start: limits.until_start },
          },
        },
      })
      bench.pass(Math.max(0, Date.parse('2027-01-05T13:00:00Z') - bench.now()))
      const nadia = await own.customer()
      const order = await own.cart(nadia)
      const { checkout_methods, offline_due_at } = await own.orderOf(nadia, order)
      expect([checkout_methods, offline_due_at]).toEqual([limits.methods, limits.due])
      expect((await payLater(nadia, order)).status).toBe(limits.due === null ? 422 : 201)
    },
  )

  it('S5: a program may set its own limits', async () => {
    const own = await openShop(bench, {
      program: { selling: { offline: true, offline_limits: { days: 2, places: 6, verified_email: false } } },
    })
    const nadia = await own.customer({ verified: false })
    const order = await own.cart(nadia, { places: 5 })
    expect((await payLater(nadia, order)).status).toBe(201)
    expect((await own.orderOf(nadia, order)).due_at).toBe(new Date(bench.now() + 2 * 86_400_000).toISOString())
  })
})
