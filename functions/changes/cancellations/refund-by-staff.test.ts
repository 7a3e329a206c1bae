import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { StaffCancellation, StaffRefund } from '../../contract/changes/staff-change.ts'
import { orderItems, orders, refundRequests, refunds } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

const reason = 'The lake was closed on Tuesday.'
const call = (path: string, body: Record<string, unknown>, headers: Record<string, string> = {}, of = shop) =>
  bench.call(`/v1/organiser/programs/${of.programId}/${path}`, {
    method: 'POST',
    headers: { ...organiserHeaders, ...headers },
    body: JSON.stringify(body),
  })
const refund = async (orderId: string, body: Record<string, unknown>) =>
  read<StaffRefund & ErrorBody>(call(`orders/${orderId}/refund`, { reason, ...body }))

async function paid(places = 2) {
  const person = await shop.customer()
  const cart = await shop.cart(person, { places })
  expect((await shop.pay(person, cart)).status).toBe(201)
  const items = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, cart.order_id))
  return { person, cart, items: items.map(({ id }) => id) }
}

describe('POST organiser orders/{id}/refund', () => {
  it('the amount is refunded, the places stay and the family gets a mail', async () => {
    const { person, cart } = await paid()
    const preview = await refund(cart.order_id, { amount: 2501, dry_run: true })
    expect(preview).toMatchObject({ id: null, amount: { value: 2501 }, amount_left: { value: 17_499 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 0 } })

    const made = await refund(cart.order_id, { amount: 2501 })
    expect(made.items.map(({ amount }) => amount.value).sort()).toEqual([1250, 1251])
    const order = await shop.orderOf(person, cart)
    expect(order).toMatchObject({ status: 'paid', amount_returned: { value: 2501 }, amount_due: { value: 0 } })
    expect(order.registrations.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toContain('refunded $25.01')
    expect(mail?.text).toContain('$174.99')
  })

  it('a refund is never more than was paid for the items less what was refunded', async () => {
    const { cart, items } = await paid()
    await refund(cart.order_id, { amount: 9000, items: [items[0]] })
    expect(await refund(cart.order_id, { amount: 1001, items: [items[0]] })).toMatchObject({
      type: 'refund_not_allowed',
      param: 'amount',
    })
    expect(await refund(cart.order_id, { amount: 11_001 })).toMatchObject({ type: 'refund_not_allowed' })
    expect(await refund(cart.order_id, { amount: 11_000 })).toMatchObject({ amount_left: { value: 0 } })
  })

  it('a later cancellation refunds only the rest of the item', async () => {
    const { person, cart, items } = await paid()
    await refund(cart.order_id, { amount: 9000, items: [items[0]] })
    const id = (
      await shop.db
        .select()
        .from(orderItems)
        .where(eq(orderItems.id, items[0] ?? ''))
    )[0]?.registration_id
    const shown = await shop.read<{ cancellation: unknown }>(person, `/v1/profile/registrations/${id}`)
    expect(shown.cancellation).toMatchObject({ amount: { value: 1000 }, amount_paid: { value: 1000 } })
    const answer = await read<StaffCancellation>(call(`registrations/${id}/cancel`, { dry_run: true }))
    expect(answer).toMatchObject({ amount_policy: { value: 1000 }, amount_most: { value: 1000 } })
    await bench.call(`/v1/profile/registrations/${id}/cancel`, person.json({ expected_amount: 1000 }))
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 10_000 } })
    const [item] = await shop.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.id, items[0] ?? ''))
    expect(item?.amount_cancelled).toBe(10_000)
  })

  it('a request that is approved after a refund returns at most what is left of its place', async () => {
    const asking = await openShop(bench, { refund: { ...fairRefund, automatic: false, request: true } })
    const person = await asking.customer()
    const cart = await asking.cart(person, { places: 2 })
    await asking.pay(person, cart)
    const [item] = await asking.db.select().from(orderItems).where(eq(orderItems.order_id, cart.order_id))
    await bench.call(`/v1/profile/registrations/${item?.registration_id}/cancel`, person.json({}))
    const [request] = await asking.db.select().from(refundRequests).where(eq(refundRequests.order_id, cart.order_id))
    expect(request).toMatchObject({ status: 'requested', amount: 10_000 })

    await call(`orders/${cart.order_id}/refund`, { amount: 9000, items: [item?.id], reason }, {}, asking)
    const approve = (amount: number) => call(`refund_requests/${request?.id}/approve`, { amount }, {}, asking)
    expect((await approve(1001)).status).toBe(422)
    expect((await approve(1000)).status).toBe(200)
    expect(await asking.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 10_000 } })
  })

  it('an item of a cancelled order is refunded at most what was paid for it, also by two calls at once', async () => {
    const { person, cart, items } = await paid()
    await call(`orders/${cart.order_id}/cancel`, { amount: 4000, reason })
    const body = { amount: 8000, items: [items[0]], reason }
    const both = await Promise.all([1, 2].map(() => call(`orders/${cart.order_id}/refund`, body)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await shop.orderOf(person, cart)).toMatchObject({
      status: 'cancelled',
      payment_status: 'paid',
      amount_returned: { value: 12_000 },
    })
    const rows = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, cart.order_id))
    expect(rows.map(({ amount_cancelled }) => amount_cancelled).sort()).toEqual([10_000, 2000])
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, cart.order_id))
    expect(order).toMatchObject({ amount_cancelled: 12_000 })
  })

  it('what a request of a cancelled order returned is not refunded again', async () => {
    const asking = await openShop(bench, { refund: { ...fairRefund, automatic: false, request: true } })
    const person = await asking.customer()
    const cart = await asking.cart(person, { places: 2 })
    await asking.pay(person, cart)
    const [item] = await asking.db.select().from(orderItems).where(eq(orderItems.order_id, cart.order_id))
    await bench.call(`/v1/profile/orders/${cart.order_id}/cancel`, person.json({}))
    const [request] = await asking.db.select().from(refundRequests).where(eq(refundRequests.order_id, cart.order_id))
    const approved = await call(`refund_requests/${request?.id}/approve`, { amount: 10_000 }, {}, asking)
    expect(approved.status).toBe(200)

    const again = (amount: number) =>
      call(`orders/${cart.order_id}/refund`, { amount, items: [item?.id], reason }, {}, asking)
    expect((await again(5001)).status).toBe(422)
    expect((await again(5000)).status).toBe(201)
  })

  it('one key refunds once, and two calls at once never exceed what was paid', async () => {
    const { person, cart } = await paid(1)
    const twice = [1, 2].map(() =>
      call(`orders/${cart.order_id}/refund`, { amount: 100, reason }, { 'Idempotency-Key': 'once' }),
    )
    for (const answer of await Promise.all(twice)) expect([201, 409]).toContain(answer.status)
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 100 } })
    const both = await Promise.all(
      [6000, 6000].map((amount) => call(`orders/${cart.order_id}/refund`, { amount, reason })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 6100 } })
  })

  it('what a cancellation kept can be refunded afterwards, in cash', async () => {
    const { person, cart } = await paid(1)
    await call(`orders/${cart.order_id}/cancel`, { amount: 4000, reason })
    expect(await refund(cart.order_id, { amount: 6000, to: 'cash' })).toMatchObject({
      status: 'succeeded',
      returned_to: [{ destination: 'cash', amount: { value: 6000 } }],
    })
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 10_000 } })
    const rows = await shop.db.select().from(refunds).where(eq(refunds.order_id, cart.order_id))
    expect(rows.map(({ returned_as }) => returned_as)).toEqual([null, 'cash'])
  })

  it('refuses a missing reason, an unpaid order, a foreign item and another program', async () => {
    const { cart } = await paid(1)
    const person = await shop.customer()
    const unpaid = await shop.cart(person)
    const other = await openShop(bench)
    expect(await refund(cart.order_id, { amount: 1, reason: '' })).toMatchObject({ code: 400, param: 'reason' })
    expect(await refund(cart.order_id, { amount: 0 })).toMatchObject({ code: 400, param: 'amount' })
    expect(await refund(cart.order_id, { amount: 1, items: ['itm_other'] })).toMatchObject({ param: 'items' })
    expect(await refund(unpaid.order_id, { amount: 1 })).toMatchObject({ code: 404 })
    expect((await call(`orders/${cart.order_id}/refund`, { amount: 1, reason }, {}, other)).status).toBe(404)
  })
})
