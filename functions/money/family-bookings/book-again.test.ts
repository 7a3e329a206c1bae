import { beforeEach, describe, expect, it } from 'vitest'
import { weekMs } from '../../contract/limits.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { BookedOrder, BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingFamily, fieldsRefused, openBookingFamily, rowsWritten } from '../../test-bench/booking-family.ts'
import { makePool, makeQuestion, makeSessionPackage, makeWaiver } from '../../test-bench/programs.ts'
import { takenOf } from '../../test-bench/registering.ts'
import { makeProduct } from '../../test-bench/store.ts'

let bench: Bench
let f: BookingFamily
let maya: string
let samuel: string
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingFamily(bench, { features: { appointments: true, sessions: true, products: true } })
  ;[maya = '', samuel = ''] = f.children
})

type Person = { attendee_id: string; option_id: string } & Record<string, unknown>
const book = <Body = BookedOrder>(event_id: string, people: Person[], more: object = {}) =>
  f.book<Body>({ program_id: f.programId, event_id, people, ...more })
const lines = ({ items }: Pick<Order, 'items'>) =>
  items.map(({ product_name, attendee_name, quantity, amount }) => [
    product_name,
    attendee_name,
    quantity,
    amount.value,
  ])
const placeOf = ({ registrations }: Order, attendee_id: string) =>
  registrations.find(({ attendee_profile }) => attendee_profile.attendee_id === attendee_id)?.id ?? ''

const profileOf = (attendee_id: string) =>
  bench.env.DB.prepare('SELECT id FROM attendee_profiles WHERE attendee_id = ?').bind(attendee_id).first<string>('id')

describe('POST bookings for people who hold a place in the cart', () => {
  it('keeps a place of the same option with its price, and stores the new answers', async () => {
    const question = await makeQuestion(bench, f.programId)
    const event = await f.event([{ cost: 34_500 }], { questionIds: [question] })
    const person = (value: string) => ({
      attendee_id: maya,
      option_id: event.option_ids[0],
      form_response: { answers: [{ field_id: question, value }] },
    })
    const first = await book(event.event_id, [person('S')])
    await bench.env.DB.prepare('UPDATE event_options SET cost = 50000 WHERE id = ?').bind(event.option_ids[0]).run()
    const { status, body } = await book(event.event_id, [person('M')], { order_id: first.body.id })
    expect([status, lines(body)]).toEqual([201, lines(first.body)])
    expect([placeOf(body, maya), body.registrations[0]?.form_response?.answers]).toEqual([
      placeOf(first.body, maya),
      [{ field_id: question, value: 'M' }],
    ])
  })

  it('keeps the accepted waiver of a person who changes the option', async () => {
    const waiver_id = await makeWaiver(bench, f.programId)
    const event = await f.event([{ cost: 34_500 }, { cost: 20_000 }], { waiverId: waiver_id })
    const waiver = { waiver_id, version: 1 }
    const [full = '', half = ''] = event.option_ids
    const people = [
      { attendee_id: maya, option_id: full, waiver },
      { attendee_id: samuel, option_id: full },
    ]
    const first = await book(event.event_id, people)
    const changed = people.map(({ attendee_id }) => ({ attendee_id, option_id: half }))
    const { body } = await book(event.event_id, changed, { order_id: first.body.id })
    const versionOf = (id: string) =>
      body.registrations.find(({ attendee_profile }) => attendee_profile.attendee_id === id)?.waiver?.version
    expect([versionOf(maya), versionOf(samuel)]).toEqual([1, undefined])
  })

  it('replaces a place of another option in the same batch, with its store products', async () => {
    const { variation_ids } = await makeProduct(bench, {
      programId: f.programId,
      variations: [{ cost: 1500, stock: 3 }],
    })
    const event = await f.event([{ cost: 34_500 }, { cost: 20_000, spots: 1 }])
    const [full, half = ''] = event.option_ids
    const items = [{ product_variation_id: variation_ids[0], quantity: 2 }]
    const first = await book(event.event_id, [{ attendee_id: maya, option_id: full, items }])
    const { body } = await book(event.event_id, [{ attendee_id: maya, option_id: half }], { order_id: first.body.id })
    expect(lines(body)).toEqual([
      ['Camp shirt, One size', 'Maya Roy', 2, 3000],
      ['Canoe Week, Full day', 'Maya Roy', 1, 20_000],
    ])
    expect(body.items[0]?.parent).toBe(body.items[1]?.id)
    expect([await takenOf(bench, full), await takenOf(bench, half)]).toEqual([0, 1])
  })

  it('replaces the store products by those of the request', async () => {
    const { variation_ids } = await makeProduct(bench, {
      programId: f.programId,
      variations: [
        { cost: 1500, stock: 3 },
        { cost: 800, stock: 3 },
      ],
    })
    const event = await f.event()
    const person = (items: object[]) => [{ attendee_id: maya, option_id: event.option_ids[0], items }]
    const [shirt, cap] = variation_ids
    const first = await book(event.event_id, person([{ product_variation_id: shirt, quantity: 1 }]))
    const more = { order_id: first.body.id }
    const grown = await book(event.event_id, person([{ product_variation_id: shirt, quantity: 3 }]), more)
    expect(grown.body.amount_subtotal.value).toBe(34_500 + 4500)
    const other = await book(event.event_id, person([{ product_variation_id: cap, quantity: 1 }]), more)
    expect(other.body.amount_subtotal.value).toBe(34_500 + 800)
    const none = await book(event.event_id, person([]), more)
    expect(none.body.amount_subtotal.value).toBe(34_500)
  })

  it('another way of payment replaces the place, and a package that pays for no place leaves the cart', async () => {
    const source = await makeSessionPackage(bench, f.programId, { cost: 5000, allocated_amount: 2 })
    const event = await f.event([{ cost: 2000 }], { packageIds: [source] })
    const people = (more: object) =>
      [maya, samuel].map((attendee_id) => ({ attendee_id, option_id: event.option_ids[0], ...more }))
    const first = await book(event.event_id, people({ session_package_id: source }))
    expect(first.body.amount_total.value).toBe(5000)
    const again = await book(event.event_id, people({ session_package_id: source }), { order_id: first.body.id })
    expect([again.status, lines(again.body)]).toEqual([201, lines(first.body)])
    await bench.env.DB.prepare("UPDATE events SET restrict_to_package_ids = '[]' WHERE id = ?")
      .bind(event.event_id)
      .run()
    const { status, body } = await book(event.event_id, people({}), { order_id: first.body.id })
    expect([status, lines(body)]).toEqual([
      201,
      [
        ['Canoe Week, Full day', 'Maya Roy', 1, 2000],
        ['Canoe Week, Full day', 'Samuel Roy', 1, 2000],
      ],
    ])
  })

  it('a package in the cart pays as long as it has visits, and is bought again after that', async () => {
    const source = await makeSessionPackage(bench, f.programId, { cost: 5000, allocated_amount: 2 })
    const event = await f.event([{ cost: 2000 }], { packageIds: [source] })
    const person = (attendee_id: string, more: object) => [
      { attendee_id, option_id: event.option_ids[0], session_package_id: source, ...more },
    ]
    const first = await book(event.event_id, person(maya, {}))
    const more = { order_id: first.body.id }
    const second = await book(event.event_id, person(samuel, {}), more)
    expect(second.body.amount_total.value).toBe(5000)
    const item = first.body.items.find(({ type }) => type === 'session_package')?.id
    const zoe = person(f.children[2] ?? '', { session_package_id: null, session_credit_id: item })
    expect(fieldsRefused(await book<ErrorBody>(event.event_id, zoe, more))).toEqual([
      ['credit_not_available', 'people[0].session_credit_id'],
    ])
    expect((await book(event.event_id, person(f.children[2] ?? '', {}), more)).body.amount_total.value).toBe(10_000)
  })

  it('releases the places of people who no longer come, for others of the same booking', async () => {
    const event = await f.event([{ cost: 34_500, spots: 2 }])
    const [option_id] = event.option_ids
    const first = await book(
      event.event_id,
      [maya, samuel].map((attendee_id) => ({ attendee_id, option_id })),
    )
    const release = [placeOf(first.body, samuel)]
    const zoe = [maya, f.children[2] ?? ''].map((attendee_id) => ({ attendee_id, option_id }))
    expect((await book<ErrorBody>(event.event_id, zoe, { order_id: first.body.id })).body.type).toBe('sold_out')
    const { status, body } = await book(event.event_id, zoe, { order_id: first.body.id, release })
    expect([status, lines(body).map(([, name]) => name), await takenOf(bench, option_id)]).toEqual([
      201,
      ['Maya Roy', 'Zoë Roy'],
      2,
    ])
    const refused = await book<ErrorBody>(event.event_id, zoe, { order_id: first.body.id, release })
    expect(fieldsRefused(refused)).toEqual([['not_found', 'release[0]']])
  })

  it('a released place of another event is free for an event that shares its pool', async () => {
    const poolIds = [await makePool(bench, f.programId, 1)]
    const [week, day] = [await f.event([{ cost: 34_500, poolIds }]), await f.event([{ cost: 8000, poolIds }])]
    const first = await book(week.event_id, [{ attendee_id: maya, option_id: week.option_ids[0] }])
    const people = [{ attendee_id: samuel, option_id: day.option_ids[0] }]
    const more = { order_id: first.body.id }
    expect((await book<ErrorBody>(day.event_id, people, more)).body.type).toBe('sold_out')
    const { status, body } = await book(day.event_id, people, { ...more, release: [placeOf(first.body, maya)] })
    expect([status, lines(body).map(([, name]) => name)]).toEqual([201, ['Samuel Roy']])
    expect([await takenOf(bench, week.option_ids[0]), await takenOf(bench, day.option_ids[0])]).toEqual([0, 1])
  })

  it('a refused person keeps the place they hold, with hold and without', async () => {
    const event = await f.event([{ cost: 34_500 }, { cost: 20_000, spots: 0 }])
    const [full, half = ''] = event.option_ids
    const first = await book(event.event_id, [{ attendee_id: maya, option_id: full }])
    const people = [
      { attendee_id: maya, option_id: half },
      { attendee_id: samuel, option_id: full },
    ]
    const before = await rowsWritten(bench)
    const none = await book<ErrorBody>(event.event_id, people, { order_id: first.body.id })
    expect([fieldsRefused(none), await rowsWritten(bench)]).toEqual([[['sold_out', 'people[0].option_id']], before])
    const { body } = await book(event.event_id, people, { order_id: first.body.id, on_refusal: 'hold' })
    expect([lines(body).map(([name, who]) => [name, who]), body.refusals?.length]).toEqual([
      [
        ['Canoe Week, Full day', 'Maya Roy'],
        ['Canoe Week, Full day', 'Samuel Roy'],
      ],
      1,
    ])
  })

  it('the place of a person who keeps it is not sold to a sibling', async () => {
    const event = await f.event([
      { cost: 34_500, spots: 1 },
      { cost: 20_000, spots: 0 },
    ])
    const [full, half = ''] = event.option_ids
    const first = await book(event.event_id, [{ attendee_id: maya, option_id: full }])
    const people = [
      { attendee_id: samuel, option_id: full },
      { attendee_id: maya, option_id: half },
    ]
    const { status, body } = await book<ErrorBody>(event.event_id, people, {
      order_id: first.body.id,
      on_refusal: 'hold',
    })
    expect([status, fieldsRefused({ body })]).toEqual([
      409,
      [
        ['sold_out', 'people[0].option_id'],
        ['sold_out', 'people[1].option_id'],
      ],
    ])
    expect(await takenOf(bench, full)).toBe(1)
  })

  it('other times of a series replace the former ones, and the same time stays', async () => {
    const nine = Date.parse('2027-01-06T14:00:00Z')
    const type = await makeAppointmentType(bench, f.programId)
    const bookTimes = (starts: number[], more: object = {}) =>
      f.book({
        program_id: f.programId,
        appointment: { appointment_type_id: type.type_id, starts_at: starts.map((at) => new Date(at).toISOString()) },
        people: [{ attendee_id: maya, option_id: type.option_ids[0] }],
        ...more,
      })
    const first = await bookTimes([nine, nine + weekMs])
    const { status, body } = await bookTimes([nine + weekMs, nine + 30 * 60_000], { order_id: first.body.id })
    const startsOf = ({ registrations }: Order) =>
      new Map(registrations.map(({ id, event }) => [Date.parse(event.starts_at), id]))
    const [before, after] = [startsOf(first.body), startsOf(body)]
    expect([status, [...after.keys()].sort()]).toEqual([201, [nine + 30 * 60_000, nine + weekMs]])
    expect(after.get(nine + weekMs)).toBe(before.get(nine + weekMs))
  })

  it('a lapsed cart is refused, and the people book again without it', async () => {
    const event = await f.event()
    const people = [{ attendee_id: maya, option_id: event.option_ids[0] }]
    const first = await book(event.event_id, people)
    bench.pass(20 * 60_000)
    await f.ada.renew()
    const refused = await book<ErrorBody>(event.event_id, people, { order_id: first.body.id })
    expect([refused.body.type, refused.body.param]).toEqual(['hold_expired', 'order_id'])
    expect((await book(event.event_id, people)).status).toBe(201)
  })

  it('a place in no order joins the cart and is held as long as it was offered', async () => {
    const event = await f.event([{ cost: 34_500, spots: 1 }])
    const [option_id] = event.option_ids
    const path = '/v1/profile/registrations'
    const customer_profile_id = f.ada.profileId(f.programId)
    const single = {
      event_id: event.event_id,
      option_id,
      customer_profile_id,
      attendee_profile_id: await profileOf(maya),
    }
    const held = (await (await bench.call(path, f.ada.json(single))).json()) as { id: string }
    const until = bench.now() + 12 * 3_600_000
    await bench.env.DB.prepare('UPDATE registrations SET hold_expires_at = ? WHERE id = ?').bind(until, held.id).run()
    const { status, body } = await book(event.event_id, [{ attendee_id: maya, option_id }])
    expect([status, placeOf(body, maya), Date.parse(body.hold_expires_at ?? ''), lines(body)]).toEqual([
      201,
      held.id,
      until,
      [['Canoe Week, Full day', 'Maya Roy', 1, 34_500]],
    ])
    expect(await takenOf(bench, option_id)).toBe(1)
  })

  it('a dry run shows the cart as the booking leaves it and writes no row', async () => {
    const event = await f.event([{ cost: 34_500 }, { cost: 20_000 }])
    const [full, half = ''] = event.option_ids
    const first = await book(
      event.event_id,
      [maya, samuel].map((attendee_id) => ({ attendee_id, option_id: full })),
    )
    const more = { order_id: first.body.id, release: [placeOf(first.body, samuel)] }
    const people = [{ attendee_id: maya, option_id: half }]
    const before = await rowsWritten(bench)
    const preview = await book<BookingPreview>(event.event_id, people, { ...more, dry_run: true })
    expect([preview.status, await rowsWritten(bench)]).toEqual([200, before])
    const { body } = await book(event.event_id, people, more)
    expect([lines(preview.body), preview.body.amount_total]).toEqual([lines(body), body.amount_total])
    expect(body.amount_subtotal.value).toBe(20_000)
  })
})
