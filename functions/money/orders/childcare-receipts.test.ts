import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChildcareReceipt } from '../../contract/money/childcare-receipt.ts'
import { dayMs } from '../../contract/limits.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import type { Order } from '../../contract/money/order.ts'
import { system } from '../../platform/actor.ts'
import { commit } from '../../platform/database/commit.ts'
import { orderItems, payments, programs, refunds, relations } from '../../platform/database/tables.ts'
import { makeContext } from '../../platform/make-context.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { fairRefund, makeEvent, makeSessionPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { issueCreditNote } from './issue-receipt.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { account_balance: true, sessions: true } } }))
})
const read = async (person: Person, more = '') =>
  (
    await shop.read<{ data: ChildcareReceipt[] }>(
      person,
      `/v1/profile/childcare_receipts?program_id=${shop.programId}${more}`,
    )
  ).data
const setCountry = (country: string) => shop.db.update(programs).set({ country }).where(eq(programs.id, shop.programId))
const child = (person: Person, firstName: string, more = {}) =>
  makeAttendee(bench, person, { programId: shop.programId, firstName, ...more })
const papersComeTo = async (person: Person, order: Cart) =>
  sum((await shop.orderOf(person, order)).receipts.map((paper) => paper.amount_paid.value))

/** Refunds a part of an item that stays booked. */
async function refundPart(order: Cart, amount: number) {
  const [payment] = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
  const ctx = makeContext({ env: bench.env, now: bench.now(), requestId: 'test', actor: system })
  const refund = { id: `ref_part${order.order_id}`, amount, inputs: { item_id: order.item_ids[0] } }
  await shop.db.insert(refunds).values({
    ...{ ...refund, order_id: order.order_id, payment_id: payment?.id ?? '', dedupe: refund.id },
    ...{ status: 'succeeded', destination: 'original_method', created: ctx.now, updated: ctx.now },
  })
  const items = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, order.order_id))
  await commit(ctx, issueCreditNote(ctx, refund, { items, program: { timezone: 'America/Toronto' } }))
}

describe('GET profile/childcare_receipts', () => {
  it('childcare receipts are not written for an adult, for a visit without a price, or for another parent', async () => {
    const person = await shop.customer()
    const free = await makeEvent(bench, { programId: shop.programId, options: [{ cost: 0 }] })
    const grown = await child(person, 'Nadia', { relation: 'self', bornOn: '1985-01-01' })
    const maya = await child(person, 'Maya')
    for (const cart of [
      { attendeeIds: [grown] },
      { attendeeIds: [maya], eventId: free.event_id, optionId: free.option_ids[0] },
    ]) {
      const order = await shop.cart(person, cart)
      const paid = await bench.call(
        `/v1/profile/orders/${order.order_id}/payments`,
        person.json(
          order.total === 0
            ? { checkout_method: 'free' }
            : { checkout_method: 'card', payment_source_id: 'pm_card_visa' },
        ),
      )
      expect(paid.status).toBe(201)
    }
    expect(await read(person)).toEqual([])
    expect((await shop.pay(person, await shop.cart(person, { attendeeIds: [maya] }))).status).toBe(201)
    const [receipt] = await read(person)
    expect(receipt).toMatchObject({ child: { first_name: 'Maya' }, amount_total: { value: 10_000 } })
    const other = await shop.customer()
    await shop.db.insert(relations).values({
      customer_id: other.identity.customer_id,
      attendee_id: maya.attendee_id,
      relation: 'parent',
      rights: ['view', 'register', 'pay'],
      created: bench.now(),
    })
    expect(await read(other)).toEqual([])
    expect((await shop.read<{ data: Order[] }>(other, '/v1/profile/orders')).data).toEqual([])
  })

  it('childcare receipts come to the receipts less the credit notes of each child, in every country', async () => {
    const person = await shop.customer()
    const [maya, samuel] = [await child(person, 'Maya'), await child(person, 'Samuel')]
    const week = { startsAt: Date.parse('2028-07-03T13:00:00Z'), endsAt: Date.parse('2028-07-07T20:00:00Z') }
    const parts = { deposit: { percent: 40 }, parts: [{ days_before: 60 }, { days_before: 30 }] }
    const planned = await makeEvent(bench, {
      ...{ programId: shop.programId, ...week, refund: fairRefund },
      options: [{ cost: 30_000, paymentPlan: parts }],
    })
    const of = { eventId: planned.event_id, optionId: planned.option_ids[0] }
    const first = await shop.cart(person, { attendeeIds: [maya], fee: 163, tax: { name: 'HST', percent: 1300 } })
    expect((await shop.pay(person, first)).status).toBe(201)
    await refundPart(first, 1234)
    const second = await shop.cart(person, { ...of, attendeeIds: [maya, samuel] })
    expect((await shop.pay(person, second, 'pm_card_visa', { pay_in_instalments: true })).status).toBe(201)

    // The rest is paid in the year after, once Samuel's place is cancelled.
    bench.pass(Date.parse('2028-01-10T15:00:00Z') - bench.now())
    await person.renew()
    const cancelled = await bench.call(
      `/v1/profile/registrations/${second.registration_ids[1]}/cancel`,
      person.json({ destination: 'account_balance' }),
    )
    expect(cancelled.status).toBe(200)
    const rest = await bench.call(
      `/v1/profile/orders/${second.order_id}/instalments/pay`,
      person.json({ payment_source_id: 'pm_card_mastercard' }),
    )
    expect(rest.status).toBe(201)

    const inFull = await papersComeTo(person, second)
    expect(inFull).toBe(30_000)
    const total = (await papersComeTo(person, first)) + inFull
    const firstNet = 10_000 + 163 + 1321 - 1234
    for (const [country, years] of [
      ['CA', { 2027: firstNet, 2028: 30_000 }],
      ['US', { 2027: firstNet, 2028: 30_000 }],
      ['FR', { 2027: firstNet + 12_000, 2028: 18_000 }],
    ] as const) {
      await setCountry(country)
      const receipts = await read(person)
      expect(
        receipts.map(({ child: { first_name } }) => first_name),
        country,
      ).toEqual(['Maya', 'Maya'])
      expect(Object.fromEntries(receipts.map(({ year, amount_total }) => [year, amount_total.value])), country).toEqual(
        years,
      )
      expect(sum(receipts.map(({ amount_total }) => amount_total.value)), country).toBe(total)
      expect(receipts.map(({ is_final }) => is_final)).toEqual([false, true])
      for (const receipt of receipts) expect(await read(person, `&year=${receipt.year}`), country).toEqual([receipt])
    }
    await setCountry('CA')
    const numbers = (await shop.orderOf(person, second)).receipts
      .filter(({ kind }) => kind === 'receipt')
      .map(({ number }) => number)
    expect(await read(person, `&year=2028&attendee_id=${maya.attendee_id}`)).toMatchObject([
      {
        seller: { name: 'Lakeside Camps' },
        buyer: { email: person.email },
        child: { first_name: 'Maya', last_name: 'Roy', date_of_birth: '2017-05-31' },
        first_day: '2028-07-03',
        last_day: '2028-07-07',
        days: 5,
        lines: [{ days: 5, receipt_numbers: numbers, amount: { value: 30_000 } }],
      },
    ])
  })

  it('a used visit of a package is on the receipt of its child, at its part of the package', async () => {
    const person = await shop.customer()
    const maya = await child(person, 'Maya')
    const source = await makeSessionPackage(bench, shop.programId, { cost: 10_000, allocated_amount: 3 })
    const customer_profile_id = person.profileId(shop.programId)
    const order = await bench.call(
      '/v1/profile/orders',
      person.json({ program_id: shop.programId, customer_profile_id, items: [{ type: 'session_package', source }] }),
    )
    await shop.pay(person, { order_id: ((await order.json()) as Order).id } as never)
    expect(await read(person)).toEqual([])
    const balance = `/v1/profile/programs/${shop.programId}/session_balance`
    const [credit] = (await shop.read<SessionBalance>(person, balance)).credits
    const [first = 0, second = 0] = [5, 6].map((days) => bench.now() + days * dayMs)
    for (const startsAt of [first, second]) {
      const times = { startsAt, endsAt: startsAt + 3_600_000 }
      const event = await makeEvent(bench, { programId: shop.programId, packageIds: [source], ...times })
      const booked = await bench.call(
        '/v1/profile/bookings',
        person.json({
          program_id: shop.programId,
          event_id: event.event_id,
          people: [{ attendee_id: maya.attendee_id, option_id: event.option_ids[0], session_credit_id: credit?.id }],
        }),
      )
      expect(booked.status).toBe(201)
      const { id } = (await booked.json()) as Order
      await shop.pay(person, { order_id: id } as never, undefined, { checkout_method: 'free', payment_source_id: null })
    }
    const receipts = await read(person)
    expect(receipts).toMatchObject([
      {
        child: { first_name: 'Maya' },
        days: 2,
        lines: [
          { name: 'Ten lake swims', days: 1, amount: { value: 3334 } },
          { name: 'Ten lake swims', days: 1, amount: { value: 3333 } },
        ],
        amount_total: { value: 6667 },
      },
    ])
  })
})
