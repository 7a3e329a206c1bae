import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import type { CancelledEvent } from '../../contract/organisation/organiser-event.ts'
import { dayMs } from '../../contract/limits.ts'
import type { Payment } from '../../contract/money/payment.ts'
import {
  eventOptions,
  events,
  mailbox,
  productVariations,
  refunds,
  registrations,
  statusHistory,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { makeProduct } from '../../test-bench/store.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

const text = 'The ice is too thin this year.'
let bench: Bench
let shop: Shop
beforeEach(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  bench.purged.length = 0
})

async function cancel(
  eventId = shop.eventId,
  headers: Record<string, string> = {},
  request: object = { text },
): Promise<{ status: number; body: CancelledEvent }> {
  const [row] = await shop.db.select({ key: events.key }).from(events).where(eq(events.id, eventId))
  const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/events/${row?.key}/cancel`, {
    method: 'POST',
    headers: { ...organiserHeaders, ...headers },
    body: JSON.stringify(request),
  })
  return { status: answer.status, body: (await answer.json()) as CancelledEvent }
}
const keyOf = async (eventId: string) =>
  (await shop.db.select({ key: events.key }).from(events).where(eq(events.id, eventId)))[0]?.key
const placesOf = async (order: Cart) =>
  (await shop.db.select().from(registrations).where(eq(registrations.order_id, order.order_id))).map(
    ({ status }) => status,
  )
const mailsOf = async (person: Person) =>
  shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email)).orderBy(desc(mailbox.id))
const refundsOf = async (order: Cart) =>
  (await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))).map(
    ({ amount, status, reason }) => [amount, status, reason],
  )

/** The audit's findings about these orders. */
async function broken(orders: Cart[]): Promise<string[]> {
  const names: string[] = []
  for (const question of auditQuestions.filter(({ of }) => of === 'orders' || of === 'registrations')) {
    const ids =
      question.of === 'orders'
        ? orders.map(({ order_id }) => order_id)
        : orders.flatMap(({ registration_ids }) => registration_ids)
    if ((await bench.bareDb.prepare(questionText(question, 'ids')).bind(JSON.stringify(ids)).all()).results.length > 0)
      names.push(question.name)
  }
  return names
}

describe('POST organiser/programs/{program_id}/events/{key}/cancel', () => {
  it('cancelling an event refunds the store products bought with its places', async () => {
    const store = await openShop(bench, { program: { features: { products: true } } })
    const nadia = await store.customer()
    const made = await makeProduct(bench, { programId: store.programId, variations: [{ cost: 2000, stock: 5 }] })
    const [source] = made.variation_ids
    const order = await store.cart(nadia)
    const add = async (quantity: number, parent: string | null) =>
      bench.call(
        `/v1/profile/orders/${order.order_id}/items`,
        nadia.json({ type: 'product_variation', source, quantity, parent }),
      )
    await add(2, order.item_ids[0] ?? '')
    await add(1, null)
    expect((await store.pay(nadia, order)).status).toBe(201)
    const paid = await store.orderOf(nadia, order)
    await bench.call(`/v1/organiser/programs/${store.programId}/events/${await keyOf(store.eventId)}/cancel`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ text }),
    })
    const after = await store.orderOf(nadia, order)
    expect(after).toMatchObject({ status: 'paid', amount_returned: { value: paid.amount_total.value - 2000 } })
    expect(after.items.map(({ is_cancelled, quantity }) => [is_cancelled, quantity])).toEqual([
      [true, 1],
      [true, 2],
      [false, 1],
    ])
    const [row] = await store.db.select().from(productVariations).where(eq(productVariations.id, source))
    expect(row?.stock_taken).toBe(1)
    expect(await broken([order])).toEqual([])
  })

  it('cancelling an event refunds all payments including fee and tax', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2, fee: 300, tax: { name: 'HST', percent: 1300 } })
    await shop.pay(nadia, order)
    const { status, body } = await cancel()
    expect([status, body.message, body.registrations, body.event.status]).toEqual([
      200,
      'Event cancelled.',
      2,
      'cancelled',
    ])
    expect(await placesOf(order)).toEqual(['cancelled', 'cancelled'])
    expect(await refundsOf(order)).toEqual([[order.total, 'succeeded', 'event_cancelled']])
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'event_cancelled',
      refund_status: 'refunded',
      amount_returned: { value: order.total },
      amount_due: { value: 0 },
    })
    expect((await shop.db.select().from(eventOptions).where(eq(eventOptions.id, shop.optionId)))[0]?.spots_taken).toBe(
      0,
    )

    const [mail, ...others] = await mailsOf(nadia)
    expect([mail?.subject, others.length]).toEqual(['Cancelled by Lakeside Camps: Canoe Week', 1])
    for (const words of [text, 'Maya Roy', '$232.78 goes back to Visa ending 4242']) expect(mail?.text).toContain(words)
    expect(mail?.attachments[0]?.content).toContain('STATUS:CANCELLED')
    expect(bench.purged).toEqual(expect.arrayContaining([`places:${shop.programId}`, `event:${shop.eventId}`]))
    expect(await broken([order])).toEqual([])
    const steps = await shop.db
      .select()
      .from(statusHistory)
      .where(eq(statusHistory.object_id, order.registration_ids[0]))
    expect(steps.at(-1)).toMatchObject({
      to_status: 'cancelled',
      actor_type: 'organiser',
      actor_id: 'bench',
      reason: 'event_cancelled',
    })
  })

  it('a second call cancels and refunds nothing more', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const first = await cancel(shop.eventId, { 'Idempotency-Key': 'cancel-1' })
    expect(first.body).toMatchObject({ registrations: 1, families: 1, preview: null })
    expect(await cancel(shop.eventId, { 'Idempotency-Key': 'cancel-1' })).toEqual(first)
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { message: 'Event cancelled.', registrations: 0, families: 1 },
    })
    expect([(await refundsOf(order)).length, (await mailsOf(nadia)).length]).toEqual([1, 2])
  })

  it('a preview says what the cancellation does, and changes nothing', async () => {
    const nadia = await shop.customer()
    const [paid, partly] = [await shop.cart(nadia, { places: 2, fee: 300 }), await shop.cart(nadia)]
    await shop.pay(nadia, paid)
    await bench.call(`/v1/profile/registrations/${paid.registration_ids[0]}/cancel`, nadia.json({}))
    await shop.pay(nadia, partly)
    await shop.cart(await shop.customer())
    const before = [await refundsOf(paid), await mailsOf(nadia)]
    bench.purged.length = 0
    const { status, body } = await cancel(shop.eventId, {}, { dry_run: true })
    expect([status, body.dry_run, body.message, body.families]).toEqual([200, true, null, 1])
    expect(body.preview).toMatchObject({
      ...{ places: 2, waiting: 0, amount: { value: 20_300 } },
      returned_by: [{ by: 'card', amount: { value: 20_300 } }],
    })
    expect([await refundsOf(paid), await mailsOf(nadia)]).toEqual(before)
    expect([await placesOf(paid), await placesOf(partly)]).toEqual([['cancelled', 'confirmed'], ['confirmed']])
    expect(bench.purged).toEqual([])

    const { body: cancelled } = await cancel()
    const sums = [...(await refundsOf(paid)).slice(1), ...(await refundsOf(partly))].map(([amount]) => amount)
    expect([sums.reduce((total, amount) => Number(total) + Number(amount), 0), cancelled.families]).toEqual([20_300, 1])
    expect((await cancel()).body.families).toBe(1)
  })

  it('a preview of an event that began is refused', async () => {
    bench.pass(400 * dayMs)
    const { status, body } = await cancel(shop.eventId, {}, { dry_run: true })
    expect([status, body]).toMatchObject([409, { type: 'already_started' }])
  })

  it('an order keeps its places in other events', async () => {
    const nadia = await shop.customer()
    const other = await makeEvent(bench, { programId: shop.programId })
    const child = await makeAttendee(bench, nadia, { programId: shop.programId })
    const order = await shop.cart(nadia, { places: 2 })
    await shop.db
      .update(registrations)
      .set({ event_id: other.event_id, option_id: other.option_ids[0], ...child })
      .where(eq(registrations.id, order.registration_ids[1] as string))
    await shop.pay(nadia, order)
    await cancel()
    expect((await placesOf(order)).sort()).toEqual(['cancelled', 'confirmed'])
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'paid',
      amount_returned: { value: 10_000 },
      amount_due: { value: 0 },
    })
    expect(await broken([order])).toEqual([])
  })

  it('an order with a partial refund gets the remainder', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2, fee: 300 })
    await shop.pay(nadia, order)
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, nadia.json({}))
    await cancel()
    expect((await refundsOf(order)).map(([amount]) => amount)).toEqual([10_000, 10_300])
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'cancelled', amount_returned: { value: 20_300 } })
    expect(await broken([order])).toEqual([])
  })

  it('a cart loses its places at once and cannot take them again', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await cancel()
    expect(await placesOf(order)).toEqual(['expired'])
    const quote = await bench.call(`/v1/profile/orders/${order.order_id}/quote?checkout_method=card`, {
      ...nadia.json({}),
      method: 'POST',
    })
    expect(await quote.json()).toMatchObject({ code: 422, type: 'option_not_on_sale' })
    expect(await mailsOf(nadia)).toEqual([])
    const pay = (await shop.pay(nadia, order)).status
    expect(pay).toBe(409)
  })

  it('an order that waits for its bank is ended without a charge', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order, 'pm_card_authenticationRequired')
    await cancel()
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'event_cancelled',
      payments: [{ status: 'cancelled' }],
      amount_due: { value: 0 },
    })
    expect((await mailsOf(nadia))[0]?.text).toContain(
      'You hadn’t paid for this order yet. It’s closed, and there’s nothing left to pay.',
    )
    expect(await broken([order])).toEqual([])
  })

  it('a concurrent payment is recorded and refunded in full', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    await shop.decideAtBank(payment, 'confirm')
    await cancel()
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'event_cancelled',
      amount_returned: { value: 10_000 },
    })
    expect(await broken([order])).toEqual([])
  })

  it('registrations without an order end too', async () => {
    const nadia = await shop.customer()
    const child = await makeAttendee(bench, nadia, { programId: shop.programId })
    const registered = await bench.call(
      '/v1/profile/registrations',
      nadia.json({
        event_id: shop.eventId,
        option_id: shop.optionId,
        customer_profile_id: nadia.profileId(shop.programId),
        attendee_profile_id: child.attendee_profile_id,
      }),
    )
    const { id } = (await registered.json()) as { id: string }
    expect((await cancel()).body.registrations).toBe(1)
    expect((await shop.db.select().from(registrations).where(eq(registrations.id, id)))[0]?.status).toBe('expired')
  })

  it('a cancelled event accepts no registration', async () => {
    const nadia = await shop.customer()
    const child = await makeAttendee(bench, nadia, { programId: shop.programId })
    await cancel()
    const input = {
      event_id: shop.eventId,
      option_id: shop.optionId,
      customer_profile_id: nadia.profileId(shop.programId),
      attendee_profile_id: child.attendee_profile_id,
    }
    expect(await (await bench.call('/v1/profile/registrations', nadia.json(input))).json()).toMatchObject({
      code: 422,
      type: 'option_not_on_sale',
    })
    await expect(
      makeCart(bench, nadia, { programId: shop.programId, eventId: shop.eventId, optionId: shop.optionId }),
    ).rejects.toThrow()
  })

  it.each([{}, { text: '', dry_run: true }, { text: 'x'.repeat(2001) }, { text, refund: false }])(
    'returns 400 with the invalid text %j',
    async (body) => {
      const [row] = await shop.db.select({ key: events.key }).from(events).where(eq(events.id, shop.eventId))
      const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/events/${row?.key}/cancel`, {
        method: 'POST',
        headers: organiserHeaders,
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(400)
    },
  )
})
