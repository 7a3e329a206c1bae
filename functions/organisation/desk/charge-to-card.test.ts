import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { hourMs, minuteMs } from '../../contract/limits.ts'
import type { CardChargeConsent } from '../../contract/money/card-charges.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CardSetup } from '../../contract/money/payment-method.ts'
import type { StaffCharge } from '../../contract/organisation/staff-booking.ts'
import { decideBankStep, setNextScenario } from '../../platform/cards/sandbox.ts'
import { decideSetup } from '../../platform/cards/sandbox-sources.ts'
import { database } from '../../platform/database/database.ts'
import {
  cardChargeConsents,
  payments,
  programs,
  sandboxIntents,
  statusHistory,
} from '../../platform/database/tables.ts'
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
const consents = () =>
  database(bench.bareDb)
    .select()
    .from(cardChargeConsents)
    .where(eq(cardChargeConsents.customer_id, f.ada.identity.customer_id))
    .orderBy(cardChargeConsents.agreed_at)
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
    const rows = await consents()
    expect(rows.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false, true])
  })

  it('a consent may be given with a new card, and a stale one stores no card', async () => {
    expect((await storeCard('pm_card_visa', { charge_consent: 'b0c4f1a2d3e49586' })).status).toBe(409)
    expect((await storeCard('pm_card_visa', { charge_consent: await version() })).status).toBe(201)
    expect((await consent()).body.agreed).not.toBeNull()
    expect((await consent('DELETE')).body.agreed).toBeNull()
  })

  it('an erasure withdraws the consent and keeps the words that earlier charges followed', async () => {
    await agree()
    await consent('DELETE')
    const withdrawn = bench.now()
    bench.pass(1000)
    await agree()
    bench.pass(1000)
    const { customer_id } = f.ada.identity
    await bench.bareDb
      .prepare(
        `INSERT INTO account_deletions (id, user_id, customer_id, program_id, created, erase_at)
         SELECT 'del_consent', user_id, id, ?, ?, ? FROM customers WHERE id = ?`,
      )
      .bind(f.programId, bench.now(), bench.now(), customer_id)
      .run()
    await bench.tick()
    const rows = await consents()
    expect(rows.map(({ withdrawn_at }) => withdrawn_at)).toEqual([withdrawn, bench.now()])
    expect(rows.every(({ wording }) => wording.startsWith(sentence))).toBe(true)
  })

  it('a merge leaves the consent with the account that gave it', async () => {
    await storeCard()
    await agree()
    const before = await consents()
    const event = await f.event()
    const person = { first_name: 'Ruby', last_name: 'Kessler', relation: 'parent', date_of_birth: '2016-02-19' }
    const booked = await f.bookByStaff<Order>({
      ...f.bodyForStaff(event, { customer: { first_name: 'Dana', last_name: 'Kessler', phone: '613-555-0168' } }),
      people: [{ attendee: person, option_id: event.option_ids[0] }],
    })
    const other = booked.body.customer_profile.customer_id
    const path = `/v1/organiser/programs/${f.programId}/people`
    const charging = async () => {
      const body = { ...late, pay: 'card', dry_run: true }
      return (await bench.call(`${path}/${other}/charges`, manager.json(body))).status
    }
    expect(await charging()).toBe(400)
    const merged = await bench.call(`${path}/${other}/merge`, manager.json({ into: f.ada.identity.customer_id }))
    expect(merged.status).toBe(200)
    expect(await consents()).toEqual(before)
    expect((await charge()).body.status).toBe('paid')
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

  it('a bank that asks for the family mails them its question, and the charge is paid once they confirm', async () => {
    const setup = (await (await storeCard('pm_card_authenticationRequired')).json()) as CardSetup
    const token = setup.next_action_url?.split('/').at(-1) ?? ''
    await decideSetup(bench.env, { token, isConfirmed: true, now: bench.now() })
    await storeCard('pm_card_authenticationRequired')
    await agree()
    const { status, body } = await charge({ notify: false })
    expect([status, body.status]).toEqual([201, 'requires_action'])
    bench.pass(hourMs)
    await bench.tick()
    const links = (await mailsTo(bench, f.ada.email)).filter(({ text }) => text.includes('/confirm-payment/continue'))
    expect(links).toHaveLength(1)
    expect((await subjects()).filter((subject) => subject.includes('charged you for'))).toEqual([])
    const [question, ...others] = await cardPayments(body.order_id)
    expect([question?.status, others]).toEqual(['requires_action', []])
    const bank = question?.next_action_url?.split('/').at(-1) ?? ''
    await decideBankStep(bench.env, { token: bank, isConfirmed: true, now: bench.now() })
    bench.pass(hourMs)
    await bench.tick()
    await f.ada.renew()
    expect((await orderOf(body.order_id)).status).toBe('paid')
  })

  it('a lost answer of the provider charges once', async () => {
    await storeCard()
    await agree()
    await setNextScenario(bench.env, { next: 'lost', seconds: 60 }, bench.now())
    const { status, body } = await charge({}, { 'Idempotency-Key': 'lost' })
    expect([status, body.status]).toEqual([201, 'pending'])
    for (let minutes = 0; minutes < 3; minutes += 1) {
      bench.pass(minuteMs + 1000)
      await bench.tick()
    }
    await charge({}, { 'Idempotency-Key': 'lost' })
    expect(await cardPayments(body.order_id)).toMatchObject([{ status: 'succeeded', amount_received: 2000 }])
    const charged = await database(bench.bareDb)
      .select()
      .from(sandboxIntents)
      .where(eq(sandboxIntents.order_id, body.order_id ?? ''))
    expect(charged.filter(({ state }) => state === 'succeeded')).toHaveLength(1)
    expect((await orderOf(body.order_id)).status).toBe('paid')
    expect((await subjects()).filter((subject) => subject.includes('charged you for'))).toEqual([])
  })

  it('after a declined card, the family may promise to pay at the office', async () => {
    await offer({ offline: true, offline_instructions: 'Pay at the office.' })
    await storeCard('pm_card_chargeCustomerFail')
    await agree()
    const { body } = await charge()
    const answer = await bench.call(
      `/v1/profile/orders/${body.order_id}/payments`,
      f.ada.json({ checkout_method: 'offline' }),
    )
    expect(answer.status).toBe(201)
    bench.pass(hourMs)
    await bench.tick()
    await f.ada.renew()
    const { payments: made } = await orderOf(body.order_id)
    expect(made.filter(({ checkout_method }) => checkout_method === 'offline').map((each) => each.status)).toContain(
      'created',
    )
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
