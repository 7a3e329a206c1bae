import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RefundPreview, RefundRequest } from '../../contract/money/refund.ts'
import {
  mailbox,
  orders,
  payments,
  refundRequests,
  refunds,
  sandboxRefunds,
  statusHistory,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

type Refused = { code: number; type: string; param: string | null }
let bench: Bench
/** In `shop` the policy refunds automatically; in `office` the organisation decides. */
let shop: Shop
let office: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  office = await openShop(bench, { refund: { ...fairRefund, automatic: false, request: true } })
})

const paid = async (at: Shop, places = 1, fee = 0) => {
  const person = await at.customer({ firstName: 'Nadia' })
  const order = await at.cart(person, { places, fee })
  await at.pay(person, order)
  return { person, order }
}
const requestRefund = async (
  person: Person,
  order: Cart,
  body: Record<string, unknown> = { reason: 'cannot_attend' },
) => bench.call(`/v1/profile/orders/${order.order_id}/refund`, person.json(body))
const postRefund = async (person: Person, order: Cart, body?: Record<string, unknown>) =>
  (await (await requestRefund(person, order, body)).json()) as RefundRequest & Refused
const preview = (person: Person, order: Cart, query = '') =>
  shop.read<RefundPreview>(person, `/v1/profile/orders/${order.order_id}/refund${query}`)
const decide = async (
  at: Shop,
  request: { id: string },
  verb: 'approve' | 'decline',
  body: Record<string, unknown> = {},
) =>
  bench.call(`/v1/organiser/programs/${at.programId}/refund_requests/${request.id}/${verb}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
const withdraw = (person: Person, order: Cart) =>
  bench.call(`/v1/profile/orders/${order.order_id}/refund/withdraw`, person.json({}))
const requestOf = async (id: string) =>
  (await shop.db.select().from(refundRequests).where(eq(refundRequests.id, id)))[0]
const mailsTo = async (email: string) =>
  (await shop.db.select().from(mailbox).where(eq(mailbox.recipient, email)).orderBy(mailbox.id)).map(
    ({ subject }) => subject,
  )

describe('POST orders/{id}/refund', () => {
  it('an automatic refund matches its preview', async () => {
    const { person, order } = await paid(shop, 2, 300)
    const before = await preview(person, order)
    expect(before).toMatchObject({
      amount: { value: 20_000 },
      amount_automatic: { value: 20_000 },
      amount_requested: { value: 0 },
      places: [
        { is_included: true, price: { value: 10_000 }, kept: { value: 300 } },
        { is_included: true, price: { value: 10_000 }, kept: { value: 300 } },
      ],
    })
    const answer = await requestRefund(person, order)
    expect(answer.status).toBe(201)
    const request = (await answer.json()) as RefundRequest
    expect(request).toMatchObject({
      object: 'refund_request',
      status: 'approved',
      amount: before.amount,
      amount_approved: before.amount,
      refunds: [{ object: 'refund', amount: { value: 20_000 } }],
    })
    const { refund_requests } = await preview(person, order)
    expect(refund_requests).toMatchObject([{ id: request.id, status: 'completed', refunds: [{ status: 'succeeded' }] }])
    expect(await shop.orderOf(person, order)).toMatchObject({ status: 'cancelled', amount_returned: { value: 20_000 } })
  })

  it('a request for one of two places is mailed to the organisation and the customer', async () => {
    const { person, order } = await paid(office, 2)
    const [one] = order.registration_ids
    const body = {
      reason: 'other',
      metadata: { reason_other: 'Broken wrist', comment: 'Sorry!', registration_ids: [one], expected_amount: 10_000 },
    }
    const request = await postRefund(person, order, body)
    expect(request).toMatchObject({
      status: 'requested',
      amount: { value: 10_000 },
      registration_ids: [one],
      refunds: [],
    })
    expect(await office.orderOf(person, order)).toMatchObject({
      status: 'paid',
      refund_status: 'requested',
      amount_due: { value: 0 },
      registrations: [{ status: 'cancelled' }, { status: 'confirmed' }],
    })
    expect((await mailsTo(person.email)).at(-1)).toContain('Cancelled')
  })

  it('two partial refunds add up to the whole', async () => {
    const { person, order } = await paid(shop, 3)
    const [one, two, three] = order.registration_ids
    const some = await preview(person, order, `?registration_id=${one}&registration_id=${two}`)
    expect(some).toMatchObject({ amount: { value: 20_000 } })
    await requestRefund(person, order, { reason: 'moved_away', metadata: { registration_ids: [one, two] } })
    await requestRefund(person, order, { reason: 'moved_away', metadata: { registration_ids: [three] } })
    expect(await shop.orderOf(person, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'customer',
      amount_returned: { value: 30_000 },
    })
  })

  it('M-20: returns 400 for a missing or unknown reason', async () => {
    const { person, order } = await paid(shop)
    const cases = [
      [{}, 'required', 'reason'],
      [{ reason: '' }, 'required', 'reason'],
      [{ reason: 'bored' }, 'invalid_option', 'reason'],
      [{ reason: 'event_cancelled' }, 'invalid_option', 'reason'],
      [{ reason: 'other' }, 'required', 'reason_other'],
      [{ reason: 'not_as_described', metadata: { comment: 'x' } }, 'required', 'reason_other'],
      [{ reason: 'other', metadata: { reason_other: 'x'.repeat(2000) } }, 'too_long', 'metadata.reason_other'],
      [{ reason: 'moved_away', metadata: { destination: 'moon' } }, 'invalid_option', 'metadata.destination'],
      [{ reason: 'moved_away', metadata: { amount: 5 } }, 'unknown_parameter', null],
    ] as const
    for (const [body, type, param] of cases) {
      const answer = await postRefund(person, order, body)
      expect({ body, code: answer.code, type: answer.type }).toEqual({ body, code: 400, type })
      if (param) expect(answer.param).toBe(param)
    }
    expect(await shop.orderOf(person, order)).toMatchObject({ status: 'paid' })
  })

  it("M-20: returns a refusal for another order's place, a second request, a stale amount and an unpaid order", async () => {
    const [a, b] = [await paid(office), await paid(office)]
    const other = { reason: 'moved_away', metadata: { registration_ids: b.order.registration_ids } }
    expect(await postRefund(a.person, a.order, other)).toMatchObject({ code: 404, param: 'registration_ids' })
    const old = { reason: 'moved_away', metadata: { expected_amount: 9999 } }
    expect(await postRefund(a.person, a.order, old)).toMatchObject({ code: 409, type: 'quote_stale' })
    await requestRefund(a.person, a.order)
    expect(await postRefund(a.person, a.order)).toMatchObject({ code: 409, type: 'state_conflict' })
    const cart = await office.cart(b.person)
    expect(await postRefund(b.person, cart)).toMatchObject({ code: 422, type: 'refund_not_allowed' })
  })
})

describe('the decision about a refund request', () => {
  it('the refund, the order and the mail have the same partially approved amount', async () => {
    const { person, order } = await paid(office, 2)
    const request = await postRefund(person, order, {
      reason: 'illness_or_injury',
      metadata: { registration_ids: [order.registration_ids[0]] },
    })
    const answer = await decide(office, request, 'approve', { amount: 3333, text: 'Get well soon.', decided_by: 'Jo' })
    expect(await answer.json()).toMatchObject({
      status: 'approved',
      amount_approved: { value: 3333 },
      decided_by: 'Jo',
    })
    expect(await office.orderOf(person, order)).toMatchObject({
      status: 'paid',
      amount_returned: { value: 3333 },
      amount_due: { value: 0 },
    })
    expect(await requestOf(request.id)).toMatchObject({ status: 'completed', decision_text: 'Get well soon.' })
    expect((await mailsTo(person.email)).at(-1)).toContain('$33.33')
    const again = await decide(office, request, 'approve', { amount: 3333 })
    expect(again.status).toBe(200)
    expect((await decide(office, request, 'approve', { amount: 4000 })).status).toBe(409)
    expect((await decide(office, request, 'decline', { text: 'No.' })).status).toBe(409)
    const steps = await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, request.id))
    expect(steps.map(({ to_status, actor_type, actor_id }) => [to_status, actor_type, actor_id])).toEqual([
      ['requested', 'customer', person.identity.customer_id],
      ['approved', 'organiser', 'bench'],
      ['completed', 'provider', null],
    ])
  })

  it('M-20: an approval refunds at most what was paid', async () => {
    const { person, order } = await paid(office)
    const request = await postRefund(person, order)
    for (const amount of [-1, 1.5, 1e11, '100', Number.NaN])
      expect((await decide(office, request, 'approve', { amount })).status).toBe(400)
    expect(await (await decide(office, request, 'approve', { amount: 10_001 })).json()).toMatchObject({
      code: 422,
      type: 'refund_not_allowed',
    })
    expect(await requestOf(request.id)).toMatchObject({ status: 'requested' })
    await expect(
      bench.bareDb
        .prepare(
          `INSERT INTO refunds (id, order_id, dedupe, status, amount, inputs, created, updated) VALUES ('ref_more', ?, 'more', 'pending', 10001, '{}', 0, 0)`,
        )
        .bind(order.order_id)
        .run(),
    ).rejects.toThrow('refunded_at_most_paid')
  })

  it('M-20: one of a concurrent approval, refusal and withdrawal succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { person, order } = await paid(office)
      const request = await postRefund(person, order)
      const answers = await Promise.all([
        decide(office, request, 'approve', { amount: 5000 }),
        decide(office, request, 'decline', { text: 'No.' }),
        withdraw(person, order),
        decide(office, request, 'approve', { amount: 6000 }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const sent = await shop.db.select().from(refunds).where(eq(refunds.refund_request_id, request.id))
      const decided = await requestOf(request.id)
      expect(sent.map(({ amount }) => amount)).toEqual(decided?.amount_approved ? [decided.amount_approved] : [])
    }
  })

  it('the places stay cancelled when a customer withdraws the request', async () => {
    const { person, order } = await paid(office)
    const request = await postRefund(person, order)
    expect(await (await withdraw(person, order)).json()).toMatchObject({ id: request.id, status: 'withdrawn' })
    expect((await withdraw(person, order)).status).toBe(200)
    expect((await decide(office, request, 'approve')).status).toBe(409)
    expect(await office.orderOf(person, order)).toMatchObject({ status: 'cancelled', refund_status: 'none' })
  })

  it('a declined request is explained to the customer', async () => {
    const { person, order } = await paid(office)
    const request = await postRefund(person, order)
    expect((await decide(shop, request, 'decline', { text: 'No.' })).status).toBe(404)
    expect((await decide(office, request, 'decline', { text: '' })).status).toBe(400)
    expect(await (await decide(office, request, 'decline', { text: 'The bus was paid.' })).json()).toMatchObject({
      status: 'declined',
      text: 'The bus was paid.',
    })
    expect((await preview(person, order)).refund_requests).toMatchObject([
      { status: 'declined', text: 'The bus was paid.' },
    ])
  })

  it('a request without an answer for 14 days is mailed again, once', async () => {
    const { person, order } = await paid(office)
    await postRefund(person, order)
    bench.pass(14 * dayMs - 60_000)
    await bench.tick()
    const before = await mailsTo(person.email)
    bench.pass(61_000)
    await bench.tick()
    await bench.tick()
    const after = await mailsTo(person.email)
    expect(after.slice(before.length)).toEqual([expect.stringContaining('still open')])
  })

  it('random orders refund exactly what was approved', async () => {
    for (const [places, fee, amount] of [
      [1, 0, 1],
      [2, 333, 9999],
      [3, 1, 10_001],
      [4, 777, 40_000],
    ] as const) {
      const { person, order } = await paid(office, places, fee)
      const request = await postRefund(person, order)
      expect(request.amount.value).toBe(places * 10_000)
      await decide(office, request, 'approve', { amount })
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.order_id))
      const sent = await shop.db.select().from(sandboxRefunds)
      const [payment] = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
      expect(row).toMatchObject({ amount_returned: amount, amount_refunding: amount, amount_paid: order.total })
      expect(sent.filter(({ intent_id }) => intent_id === payment?.intent_id).map((each) => each.amount)).toEqual([
        amount,
      ])
    }
  })
})
