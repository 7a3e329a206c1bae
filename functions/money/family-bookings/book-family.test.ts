import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import {
  type BookableEvent,
  type BookingFamily,
  fieldsRefused,
  openBookingFamily,
  rowsWritten,
} from '../../test-bench/booking-family.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makeCoupon, makeProgram, makeQuestion, makeWaiver } from '../../test-bench/programs.ts'
import { takenOf } from '../../test-bench/registering.ts'
import { feeAndTax } from '../../test-bench/shopping-family.ts'

let bench: Bench
let f: BookingFamily
let programId: string
let ada: Person
let children: string[]
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingFamily(bench, { selling: feeAndTax })
  ;({ programId, ada, children } = f)
})

const bodyFor = (event: BookableEvent, people: readonly string[] = children, more: object = {}) =>
  f.bodyFor(event, { people, more })
const placeOf = ({ registrations }: Order, firstName: string) =>
  registrations.find(({ attendee_profile }) => attendee_profile.first_name === firstName)

describe('POST bookings', () => {
  it('holds the places of a family in one new cart', async () => {
    const event = await f.event()
    const { status, body } = await f.book(bodyFor(event))
    expect([status, body.object, body.status]).toEqual([201, 'order', 'draft'])
    expect(body.items.map((item) => [item.product_name, item.attendee_name])).toEqual([
      ['Canoe Week, Full day', 'Maya Roy'],
      ['Canoe Week, Full day', 'Samuel Roy'],
      ['Canoe Week, Full day', 'Zoë Roy'],
    ])
    expect(body.registrations.map((each) => [each.status, each.order_id, each.hold_expires_at])).toEqual(
      children.map(() => ['pending', body.id, body.hold_expires_at]),
    )
    expect(body.amount_total.value).toBe(3 * 34_500 + 3 * 300 + 3 * (4485 + 39))
    expect(await takenOf(bench, event.option_ids[0])).toBe(3)
  })

  it('makes the same order as the calls for each step', async () => {
    const event = await f.event()
    const { body } = await f.book(bodyFor(event))
    const attendee = await makeAttendee(bench, ada, { programId, firstName: 'Noor' })
    const held = await bench.call(
      '/v1/profile/registrations',
      ada.json({
        event_id: event.event_id,
        option_id: event.option_ids[0],
        customer_profile_id: ada.profileId(programId),
        attendee_profile_id: attendee.attendee_profile_id,
      }),
    )
    const { id } = (await held.json()) as { id: string }
    const opened = await bench.call(
      '/v1/profile/orders',
      ada.json({
        program_id: programId,
        customer_profile_id: ada.profileId(programId),
        items: [{ type: 'event_option', source: id }],
      }),
    )
    const [line] = ((await opened.json()) as Order).items
    const { id: _, source, registration_id, attendee_name, ...columns } = line as Order['items'][number]
    expect(body.items[0]).toMatchObject(columns)
  })

  it('writes no row when one of three is refused, and names the person and the field', async () => {
    const event = await f.event([{ cost: 34_500, minimumAge: 8 }])
    const small = await makeAttendee(bench, ada, { programId, bornOn: '2024-05-01' })
    const people = [children[0] ?? '', small.attendee_id, children[1] ?? '']
    const before = await rowsWritten(bench)
    const { status, body } = await f.book<ErrorBody>(bodyFor(event, people))
    expect([status, body.type, body.param]).toEqual([422, 'attendee_too_young', 'people[1].attendee_id'])
    expect(await rowsWritten(bench)).toBe(before)
    expect(await takenOf(bench, event.option_ids[0])).toBe(0)
    await f.book(bodyFor(event, people.slice(0, 1)))
    expect(await rowsWritten(bench)).toBeGreaterThan(before)
  })

  it('the error names every refusal of every person', async () => {
    const question = await makeQuestion(bench, programId)
    const event = await f.event([{ cost: 34_500, maximumAge: 12 }], { questionIds: [question] })
    const grown = await makeAttendee(bench, ada, { programId, bornOn: '1990-05-01' })
    const body = bodyFor(event, [grown.attendee_id, 'att_missing', children[0] ?? '', children[0] ?? ''])
    const refused = await f.book<ErrorBody>(body)
    expect(fieldsRefused(refused)).toEqual([
      ['attendee_too_old', 'people[0].attendee_id'],
      ['required', `people[0].form_response.answers[${question}]`],
      ['not_found', 'people[1].attendee_id'],
      ['required', `people[1].form_response.answers[${question}]`],
      ['required', `people[2].form_response.answers[${question}]`],
      ['already_registered', 'people[3].attendee_id'],
    ])
  })

  it('refuses the family when fewer places are left than people', async () => {
    const event = await f.event([{ cost: 34_500, spots: 2 }])
    const before = await rowsWritten(bench)
    expect(fieldsRefused(await f.book<ErrorBody>(bodyFor(event)))).toEqual([['sold_out', 'people[2].option_id']])
    expect(await rowsWritten(bench)).toBe(before)
    expect((await f.book(bodyFor(event, children.slice(0, 2)))).status).toBe(201)
  })

  it('a dry run gives the items, discounts and total of the booking and writes no row', async () => {
    await makeCoupon(bench, programId, { percent_off: 1000, apply_automatically: true } as never)
    const event = await f.event()
    const before = await rowsWritten(bench)
    const preview = await f.book<BookingPreview>(bodyFor(event, children, { dry_run: true }))
    expect([preview.status, preview.body.refusals]).toEqual([200, []])
    expect(await rowsWritten(bench)).toBe(before)
    const { body } = await f.book(bodyFor(event))
    const sums = ({
      amount_subtotal,
      amount_discount,
      amount_fee,
      amount_tax,
      amount_total,
      tax_items,
    }: BookingPreview | Order) => ({
      amount_subtotal,
      amount_discount,
      amount_fee,
      amount_tax,
      amount_total,
      tax_items,
    })
    expect(sums(preview.body)).toEqual(sums(body))
    expect(body.amount_discount.value).toBe(10_350)
    expect(preview.body.discounts.map(({ amount, coupon }) => [amount, coupon.id])).toEqual(
      body.discounts.map(({ amount, coupon }) => [amount, coupon.id]),
    )
    const shown = (items: Order['items']) => items.map(({ id, source, registration_id, ...item }) => item)
    expect(shown(preview.body.items)).toEqual(shown(body.items))
  })

  it('a dry run shows who cannot have a place and the price of the others', async () => {
    const event = await f.event([{ cost: 34_500, spots: 2 }])
    const { status, body } = await f.book<BookingPreview>(bodyFor(event, children, { dry_run: true }))
    expect([status, body.items.length, body.amount_subtotal.value]).toEqual([200, 2, 69_000])
    expect(body.refusals.map(({ person, type }) => [person, type])).toEqual([[2, 'sold_out']])
  })

  it('returns the same order for a repeat with the same key, and 422 for another body', async () => {
    const event = await f.event()
    const first = await f.book(bodyFor(event), { key: 'once' })
    const again = await f.book(bodyFor(event), { key: 'once' })
    expect([again.status, again.headers.get('Idempotency-Replayed'), again.body]).toEqual([201, 'true', first.body])
    expect((await f.book(bodyFor(event, children.slice(1)), { key: 'once' })).status).toBe(422)
    expect(await takenOf(bench, event.option_ids[0])).toBe(3)
  })

  it('adds the places to an open cart and renews its hold', async () => {
    const [week1, week2] = [
      await f.event(),
      await f.event([{ cost: 10_000 }], { startsAt: bench.now() + 60 * 86_400_000 }),
    ]
    const first = await f.book(bodyFor(week1, children.slice(0, 1)))
    bench.pass(5 * 60_000)
    const { status, body } = await f.book(bodyFor(week2, children, { order_id: first.body.id }))
    expect([status, body.id, body.items.length]).toEqual([201, first.body.id, 4])
    expect(body.quote_version).toBe(first.body.quote_version + 1)
    expect(new Set(body.registrations.map((each) => each.hold_expires_at))).toEqual(new Set([body.hold_expires_at]))
    expect(Date.parse(body.hold_expires_at ?? '')).toBe(bench.now() + 15 * 60_000)
  })

  it("returns 404 for another customer's cart and person", async () => {
    const event = await f.event()
    const ben = await makeCustomer(bench, { programIds: [programId] })
    const { body } = await f.book(bodyFor(event, children.slice(0, 1)))
    const child = await makeAttendee(bench, ben, { programId })
    expect((await f.book<ErrorBody>(bodyFor(event, children.slice(1)), { person: ben })).body.type).toBe('not_found')
    const other = bodyFor(event, [child.attendee_id], { order_id: body.id })
    expect((await f.book<ErrorBody>(other, { person: ben })).body).toMatchObject({
      type: 'not_found',
      param: 'order_id',
    })
  })

  it('the caller and the people join the program with the booking', async () => {
    const cleo = await makeCustomer(bench)
    const elsewhere = await makeProgram(bench)
    const child = await makeAttendee(bench, cleo, { programId: elsewhere })
    const { status, body } = await f.book(bodyFor(await f.event(), [child.attendee_id]), { person: cleo })
    expect([status, body.registrations[0]?.attendee_profile.program_id]).toEqual([201, programId])
    expect(body.registrations[0]?.attendee_profile.primary_contact_id).toBe(body.customer_profile.id)
  })

  it('frees the lapsed holds of others before it counts', async () => {
    const event = await f.event([{ cost: 34_500, spots: 3 }])
    const ben = await makeCustomer(bench, { programIds: [programId] })
    const child = await makeAttendee(bench, ben, { programId })
    await f.book(bodyFor(event, [child.attendee_id]), { person: ben })
    expect(fieldsRefused(await f.book<ErrorBody>(bodyFor(event)))).toEqual([['sold_out', 'people[2].option_id']])
    bench.pass(16 * 60_000)
    await ada.renew()
    expect((await f.book(bodyFor(event))).status).toBe(201)
  })
})

describe('POST bookings with new people', () => {
  const noor = { first_name: 'Noor', last_name: 'Roy', relation: 'parent', date_of_birth: '2018-03-04' }
  const withNew = (event: BookableEvent, attendee: object, more: object = {}) => ({
    program_id: programId,
    event_id: event.event_id,
    people: [
      { attendee_id: children[0], option_id: event.option_ids[0] },
      { attendee, option_id: event.option_ids[0], ...more },
    ],
  })
  const familyOf = async (person: Person) => {
    const answer = await bench.call('/v1/profile/attendees', { headers: person.headers })
    return ((await answer.json()) as { data: { first_name: string }[] }).data.map(({ first_name }) => first_name)
  }

  it('adds a new person to the family and the program with their place', async () => {
    const event = await f.event([{ cost: 34_500, minimumAge: 5 }])
    const { status, body } = await f.book(withNew(event, { ...noor, health_card_number: '1234567890' }))
    expect([status, body.items.map(({ attendee_name }) => attendee_name)]).toEqual([201, ['Maya Roy', 'Noor Roy']])
    expect(placeOf(body, 'Noor')?.attendee_profile).toMatchObject({
      first_name: 'Noor',
      date_of_birth: '2018-03-04',
      health_card_last4: '7890',
      primary_contact_id: ada.profileId(programId),
      relations: [{ relation: 'parent', rights: expect.arrayContaining(['register', 'medical', 'manage']) }],
    })
    expect(await familyOf(ada)).toContain('Noor')
  })

  it('adds no one when the place of another person is refused', async () => {
    const event = await f.event([{ cost: 34_500, minimumAge: 12 }])
    const before = await rowsWritten(bench)
    const refused = await f.book<ErrorBody>(withNew(event, { ...noor, date_of_birth: '2010-01-01' }))
    expect(fieldsRefused(refused)).toEqual([['attendee_too_young', 'people[0].attendee_id']])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it.each([
    ['no name and no relation', {}, ['first_name', 'last_name', 'relation'], 'required'],
    ['a birthday in the future', { ...noor, date_of_birth: '2999-01-01' }, ['date_of_birth'], 'date_in_future'],
    ['a phone that is none', { ...noor, emergency_contact_phone: '555' }, ['emergency_contact_phone'], 'invalid_phone'],
  ])('names the fields of a new person: %s', async (_, attendee, fields, type) => {
    const { body } = await f.book<ErrorBody>(withNew(await f.event(), attendee))
    expect(fieldsRefused({ body })).toEqual(fields.map((field) => [type, `people[1].attendee.${field}`]))
  })

  it('fills in the fields that the program requires of a person', async () => {
    f = await openBookingFamily(bench, { preferences: { required_attendee_fields: ['date_of_birth', 'parent_name'] } })
    ;({ programId, ada, children } = f)
    const child = await makeAttendee(bench, ada, { programId, bornOn: null })
    const event = await f.event()
    const people = (attendee?: object) => ({
      ...bodyFor(event, []),
      people: [{ attendee_id: child.attendee_id, attendee, option_id: event.option_ids[0] }],
    })
    expect(fieldsRefused(await f.book<ErrorBody>(people()))).toEqual([
      ['required', 'people[0].attendee.date_of_birth'],
      ['required', 'people[0].attendee.parent_name'],
    ])
    const { status, body } = await f.book(people({ date_of_birth: '2017-01-02', parent_name: 'Ada Roy' }))
    expect([status, body.registrations[0]?.attendee_profile]).toMatchObject([
      201,
      { date_of_birth: '2017-01-02', parent_name: 'Ada Roy' },
    ])
    expect(fieldsRefused(await f.book<ErrorBody>(people({ first_name: 'Max' })))).toEqual([
      ['invalid_parameter', 'people[0].attendee.first_name'],
    ])
  })

  it('the caller books for themselves with the attendee that sign-up made', async () => {
    const email = `new${unique()}@example.com`
    const event = await f.event()
    const signed = await bench.call('/v1/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        first_name: 'Iris',
        last_name: 'Roy',
        email,
        phone: '+14165550123',
        password: 'a long new passphrase',
      }),
    })
    const { access_token } = (await signed.json()) as { access_token: string }
    const own = { attendee: { ...noor, relation: 'self', date_of_birth: '1990-01-01' }, option_id: event.option_ids[0] }
    const bookFor = async (people: object[]) =>
      bench.call('/v1/profile/bookings', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ ...bodyFor(event, []), people }),
      })
    const attendee_id = await bench.bareDb
      .prepare(`SELECT r.attendee_id FROM relations AS r JOIN customers AS c ON c.id = r.customer_id
        JOIN users AS u ON u.id = c.user_id WHERE u.email = ?1`)
      .bind(email)
      .first<string>('attendee_id')
    const twice = await bookFor([own, { attendee_id, option_id: event.option_ids[0] }])
    expect(fieldsRefused({ body: (await twice.json()) as ErrorBody })).toEqual([
      ['already_registered', 'people[1].attendee_id'],
    ])
    const answer = await bookFor([own])
    const body = (await answer.json()) as Order
    expect([answer.status, body.registrations[0]?.attendee_profile.relations[0]?.relation]).toEqual([201, 'self'])
  })

  it('stores the accepted waiver and refuses another version by person', async () => {
    const waiverId = await makeWaiver(bench, programId)
    const event = await f.event([{ cost: 34_500 }], { waiverId })
    const waiver = { waiver_id: waiverId, version: 1 }
    const refused = await f.book<ErrorBody>(withNew(event, noor, { waiver: { ...waiver, version: 9 } }))
    expect(fieldsRefused(refused)).toEqual([['waiver_required', 'people[1].waiver']])
    const { status, body } = await f.book(withNew(event, noor, { waiver }))
    const versions = ['Maya', 'Noor'].map((name) => placeOf(body, name)?.waiver?.version)
    expect([status, versions]).toEqual([201, [undefined, 1]])
  })
})
