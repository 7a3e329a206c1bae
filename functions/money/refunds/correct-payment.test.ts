import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Payment, PaymentCorrection } from '../../contract/money/payment.ts'
import { payments, receipts, refunds, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { selling: { offline: true } } }))
})

const call = (path: string, body: Record<string, unknown>, programId = shop.programId) =>
  bench.call(`/v1/organiser/programs/${programId}/orders/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })

/** A promised order of 100.00 with an office payment. */
async function recorded(amount: number) {
  const person = await shop.customer()
  const cart = await shop.cart(person)
  await shop.pay(person, cart, '', { checkout_method: 'offline', payment_source_id: undefined })
  const record = (more: number) =>
    read<Payment>(call(`${cart.order_id}/payments`, { amount: more, received_as: 'cash' }))
  const { id } = await record(amount)
  const correct = async (right: number, reason = 'Typed the wrong amount') =>
    read<PaymentCorrection & ErrorBody>(call(`${cart.order_id}/payments/${id}/correct`, { amount: right, reason }))
  return { person, cart, id, record, correct }
}
const documents = async (orderId: string) =>
  (await shop.db.select().from(receipts).where(eq(receipts.order_id, orderId)).orderBy(receipts.number))
    .map(({ kind, amount }) => `${kind} ${amount}`)
    .sort()

describe('POST organiser orders/{id}/payments/{payment_id}/correct', () => {
  it('a payment of a paid order keeps what was recorded, and a counter-entry with a credit note takes the rest out', async () => {
    const { person, cart, id, correct } = await recorded(10_000)
    expect(await correct(8000)).toMatchObject({
      amount_recorded: { value: 10_000 },
      amount: { value: 8000 },
      order_paid: { value: 8000 },
      order_due: { value: 2000 },
    })
    const [payment] = await shop.db.select().from(payments).where(eq(payments.id, id))
    expect(payment?.amount_received).toBe(10_000)
    expect(await shop.orderOf(person, cart)).toMatchObject({
      status: 'paid',
      amount_paid: { value: 10_000 },
      amount_returned: { value: 2000 },
      amount_due: { value: 2000 },
    })
    expect(await documents(cart.order_id)).toEqual(['credit_note 2000', 'receipt 10000'])
    const [step] = await shop.db
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object_id, cart.order_id), eq(statusHistory.reason, 'payment_corrected')))
    expect(step).toMatchObject({ actor_type: 'organiser', note: 'Typed the wrong amount' })
    expect((await mailsTo(bench, person.email))[0]?.text).toMatch(/recorded \$100\.00 .+ right amount is \$80\.00/)
  })

  it('a second correction withdraws the first counter-entry and its credit note', async () => {
    const { person, cart, correct } = await recorded(10_000)
    await correct(8000)
    expect(await correct(9500)).toMatchObject({ order_due: { value: 500 } })
    expect(await correct(9500)).toMatchObject({ order_due: { value: 500 } })
    expect(await correct(10_000)).toMatchObject({ order_due: { value: 0 } })
    expect(await documents(cart.order_id)).toEqual([
      'credit_note -2000',
      'credit_note -500',
      'credit_note 2000',
      'credit_note 500',
      'receipt 10000',
    ])
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 0 }, amount_due: { value: 0 } })
    const rows = await shop.db.select().from(refunds).where(eq(refunds.order_id, cart.order_id))
    expect(rows.map(({ status, returned_as }) => [status, returned_as])).toEqual([
      ['cancelled', 'correction'],
      ['cancelled', 'correction'],
    ])
  })

  it('the family pays what a correction of a paid order leaves due, and a withdrawn correction asks for nothing', async () => {
    const { person, cart, correct } = await recorded(10_000)
    const parts = async () =>
      (await shop.orderOf(person, cart)).instalments.map(({ status, amount }) => [status, amount.value])
    await correct(8000)
    await correct(7000)
    expect(await parts()).toEqual([['scheduled', 3000]])
    await correct(10_000)
    expect(await parts()).toEqual([])
    await correct(8000)
    const path = `/v1/profile/orders/${cart.order_id}/instalments/pay`
    const paid = await bench.call(path, person.json({ payment_source_id: 'pm_card_visa' }))
    expect(paid.status, await paid.clone().text()).toBe(201)
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'paid', amount_due: { value: 0 } })
    expect(await parts()).toEqual([['paid', 2000]])
    // The part that is paid stays when more is due later.
    expect(await correct(7500)).toMatchObject({ order_due: { value: 500 } })
    expect(await parts()).toEqual([
      ['paid', 2000],
      ['scheduled', 500],
    ])
  })

  it('a part payment that is corrected leaves the right rest due, and the receipt has the right sum', async () => {
    const { person, cart, record, correct } = await recorded(4000)
    expect(await correct(3000)).toMatchObject({ order_due: { value: 7000 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'pending', amount_due: { value: 7000 } })
    await record(7000)
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'paid', amount_due: { value: 0 } })
    expect(await documents(cart.order_id)).toEqual(['receipt 10000'])
    expect(await correct(3500)).toMatchObject({ code: 409, type: 'state_conflict' })
  })

  it('refuses more than was recorded, a card payment, a missing reason and another program', async () => {
    const { cart, id, correct } = await recorded(10_000)
    const person = await shop.customer()
    const byCard = await shop.cart(person)
    const { id: charged } = await read<Payment>(shop.pay(person, byCard))
    const other = await openShop(bench)
    const body = { amount: 1, reason: 'Typed the wrong amount' }
    expect(await correct(10_001)).toMatchObject({ type: 'invalid_amount', param: 'amount' })
    expect(await correct(1, '')).toMatchObject({ param: 'reason' })
    expect((await call(`${byCard.order_id}/payments/${charged}/correct`, body)).status).toBe(409)
    expect((await call(`${cart.order_id}/payments/${id}/correct`, body, other.programId)).status).toBe(404)
    await call(`${cart.order_id}/refund`, { amount: 9000, reason: 'Flood', to: 'cash' })
    expect(await correct(999)).toMatchObject({ type: 'refund_not_allowed' })
  })
})
