import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { hourMs } from '../../contract/limits.ts'
import type { CardChargeConsent } from '../../contract/money/card-charges.ts'
import type { Order } from '../../contract/money/order.ts'
import type { StaffCharge } from '../../contract/organisation/staff-booking.ts'
import { database } from '../../platform/database/database.ts'
import { cardChargeConsents, payments, programs, statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { rowsWritten } from '../../test-bench/booking-family.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import type { Staff } from '../../test-bench/staff.ts'

const sentence = 'You may charge my stored card for a late pick-up.'
const late = { product: 'Late pick-up', amount: 2000, note: 'Monday at 6:40 pm', tax: false }

let bench: Bench
let f: BookingDesk
let manager: Staff
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench)
  manager = await f.staffOf('manager')
  await offer({ card_charges: sentence, card_charges_limit: 5000 })
})

/** Changes what the program asks its customers to agree to. */
async function offer(change: object) {
  const db = database(bench.bareDb)
  const [row] = await db.select().from(programs).where(eq(programs.id, f.programId))
  if (row)
    await db
      .update(programs)
      .set({ selling: { ...row.selling, ...change } })
      .where(eq(programs.id, f.programId))
}
const consentPath = () => `/v1/profile/programs/${f.programId}/payment_methods/consent`
const consent = async (method = 'GET', body?: object) => {
  const answer = await bench.call(consentPath(), { ...f.ada.json(body ?? {}), ...(body ? {} : { body: null }), method })
  return { status: answer.status, body: (await answer.json()) as CardChargeConsent & ErrorBody }
}
const version = async () => (await consent()).body.offered?.version ?? ''
const agree = async () => consent('POST', { version: await version() })
const storeCard = (card = 'pm_card_visa', body: object = {}) =>
  bench.call(`/v1/profile/programs/${f.programId}/payment_methods/${card}/attach`, f.ada.json(body))
const charge = async (body: object = {}, headers: Record<string, string> = {}) => {
  const path = `/v1/organiser/programs/${f.programId}/people/${f.ada.identity.customer_id}/charges`
  const answer = await bench.call(path, manager.json({ ...late, pay: 'card', ...body }, headers))
  return { status: answer.status, body: (await answer.json()) as StaffCharge & ErrorBody }
}
const orderOf = async (id: string | null) =>
  (await (await bench.call(`/v1/profile/orders/${id}`, { headers: f.ada.headers })).json()) as Order
const cardPayments = async (order_id: string | null) =>
  database(bench.bareDb)
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, order_id ?? ''), eq(payments.checkout_method, 'card')))
const subjects = async () => (await mailsTo(bench, f.ada.email)).map(({ subject }) => subject)

describe('the consent to later charges of a stored card', () => {
  it('a program without a sentence offers none, and the limit is part of the words', async () => {
    const { body } = await consent()
    expect(body).toMatchObject({ offered: { limit: { value: 5000, currency_code: 'CAD' } }, agreed: null })
    expect(body.offered?.text.startsWith(`${sentence}\nAt most $50.00 for each charge`)).toBe(true)
    await offer({ card_charges: null })
    expect((await consent()).body.offered).toBeNull()
    expect((await consent('POST', { version: 'b0c4f1a2d3e49586' })).status).toBe(409)
  })

  it('a consent keeps its words and its limit when the program writes others', async () => {
    const agreed = (await agree()).body.agreed
    expect(agreed).toMatchObject({ limit: { value: 5000 }, agreed_at: new Date(bench.now()).toISOString() })
    const before = await version()
    await offer({ card_charges: 'Other words.', card_charges_limit: 9000 })
    const { body } = await consent()
    expect(body.agreed).toEqual(agreed)
    expect(body.offered?.version).not.toBe(before)
    const stale = await consent('POST', { version: before })
    expect([stale.status, stale.body.param]).toEqual([409, 'version'])
    expect((await agree()).body.agreed?.limit.value).toBe(9000)
    const rows = await database(bench.bareDb).select().from(cardChargeConsents)
    expect(rows.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false, true])
  })

  it('a consent may be given with a new card, and a stale one stores no card', async () => {
    expect((await storeCard('pm_card_visa', { charge_consent: 'b0c4f1a2d3e49586' })).status).toBe(409)
    expect((await storeCard('pm_card_visa', { charge_consent: await version() })).status).toBe(201)
    expect((await consent()).body.agreed).not.toBeNull()
    expect((await consent('DELETE')).body.agreed).toBeNull()
  })
})

describe('POST charges with `pay: card`', () => {
  it('the stored card pays the charge, and the family gets a receipt and no link', async () => {
    await storeCard()
    await agree()
    const preview = (await charge({ dry_run: true, pay: 'link' })).body
    expect(preview.stored_card).toMatchObject({ last4: '4242', limit: { value: 5000 } })
    const { status, body } = await charge({}, { 'Idempotency-Key': 'late' })
    expect([status, body.status, body.amount_total.value]).toEqual([201, 'paid', 2000])
    expect(await cardPayments(body.order_id)).toMatchObject([{ status: 'succeeded', amount_received: 2000 }])
    const order = await orderOf(body.order_id)
    expect(order.receipts[0]?.lines).toMatchObject([{ name: 'Late pick-up', amount: { value: 2000 } }])
    expect((await subjects()).filter((subject) => subject.includes('charged you for'))).toEqual([])
    const mails = (await mailsTo(bench, f.ada.email)).filter(({ text }) => text.includes('Late pick-up'))
    expect(mails).toHaveLength(1)
    const rows = await database(bench.bareDb)
      .select()
      .from(statusHistory)
      .where(eq(statusHistory.object_id, body.order_id ?? ''))
    expect(rows.find(({ to_status }) => to_status === 'draft')).toMatchObject({
      ...{ actor_type: 'organiser', actor_id: manager.staff_id, reason: 'charge' },
    })

    expect((await charge({}, { 'Idempotency-Key': 'late' })).body).toEqual(body)
    bench.pass(hourMs)
    await bench.tick()
    expect(await cardPayments(body.order_id)).toHaveLength(1)
  })

  it('a declined card leaves the charge to the link in the mail, once, and the family pays it', async () => {
    await storeCard('pm_card_chargeCustomerFail')
    await agree()
    const { status, body } = await charge({ notify: false })
    expect([status, body.status]).toEqual([201, 'pending'])
    expect(await cardPayments(body.order_id)).toMatchObject([{ status: 'failed' }])
    bench.pass(hourMs)
    await bench.tick()
    expect((await subjects()).filter((subject) => subject.includes('charged you for'))).toHaveLength(1)
    expect(await cardPayments(body.order_id)).toHaveLength(1)
    await f.ada.renew()
    const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
    expect((await bench.call(`/v1/profile/orders/${body.order_id}/payments`, f.ada.json(card))).status).toBe(201)
    expect((await orderOf(body.order_id)).status).toBe('paid')
  })

  it.each([
    ['without a consent', async () => storeCard(), {}, ['invalid_option', 'pay']],
    ['without a card', async () => agree(), {}, ['invalid_option', 'pay']],
    [
      'after the consent was withdrawn',
      async () => [await storeCard(), await agree(), await consent('DELETE')],
      {},
      ['invalid_option', 'pay'],
    ],
    ['above the limit', async () => [await storeCard(), await agree()], { amount: 5001 }, ['invalid_amount', 'amount']],
  ] as const)('a card is not charged %s', async (_, prepare, change, expected) => {
    await prepare()
    const before = await rowsWritten(bench)
    for (const dry_run of [true, false]) {
      const { status, body } = await charge({ ...change, dry_run })
      expect([status, [body.type, body.param]]).toEqual([400, expected])
    }
    expect(await rowsWritten(bench)).toBe(before)
    expect((await charge({ ...change, pay: 'link', dry_run: true })).body.stored_card).toBeNull()
  })
})
