import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ItemReturn } from '../../contract/changes/item-return.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import { events, registrations, sessionCreditEntries, sessionCredits } from '../../platform/database/tables.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { type EventInput, makeEvent, makeSessionPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'

const minute = 60_000
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { sessions: true, appointments: true } } }))
})

type Answer<Body> = { status: number; body: Body & { type: string; param: string | null } }
const send = async <Body>(person: Person, path: string, body: unknown): Promise<Answer<Body>> => {
  const answer = await bench.call(path, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] }
}
/** A customer with a package of `credits` visits, for the family or the first child, and a class it covers. */
async function holder({
  credits = 3,
  isOwn = false,
  ...event
}: { credits?: number; isOwn?: boolean } & Partial<EventInput> = {}) {
  const person = await shop.customer()
  const child = await makeAttendee(bench, person, { programId: shop.programId })
  const source = await makeSessionPackage(bench, shop.programId, { allocated_amount: credits })
  const items = [
    { type: 'session_package', source, ...(isOwn ? { attendee_profile_id: child.attendee_profile_id } : {}) },
  ]
  const customer_profile_id = person.profileId(shop.programId)
  const open = { program_id: shop.programId, customer_profile_id }
  const bought = await send<Order>(person, '/v1/profile/orders', { ...open, items })
  expect((await shop.pay(person, { order_id: bought.body.id } as never)).status).toBe(201)
  const { event_id, option_ids } = await makeEvent(bench, { programId: shop.programId, packageIds: [source], ...event })
  const balance = () => shop.read<SessionBalance>(person, `/v1/profile/programs/${shop.programId}/session_balance`)
  const [credit] = (await balance()).credits
  const register = async (more: Record<string, unknown> = {}) =>
    send<Registration>(person, '/v1/profile/registrations', {
      event_id,
      option_id: option_ids[0],
      customer_profile_id,
      attendee_profile_id: child.attendee_profile_id,
      session_credit_id: credit?.id,
      ...more,
    })
  const confirm = async (registration: Registration, type = 'event_option') => {
    const order = await send<Order>(person, '/v1/profile/orders', {
      ...open,
      items: [{ type, source: registration.id }],
    })
    expect([order.status, order.body.amount_total.value, order.body.checkout_methods]).toEqual([201, 0, ['free']])
    const path = `/v1/profile/orders/${order.body.id}/payments`
    expect((await send(person, path, { checkout_method: 'free' })).status).toBe(201)
    return order.body
  }
  const entries = async () =>
    (
      await shop.db
        .select()
        .from(sessionCreditEntries)
        .where(eq(sessionCreditEntries.session_credit_id, credit?.id ?? ''))
    ).map(({ kind, amount }) => [kind, amount])
  const left = async () => (await balance()).available
  return { person, child, source, event_id, credit_id: credit?.id ?? '', register, confirm, entries, left }
}

describe('a package in one cart with the bookings that use it', () => {
  /** A cart with a package of `credits` visits, a class that it covers, and two children. */
  async function cart({ credits = 3 } = {}) {
    const person = await shop.customer()
    const children = [
      await makeAttendee(bench, person, { programId: shop.programId }),
      await makeAttendee(bench, person, { programId: shop.programId }),
    ]
    const source = await makeSessionPackage(bench, shop.programId, {
      allocated_amount: credits,
      expiry_amount: 1,
      expiry_period: 'month',
    })
    const { event_id, option_ids } = await makeEvent(bench, { programId: shop.programId, packageIds: [source] })
    const customer_profile_id = person.profileId(shop.programId)
    const opened = await send<Order>(person, '/v1/profile/orders', {
      program_id: shop.programId,
      customer_profile_id,
      items: [{ type: 'session_package', source }],
    })
    const order = opened.body
    const line = order.items[0]?.id ?? ''
    const register = async (child = 0, more: Record<string, unknown> = {}) =>
      send<Registration>(person, '/v1/profile/registrations', {
        event_id,
        option_id: option_ids[0],
        customer_profile_id,
        attendee_profile_id: children[child]?.attendee_profile_id,
        session_credit_id: line,
        ...more,
      })
    const add = async (registration: Registration, orderId = order.id) =>
      send<Order>(person, `/v1/profile/orders/${orderId}/items`, {
        type: 'event_option',
        source: registration.id,
        quantity: 1,
      })
    const balance = () => shop.read<SessionBalance>(person, `/v1/profile/programs/${shop.programId}/session_balance`)
    const pay = async () => shop.pay(person, { order_id: order.id } as never)
    return { person, order, line, register, add, balance, pay, source, customer_profile_id }
  }

  it('a paid package pays the places in its cart', async () => {
    const { order, register, add, balance, pay } = await cart()
    const [one, other] = [await register(0), await register(1)]
    expect([one.status, other.status, one.body.status]).toEqual([201, 201, 'pending'])
    const withOne = await add(one.body)
    const withBoth = await add(other.body)
    expect([withOne.status, withBoth.status, withBoth.body.items.map(({ amount }) => amount.value)]).toEqual([
      201,
      201,
      [12_000, 0, 0],
    ])
    expect(await balance()).toMatchObject({ available: 0, credits: [] })
    expect((await pay()).status).toBe(201)
    expect(await balance()).toMatchObject({ available: 1, total: 3, next_expiry_amount: 1 })
    const places = await shop.db.select().from(registrations).where(eq(registrations.order_id, order.id))
    expect(places.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  })

  it('I-06: a cart holds at most as many places as its package has credits', async () => {
    const { register } = await cart({ credits: 1 })
    const answers = await Promise.all([register(0), register(1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)?.body.type).toBe('credit_not_available')
  })

  it('credits in a cart cannot be used in another cart', async () => {
    const { person, register, add, line, customer_profile_id } = await cart()
    const held = await register()
    const elsewhere = await send<Order>(person, '/v1/profile/orders', {
      program_id: shop.programId,
      customer_profile_id,
      items: [{ type: 'event_option', source: held.body.id }],
    })
    expect(elsewhere.body.type).toBe('credit_not_available')
    expect((await add(held.body)).status).toBe(201)
    const other = await cart()
    expect((await other.register(0, { session_credit_id: line })).body.type).toBe('credit_not_available')
  })

  it('removing a package from the cart removes the bookings that use it', async () => {
    const { person, order, line, register, add, balance } = await cart()
    const held = await register()
    await add(held.body)
    const answer = await bench.call(`/v1/profile/orders/${order.id}/items/${line}`, {
      ...person.json(null),
      method: 'DELETE',
      body: null,
    })
    expect([answer.status, ((await answer.json()) as Order).items]).toEqual([200, []])
    const [place] = await shop.db.select().from(registrations).where(eq(registrations.id, held.body.id))
    expect(place?.status).toBe('expired')
    expect(await balance()).toMatchObject({ available: 0, total: 0, credits: [] })
    expect((await register()).body.type).toBe('credit_not_available')
  })
})

describe('a booking paid with a credit', () => {
  it('a booking paid with a credit returns the credit when it is cancelled in time', async () => {
    const home = await holder()
    const made = await home.register()
    expect([made.status, made.body.status, made.body.session_credit_id]).toEqual([201, 'pending', home.credit_id])
    expect(await home.left()).toBe(2)
    await home.confirm(made.body)
    expect(await home.left()).toBe(2)
    const cancelled = await send<Registration>(home.person, `/v1/profile/registrations/${made.body.id}/cancel`, {})
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect(await home.left()).toBe(3)
    expect(await home.entries()).toEqual([
      ['purchase', 3],
      ['reserve', -1],
      ['redeem', 0],
      ['return', 1],
    ])
  })

  it('a customer with credits may pay with money instead', async () => {
    const [home, free] = [await holder(), await holder({ options: [{ cost: 0 }] })]
    const paid = await home.register({ session_credit_id: null })
    expect([paid.status, paid.body.session_credit_id]).toEqual([201, null])
    expect((await free.register({ session_credit_id: null })).body.type).toBe('membership_required')
    const stranger = await shop.customer()
    const child = await makeAttendee(bench, stranger, { programId: shop.programId })
    const refused = await send<Registration>(stranger, '/v1/profile/registrations', {
      event_id: home.event_id,
      option_id: paid.body.option_id,
      customer_profile_id: stranger.profileId(shop.programId),
      attendee_profile_id: child.attendee_profile_id,
    })
    expect(refused.body.type).toBe('membership_required')
  })

  it('a credit stays usable for 30 days after the organisation cancels', async () => {
    const home = await holder()
    const made = await home.register()
    await home.confirm(made.body)
    const soon = bench.now() + 86_400_000
    await shop.db.update(sessionCredits).set({ expires_at: soon }).where(eq(sessionCredits.id, home.credit_id))
    const [event] = await shop.db.select({ key: events.key }).from(events).where(eq(events.id, home.event_id))
    const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/events/${event?.key}/cancel`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ text: 'The ice is too thin.' }),
    })
    expect(answer.status).toBe(200)
    await bench.tick()
    const [credits] = await shop.db.select().from(sessionCredits).where(eq(sessionCredits.id, home.credit_id))
    expect(credits?.available).toBe(3)
    expect(credits?.expires_at).toBeGreaterThanOrEqual(bench.now() + 29 * 86_400_000)
  })

  it('a credit pays for an appointment that its package covers', async () => {
    const home = await holder()
    const { type_id, option_ids } = await makeAppointmentType(bench, shop.programId, {
      restrict_to_package_ids: [home.source],
    })
    const book = async (session_credit_id: string | null) =>
      send<Registration>(home.person, '/v1/profile/appointments', {
        appointment_type_id: type_id,
        appointment_option_id: option_ids[0],
        start_time: '2027-02-03T15:00:00Z',
        customer_profile_id: home.person.profileId(shop.programId),
        attendee_profile_id: home.child.attendee_profile_id,
        session_credit_id,
      })
    const stranger = await holder()
    expect((await book(stranger.credit_id)).body.type).toBe('credit_not_available')
    const made = await book(home.credit_id)
    expect([made.status, made.body.session_credit_id]).toEqual([201, home.credit_id])
    await home.confirm(made.body, 'appointment_option')
    expect(await home.left()).toBe(2)
  })

  it('a lapsed hold returns its credit', async () => {
    const home = await holder()
    await home.register()
    bench.pass(60 * minute)
    await home.person.renew()
    await bench.tick()
    expect(await home.left()).toBe(3)
    expect(await home.entries()).toEqual([
      ['purchase', 3],
      ['reserve', -1],
      ['release', 1],
    ])
  })

  it('I-06: the last credit is used once by concurrent requests', async () => {
    const home = await holder({ credits: 1 })
    const children = await Promise.all(
      Array.from({ length: 5 }, async () => makeAttendee(bench, home.person, { programId: shop.programId })),
    )
    const answers = await Promise.all(
      children.map(async ({ attendee_profile_id }) => home.register({ attendee_profile_id })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refusals = answers.filter(({ status }) => status !== 201).map(({ body }) => [body.type, body.param])
    expect(refusals).toEqual(Array(4).fill(['credit_not_available', 'session_credit_id']))
    expect(await home.left()).toBe(0)
  })

  it('I-05, I-06: expired credits and those of another customer, child or package are refused', async () => {
    const [home, other] = [await holder({ isOwn: true }), await holder()]
    const sibling = await makeAttendee(bench, home.person, { programId: shop.programId })
    const refusal = async (more: Record<string, unknown>) => {
      const { body } = await home.register(more)
      return [body.type, body.param]
    }
    const none = ['credit_not_available', 'session_credit_id']
    expect(await refusal({ session_credit_id: other.credit_id })).toEqual(none)
    expect(await refusal({ session_credit_id: 'crd_nobody' })).toEqual(none)
    expect(await refusal({ attendee_profile_id: sibling.attendee_profile_id })).toEqual(none)
    const elsewhere = await makeEvent(bench, { programId: shop.programId })
    expect(await refusal({ event_id: elsewhere.event_id, option_id: elsewhere.option_ids[0] })).toEqual(none)
    await shop.db.update(sessionCredits).set({ expires_at: bench.now() }).where(eq(sessionCredits.id, home.credit_id))
    expect(await refusal({})).toEqual(none)
    expect(await home.entries()).toEqual([['purchase', 3]])
  })

  it('a booking paid with a credit cannot change its child or option', async () => {
    const home = await holder({ options: [{ cost: 0 }, { cost: 0 }] })
    const made = await home.register()
    await home.confirm(made.body)
    const sibling = await makeAttendee(bench, home.person, { programId: shop.programId })
    const answer = await bench.call(`/v1/profile/registrations/${made.body.id}`, {
      ...home.person.json({ attendee_profile_id: sibling.attendee_profile_id }),
      method: 'PUT',
    })
    expect(((await answer.json()) as { type: string }).type).toBe('transition_not_allowed')
  })
})

describe('the mail about the cancellation of a place that was paid with a visit', () => {
  const mailOf = async (person: Person, id: string) => {
    expect((await send(person, `/v1/profile/registrations/${id}/cancel`, {})).status).toBe(200)
    await bench.tick()
    const mails = await mailsTo(bench, person.email)
    return mails.find(({ subject }) => subject.startsWith('Cancelled'))?.text ?? ''
  }

  it('the mail about a returned visit has the number of remaining visits', async () => {
    const home = await holder({ credits: 10 })
    await home.register()
    const other = await makeAttendee(bench, home.person, { programId: shop.programId })
    const made = await home.register({ attendee_profile_id: other.attendee_profile_id })
    await home.confirm(made.body)
    const text = await mailOf(home.person, made.body.id)
    expect(text).toContain('Your visit is back on your pass: 9 of 10 left.')
    expect(text).not.toContain('nothing to refund')
  })

  it('the mail says that the visit stays used after a late cancellation', async () => {
    const session = { free_until: 'PT24H', late: 'keep_credit_used', late_fee: 0, no_show: 'keep_credit_used' } as const
    const home = await holder({
      type: 'class',
      startsAt: bench.now() + 60 * minute,
      endsAt: bench.now() + 120 * minute,
      refund: {
        tiers: [],
        retention: { fixed: 0, percent: 0, keep_fees: true },
        automatic: true,
        request: true,
        move_until: null,
        session: { ...session, request: true },
      },
    })
    const made = await home.register()
    await home.confirm(made.body)
    const text = await mailOf(home.person, made.body.id)
    expect(text).toContain('You cancelled late, so your visit stays used: 2 of 3 left.')
  })
})

describe('a no-show paid with a visit', () => {
  it('a no-show returns the visit if its rule allows that', async () => {
    const session = { free_until: 'PT24H', late: 'keep_credit_used', late_fee: 0, no_show: 'return_credit' } as const
    const home = await holder({
      type: 'class',
      startsAt: bench.now() + 60 * minute,
      endsAt: bench.now() + 120 * minute,
      refund: {
        tiers: [],
        retention: { fixed: 0, percent: 0, keep_fees: true },
        automatic: false,
        request: true,
        move_until: null,
        session: { ...session, request: true },
      },
    })
    const { body } = await home.register()
    await home.confirm(body)
    bench.pass(121 * minute)
    const marked = await bench.call(`/v1/organiser/programs/${shop.programId}/registrations/${body.id}/check_in`, {
      method: 'POST',
      headers: { ...organiserHeaders, 'Content-Type': 'application/json' },
      body: JSON.stringify({ status: 'absent' }),
    })
    expect(marked.status).toBe(200)
    await bench.tick()
    expect(await home.entries()).not.toContainEqual(['return', 1])
    bench.pass(7 * 24 * 60 * minute)
    await bench.tick()
    await bench.tick()
    expect((await home.entries()).filter(([kind]) => kind === 'return')).toEqual([['return', 1]])
    bench.pass(-7 * 24 * 60 * minute - 121 * minute)
  })
})

describe('the refund of a package', () => {
  const decide = async (id: string, body: object) => {
    const path = `/v1/organiser/programs/${shop.programId}/refund_requests/${id}/approve`
    const answer = await bench.call(path, {
      method: 'POST',
      headers: { ...organiserHeaders, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { type: string; param: string | null } }
  }

  it('the refund of a package covers unused visits only', async () => {
    const home = await holder({ credits: 4 })
    const [credit] = (
      await shop.read<SessionBalance>(home.person, `/v1/profile/programs/${shop.programId}/session_balance`)
    ).credits
    const order = await shop.read<Order>(home.person, `/v1/profile/orders/${credit?.order_id}`)
    const path = `/v1/profile/orders/${order.id}/items/${order.items[0]?.id}/return`
    const preview = () => shop.read<ItemReturn>(home.person, path)
    const whole = (await preview()).amount.value
    expect([(await preview()).result, whole > 0]).toEqual(['request', true])

    await home.confirm((await home.register()).body)
    const rest = (await preview()).amount.value
    expect(rest).toBe(Math.round((whole * 3) / 4))
    const tooMuch = await send<ItemReturn>(home.person, path, { expected_amount: whole })
    expect([tooMuch.status, tooMuch.body.type, tooMuch.body.param]).toEqual([
      422,
      'credit_partly_used',
      'expected_amount',
    ])
    const requested = await send<ItemReturn>(home.person, path, { expected_amount: rest })
    expect([requested.status, requested.body.refund_request?.amount.value, await home.left()]).toEqual([201, rest, 3])
    const id = requested.body.refund_request?.id ?? ''
    expect((await send<ItemReturn>(home.person, path, { expected_amount: rest })).body.refund_request?.id).toBe(id)

    expect((await decide(id, { amount: rest + 1 })).body).toMatchObject({ type: 'credit_partly_used', param: 'amount' })
    expect([(await decide(id, {})).status, await home.left()]).toEqual([200, 0])
    expect((await home.entries()).filter(([kind]) => kind === 'revoke')).toEqual([['revoke', -3]])
    expect((await shop.read<Order>(home.person, `/v1/profile/orders/${order.id}`)).status).toBe('paid')
  })
})
