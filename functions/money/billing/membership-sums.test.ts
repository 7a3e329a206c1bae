import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CustomerProfile } from '../../contract/people/customer.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import type { Order, Quote } from '../../contract/money/order.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { CardSetup } from '../../contract/money/payment-method.ts'
import { memberships, orders } from '../../platform/database/tables.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { allInPrice } from '../../offering/pricing/all-in-price.ts'
import { decideSetup } from '../../platform/cards/sandbox-sources.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeCoupon, makeMembershipPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'

const day = 86_400_000
const selling = {
  fee: { percent: 250, fixed: 50, included: false },
  taxes: [{ name: 'HST', percent: 1300, included: false }],
  show_prices: 'all_in' as const,
}
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { features: { memberships: true, discounts: true }, selling },
  }))
})

type Refusal = { type: string; param: string | null; quote?: Quote }
const send = async <Body>(person: Person, path: string, body: unknown) => {
  const answer = await bench.call(path, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Body & Refusal }
}
const base = () => `/v1/profile/programs/${shop.programId}/memberships`
const buy = (person: Person, package_id: string, more: Record<string, unknown> = {}) =>
  send<Membership>(person, base(), { package_id, customer_profile_id: person.profileId(shop.programId), ...more })
const read = (person: Person, id: string) => shop.read<Membership>(person, `${base()}/${id}`)
const ordersOf = (id: string) => shop.db.select().from(orders).where(eq(orders.membership_id, id))
const monthly = (more: Parameters<typeof makeMembershipPackage>[2] = {}) =>
  makeMembershipPackage(bench, shop.programId, more)
/** A price with fee and tax, as pages show it. */
const charged = (cost: number) => allInPrice(cost, selling).total
async function passDays(person: Person, days: number) {
  bench.pass(days * day)
  await bench.tick()
  await person.renew()
}
const attach = (person: Person, source: string, is_default = false) =>
  send<CardSetup>(person, `/v1/profile/programs/${shop.programId}/payment_methods/${source}/attach`, { is_default })
/** Stores a card that is not the default, and returns its id. */
async function store(person: Person, source: string): Promise<string> {
  const before = await cardsOf(person)
  expect((await attach(person, source)).status).toBeLessThan(300)
  return (await cardsOf(person)).find((id) => !before.includes(id)) ?? ''
}
const cardsOf = async (person: Person) =>
  (await shop.read<CustomerProfile>(person, `/v1/profile/programs/${shop.programId}`)).sources.map(({ id }) => id)
async function storeAsking(person: Person): Promise<string> {
  const setup = (await attach(person, 'pm_card_authenticationRequired')).body
  const token = setup.next_action_url?.split('/').at(-1) ?? ''
  await decideSetup(bench.env, { token, isConfirmed: true, now: bench.now() })
  return store(person, 'pm_card_authenticationRequired')
}
const dayIn = (days: number) => dayInZone(bench.now() + days * day, 'America/Toronto')
const cartOf = async (person: Person, source: string, more: Record<string, unknown> = {}) =>
  (
    await send<Order>(person, '/v1/profile/orders', {
      program_id: shop.programId,
      customer_profile_id: person.profileId(shop.programId),
      items: [{ type: 'membership_package', source, ...more }],
    })
  ).body
const pay = (person: Person, { id, quote_version }: Pick<Order, 'id' | 'quote_version'>, more: object) =>
  send<Payment>(person, `/v1/profile/orders/${id}/payments`, { checkout_method: 'card', quote_version, ...more })
const boughtWith = async (person: Person, orderId: string) =>
  (await shop.read<{ data: Membership[] }>(person, base())).data.find(({ order_id }) => order_id === orderId)

describe('the shown and charged amounts of a membership', () => {
  it('after a trial that ended without a card, the first charge covers the days from the choice of a card', async () => {
    const person = await shop.customer()
    const anchor_day = Number(dayIn(4).slice(8))
    const { body } = await buy(person, await monthly({ trial_days: 3, trial_needs_card: false, anchor_day }))
    await passDays(person, 9)
    const shown = await read(person, body.id)
    expect(shown.status).toBe('paused')
    const payment_source_id = await store(person, 'pm_card_visa')
    const expected_amount = charged(shown.next_payment_cost?.value ?? 0)
    const change = async (expected: number) =>
      send<Membership>(person, `${base()}/${body.id}/payment_method`, { payment_source_id, expected_amount: expected })
    const stale = await change(expected_amount - 1)
    expect([stale.status, stale.body.type]).toEqual([409, 'quote_stale'])
    const mended = await change(expected_amount)
    expect([mended.status, mended.body.status]).toEqual([200, 'active'])
    // The order from the end of the trial is no longer paid.
    const order = (await ordersOf(body.id)).find(({ status }) => status === 'paid')
    expect(order?.amount_paid).toBe(expected_amount)
    expect(order?.amount_paid).toBeGreaterThan(charged(2000))
  })

  it('the charged amount equals the shown amount after a price change, a pause or a decline', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ billing_period: 'week', cost: 7000 }), {
      default_payment_method: 'pm_card_visa',
    })
    const from = body.current_period_start?.slice(0, 10) ?? ''
    const path = `/v1/organiser/programs/${shop.programId}/memberships/${body.id}/hold`
    const to = new Date(Date.parse(from) + 2 * day).toISOString().slice(0, 10)
    await bench.call(path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ from, to }) })
    const bad = await store(person, 'pm_card_chargeCustomerFail')
    await send(person, `${base()}/${body.id}/payment_method`, { payment_source_id: bad })
    await passDays(person, 3)
    const shown = await read(person, body.id)
    expect(shown.next_payment_cost?.value).toBe(5000)
    await passDays(person, 6)
    const late = await read(person, body.id)
    expect([late.status, late.amount_due.value]).toEqual(['past_due', charged(5000)])
    const order = await shop.read<Order>(person, `/v1/profile/orders/${late.open_order_id}`)
    expect(order.items[0]?.amount_total.value).toBe(charged(5000))
  })

  it('the mail before a trial ends has the price with fee and tax', async () => {
    const person = await shop.customer()
    await buy(person, await monthly({ trial_days: 5, trial_needs_card: false }))
    await passDays(person, 3)
    const mail = (await mailsTo(bench, person.email)).find(({ subject }) => subject.includes('trial ends'))
    expect(mail?.text).toContain(`$${(charged(4500) / 100).toFixed(2)}`)
    expect(mail?.text).toContain('choose a card')
  })
})

describe('a membership whose first day comes while its order is unpaid', () => {
  it('the first period of a membership is paid on its first day', async () => {
    const person = await shop.customer()
    const cart = await cartOf(person, await monthly(), { start_date: dayIn(1) })
    expect(cart.amount_total.value).toBe(0)
    bench.pass(2 * day)
    await person.renew()
    const payment_source_id = await store(person, 'pm_card_visa')
    const stale = await pay(person, cart, { checkout_method: 'free', payment_source_id })
    expect([stale.status, stale.body.type, stale.body.quote?.amount_total.value]).toEqual([
      409,
      'quote_stale',
      charged(4500),
    ])
    const version = stale.body.quote?.quote_version ?? 0
    expect((await pay(person, { id: cart.id, quote_version: version }, { payment_source_id })).status).toBe(201)
    const bought = await boughtWith(person, cart.id)
    expect([bought?.status, bought?.start_date]).toEqual(['active', dayIn(0)])
  })

  it('a membership with a fixed billing day costs the rest of its month', async () => {
    const person = await shop.customer()
    const source = await monthly({ cost: 30_000, anchor_day: Number(dayIn(10).slice(8)) })
    const cart = await cartOf(person, source)
    bench.pass(5 * day)
    await person.renew()
    const quote = await send<Quote>(person, `/v1/profile/orders/${cart.id}/quote`, {})
    const first = quote.body.items[0]?.membership?.first_cost.value ?? 0
    expect(quote.body.amount_total.value).toBe(charged(first))
    expect(quote.body.amount_total.value).toBeLessThan(cart.amount_total.value * 0.6)
  })

  it('a membership whose first day passed before the bank confirmed is charged at the next charging hour', async () => {
    const person = await shop.customer()
    const asking = await storeAsking(person)
    // Another item is paid now, and the bank takes some time.
    const cart = await shop.cart(person)
    const added = await send<Order>(person, `/v1/profile/orders/${cart.order_id}/items`, {
      type: 'membership_package',
      source: await monthly(),
      start_date: dayIn(1),
    })
    const payment = (await pay(person, added.body, { payment_source_id: asking })).body
    bench.pass(2 * day)
    await person.renew()
    await shop.decideAtBank(payment, 'confirm')
    await shop.confirm(person, cart, payment)
    const bought = await boughtWith(person, cart.order_id)
    expect(bought?.status).toBe('scheduled')
    // A period is charged at nine in the morning.
    await passDays(person, 0.5)
    const [order] = await ordersOf(bought?.id ?? '')
    expect(order?.amount_total).toBe(charged(4500))
  })
})

describe('the card for later charges of a membership', () => {
  it('a single payment after a trial stores the card', async () => {
    const person = await shop.customer()
    const source = await monthly({ trial_days: 3, num_periods: 1 })
    expect((await buy(person, source)).body.param).toBe('default_payment_method')
    const bought = await buy(person, source, { default_payment_method: 'pm_card_visa' })
    expect([bought.status, bought.body.status]).toEqual([201, 'trialing'])
    expect(await cardsOf(person)).toContain(bought.body.default_payment_method)
    await passDays(person, 4)
    expect((await read(person, bought.body.id)).status).toBe('active')
  })

  it('the chosen card is charged instead of the default', async () => {
    const person = await shop.customer()
    await attach(person, 'pm_card_visa', true)
    const other = await store(person, 'pm_card_mastercard')
    const cart = await cartOf(person, await monthly({ trial_days: 3 }))
    const free = { checkout_method: 'free' }
    const unknown = await pay(person, cart, { ...free, payment_source_id: 'pm_card_amex' })
    expect([unknown.status, unknown.body.param]).toEqual([404, 'payment_source_id'])
    expect((await pay(person, cart, { ...free, payment_source_id: other })).status).toBe(201)
    const bought = await boughtWith(person, cart.id)
    expect(bought?.default_payment_method).toBe(other)
    await passDays(person, 4)
    const [order] = await ordersOf(bought?.id ?? '')
    const paid = await shop.read<Order>(person, `/v1/profile/orders/${order?.id}`)
    expect(paid.payments[0]?.payment_source?.brand).toBe('mastercard')
  })

  it("a charge after a trial waits for the bank's confirmation", async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ trial_days: 2, trial_needs_card: false }))
    await passDays(person, 3)
    const payment_source_id = await storeAsking(person)
    const changed = await send<Membership>(person, `${base()}/${body.id}/payment_method`, { payment_source_id })
    expect([changed.status, changed.body.status, changed.body.amount_due.value]).toEqual([200, 'paused', charged(4500)])
    const order_id = changed.body.open_order_id ?? ''
    const order = await shop.read<Order>(person, `/v1/profile/orders/${order_id}`)
    const payment = order.payments.find(({ status }) => status === 'requires_action') as Payment
    // With another card on another day, the first order is no longer paid.
    const refused = await store(person, 'pm_card_chargeCustomerFail')
    await send(person, `${base()}/${body.id}/payment_method`, { payment_source_id: refused })
    expect((await shop.read<Order>(person, `/v1/profile/orders/${order_id}`)).status).toBe('cancelled')
    const again = await send<Membership>(person, `${base()}/${body.id}/payment_method`, { payment_source_id })
    const open = { order_id: again.body.open_order_id } as never
    const { payments } = await shop.orderOf(person, open)
    const asking = payments.find(({ status }) => status === 'requires_action') as Payment
    expect(asking.id).not.toBe(payment.id)
    await shop.decideAtBank(asking, 'confirm')
    await shop.confirm(person, open, asking)
    const begun = await read(person, body.id)
    expect([begun.status, begun.current_period_start?.slice(0, 10)]).toEqual(['active', dayIn(0)])
  })
})

describe('a discount code on a membership', () => {
  it('days of a pause are credited at the discounted price', async () => {
    const person = await shop.customer()
    const coupon = await makeCoupon(bench, shop.programId, { percent_off: 5000 })
    const [{ code }] = (await shop.db.all(`SELECT code FROM coupons WHERE id = '${coupon}'`)) as [{ code: string }]
    const cart = await cartOf(person, await monthly({ billing_period: 'week', cost: 7000 }))
    const reduced = await send<Order>(person, `/v1/profile/orders/${cart.id}/discounts`, { code })
    expect(reduced.status).toBe(201)
    const order = await shop.read<Order>(person, `/v1/profile/orders/${cart.id}`)
    expect(order.items[0]?.amount_total.value).toBe(order.amount_total.value)
    await pay(person, order, { payment_source_id: 'pm_card_visa' })
    const bought = await boughtWith(person, cart.id)
    const path = `/v1/organiser/programs/${shop.programId}/memberships/${bought?.id}/hold`
    const from = bought?.current_period_start?.slice(0, 10) ?? ''
    const to = new Date(Date.parse(from) + 2 * day).toISOString().slice(0, 10)
    await bench.call(path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ from, to }) })
    await passDays(person, 3)
    const [row] = await shop.db
      .select()
      .from(memberships)
      .where(eq(memberships.id, bought?.id ?? ''))
    expect(row?.credit_amount).toBe(1000)
  })

  it('an automatic coupon does not change the order of a later period', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ billing_period: 'week' }), {
      default_payment_method: 'pm_card_visa',
    })
    const payment_source_id = await store(person, 'pm_card_chargeCustomerFail')
    await send(person, `${base()}/${body.id}/payment_method`, { payment_source_id })
    await passDays(person, 8)
    const late = await read(person, body.id)
    await makeCoupon(bench, shop.programId, { code: null, percent_off: 5000, apply_automatically: true })
    const quote = await send<Quote>(person, `/v1/profile/orders/${late.open_order_id}/quote`, {})
    expect(quote.body.amount_total.value).toBe(charged(4500))
    expect((await read(person, body.id)).open_order_id).toBe(late.open_order_id)
  })
})
