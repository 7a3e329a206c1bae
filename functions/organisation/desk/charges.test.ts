import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { StaffRefund } from '../../contract/changes/staff-change.ts'
import { dayMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Report } from '../../contract/organisation/reports.ts'
import type { StaffCharge } from '../../contract/organisation/staff-booking.ts'
import { database } from '../../platform/database/database.ts'
import { statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { rowsWritten } from '../../test-bench/booking-family.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import type { Staff } from '../../test-bench/staff.ts'

let bench: Bench
let f: BookingDesk
let manager: Staff
beforeAll(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench, {
    selling: {
      fee: { percent: 300, fixed: 50, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
    },
  })
  manager = await f.staffOf('manager')
})

const late = { product: 'Late pick-up', amount: 2000, note: 'Monday at 6:40 pm' }
const at = (path: string, desk = f) => `/v1/organiser/programs/${desk.programId}/${path}`
const send = async <Body>(path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await bench.call(path, manager.json(body, headers))
  return { status: answer.status, body: (await answer.json()) as Body }
}
const customer = () => `people/${f.ada.identity.customer_id}/charges`
const charge = async (body: object = {}, headers: Record<string, string> = {}) =>
  (await send<StaffCharge>(at(customer()), { ...late, ...body }, headers)).body
const ownOrder = async (id: string | null) =>
  (await (await bench.call(`/v1/profile/orders/${id}`, { headers: f.ada.headers })).json()) as Order
const payByCard = (id: string | null) =>
  bench.call(
    `/v1/profile/orders/${id}/payments`,
    f.ada.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
  )

describe('POST charges', () => {
  it('a charge is the one item of a pending order, with tax and without a fee, and is mailed with a link', async () => {
    const booked = await f.bookByStaff(f.bodyForStaff(await f.event(), { notify: false }))
    const path = at(`orders/${booked.body.id}/charges`)
    const { status, body } = await send<StaffCharge>(path, late)
    expect([status, body.status, body.about_order_id]).toEqual([201, 'pending', booked.body.id])
    expect([body.amount.value, body.amount_total.value, body.amount.currency_code]).toEqual([2000, 2260, 'CAD'])
    expect(body.due_at).toBe(new Date(bench.now() + 30 * dayMs).toISOString())
    const order = await ownOrder(body.order_id)
    expect(order.items).toMatchObject([
      {
        ...{ product_name: 'Late pick-up', product_id: 'charge', product_variation_id: null },
        ...{ price_reason: late.note, amount_fee: { value: 0 }, amount_tax: { value: 260 } },
      },
    ])
    const mail = (await mailsTo(bench, f.ada.email)).find(({ subject }) => subject.includes('charged you for'))
    for (const text of ['Late pick-up', late.note, '$22.60', 'HST 13%', '/complete?'])
      expect(mail?.text).toContain(text)
  })

  it('the history of the order names the member of staff and the note', async () => {
    const { order_id } = await charge({ notify: false })
    const rows = await database(bench.bareDb)
      .select()
      .from(statusHistory)
      .where(eq(statusHistory.object_id, order_id ?? ''))
    expect(rows.find(({ to_status }) => to_status === 'draft')).toMatchObject({
      ...{ actor_type: 'organiser', actor_id: manager.staff_id, reason: 'charge', note: late.note },
    })
  })

  it('`tax: false` charges the amount alone, also when a card was declined and the order is quoted again', async () => {
    const { order_id, amount_total, tax_items } = await charge({ tax: false, notify: false })
    expect([amount_total.value, tax_items]).toEqual([2000, []])
    const card = { checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' }
    await bench.call(`/v1/profile/orders/${order_id}/payments`, f.ada.json(card))
    await bench.call(`/v1/profile/orders/${order_id}/quote`, f.ada.json({}))
    expect((await ownOrder(order_id)).amount_total.value).toBe(2000)
    expect((await payByCard(order_id)).status).toBe(201)
  })

  it('a dry run shows the charge and writes nothing', async () => {
    const before = await rowsWritten(bench)
    const { status, body } = await send<StaffCharge>(at(customer()), { ...late, dry_run: true })
    expect([status, body.dry_run, body.order_id, body.amount_total.value]).toEqual([200, true, null, 2260])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('a repeated key charges once and answers the same', async () => {
    const key = { 'Idempotency-Key': 'late-1' }
    const first = await charge({}, key)
    expect(await charge({}, key)).toEqual(first)
    expect((await charge()).order_id).not.toBe(first.order_id)
  })

  it('the family pays it, the receipt names it, the report counts it by name, and staff refund it', async () => {
    const { order_id } = await charge({ product: 'Broken canoe', amount: 10_000 })
    expect((await payByCard(order_id)).status).toBe(201)
    const order = await ownOrder(order_id)
    expect(order.receipts[0]?.lines).toMatchObject([{ name: 'Broken canoe', amount: { value: 10_000 } }])
    const refund = await send<StaffRefund>(at(`orders/${order_id}/refund`), { amount: 11_300, reason: 'Our mistake' })
    expect([refund.status, refund.body.amount.value, refund.body.amount_left.value]).toEqual([201, 11_300, 0])
    const day = new Date(bench.now()).toISOString().slice(0, 10)
    const answer = await bench.call(at(`reports/sales?by=product&from=${day}&to=${day}`), { headers: manager.headers })
    const report = (await answer.json()) as Report
    expect(report.data.find(({ key }) => key === 'Broken canoe')).toMatchObject({
      ...{ name: 'Broken canoe', amount_subtotal: { value: 10_000 }, amount_tax: { value: 1300 } },
    })
  })

  it('money at the office pays a charge', async () => {
    const { order_id } = await charge()
    expect((await send(at(`orders/${order_id}/payments`), { amount: 2260 })).status).toBe(201)
    expect((await ownOrder(order_id)).status).toBe('paid')
  })

  it('the family can neither cancel nor change a charge, and staff can cancel it', async () => {
    const { order_id } = await charge()
    const path = `/v1/profile/orders/${order_id}`
    const refused = (await (await bench.call(`${path}/cancel`, f.ada.json({}))).json()) as ErrorBody
    expect(refused.type).toBe('cancellation_not_allowed')
    const item = (await ownOrder(order_id)).items[0]?.id
    const removed = await bench.call(`${path}/items/${item}`, { method: 'DELETE', headers: f.ada.headers })
    expect(((await removed.json()) as ErrorBody).type).toBe('transition_not_allowed')
    expect((await send(at(`orders/${order_id}/cancel`), {})).status).toBe(200)
    expect((await ownOrder(order_id)).status).toBe('cancelled')
  })

  it('another program’s order or customer is not found', async () => {
    const other = await openBookingDesk(bench)
    const booked = await other.bookByStaff(other.bodyForStaff(await other.event(), { notify: false }))
    for (const path of [`orders/${booked.body.id}/charges`, `people/${other.ada.identity.customer_id}/charges`])
      expect((await send<ErrorBody>(at(path), late)).status).toBe(404)
    expect((await send<ErrorBody>(at(`people/${f.ada.identity.customer_id}/charges`, other), late)).status).toBe(404)
    expect((await bench.call(at(`orders/${booked.body.id}/charge`), { headers: manager.headers })).status).toBe(404)
  })

  it.each([
    ['amount', { amount: 0 }, 'invalid_amount'],
    ['amount', { amount: 1_000_000_000 }, 'invalid_amount'],
    ['note', { note: '' }, 'required'],
    ['product', { product: 'x'.repeat(101) }, 'too_long'],
  ])('a charge with a wrong %s is refused: %o', async (param, wrong, type) => {
    const { status, body } = await send<ErrorBody>(at(customer()), { ...late, ...wrong })
    expect([status, body.type, body.param]).toEqual([400, type, param])
  })

  it('the front desk, which may only take payments, cannot charge', async () => {
    expect((await bench.call(at(customer()), f.desk.json(late))).status).toBe(403)
  })
})
