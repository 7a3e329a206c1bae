import { and, eq, inArray, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LaterPlace } from '../../contract/booking/later-place.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import { dayMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Notification } from '../../contract/delivery/notification.ts'
import { recordEventsChanged } from '../../money/fulfilment/record-event-changed.ts'
import { makeContext } from '../../platform/make-context.ts'
import { commit } from '../../platform/database/commit.ts'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import { eventOptions, events, mailbox, registrations, statusHistory } from '../../platform/database/tables.ts'
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
const end = (id: string, body: object = { refund: 'none' }) =>
  bench.call(`/v1/organiser/programs/${shop.programId}/memberships/${id}/end`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
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
  const hold = async (days: number, cost: number) => {
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
    const pay = async () => {
      const paid = await send(person, `/v1/profile/orders/${order.body.id}/payments`, { checkout_method: 'free' })
      expect(paid.status).toBe(201)
    }
    return { id: place.body.id, event_id, pay }
  }
  const book = async (days: number, cost: number): Promise<string> => {
    const held = await hold(days, cost)
    await held.pay()
    return held.id
  }
  const places = { soon: await book(5, 2000), priced: await book(60, 2000), free: await book(70, 0) }
  const act = (what: string) => send<Membership>(person, own(`memberships/${bought.body.id}/${what}`))
  const buyAgain = () =>
    send<Membership>(person, own('memberships'), {
      package_id,
      customer_profile_id: person.profileId(shop.programId),
      default_payment_method: 'pm_card_visa',
      attendee_profile_id: child.attendee_profile_id,
    })
  return { person, id: bought.body.id, places, act, hold, buyAgain }
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
    expect((await end(id)).status).toBe(200)
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

  it('a place that is in a cart when its membership is cancelled is due once it is paid', async () => {
    const { person, act, hold } = await memberWithPlaces()
    const cart = await hold(65, 2000)
    await act('cancel')
    expect((await laterOf(person)).map((each) => each.registration_id)).not.toContain(cart.id)
    await cart.pay()
    expect(await placeOf(cart.id)).toMatchObject({ status: 'confirmed', price_due_at: bench.now() + 7 * dayMs })
    expect(await mailsTo(person, subject)).toHaveLength(2)
  })

  it('a place is due once its event moves past the end of its membership, and no longer once it moves back', async () => {
    const { person, places, act } = await memberWithPlaces()
    await act('cancel')
    const eventId = (await placeOf(places.soon))?.event_id ?? ''
    const moveTo = async (days: number) => {
      const starts_at = bench.now() + days * dayMs
      await shop.db
        .update(events)
        .set({ starts_at, ends_at: starts_at + dayMs / 4 })
        .where(eq(events.id, eventId))
      const ctx = makeContext({ env: bench.env, now: bench.now(), requestId: 'test' })
      await commit(ctx, recordEventsChanged(ctx, [{ id: eventId, before: { starts_at: 0, ends_at: 0 } as never }]))
      await bench.tick()
      return (await placeOf(places.soon))?.price_due_at ?? null
    }
    expect(await moveTo(62)).toBe(bench.now() + 7 * dayMs)
    expect((await laterOf(person)).map((each) => each.registration_id)).toContain(places.soon)
    expect(await moveTo(5)).toBeNull()
  })

  it('a new membership opens the places again at once, and their normal price can no longer be paid', async () => {
    const { id, places, person, buyAgain } = await memberWithPlaces()
    await end(id)
    const due = (await placeOf(places.priced))?.price_due_at ?? null
    expect(due).not.toBeNull()
    expect((await buyAgain()).status).toBe(201)
    expect((await placeOf(places.priced))?.price_due_at).toBeNull()
    // Before the check has run, the price is not charged either.
    await shop.db.update(registrations).set({ price_due_at: due }).where(eq(registrations.id, places.priced))
    const kept = await send(person, `/v1/profile/registrations/${places.priced}/moves`)
    expect([kept.status, kept.body.type]).toEqual([403, 'transition_not_allowed'])
  })

  it('two requests at once open one order for the price of a place', async () => {
    const { person, places, act } = await memberWithPlaces()
    await act('cancel')
    const path = `/v1/profile/registrations/${places.priced}/moves`
    const opened = await Promise.all([1, 2, 3].map(() => send<Order>(person, path)))
    expect(new Set(opened.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  })

  it('a place that is due is in the list of notifications until it is paid', async () => {
    const { person, places, act } = await memberWithPlaces()
    await act('cancel')
    const unread = async () =>
      (await shop.read<{ data: Notification[] }>(person, `/v1/programs/${shop.programId}/notifications`)).data.filter(
        ({ reason, is_read }) => reason === 'payment_due' && !is_read,
      )
    expect(await unread()).toMatchObject([
      {
        title: 'Your membership no longer covers a place you booked',
        registration_id: places.priced,
        url: `/pg/${shop.programId}/profile/schedule`,
      },
    ])
    const order = await send<Order>(person, `/v1/profile/registrations/${places.priced}/moves`)
    expect((await shop.pay(person, { order_id: order.body.id } as never)).status).toBe(201)
    expect(await unread()).toEqual([])
  })
})
