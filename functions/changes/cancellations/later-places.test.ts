import { and, eq, inArray, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LaterPlace } from '../../contract/booking/later-place.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import { dayMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import { eventOptions, mailbox, registrations, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent, makeMembershipPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { postponePlace } from './later-place-rows.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { features: { memberships: true, sessions: true, online_payments: true } },
  }))
})

const send = async <Body>(person: Person, path: string, body: unknown = {}) => {
  const answer = await bench.call(path, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Body & { type: string } }
}
const own = (path: string) => `/v1/profile/programs/${shop.programId}/${path}`
const laterOf = async (person: Person, membershipId?: string) =>
  (
    await shop.read<{ data: LaterPlace[] }>(
      person,
      own(`later_places${membershipId ? `?membership_id=${membershipId}` : ''}`),
    )
  ).data
const shown = (places: readonly LaterPlace[]) => places.map((each) => [each.registration_id, each.price?.value ?? null])
const placeOf = async (id: string) => (await shop.db.select().from(registrations).where(eq(registrations.id, id)))[0]
const mailsTo = (person: Person, subject: string) =>
  shop.db
    .select({ body: mailbox.text })
    .from(mailbox)
    .where(and(eq(mailbox.recipient, person.email), like(mailbox.subject, `%${subject}%`)))
const subject = 'no longer covers'

/** A member whose child has places: soon, after the period with a visit, and after it without a price. */
async function memberWithPlaces(sold: Parameters<typeof makeMembershipPackage>[2] = {}) {
  const person = await shop.customer()
  const child = await makeAttendee(bench, person, { programId: shop.programId })
  const package_id = await makeMembershipPackage(bench, shop.programId, sold)
  const bought = await send<Membership>(person, own('memberships'), {
    package_id,
    customer_profile_id: person.profileId(shop.programId),
    default_payment_method: 'pm_card_visa',
    attendee_profile_id: child.attendee_profile_id,
  })
  expect(bought.status).toBe(201)
  const [credit] = (await shop.read<SessionBalance>(person, own('session_balance'))).credits
  const book = async (days: number, cost: number): Promise<string> => {
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      packageIds: [package_id],
      startsAt: bench.now() + days * dayMs,
      options: [{ cost }],
    })
    const place = await send<Registration>(person, '/v1/profile/registrations', {
      event_id,
      option_id: option_ids[0],
      customer_profile_id: person.profileId(shop.programId),
      attendee_profile_id: child.attendee_profile_id,
      ...(cost > 0 || sold.is_unlimited === false ? { session_credit_id: credit?.id } : {}),
    })
    expect(place.status).toBe(201)
    const order = await send<Order>(person, '/v1/profile/orders', {
      program_id: shop.programId,
      customer_profile_id: person.profileId(shop.programId),
      items: [{ type: 'event_option', source: place.body.id }],
    })
    const paid = await send(person, `/v1/profile/orders/${order.body.id}/payments`, { checkout_method: 'free' })
    expect(paid.status).toBe(201)
    return place.body.id
  }
  const places = { soon: await book(5, 2000), priced: await book(60, 2000), free: await book(70, 0) }
  const act = (what: string) => send<Membership>(person, own(`memberships/${bought.body.id}/${what}`))
  return { person, id: bought.body.id, places, act }
}

const brokenOf = async ({ identity: { customer_id } }: Person): Promise<string[]> => {
  const rows = async (text: string) =>
    (await bench.bareDb.prepare(text).bind(customer_id).all<{ id: string }>()).results.map(({ id }) => id)
  const all: Record<string, string[]> = {
    orders: await rows('SELECT id FROM orders WHERE customer_id = ?1'),
    registrations: await rows('SELECT id FROM registrations WHERE customer_id = ?1'),
    payments: await rows('SELECT id FROM payments WHERE customer_id = ?1'),
    session_credits: await rows('SELECT id FROM session_credits WHERE customer_id = ?1'),
  }
  const names: string[] = []
  for (const question of auditQuestions.filter(({ of }) => all[of])) {
    const { results } = await bench.bareDb
      .prepare(questionText(question, 'ids'))
      .bind(JSON.stringify(all[question.of]))
      .all()
    if (results.length > 0) names.push(question.name)
  }
  return names
}

describe('booked places after the end of a membership', () => {
  it('the places after the end are listed before the cancellation, and mailed and due after it', async () => {
    const { person, id, places, act } = await memberWithPlaces()
    expect(await laterOf(person)).toEqual([])
    const before = await laterOf(person, id)
    expect(shown(before)).toEqual([
      [places.priced, 2000],
      [places.free, null],
    ])
    expect(before.map(({ due_at }) => due_at)).toEqual([null, null])

    // A change of the option's price after the sale does not change who opened the place.
    const optionId = (await placeOf(places.free))?.option_id ?? ''
    const reprice = (cost: number) =>
      shop.db
        .update(eventOptions)
        .set({ cost, free: cost === 0 })
        .where(eq(eventOptions.id, optionId))
    await reprice(900)
    expect(shown(await laterOf(person, id))).toEqual([
      [places.priced, 2000],
      [places.free, 900],
    ])
    await reprice(0)

    expect((await act('cancel')).status).toBe(200)
    const [mail, ...more] = await mailsTo(person, subject)
    expect(more).toEqual([])
    expect(mail?.body).toContain('Pay the normal price by')
    expect(mail?.body).toContain('Only members can have this place')
    const due = await laterOf(person)
    expect(shown(due)).toEqual(shown(before))
    expect(due.map(({ due_at }) => Date.parse(due_at ?? ''))).toEqual(Array(2).fill(bench.now() + 7 * dayMs))
    expect((await placeOf(places.soon))?.price_due_at).toBeNull()

    // A cancellation that is revoked needs no payment.
    await act('keep')
    expect(await laterOf(person)).toEqual([])
    expect((await placeOf(places.priced))?.price_due_at).toBeNull()
  })

  it('a place whose normal price is paid stays, and its visit goes back', async () => {
    const { person, places, act } = await memberWithPlaces({
      is_unlimited: false,
      allocated_amount: 4,
      allocated_period: 'total',
    })
    const visits = async () => (await shop.read<SessionBalance>(person, own('session_balance'))).available
    expect(await visits()).toBe(1)
    await act('cancel')
    const path = `/v1/profile/registrations/${places.priced}/moves`
    expect((await send(person, path, { expected_amount: 1999 })).body.type).toBe('quote_stale')
    const order = await send<Order>(person, path, { expected_amount: 2000 })
    expect([order.status, order.body.amount_due.value, order.body.moves_registration_id]).toEqual([
      201,
      2000,
      places.priced,
    ])
    expect((await send<Order>(person, path)).body.id).toBe(order.body.id)
    const quote = await send<{ amount_due: { value: number } }>(person, `/v1/profile/orders/${order.body.id}/quote`)
    expect([quote.status, quote.body.amount_due.value]).toEqual([200, 2000])
    expect((await shop.pay(person, { order_id: order.body.id } as never)).status).toBe(201)
    expect(await placeOf(places.priced)).toMatchObject({
      status: 'confirmed',
      order_id: order.body.id,
      session_credit_id: null,
      price_due_at: null,
      sequence: 0,
    })
    expect(await visits()).toBe(2)
    expect((await shop.read<Order>(person, `/v1/profile/orders/${order.body.id}`)).receipt_number).not.toBeNull()

    bench.pass(8 * dayMs)
    await bench.tick()
    expect((await placeOf(places.priced))?.status).toBe('confirmed')
    expect(await brokenOf(person)).toEqual([])
  })

  it('a place that is not paid in seven days is given up, and its visit goes back', async () => {
    const { person, places, act } = await memberWithPlaces()
    await act('cancel')
    bench.pass(5.5 * dayMs)
    await bench.tick()
    await bench.tick()
    expect(await mailsTo(person, 'Reminder: pay to keep')).toHaveLength(1)
    expect((await placeOf(places.priced))?.status).toBe('confirmed')
    bench.pass(1.5 * dayMs)
    await bench.tick()
    await bench.tick()
    const both = [places.priced, places.free]
    expect((await Promise.all(both.map(placeOf))).map((place) => place?.status)).toEqual(['cancelled', 'cancelled'])
    const reasons = await shop.db
      .select({ reason: statusHistory.reason })
      .from(statusHistory)
      .where(and(inArray(statusHistory.object_id, both), eq(statusHistory.to_status, 'cancelled')))
    expect(reasons).toEqual([{ reason: 'price_not_paid' }, { reason: 'price_not_paid' }])
    expect((await mailsTo(person, 'Cancelled:')).every(({ body }) => body.includes('ended before its day'))).toBe(true)
    expect(await brokenOf(person)).toEqual([])
  })

  it('a place stays while its payment waits for the bank, and is given up if the bank refuses', async () => {
    const { person, places, act } = await memberWithPlaces()
    await act('cancel')
    bench.pass(7 * dayMs - 60_000)
    await person.renew()
    const order = await send<Order>(person, `/v1/profile/registrations/${places.priced}/moves`)
    const paying = await shop.pay(person, { order_id: order.body.id } as never, 'pm_card_authenticationRequired')
    expect(paying.status).toBe(201)
    bench.pass(2 * 60_000)
    await bench.tick()
    expect([(await placeOf(places.priced))?.status, (await placeOf(places.free))?.status]).toEqual([
      'confirmed',
      'cancelled',
    ])
    bench.pass(dayMs)
    await bench.tick()
    await bench.tick()
    expect((await placeOf(places.priced))?.status).toBe('cancelled')
    expect(await brokenOf(person)).toEqual([])
  })

  it('a place that could not be given up is tried again without a reminder, and a paid one stays paid', async () => {
    const { person, places, act } = await memberWithPlaces()
    await act('cancel')
    bench.pass(7 * dayMs)
    const now = bench.now()
    await shop.db.update(registrations).set({ price_due_at: null }).where(eq(registrations.id, places.free))
    const until = now + 10 * 60_000
    for (const id of [places.priced, places.free]) await postponePlace(shop.db, id, { now, until })
    expect((await placeOf(places.free))?.price_due_at).toBeNull()
    expect(await placeOf(places.priced)).toMatchObject({ status: 'confirmed', price_due_at: until })
    await bench.tick()
    expect(await mailsTo(person, 'Reminder: pay to keep')).toEqual([])
    bench.pass(10 * 60_000)
    await bench.tick()
    expect((await placeOf(places.priced))?.status).toBe('cancelled')
  })

  it('the end by the organisation makes all later places due', async () => {
    const { person, id, places } = await memberWithPlaces()
    const path = `/v1/organiser/programs/${shop.programId}/memberships/${id}/end`
    const ended = await bench.call(path, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ refund: 'none' }),
    })
    expect(ended.status).toBe(200)
    expect(await mailsTo(person, subject)).toHaveLength(1)
    expect(shown(await laterOf(person))).toEqual([
      [places.soon, 2000],
      [places.priced, 2000],
      [places.free, null],
    ])
    // A place begins before seven days are over.
    expect((await placeOf(places.soon))?.price_due_at).toBe(
      (await laterOf(person)).map(({ starts_at }) => Date.parse(starts_at))[0],
    )
  })
})
