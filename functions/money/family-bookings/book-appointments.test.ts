import { beforeEach, describe, expect, it } from 'vitest'
import { weekMs } from '../../contract/limits.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { BookedOrder, BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { makeAppointmentType, makeResource } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingFamily, fieldsRefused, openBookingFamily, rowsWritten } from '../../test-bench/booking-family.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeQuestion, makeSessionPackage } from '../../test-bench/programs.ts'

// The test's current time is Monday 4 January 2027. This time is Wednesday, 9 am in Toronto.
const nine = Date.parse('2027-01-06T14:00:00Z')
const halfHour = 30 * 60_000

type Type = Awaited<ReturnType<typeof makeAppointmentType>>
let bench: Bench
let f: BookingFamily
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingFamily(bench, { features: { appointments: true, sessions: true } })
})

const typeOf = (input: Parameters<typeof makeAppointmentType>[2] = {}) => makeAppointmentType(bench, f.programId, input)
const timesOf = (...starts: number[]) => starts.map((at) => new Date(at).toISOString())
type Input = { people?: readonly string[]; starts?: number[]; perPerson?: object; more?: object; person?: Person }
const book = <Body = Order>(
  type: Type,
  { people = f.children.slice(0, 2), starts = [nine], perPerson = {}, more = {}, person = f.ada }: Input = {},
) =>
  f.book<Body>(
    {
      program_id: f.programId,
      appointment: { appointment_type_id: type.type_id, starts_at: timesOf(...starts) },
      people: people.map((attendee_id) => ({ attendee_id, option_id: type.option_ids[0], ...perPerson })),
      ...more,
    },
    { person },
  )
/** Another customer books this time for their child. */
async function takeBy(type: Type, at: number, perPerson = {}) {
  const person = await makeCustomer(bench, { programIds: [f.programId] })
  const child = await makeAttendee(bench, person, { programId: f.programId })
  expect((await book(type, { person, people: [child.attendee_id], starts: [at], perPerson })).status).toBe(201)
}
const startsOf = ({ registrations }: Pick<Order, 'registrations'>) =>
  registrations.map(({ event, attendee_profile }) => [Date.parse(event.starts_at), attendee_profile.first_name]).sort()

describe('POST bookings of an appointment type', () => {
  it('books two people at one time of two places, in one cart', async () => {
    const type = await typeOf({ spots_total: 2 })
    const { status, body } = await book(type)
    expect([status, startsOf(body), body.amount_subtotal.value]).toEqual([
      201,
      [
        [nine, 'Maya'],
        [nine, 'Samuel'],
      ],
      9000,
    ])
    expect(body.items.map(({ product_name, attendee_name }) => [product_name, attendee_name])).toEqual([
      ['Private swim lesson, Half an hour', 'Maya Roy'],
      ['Private swim lesson, Half an hour', 'Samuel Roy'],
    ])
  })

  it('a taken time refuses all people with the nearest free times and writes no row', async () => {
    const type = await typeOf({ spots_total: 2 })
    await takeBy(type, nine)
    const before = await rowsWritten(bench)
    const refused = await book<ErrorBody & { available_times?: { starts_at: string }[] }>(type)
    expect(refused.body.available_times?.length).toBeGreaterThan(0)
    expect([refused.status, fieldsRefused(refused)]).toEqual([409, [['slot_taken', 'appointment.starts_at[0]']]])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('hold keeps the times that are free and names the others by person', async () => {
    const type = await typeOf()
    await takeBy(type, nine + weekMs)
    const starts = [nine, nine + weekMs, nine + 2 * weekMs]
    const { status, body } = await book<BookedOrder>(type, {
      people: f.children.slice(0, 1),
      starts,
      more: { on_refusal: 'hold' },
    })
    expect([status, startsOf(body)]).toEqual([
      201,
      [
        [nine, 'Maya'],
        [nine + 2 * weekMs, 'Maya'],
      ],
    ])
    expect(body.refusals).toMatchObject([{ person: 0, type: 'slot_taken', param: 'appointment.starts_at[1]' }])
  })

  it('hold uses visits for the free times only, and holds as many times as there are visits', async () => {
    const source = await makeSessionPackage(bench, f.programId, { allocated_amount: 3 })
    const type = await typeOf({ restrict_to_package_ids: [source] })
    const [people, perPerson] = [f.children.slice(0, 1), { session_package_id: source }]
    const { body: cart } = await book(type, { people, perPerson, starts: [nine] })
    await takeBy(type, nine + 2 * weekMs, perPerson)
    const visits = { session_credit_id: cart.items.find((item) => item.type === 'session_package')?.id }
    const weeks = (...numbers: number[]) => [nine, ...numbers.map((week) => nine + week * weekMs)]
    const hold = (starts: number[]) =>
      book<BookedOrder>(type, {
        people,
        starts,
        perPerson: visits,
        more: { on_refusal: 'hold', order_id: cart.id },
      })
    const { body } = await hold(weeks(1, 2, 3))
    expect([startsOf(body).map(([at]) => at), body.refusals?.map(({ type: why, param }) => [why, param])]).toEqual([
      weeks(1, 3),
      [['slot_taken', 'appointment.starts_at[2]']],
    ])
    const more = await hold(weeks(1, 3, 4, 5))
    expect([
      startsOf(more.body).map(([at]) => at),
      more.body.refusals?.map(({ type: why, param }) => [why, param]),
    ]).toEqual([weeks(1, 3), [['credit_not_available', 'people[0].session_credit_id']]])
  })

  it('the visits of a package pay for a series', async () => {
    const source = await makeSessionPackage(bench, f.programId, { cost: 5000, allocated_amount: 3 })
    const type = await typeOf({ restrict_to_package_ids: [source] })
    const starts = [nine, nine + weekMs, nine + 2 * weekMs]
    const people = f.children.slice(0, 1)
    expect(fieldsRefused(await book<ErrorBody>(type, { people, starts }))).toEqual([
      ['membership_required', 'appointment.appointment_type_id'],
    ])
    const { status, body } = await book(type, { people, starts, perPerson: { session_package_id: source } })
    expect([status, body.items.map(({ type: kind, amount }) => [kind, amount.value])]).toEqual([
      201,
      [
        ['session_package', 5000],
        ['appointment_option', 0],
        ['appointment_option', 0],
        ['appointment_option', 0],
      ],
    ])
  })

  it('a dry run gives the items and total of the order that the booking makes', async () => {
    const type = await typeOf({ spots_total: 2 })
    const starts = [nine, nine + halfHour]
    const preview = await book<BookingPreview>(type, { starts, more: { dry_run: true } })
    const { body } = await book(type, { starts })
    const shown = ({ items, amount_total }: Pick<Order, 'items' | 'amount_total'>) => ({
      amount_total,
      items: items.map(({ id, source, registration_id, ...item }) => item),
    })
    expect(shown(preview.body)).toEqual(shown(body))
    expect([preview.body.refusals, body.registrations.length]).toEqual([[], 4])
  })

  it('a coach of two types, the buffer and the end of booking decide about each time', async () => {
    const coach = await makeResource(bench, f.programId)
    const swim = await typeOf({ resourceIds: [coach], buffer_minutes: 10 })
    const dive = await typeOf({ resourceIds: [coach], spots_total: 3, book_until: 'P2D' })
    await takeBy(swim, nine)
    const starts = [nine, nine + halfHour, nine + 2 * halfHour, nine - 86_400_000]
    const { body } = await book<BookedOrder>(dive, { starts, more: { on_refusal: 'hold' } })
    expect(body.refusals?.map(({ person, type, param }) => [person, type, param])).toEqual([
      [0, 'slot_taken', 'appointment.starts_at[0]'],
      [0, 'slot_taken', 'appointment.starts_at[1]'],
      [0, 'option_not_on_sale', 'appointment.starts_at[3]'],
      [1, 'slot_taken', 'appointment.starts_at[0]'],
      [1, 'slot_taken', 'appointment.starts_at[1]'],
      [1, 'slot_taken', 'appointment.starts_at[2]'],
      [1, 'option_not_on_sale', 'appointment.starts_at[3]'],
    ])
    expect(startsOf(body)).toEqual([[nine + 2 * halfHour, 'Maya']])
  })

  it('refuses a time at which the person has another booking, of the same request too', async () => {
    const type = await typeOf({ spots_total: 2, options: [{ duration: 60 }] })
    const swim = await typeOf()
    const people = f.children.slice(0, 1)
    await book(swim, { people, starts: [nine + 8 * halfHour] })
    const starts = [nine, nine + halfHour, nine + 8 * halfHour]
    expect(fieldsRefused(await book<ErrorBody>(type, { people, starts }))).toEqual([
      ['attendee_conflict', 'appointment.starts_at[1]'],
      ['attendee_conflict', 'appointment.starts_at[2]'],
    ])
  })

  it('a lapsed hold of another customer frees its time', async () => {
    const type = await typeOf()
    await takeBy(type, nine)
    bench.pass(20 * 60_000)
    await f.ada.renew()
    expect((await book(type, { people: f.children.slice(0, 1) })).status).toBe(201)
  })

  it('the error names the unanswered questions of each person', async () => {
    const question = await makeQuestion(bench, f.programId)
    const type = await typeOf({ spots_total: 2, questionIds: [question] })
    expect(fieldsRefused(await book<ErrorBody>(type))).toEqual(
      [0, 1].map((at) => ['required', `people[${at}].form_response.answers[${question}]`]),
    )
  })

  it.each([
    ['no event and no type', {}, ['required', 'event_id']],
    [
      'an event and a type',
      { event_id: 'evt_1', appointment: { starts_at: [nine] } },
      ['invalid_parameter', 'appointment'],
    ],
    ['one time twice', { appointment: { starts_at: [nine, nine] } }, ['invalid_option', 'appointment.starts_at']],
    [
      'a type of another program',
      { appointment: { starts_at: [nine] } },
      ['not_found', 'appointment.appointment_type_id'],
    ],
    [
      'more places than a customer may hold',
      { appointment: { starts_at: Array.from({ length: 49 }, (_, week) => nine + week * weekMs) } },
      ['too_many_requests', 'appointment.starts_at'],
    ],
  ])(
    'refuses a request with %s',
    async (_, { appointment, ...more }: { appointment?: { starts_at: number[] } }, refusal) => {
      const { body } = await f.book<ErrorBody>({
        program_id: f.programId,
        people: [{ attendee_id: f.children[0], option_id: 'aop_1' }],
        ...(appointment && {
          appointment: { appointment_type_id: 'apt_1', starts_at: timesOf(...appointment.starts_at) },
        }),
        ...more,
      })
      expect([body.type, body.param]).toEqual(refusal)
    },
  )
})
