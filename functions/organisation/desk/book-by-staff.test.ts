import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { dayMs } from '../../contract/limits.ts'
import { database } from '../../platform/database/database.ts'
import { orders, payments, registrations, statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { fieldsRefused, openBookingFamily, rowsWritten } from '../../test-bench/booking-family.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { makeQuestion } from '../../test-bench/programs.ts'
import { takenOf } from '../../test-bench/registering.ts'
import { feeAndTax } from '../../test-bench/shopping-family.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'

let bench: Bench
let f: BookingDesk
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench, { selling: feeAndTax })
})

const db = () => database(bench.bareDb)
const bodyFor = (...input: Parameters<BookingDesk['bodyForStaff']>) => f.bodyForStaff(...input)
const book = <Body = Order>(...input: Parameters<BookingDesk['bookByStaff']>) => f.bookByStaff<Body>(...input)
/** An event some weeks after the first. */
const later = (weeks: number) => f.event([{ cost: 34_500 }], { startsAt: bench.now() + (60 + 7 * weeks) * dayMs })
const paymentOf = async (order_id: string) =>
  (await db().select().from(payments).where(eq(payments.order_id, order_id)))[0]
const historyOf = (object_id: string) => db().select().from(statusHistory).where(eq(statusHistory.object_id, object_id))

describe('POST organiser bookings', () => {
  it('books and pays what the customer’s own call books, and mails the family', async () => {
    const event = await f.event()
    const { status, body } = await book(bodyFor(event, { reference: 'Till 2' }))
    expect([status, body.object, body.status]).toEqual([201, 'order', 'paid'])
    const own = await f.book<BookingPreview>(f.bodyFor(await later(1), { more: { dry_run: true } }))
    expect(body.amount_total).toEqual(own.body.amount_total)
    expect(body.registrations.map((each) => each.status)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(await takenOf(bench, event.option_ids[0])).toBe(3)
    expect(await paymentOf(body.id)).toMatchObject({
      ...{ status: 'succeeded', checkout_method: 'offline', received_as: 'cash', reference: 'Till 2' },
      amount_received: body.amount_total.value,
    })
    const [mail] = await mailsTo(bench, f.ada.email)
    expect(mail?.text).toContain('Canoe Week')
  })

  it.each([
    ['cheque', 'cheque'],
    ['terminal', 'other'],
    ['bank_transfer', 'transfer'],
  ])('money by %s is an offline payment', async (paid_by, received_as) => {
    const { body } = await book(bodyFor(await f.event(), { paid_by }))
    expect(await paymentOf(body.id)).toMatchObject({ checkout_method: 'offline', received_as })
    const paid = (await historyOf(body.id)).find(({ to_status }) => to_status === 'paid')
    expect(paid?.note).toBe(paid_by)
  })

  it('the history of the order and of each place names the member of staff', async () => {
    const { body } = await book(bodyFor(await f.event()))
    const rows = [body.id, ...body.registrations.map(({ id }) => id)].map(historyOf)
    for (const [made] of await Promise.all(rows))
      expect(made).toMatchObject({ actor_type: 'organiser', actor_id: f.desk.staff_id })
  })

  it('with `notify: false` the family gets no mail', async () => {
    await book(bodyFor(await f.event(), { notify: false }))
    await book(bodyFor(await later(1), { notify: false, paid_by: 'later' }))
    expect(await mailsTo(bench, f.ada.email)).toEqual([])
  })

  it('an unpaid place is held until the chosen day, and then becomes free', async () => {
    const event = await f.event([{ cost: 34_500, spots: 3 }])
    const until = new Date(bench.now() + 5 * dayMs).toISOString()
    const { status, body } = await book(bodyFor(event, { paid_by: 'later', hold_until: until }))
    expect([status, body.status, body.due_at]).toEqual([201, 'pending', until])
    expect(await takenOf(bench, event.option_ids[0])).toBe(3)
    bench.pass(5 * dayMs + 60_000)
    await bench.tick()
    expect((await db().select().from(orders).where(eq(orders.id, body.id)))[0]?.status).toBe('expired')
    expect(await takenOf(bench, event.option_ids[0])).toBe(0)
  })

  it('a payment link holds the place for three days, and the family may pay it by card', async () => {
    const { body } = await book(bodyFor(await f.event(), { paid_by: 'link' }))
    expect(body.due_at).toBe(new Date(bench.now() + 3 * dayMs).toISOString())
    const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
    const paid = await bench.call(`/v1/profile/orders/${body.id}/payments`, f.ada.json(card))
    expect(paid.status).toBe(201)
  })

  it('a place without a price is completed at once, and `free` needs one', async () => {
    const free = await book(bodyFor(await f.event([{ cost: 0 }]), { paid_by: 'free' }))
    expect([free.status, free.body.status]).toEqual([201, 'paid'])
    const refused = await book<ErrorBody>(bodyFor(await later(1), { paid_by: 'free' }))
    expect([refused.status, refused.body.type, refused.body.param]).toEqual([400, 'invalid_option', 'paid_by'])
  })

  it('a dry run answers what would be booked and writes nothing', async () => {
    const event = await f.event([{ cost: 34_500, minimumAge: 8 }])
    const small = await makeAttendee(bench, f.ada, { programId: f.programId, bornOn: '2024-05-01' })
    const before = await rowsWritten(bench)
    const people = [small.attendee_id, ...f.children]
    const { status, body } = await book<BookingPreview>(bodyFor(event, { dry_run: true }, people))
    expect([status, body.items.length]).toEqual([200, 3])
    expect(body.refusals).toMatchObject([{ person: 0, type: 'attendee_too_young' }])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('books all or none, and names every refusal as the customer’s call does', async () => {
    const question = await makeQuestion(bench, f.programId)
    const event = await f.event([{ cost: 34_500, spots: 2 }], { questionIds: [question] })
    const before = await rowsWritten(bench)
    const refused = await book<ErrorBody>(bodyFor(event))
    expect(fieldsRefused(refused).slice(0, 1)).toEqual([['required', `people[0].form_response.answers[${question}]`]])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('the ceilings of a customer do not limit staff', async () => {
    for (let n = 0; n < 5; n += 1) expect((await book(bodyFor(await later(n), { paid_by: 'later' }))).status).toBe(201)
  })

  it('a repeated key books once and answers the same', async () => {
    const event = await f.event([{ cost: 34_500, spots: 6 }])
    const first = await book(bodyFor(event), { key: 'phone-1' })
    const again = await book(bodyFor(event), { key: 'phone-1' })
    expect(again).toEqual(first)
    expect(await takenOf(bench, event.option_ids[0])).toBe(3)
    expect((await book(bodyFor(event), { key: 'phone-2' })).body).toMatchObject({ type: 'already_registered' })
  })

  it('a repeated key completes the order of a request that ended before its payment', async () => {
    const event = await f.event()
    const losing = new Proxy(bench.env.DB, {
      get: (target, name) => {
        if (name !== 'prepare') return Reflect.get(target, name, target)
        return (statement: string) => {
          if (/insert into "payments"/i.test(statement)) throw new Error('the worker ended')
          return target.prepare(statement)
        }
      },
    })
    const request = f.desk.json(bodyFor(event), { 'Idempotency-Key': 'phone-3' })
    expect((await bench.call(f.path, request, losing)).status).toBe(500)
    expect(await takenOf(bench, event.option_ids[0])).toBe(3)
    const { status, body } = await book(bodyFor(event), { key: 'phone-3' })
    expect([status, body.status, body.items.length]).toEqual([201, 'paid', 3])
    expect(await takenOf(bench, event.option_ids[0])).toBe(3)
  })

  it('an event and its option may be named by their keys', async () => {
    const event = await f.event()
    const keys = await bench.env.DB.prepare(
      'SELECT e.key AS event, o.key AS option FROM events AS e JOIN event_options AS o ON o.event_id = e.id WHERE e.id = ?',
    )
      .bind(event.event_id)
      .first<{ event: string; option: string }>()
    const people = [{ attendee_id: f.children[0], option_key: keys?.option }]
    const byKey = { ...bodyFor(event), event_id: undefined, event_key: keys?.event, people }
    expect((await book(byKey)).body.registrations[0]?.option_id).toBe(event.option_ids[0])
    const wrong = await book<ErrorBody>({ ...byKey, people: [{ ...people[0], option_key: 'none' }] })
    expect([wrong.body.type, wrong.body.param]).toEqual(['not_found', 'people[0].option_key'])
    const none = await book<ErrorBody>({ ...byKey, event_key: 'no-such-event' })
    expect([none.body.type, none.body.param]).toEqual(['not_found', 'event_key'])
  })

  it('refuses a customer of another program, and another family’s person', async () => {
    const other = await openBookingFamily(bench)
    const event = await f.event()
    const stranger = await book<ErrorBody>(bodyFor(event, { customer: { id: other.ada.identity.customer_id } }))
    expect([stranger.body.type, stranger.body.param]).toEqual(['not_found', 'customer.id'])
    const child = await book<ErrorBody>(bodyFor(event, {}, other.children.slice(0, 1)))
    expect([child.body.type, child.body.param]).toEqual(['not_found', 'people[0].attendee_id'])
  })

  it('a member whose role ended meanwhile books nothing', async () => {
    const event = await f.event()
    await bench.env.DB.prepare(`UPDATE staff_members SET status = 'ended' WHERE id = ?`).bind(f.desk.staff_id).run()
    expect((await book<ErrorBody>(bodyFor(event))).status).toBe(404)
    const rows = await db()
      .select()
      .from(registrations)
      .where(and(eq(registrations.event_id, event.event_id)))
    expect(rows).toEqual([])
  })
})
