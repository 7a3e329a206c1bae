import { dayMs } from '../../contract/limits.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Registration } from '../../contract/booking/registration.ts'
import {
  eventOptions,
  mailbox,
  orderItems,
  orders,
  refundRequests,
  refunds,
  registrations,
  sandboxRefunds,
} from '../../platform/database/tables.ts'
import { deliverOutbox } from '../../deliver-outbox.ts'
import { openBudget } from '../../platform/run-budget.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeCart, type Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { fairRefund, makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})
const cancel = (person: Person, id: string, body: Record<string, unknown> = {}) =>
  bench.call(`/v1/profile/registrations/${id}/cancel`, person.json(body))
const registrationOf = (person: Person, id: string) =>
  shop.read<Registration>(person, `/v1/profile/registrations/${id}`)
const mailOf = async (person: Person) =>
  (
    await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email)).orderBy(desc(mailbox.id)).limit(1)
  )[0]
const refundsOf = async (order: Cart) => shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))

type Policy = { daysAhead: number; automatic?: boolean; request?: boolean; keepFees?: boolean }
async function paidPlaces(policy: Policy, places = 1, spots: number | null = null) {
  const refund = {
    ...fairRefund,
    automatic: policy.automatic ?? true,
    request: policy.request ?? true,
    retention: { ...fairRefund.retention, keep_fees: policy.keepFees ?? true },
  }
  const event = await makeEvent(bench, {
    programId: shop.programId,
    startsAt: bench.now() + policy.daysAhead * dayMs,
    refund,
    options: [{ spots }],
  })
  const nadia = await shop.customer()
  const order = await makeCart(bench, nadia, {
    programId: shop.programId,
    eventId: event.event_id,
    optionId: event.option_ids[0],
    places,
    fee: 300,
    tax: { name: 'HST', percent: 1300 },
  })
  expect((await shop.pay(nadia, order)).status).toBe(201)
  return { nadia, order, id: order.registration_ids[0], optionId: event.option_ids[0] }
}

describe('several places of an order cancelled one after the other', () => {
  it('the second and later cancellations are mailed together after ten minutes', async () => {
    const { nadia, order } = await paidPlaces({ daysAhead: 20 }, 5)
    const subjects = async () => (await mailsTo(bench, nadia.email)).map(({ subject }) => subject).reverse()
    const ids = [...order.registration_ids]
    const before = (await subjects()).length
    for (const id of ids.slice(0, 4)) {
      bench.pass(60_000)
      expect((await cancel(nadia, id)).status).toBe(200)
    }
    const newMails = async () => (await subjects()).slice(before)
    expect(await newMails()).toEqual([expect.stringMatching(/cancelled/i)])
    bench.pass(7 * 60_000)
    for (let runs = 0; runs < 2; runs += 1) await deliverOutbox(openBudget(bench.env, 50_000))
    expect(await newMails()).toEqual([expect.anything(), expect.stringMatching(/^3 changes to your booking: /)])
    const [mail] = await mailsTo(bench, nadia.email)
    const places = await shop.db.select().from(registrations).where(eq(registrations.order_id, order.order_id))
    for (const { id } of places.filter((place) => ids.slice(1, 4).includes(place.id)))
      expect(mail?.attachments[0]?.content).toContain(id)
    expect(mail?.attachments[0]?.content).toContain('METHOD:CANCEL')
    expect(mail?.text.match(/113\.00/g)).toHaveLength(3)
    await nadia.renew()
    await cancel(nadia, ids[4] ?? '')
    expect(await newMails()).toHaveLength(2)
    bench.pass(600_000)
    await deliverOutbox(openBudget(bench.env, 50_000))
    expect(await newMails()).toHaveLength(3)
  })

  it('a customer who turned off cancellation mails gets none', async () => {
    const { nadia, order } = await paidPlaces({ daysAhead: 20, automatic: false, request: false }, 3)
    await bench.call('/v1/profile/preferences/notifications', {
      ...nadia.json({ notifications: [{ reason: 'registration_cancelled', email: false }] }),
      method: 'PUT',
    })
    const before = (await mailsTo(bench, nadia.email)).length
    for (const id of order.registration_ids) expect((await cancel(nadia, id)).status).toBe(200)
    bench.pass(11 * 60_000)
    await deliverOutbox(openBudget(bench.env, 50_000))
    expect(await mailsTo(bench, nadia.email)).toHaveLength(before)
  })
})

describe('POST registrations/{id}/cancel', () => {
  it.each([
    {
      why: 'the first tier refunds price and tax and keeps the fee',
      policy: { daysAhead: 20 },
      amount: 11_300,
      result: 'automatic',
    },
    { why: 'the second tier refunds half', policy: { daysAhead: 7 }, amount: 5650, result: 'automatic' },
    {
      why: 'a program that keeps no fees refunds the fee too',
      policy: { daysAhead: 20, keepFees: false },
      amount: 11_639,
      result: 'automatic',
    },
    {
      why: 'a policy by request creates a request and refunds nothing yet',
      policy: { daysAhead: 20, automatic: false },
      amount: 11_300,
      result: 'request',
    },
    {
      why: 'a request after the last tier asks for all that was paid',
      policy: { daysAhead: 1 },
      amount: 11_639,
      result: 'request',
    },
    {
      why: 'a policy without refund or request refunds nothing',
      policy: { daysAhead: 20, automatic: false, request: false },
      amount: 0,
      result: 'no_refund',
    },
    {
      why: 'a policy without request refunds nothing after the last tier',
      policy: { daysAhead: 1, request: false },
      amount: 0,
      result: 'no_refund',
    },
  ])('a cancelled registration is refunded by the policy: $why', async ({ policy, amount, result }) => {
    const { nadia, order, id } = await paidPlaces(policy)
    const preview = (await registrationOf(nadia, id)).cancellation
    expect(preview).toMatchObject({ result, amount: { value: amount } })
    const answer = await cancel(nadia, id, { reason: 'cannot_attend', expected_amount: preview.amount.value })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id, status: 'cancelled', cancellation: { result: 'not_possible' } })

    const sent = await refundsOf(order)
    const returned = result === 'automatic' ? amount : 0
    expect(sent.map((refund) => [refund.amount, refund.status])).toEqual(returned > 0 ? [[returned, 'succeeded']] : [])
    const input = await shop.db.select().from(refundRequests).where(eq(refundRequests.order_id, order.order_id))
    expect(input.map((request) => [request.amount, request.status, request.reason])).toEqual(
      result === 'request' ? [[amount, 'requested', 'cannot_attend']] : [],
    )
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'all_items_cancelled',
      amount_returned: { value: returned },
      amount_due: { value: 0 },
    })
  })

  it('the shown, the refunded and the mailed amounts are equal', async () => {
    const { nadia, order, id } = await paidPlaces({ daysAhead: 7 })
    const { cancellation } = await registrationOf(nadia, id)
    expect(cancellation.sentence).toBe('Cancel and get back $56.50')
    await cancel(nadia, id, { expected_amount: cancellation.amount })
    const [refund] = await refundsOf(order)
    expect(refund).toMatchObject({
      amount: 5650,
      inputs: { registration_id: id, base: 10_000, price: 5000, tax: 650, percent: 50 },
    })
    expect(
      (
        await shop.db
          .select()
          .from(sandboxRefunds)
          .where(eq(sandboxRefunds.refund_id, refund?.id ?? ''))
      )[0]?.amount,
    ).toBe(5650)
    const mail = await mailOf(nadia)
    expect(mail?.subject).toBe('Cancelled: Maya, Canoe Week')
    expect(mail?.text).toContain('$56.50 goes back to Visa ending 4242')
    expect(mail?.attachments[0]?.content).toContain('STATUS:CANCELLED')
  })

  it('cancelling one of two places frees it at once', async () => {
    const { nadia, order, id, optionId } = await paidPlaces({ daysAhead: 20 }, 2, 2)
    bench.purged.length = 0
    await cancel(nadia, id, { reason: 'illness_or_injury' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'paid',
      refund_status: 'partially_refunded',
      amount_returned: { value: 11_300 },
      amount_due: { value: 0 },
    })
    expect((await registrationOf(nadia, order.registration_ids[1] as string)).status).toBe('confirmed')
    expect((await shop.db.select().from(eventOptions).where(eq(eventOptions.id, optionId)))[0]?.spots_taken).toBe(1)
    expect(bench.purged).toContain(`places:${shop.programId}`)
    const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.registration_id, id))
    expect(line).toMatchObject({ cancelled_at: bench.now(), amount_cancelled: 11_300 })
    await cancel(nadia, order.registration_ids[1] as string)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'cancelled', amount_returned: { value: 22_600 } })
  })

  it('U5: the mail has the paid, refunded and remaining amounts of the order', async () => {
    const { nadia, order, id } = await paidPlaces({ daysAhead: 20 }, 2, 2)
    await cancel(nadia, id)
    const shown = await shop.orderOf(nadia, order)
    expect([shown.amount_paid, shown.amount_returned, shown.amount_returning].map(({ value }) => value)).toEqual([
      23_278, 11_300, 0,
    ])
    const mail = await mailOf(nadia)
    const [credit] = (shown.receipts ?? []).filter(({ kind }) => kind === 'credit_note')
    expect(mail?.text).toContain(
      `Paid after refund: $119.78\nTotal paid: $232.78\nRefund: −$113.00\n\nCredit note ${credit?.number} for receipt ${shown.receipt_number}.\n\nSamuel’s place stays booked.`,
    )
  })

  it('M-20: thirty concurrent requests refund once', async () => {
    const { nadia, order, id } = await paidPlaces({ daysAhead: 20 })
    const many = process.env.LONG === '1' ? 30 : 8
    const answers = await Promise.all(Array.from({ length: many }, () => cancel(nadia, id)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(many).fill(200))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ id, status: 'cancelled' })
    expect(await refundsOf(order)).toHaveLength(1)
    expect((await shop.db.select().from(orders).where(eq(orders.id, order.order_id)))[0]).toMatchObject({
      amount_paid: 11_639,
      amount_refunding: 11_300,
      amount_returned: 11_300,
      amount_cancelled: 11_300,
    })
  })

  it('returns 409 with the new preview if another amount was expected', async () => {
    const { nadia, order, id } = await paidPlaces({ daysAhead: 7 })
    const answer = await cancel(nadia, id, { expected_amount: 11_300 })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      type: 'quote_stale',
      param: 'expected_amount',
      cancellation: { result: 'automatic', amount: { value: 5650 } },
    })
    expect((await registrationOf(nadia, id)).status).toBe('confirmed')
    expect(await refundsOf(order)).toEqual([])
  })

  it('returns 409 already_started from the first minute on', async () => {
    const { nadia, id } = await paidPlaces({ daysAhead: 1 })
    bench.pass(dayMs)
    await nadia.renew()
    expect(await (await cancel(nadia, id)).json()).toMatchObject({ code: 409, type: 'already_started' })
  })

  it.each([
    { why: 'an unknown reason', body: { reason: 'because' }, type: 'invalid_option', param: 'reason' },
    { why: 'the organiser’s reason', body: { reason: 'event_cancelled' }, type: 'invalid_option', param: 'reason' },
    {
      why: 'the reason other without an explanation',
      body: { reason: 'other' },
      type: 'required',
      param: 'reason_other',
    },
    {
      why: 'the reason not_as_described without an explanation',
      body: { reason: 'not_as_described' },
      type: 'required',
      param: 'reason_other',
    },
    {
      why: 'an explanation that is too long',
      body: { reason: 'other', reason_other: 'x'.repeat(256) },
      type: 'too_long',
      param: 'reason_other',
    },
    { why: 'an unknown field', body: { refund: 1 }, type: 'unknown_parameter', param: 'refund' },
    { why: 'half a cent', body: { expected_amount: 1.5 }, type: 'invalid_parameter', param: 'expected_amount' },
  ])('returns 400 for $why', async ({ body, type, param }) => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    expect(await (await cancel(nadia, order.registration_ids[0], body)).json()).toMatchObject({
      code: 400,
      type,
      param,
    })
  })

  it("returns 404 for another customer's registration", async () => {
    const { id } = await paidPlaces({ daysAhead: 20 })
    expect((await cancel(await shop.customer(), id)).status).toBe(404)
    expect((await bench.call(`/v1/profile/registrations/${id}/cancel`, { method: 'POST' })).status).toBe(401)
  })

  it('a place in a cart is released and leaves the cart', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2 })
    expect(await (await cancel(nadia, order.registration_ids[0])).json()).toMatchObject({ status: 'expired' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'draft',
      items: [{ registration_id: order.registration_ids[1] }],
      amount_total: { value: 10_000 },
    })
    expect(
      (await shop.db.select().from(registrations).where(eq(registrations.id, order.registration_ids[0])))[0],
    ).toMatchObject({ order_id: null })
  })

  it('PUT registrations/{id} with status cancelled does the same', async () => {
    const { nadia, order, id } = await paidPlaces({ daysAhead: 20 })
    const answer = await bench.call(`/v1/profile/registrations/${id}`, {
      ...nadia.json({ status: 'cancelled' }),
      method: 'PUT',
    })
    expect(await answer.json()).toMatchObject({ id, status: 'cancelled' })
    expect(await refundsOf(order)).toMatchObject([{ amount: 11_300 }])
    const other = await paidPlaces({ daysAhead: 20 })
    expect(
      (
        await bench.call(`/v1/profile/registrations/${other.id}`, {
          ...nadia.json({ status: 'cancelled' }),
          method: 'PUT',
        })
      ).status,
    ).toBe(404)
  })

  it('PUT is refused with the id of another registration in the body', async () => {
    const { nadia, order, id } = await paidPlaces({ daysAhead: 20 })
    const answer = await bench.call(`/v1/profile/registrations/${id}`, {
      ...nadia.json({ id: order.registration_ids[1] ?? 'reg_other', status: 'cancelled' }),
      method: 'PUT',
    })
    expect(await answer.json()).toMatchObject({ code: 400, type: 'invalid_parameter', param: 'id' })
    expect(await refundsOf(order)).toEqual([])
  })

  it('PUT with status cancelled and an unknown field cancels nothing', async () => {
    const { nadia, id } = await paidPlaces({ daysAhead: 20 })
    const answer = await bench.call(`/v1/profile/registrations/${id}`, {
      ...nadia.json({ status: 'cancelled', waiver: { waiver_id: 'w', version: 1, surprise: true } }),
      method: 'PUT',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type: 'unknown_parameter', param: 'waiver.surprise' })
    expect(
      await (await bench.call(`/v1/profile/registrations/${id}`, { headers: nadia.headers })).json(),
    ).toMatchObject({
      status: 'confirmed',
    })
  })
})
