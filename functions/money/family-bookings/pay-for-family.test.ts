import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { BookedOrder, BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingFamily, fieldsRefused, openBookingFamily, rowsWritten } from '../../test-bench/booking-family.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { makeCoupon, makeSessionPackage } from '../../test-bench/programs.ts'
import { takenOf } from '../../test-bench/registering.ts'
import { makeProduct } from '../../test-bench/store.ts'

let bench: Bench
let f: BookingFamily
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingFamily(bench, { features: { sessions: true, products: true } })
})

const pay = (order: Order, method: object = { checkout_method: 'free' }) =>
  bench.call(`/v1/profile/orders/${order.id}/payments`, f.ada.json(method))
/** Credits of a paid package with this number of visits. */
async function creditsOf(source: string): Promise<string> {
  const opened = await bench.call(
    '/v1/profile/orders',
    f.ada.json({
      program_id: f.programId,
      customer_profile_id: f.ada.profileId(f.programId),
      items: [{ type: 'session_package', source }],
    }),
  )
  const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
  expect((await pay((await opened.json()) as Order, card)).status).toBe(201)
  const path = `/v1/profile/programs/${f.programId}/session_balance`
  const balance = (await (await bench.call(path, { headers: f.ada.headers })).json()) as SessionBalance
  return balance.credits[0]?.id ?? ''
}

describe('the payment of places in POST bookings', () => {
  it('visits pay for the places, which then cost nothing, and are refused by person when too few are left', async () => {
    const source = await makeSessionPackage(bench, f.programId, { allocated_amount: 2 })
    const session_credit_id = await creditsOf(source)
    const event = await f.event([{ cost: 2000 }], { packageIds: [source] })
    const before = await rowsWritten(bench)
    const refused = await f.book<ErrorBody>(f.bodyFor(event, { perPerson: { session_credit_id } }))
    expect(fieldsRefused(refused)).toEqual([['credit_not_available', 'people[2].session_credit_id']])
    expect(await rowsWritten(bench)).toBe(before)
    const two = { people: f.children.slice(0, 2), perPerson: { session_credit_id } }
    const { status, body } = await f.book(f.bodyFor(event, two))
    expect([status, body.amount_total.value, body.checkout_methods]).toEqual([201, 0, ['free']])
    expect((await pay(body)).status).toBe(201)
  })

  it('a package that is bought with the places opens the event and pays for them', async () => {
    const source = await makeSessionPackage(bench, f.programId, { cost: 5000, allocated_amount: 2 })
    const event = await f.event([{ cost: 2000 }], { packageIds: [source] })
    expect(fieldsRefused(await f.book<ErrorBody>(f.bodyFor(event)))).toEqual(
      [0, 1, 2].map((at) => ['membership_required', `people[${at}].option_id`]),
    )
    const body = f.bodyFor(event, { perPerson: { session_package_id: source } })
    const preview = await f.book<BookingPreview>({ ...body, dry_run: true })
    const { status, body: order } = await f.book(body)
    expect([status, order.amount_total.value, preview.body.amount_total.value]).toEqual([201, 10_000, 10_000])
    expect(order.items.map(({ type, quantity, amount }) => [type, quantity, amount.value])).toEqual([
      ['session_package', 2, 10_000],
      ['event_option', 1, 0],
      ['event_option', 1, 0],
      ['event_option', 1, 0],
    ])
    expect(new Set(order.registrations.map((each) => each.session_credit_id)).size).toBe(1)
  })

  it('a package for one person is bought once for each', async () => {
    const source = await makeSessionPackage(bench, f.programId, { cost: 5000, sold_for: 'person' })
    const event = await f.event([{ cost: 2000 }], { packageIds: [source] })
    const two = { people: f.children.slice(0, 2), perPerson: { session_package_id: source } }
    const { status, body } = await f.book(f.bodyFor(event, two))
    const packages = body.items.filter(({ type }) => type === 'session_package')
    expect([status, packages.map(({ attendee_name }) => attendee_name)]).toEqual([201, ['Maya Roy', 'Samuel Roy']])
  })

  it('a package that does not cover the event is refused by person', async () => {
    const source = await makeSessionPackage(bench, f.programId)
    const one = { people: f.children.slice(0, 1), perPerson: { session_package_id: source } }
    expect(fieldsRefused(await f.book<ErrorBody>(f.bodyFor(await f.event(), one)))).toEqual([
      ['credit_not_available', 'people[0].session_package_id'],
    ])
  })

  it('store products go with the place of their person', async () => {
    const { variation_ids } = await makeProduct(bench, { programId: f.programId })
    const items = [{ product_variation_id: variation_ids[0], quantity: 2 }]
    const { status, body } = await f.book(f.bodyFor(await f.event(), { perPerson: { items } }))
    expect([status, body.amount_subtotal.value]).toEqual([201, 3 * (34_500 + 4800)])
    const places = body.items.filter(({ type }) => type === 'event_option').map(({ id }) => id)
    expect(body.items.filter(({ type }) => type === 'product_variation').map(({ parent }) => parent)).toEqual(places)
  })

  it('a store product without stock holds no place, and its field is named', async () => {
    const { variation_ids } = await makeProduct(bench, { programId: f.programId, variations: [{ stock: 2 }] })
    const items = [{ product_variation_id: variation_ids[0] }]
    const event = await f.event()
    const refused = await f.book<ErrorBody>(f.bodyFor(event, { perPerson: { items } }))
    expect(refused.body).toMatchObject({ type: 'sold_out', param: expect.stringMatching(/^people\[\d\]\.items\[0\]/) })
    expect(await takenOf(bench, event.option_ids[0])).toBe(0)
  })

  it('a code lowers the total, and a wrong one is refused with the booking and counts as a guess', async () => {
    await makeCoupon(bench, f.programId, { code: 'LAKE10', percent_off: 1000 })
    const event = await f.event()
    const wrong = await f.book<ErrorBody>(f.bodyFor(event, { more: { code: 'NOPE' } }))
    expect(fieldsRefused(wrong)).toEqual([['coupon_not_found', 'code']])
    const preview = await f.book<BookingPreview>(f.bodyFor(event, { more: { code: 'lake10', dry_run: true } }))
    expect([preview.body.amount_discount.value, preview.body.refusals]).toEqual([10_350, []])
    const { status, body } = await f.book(f.bodyFor(event, { more: { code: 'lake10' } }))
    expect([status, body.amount_discount.value, body.discounts[0]?.coupon.code]).toEqual([201, 10_350, 'LAKE10'])
    const counts = await bench.env.DB.prepare('SELECT sum(n) AS n FROM attempts WHERE scope LIKE ?')
      .bind(`coupon:${f.ada.identity.customer_id}`)
      .first<number>('n')
    expect(counts).toBe(1)
  })
})

describe('on_refusal hold of POST bookings', () => {
  it('holds the places that are left and names who has none', async () => {
    const event = await f.event([{ cost: 34_500, spots: 2 }])
    const { status, body } = await f.book<BookedOrder>(f.bodyFor(event, { more: { on_refusal: 'hold' } }))
    expect([status, body.items.length, body.amount_subtotal.value]).toEqual([201, 2, 69_000])
    expect(body.refusals?.map(({ person, type, param }) => [person, type, param])).toEqual([
      [2, 'sold_out', 'people[2].option_id'],
    ])
    expect(await takenOf(bench, event.option_ids[0])).toBe(2)
  })

  it('writes no row and returns the error when no one can have a place', async () => {
    const event = await f.event([{ cost: 34_500, spots: 0 }])
    const before = await rowsWritten(bench)
    const refused = await f.book<ErrorBody>(f.bodyFor(event, { more: { on_refusal: 'hold' } }))
    expect([refused.status, fieldsRefused(refused).length]).toEqual([409, 3])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('a person on the waitlist of the option is refused by name, and the sibling gets a place', async () => {
    const event = await f.event([{ cost: 34_500, spots: 0 }], { waitlist: true })
    const [option_id] = event.option_ids
    const { attendee_id: maya, attendee_profile_id } = await makeAttendee(bench, f.ada, { programId: f.programId })
    const samuel = f.children[1] ?? ''
    const waiting = await bench.call(
      '/v1/profile/registrations',
      f.ada.json({
        event_id: event.event_id,
        option_id,
        status: 'waitlisted',
        customer_profile_id: f.ada.profileId(f.programId),
        attendee_profile_id,
      }),
    )
    expect(waiting.status).toBe(201)
    await bench.env.DB.prepare('UPDATE event_options SET spots_total = 3 WHERE id = ?').bind(option_id).run()
    const { status, body } = await f.book<BookedOrder>(
      f.bodyFor(event, { people: [maya, samuel], more: { on_refusal: 'hold' } }),
    )
    expect([status, body.items.map(({ attendee_name }) => attendee_name)]).toEqual([201, ['Samuel Roy']])
    expect(body.refusals).toMatchObject([{ person: 0, type: 'already_registered', param: 'people[0].attendee_id' }])
  })

  it('a booking without refusals returns the order alone', async () => {
    const { body } = await f.book<BookedOrder>(f.bodyFor(await f.event(), { more: { on_refusal: 'hold' } }))
    expect([body.registrations.length, body.refusals]).toEqual([3, undefined])
  })

  it('the refused person joins the cart with the next call', async () => {
    const event = await f.event([{ cost: 34_500, minimumAge: 5 }, { cost: 20_000 }])
    const small = { attendee: { first_name: 'Ida', last_name: 'Roy', relation: 'parent', date_of_birth: '2025-01-01' } }
    const [older, younger] = event.option_ids
    const first = await f.book<BookedOrder>({
      ...f.bodyFor(event, { people: [], more: { on_refusal: 'hold' } }),
      people: [
        { attendee_id: f.children[0], option_id: older },
        { ...small, option_id: older },
      ],
    })
    expect(first.body.refusals).toMatchObject([{ person: 1, type: 'attendee_too_young' }])
    const mended = await f.book<BookedOrder>({
      ...f.bodyFor(event, { people: [], more: { order_id: first.body.id } }),
      people: [{ ...small, option_id: younger }],
    })
    expect([mended.status, mended.body.items.map(({ attendee_name }) => attendee_name)]).toEqual([
      201,
      ['Maya Roy', 'Ida Roy'],
    ])
  })
})
