import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { database } from '../../platform/database/database.ts'
import { mailbox } from '../../platform/database/tables.ts'
import { calendarAddress } from '../../money/fulfilment/calendar-link.ts'
import { findCalendar } from '../../money/fulfilment/find-calendar.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeVenue } from '../../test-bench/programs.ts'
import { contextOf, openFamily, refused } from '../../test-bench/registering.ts'
import type { Person } from '../../test-bench/people.ts'
import { bookAppointment } from './book-appointment.ts'

// The test's current time is Monday 4 January 2027, 7 am in Toronto. This time is Wednesday, 9 am.
const nine = Date.parse('2027-01-06T14:00:00Z')
const halfHour = 30 * 60_000
/** The opening hours of a type that is open in the night of a clock change. */
const atNight = { opening_hours: [{ days: ['sun' as const], from: '00:00', to: '05:00' }] }
const inSkippedHour = { opening_hours: [{ days: ['sun' as const], from: '02:00', to: '03:00' }] }

let bench: Bench
let family: Awaited<ReturnType<typeof openFamily>>
let type: Awaited<ReturnType<typeof makeAppointmentType>>
beforeAll(async () => {
  bench = await openBench()
  family = await openFamily(bench, { features: { appointments: true } })
})
beforeEach(async () => {
  const venueIds = [await makeVenue(bench, family.programId, { name: 'Boat house' })]
  type = await makeAppointmentType(bench, family.programId, { venueIds, buffer_minutes: 10 })
})

const book = (person: Person, attendee_profile_id: string, starts_at = nine): Promise<Registration> =>
  bookAppointment(contextOf(bench, person), {
    appointment_type_id: type.type_id,
    appointment_option_id: type.option_ids[0],
    start_time: new Date(starts_at).toISOString(),
    customer_profile_id: person.profileId(family.programId),
    attendee_profile_id,
  })
const post = async <Body>(person: Person, path: string, body: unknown): Promise<Body> => {
  const response = await bench.call(`/v1/profile/${path}`, person.json(body))
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Body
}
const newOrder = (person: Person, source: string) =>
  post<Order>(person, 'orders', {
    program_id: family.programId,
    customer_profile_id: person.profileId(family.programId),
    timezone: 'America/Toronto',
    items: [{ type: 'appointment_option', source, quantity: 1 }],
  })
const pay = (person: Person, orderId: string) =>
  post<Payment>(person, `orders/${orderId}/payments`, { checkout_method: 'card', payment_source_id: 'pm_card_visa' })
const mailsTo = async (person: Person) =>
  database(bench.bareDb).select().from(mailbox).where(eq(mailbox.recipient, person.email)).orderBy(mailbox.id)
const count = async (sql: string, ...values: unknown[]) =>
  (
    await bench.bareDb
      .prepare(sql)
      .bind(...values)
      .first<{ n: number }>()
  )?.n

describe('booking an appointment', () => {
  it('an appointment goes through hold, payment, mail, calendar and refund without an event', async () => {
    const { ada, maya, programId } = family
    const held = await book(ada, maya)
    expect(held).toMatchObject({ status: 'pending', event_id: type.type_id, option_id: type.option_ids[0] })
    expect(held.event).toMatchObject({
      id: type.type_id,
      object: 'event',
      name: 'Private swim lesson',
      appointment_type_id: type.type_id,
      starts_at: new Date(nine).toISOString(),
      ends_at: new Date(nine + halfHour).toISOString(),
      timezone: 'America/Toronto',
    })
    expect(held.option).toMatchObject({
      object: 'event_option',
      event_id: type.type_id,
      appointment_option_id: type.option_ids[0],
      cost: { cost: { value: 4500 } },
    })

    const order = await newOrder(ada, held.id)
    expect(order.items[0]).toMatchObject({
      type: 'appointment_option',
      product_id: type.type_id,
      product_variation_id: type.option_ids[0],
      product_name: 'Private swim lesson, Half an hour',
    })
    expect((await pay(ada, order.id)).status).toBe('succeeded')
    const [confirmation] = await mailsTo(ada)
    expect(confirmation?.subject).toContain('Confirmed: Private swim lesson')
    for (const text of ['Private swim lesson, Half an hour', '9 – 9:30\u00a0am (Toronto time)', 'Boat house', '$45.00'])
      expect(confirmation?.text).toContain(text)
    expect(confirmation?.attachments[0]?.content).toContain('DTSTART:20270106T140000Z')

    const ctx = contextOf(bench, ada)
    const token =
      (await calendarAddress(ctx, { id: order.id, calendar_version: 1 })).split('/').at(-1)?.replace('.ics', '') ?? ''
    const calendar = await findCalendar(ctx, token)
    for (const line of [
      'DTEND:20270106T143000Z',
      'LOCATION:Boat house',
      `UID:${held.id}@localhost`,
      'STATUS:CONFIRMED',
    ])
      expect(calendar).toContain(line)

    const confirmed = (await (
      await bench.call(`/v1/profile/registrations/${held.id}`, { headers: ada.headers })
    ).json()) as Registration
    expect(confirmed.cancellation).toMatchObject({ result: 'automatic', amount: { value: 4500 } })
    const cancelled = await post<Registration>(ada, `registrations/${held.id}/cancel`, { reason: 'cannot_attend' })
    await bench.tick()
    expect(cancelled.status).toBe('cancelled')
    expect(await findCalendar(ctx, token)).toContain('STATUS:CANCELLED')
    expect((await mailsTo(ada)).at(-1)?.subject).toContain('Private swim lesson')
    const paid = (await (await bench.call(`/v1/profile/orders/${order.id}`, { headers: ada.headers })).json()) as Order
    expect(paid.amount_returned.value).toBe(4500)
    expect(await count("SELECT count(*) AS n FROM refunds WHERE order_id = ? AND status = 'succeeded'", order.id)).toBe(
      1,
    )

    expect((await book(family.ben, await family.childOf(family.ben))).status).toBe('pending')
    expect(await count('SELECT count(*) AS n FROM events WHERE program_id = ?', programId)).toBe(0)
  })

  it('an appointment frees its time when its hold lapses', async () => {
    const { ada, ben } = family
    const first = await book(ada, await family.childOf(ada))
    const order = await newOrder(ada, first.id)
    bench.pass(20 * 60_000)
    await ada.renew()
    await ben.renew()
    const second = await book(ben, await family.childOf(ben))
    expect(await statusOf(first.id)).toBe('expired')
    const quote = () => bench.call(`/v1/profile/orders/${order.id}/quote`, ada.json({}))
    expect((await refused(await quote())).type).toBe('slot_taken')
    await post(ben, `registrations/${second.id}/cancel`, {})
    expect((await quote()).status).toBe(200)
    expect(await statusOf(first.id)).toBe('pending')
  })

  it("an appointment outside opening hours or within another's buffer is refused", async () => {
    const { ada } = family
    await book(ada, await family.childOf(ada))
    await expect(book(ada, await family.childOf(ada), nine - halfHour)).rejects.toMatchObject({
      type: 'option_not_on_sale',
    })
    await expect(book(ada, await family.childOf(ada), nine + halfHour)).rejects.toMatchObject({ type: 'slot_taken' })
    expect((await book(ada, await family.childOf(ada), nine + 2 * halfHour)).status).toBe('pending')
  })

  it('an appointment takes the next free place of a type with several places', async () => {
    type = await makeAppointmentType(bench, family.programId, { spots_total: 2 })
    const buyers = await family.buyers(3)
    const settled = await Promise.allSettled(buyers.map(({ person, attendee }) => book(person, attendee)))
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(await places()).toEqual([0, 1])
  })
})

describe('a time that is not available', () => {
  const summer = '2027-07-05T13:00:00Z'
  it.each<[string, Parameters<typeof makeAppointmentType>[2], string]>([
    ['before the opening hours', {}, '2027-01-06T13:30:00Z'],
    ['that ends after the closing time', {}, '2027-01-06T21:45:00Z'],
    ['on a closed day', {}, '2027-01-09T15:00:00Z'],
    ['between two start times', {}, '2027-01-06T14:10:00Z'],
    ['that has ended', {}, '2027-01-04T11:30:00Z'],
    ['in a year long past', {}, '1900-01-01T15:00:00Z'],
    ['in the year 9999', {}, '9999-12-29T15:00:00Z'],
    ['later than the rolling booking window', { period_type: 'rolling', max_booking_time: 14 }, summer],
    [
      'after the last bookable day',
      { period_type: 'range', period_starts_on: '2027-01-01', period_ends_on: '2027-02-01' },
      summer,
    ],
    // On 14 March 2027 the clock jumps from 2 am to 3 am, so a type that is open in that hour only is closed.
    ['in the hour that the clock change skips', inSkippedHour, '2027-03-14T07:00:00Z'],
    // On 7 November 2027 the hour from 1 am to 2 am occurs twice. A quarter past is not a start in either of the two.
    ['between two start times in the repeated hour of a clock change', atNight, '2027-11-07T06:15:00Z'],
  ])('M-09: an appointment %s is refused', async (_, input, start) => {
    type = await makeAppointmentType(bench, family.programId, input)
    await expect(book(family.ada, await family.childOf(family.ada), Date.parse(start))).rejects.toMatchObject({
      type: 'option_not_on_sale',
    })
    expect(await places()).toEqual([])
  })

  it('M-09: the schema rejects an appointment that overlaps another by a minute', async () => {
    const { id } = await book(family.ada, await family.childOf(family.ada))
    const { id: other } = await book(family.ben, await family.childOf(family.ben), nine + 4 * halfHour)
    const move = async (start: number, end: number) =>
      bench.bareDb
        .prepare(
          'UPDATE appointment_slots SET starts_at = ?1, ends_at = ?2, free_at = max(?1, ?2) WHERE registration_id = ?3',
        )
        .bind(start, end, other)
        .run()
    await expect(move(nine + 6 * halfHour, nine + 5 * halfHour)).rejects.toThrow(/slot_in_order/)
    await expect(move(nine + halfHour - 60_000, nine + 2 * halfHour)).rejects.toThrow(/slot_taken/)
    expect(await statusOf(id)).toBe('pending')
    expect(await places()).toEqual([0, 0])
  })

  it('M-09: the repeated hour of a clock change is two bookable times', async () => {
    type = await makeAppointmentType(bench, family.programId, atNight)
    const buyers = await family.buyers(3)
    const [first, second, again] = buyers as [(typeof buyers)[0], (typeof buyers)[0], (typeof buyers)[0]]
    const one = Date.parse('2027-11-07T05:30:00Z')
    await book(first.person, first.attendee, one)
    await book(second.person, second.attendee, one + 2 * halfHour)
    await expect(book(again.person, again.attendee, one)).rejects.toMatchObject({ type: 'slot_taken' })
    expect(await places()).toEqual([0, 0])
  })
})

describe('two concurrent requests for one time', () => {
  const race = async (): Promise<string[]> => {
    const buyers = await family.buyers(2)
    const settled = await Promise.allSettled(buyers.map(({ person, attendee }) => book(person, attendee)))
    return settled.map((each) => (each.status === 'fulfilled' ? 'held' : String(each.reason.type))).sort()
  }

  it('both requests would succeed without the constraint', async () => {
    const guards = (
      await bench.bareDb
        .prepare(
          "SELECT type, name, sql FROM sqlite_master WHERE name IN ('slot_added', 'slot_counted', 'slot_taken_once')",
        )
        .all<{ type: string; name: string; sql: string }>()
    ).results
    expect(guards).toHaveLength(3)
    for (const { type: kind, name } of guards) await bench.bareDb.prepare(`DROP ${kind} ${name}`).run()
    try {
      expect(await race()).toEqual(['held', 'held'])
      expect(await places()).toEqual([0, 0])
    } finally {
      await bench.bareDb.prepare('DELETE FROM appointment_slots WHERE appointment_type_id = ?').bind(type.type_id).run()
      for (const { sql } of guards) await bench.bareDb.prepare(sql).run()
    }
  })

  it('one request gets the time and the other is refused', async () => {
    expect(await race()).toEqual(['held', 'slot_taken'])
    expect(await places()).toEqual([0])
  })
})

const statusOf = async (id: string) =>
  (await bench.bareDb.prepare('SELECT status FROM registrations WHERE id = ?').bind(id).first<{ status: string }>())
    ?.status
const places = async () =>
  (
    await bench.bareDb
      .prepare('SELECT place FROM appointment_slots WHERE appointment_type_id = ? AND is_taken = 1 ORDER BY place')
      .bind(type.type_id)
      .all<{ place: number }>()
  ).results.map(({ place }) => place)
