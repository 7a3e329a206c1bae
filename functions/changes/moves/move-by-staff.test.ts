import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import type { StaffMove } from '../../contract/changes/staff-change.ts'
import { dayMs } from '../../contract/limits.ts'
import {
  accountBalances,
  eventOptions,
  eventQuestions,
  orderItems,
  payments,
  refunds,
  registrations,
  statusHistory,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeCart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund, makeEvent, makeQuestion } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { account_balance: true } } }))
})

const call = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: Record<string, unknown>,
  programId = shop.programId,
) =>
  bench.call(`/v1/organiser/programs/${programId}/registrations/${path}`, {
    method,
    headers: organiserHeaders,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const move = async (id: string, body: Record<string, unknown>) =>
  read<StaffMove & ErrorBody>(call('POST', `${id}/move`, body))

/** A paid place of 100.00 with options of these prices, after the deadline of its customer. */
async function booked(costs: number[] = [], places = 1, paid = true) {
  const event = await makeEvent(bench, {
    programId: shop.programId,
    startsAt: bench.now() + 7 * dayMs,
    refund: fairRefund,
    options: [{ cost: 10_000, spots: 5 }, ...costs.map((cost) => ({ cost, spots: 1 }))],
  })
  const person = await shop.customer()
  const cart = await makeCart(bench, person, {
    programId: shop.programId,
    eventId: event.event_id,
    optionId: event.option_ids[0],
    places,
  })
  if (paid) expect((await shop.pay(person, cart)).status).toBe(201)
  return { person, cart, id: cart.registration_ids[0], eventId: event.event_id, options: event.option_ids as string[] }
}
const takenOf = async (id = '') =>
  (await shop.db.select().from(eventOptions).where(eq(eventOptions.id, id)))[0]?.spots_taken
const balanceOf = async (profileId: string) =>
  (await shop.db.select().from(accountBalances).where(eq(accountBalances.customer_profile_id, profileId)))[0]?.amount

const orderOf = async (person: Person, id: string | null) =>
  (await bench.call(`/v1/profile/orders/${id}`, { headers: person.headers })).json()

describe('POST organiser registrations/{id}/move', () => {
  it('moves a place of the same price after the family’s deadline, with a mail and the organisation in the history', async () => {
    const { person, cart, id, options } = await booked([10_000])
    expect(await move(id, { option_id: options[1], dry_run: true })).toMatchObject({ result: 'same_price' })
    expect(await takenOf(options[1])).toBe(0)
    expect(await move(id, { option_id: options[1], reason: 'The family prefers mornings' })).toMatchObject({
      option_id: options[1],
      amount_returned: { value: 0 },
    })
    expect([await takenOf(options[0]), await takenOf(options[1])]).toEqual([0, 1])
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'paid', amount_due: { value: 0 } })
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.text).toMatch(/moved this place. The booking is now:/)
    const [row] = await shop.db
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object_id, id), eq(statusHistory.reason, 'moved')))
    expect(row).toMatchObject({ actor_type: 'organiser', note: 'The family prefers mornings' })
  })

  it('a cheaper place refunds by the policy, to the card, the balance or in cash', async () => {
    for (const [difference, expected] of [
      ['refund', { destination: 'original_method', returned_as: null }],
      ['balance', { destination: 'account_balance', returned_as: null }],
      ['cash', { destination: 'original_method', returned_as: 'cash' }],
    ] as const) {
      const { person, cart, id, options } = await booked([6000])
      expect(await move(id, { option_id: options[1], difference })).toMatchObject({
        result: 'money_back',
        amount_back: { value: 2000 },
        amount_returned: { value: 2000 },
      })
      const rows = await shop.db.select().from(refunds).where(eq(refunds.order_id, cart.order_id))
      expect(rows).toMatchObject([{ amount: 2000, ...expected }])
      expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 2000 } })
    }
  })

  it('a cheaper place refunds at most what was paid for the place less what was refunded', async () => {
    const { person, cart, id, options } = await booked([6000], 2)
    const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.registration_id, id))
    const refund = { amount: 9000, items: [item?.id], reason: 'The lake was closed.' }
    const path = `/v1/organiser/programs/${shop.programId}/orders/${cart.order_id}/refund`
    await bench.call(path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify(refund) })
    expect(await move(id, { option_id: options[1] })).toMatchObject({ amount_returned: { value: 1000 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 10_000 } })
  })

  it('a more expensive place needs a choice, and cannot be refunded', async () => {
    const { id, options } = await booked([12_500])
    const [, dearer] = options
    expect(await move(id, { option_id: dearer, dry_run: true })).toMatchObject({ amount_more: { value: 2500 } })
    expect(await move(id, { option_id: dearer })).toMatchObject({ type: 'required', param: 'difference' })
    expect(await move(id, { option_id: dearer, difference: 'refund' })).toMatchObject({ type: 'invalid_option' })
  })

  it('a charged difference that was received moves the place at once, in an order of the full price', async () => {
    const { person, cart, id, options } = await booked([12_500])
    const charge = { option_id: options[1], difference: 'charge' }
    expect(await move(id, charge)).toMatchObject({ type: 'required', param: 'paid_by' })
    const moved = await move(id, { ...charge, paid_by: 'cash', reference: 'Till 2' })
    expect(moved).toMatchObject({ result: 'costs_more', amount_more: { value: 2500 }, option_id: options[1] })
    expect([await takenOf(options[0]), await takenOf(options[1])]).toEqual([0, 1])
    expect(await orderOf(person, moved.charge_order_id)).toMatchObject({
      status: 'paid',
      amount_total: { value: 12_500 },
      amount_paid: { value: 12_500 },
      amount_due: { value: 0 },
      registrations: [{ id }],
    })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'cancelled' })
    const rows = await shop.db
      .select()
      .from(payments)
      .where(eq(payments.order_id, moved.charge_order_id ?? ''))
    expect(rows.map(({ amount_received, carried_from }) => [amount_received, carried_from !== null]).sort()).toEqual([
      [10_000, true],
      [2500, false],
    ])
    const [row] = await shop.db
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object_id, id), eq(statusHistory.from_status, 'confirmed')))
    expect(row).toMatchObject({ actor_type: 'organiser' })
  })

  it('a difference with a link holds the new place until it is paid, and moves the booking then', async () => {
    const { person, cart, id, options } = await booked([12_500])
    const charge = { option_id: options[1], difference: 'charge', paid_by: 'link' }
    const sent = await move(id, charge)
    expect([await takenOf(options[0]), await takenOf(options[1])]).toEqual([1, 1])
    expect((await move(id, charge)).charge_order_id).toBe(sent.charge_order_id)
    expect(await orderOf(person, sent.charge_order_id)).toMatchObject({
      status: 'pending',
      amount_due: { value: 2500 },
    })
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.text).toContain('25.00')
    const paid = await shop.pay(person, { ...cart, order_id: sent.charge_order_id ?? '' })
    expect(paid.status).toBe(201)
    expect([await takenOf(options[0]), await takenOf(options[1])]).toEqual([0, 1])
    expect(await orderOf(person, sent.charge_order_id)).toMatchObject({ status: 'paid', registrations: [{ id }] })
  })

  it('a difference that is not paid in time frees the new place and leaves the booking as it was', async () => {
    const { person, cart, id, options } = await booked([12_500])
    const hold_until = new Date(bench.now() + dayMs).toISOString()
    const charge = { option_id: options[1], difference: 'charge', paid_by: 'later', hold_until }
    const { charge_order_id } = await move(id, charge)
    await bench.pass(dayMs + 3_600_000)
    await bench.tick()
    expect([await takenOf(options[0]), await takenOf(options[1])]).toEqual([1, 0])
    await person.renew()
    expect(await orderOf(person, charge_order_id)).toMatchObject({ status: 'expired' })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'paid', registrations: [{ id }] })
  })

  it('a waived difference needs a reason and moves no money', async () => {
    const { person, cart, id, options } = await booked([12_500])
    const waive = { option_id: options[1], difference: 'waive' }
    expect(await move(id, waive)).toMatchObject({ type: 'required', param: 'reason' })
    expect(await move(id, { ...waive, reason: 'Our mistake' })).toMatchObject({ result: 'costs_more' })
    expect(await balanceOf(person.profileId(shop.programId))).toBeUndefined()
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_paid: { value: 10_000 }, amount_due: { value: 0 } })
  })

  it('refuses a full option, a started event, a move to nothing and another program', async () => {
    const { id, options } = await booked([10_000])
    const rival = await booked([10_000])
    await move(rival.id, { option_id: rival.options[1] })
    const other = await openShop(bench)
    expect(await move(id, {})).toMatchObject({ type: 'required', param: 'option_id' })
    expect((await call('POST', `${id}/move`, { option_id: options[1] }, other.programId)).status).toBe(404)
    await move(id, { option_id: options[1] })
    expect(await move(id, { option_id: rival.options[1] })).toMatchObject({ type: 'sold_out' })
    bench.pass(7 * dayMs)
    expect(await move(id, { option_id: options[0] })).toMatchObject({ type: 'already_started' })
  })

  it('a place in a cart is `not_found` in every call of the organisation', async () => {
    const { cart, options } = await booked([], 1, false)
    const [id] = cart.registration_ids
    const calls: ['GET' | 'POST' | 'PUT', string, Record<string, unknown>?][] = [
      ['POST', '/move', { option_id: options[0] }],
      ['PUT', '', { option_id: options[0] }],
      ['PUT', '/answers', { form_response: { answers: [] } }],
      ['GET', '/answers'],
      ['GET', '/waiver'],
      ['GET', '/health'],
      ['POST', '/cancel', {}],
    ]
    for (const [method, path, body] of calls)
      expect([path, (await call(method, `${id}${path}`, body)).status]).toEqual([path, 404])
  })
})

describe('PUT organiser registrations/{id}', () => {
  it('a repeated move refunds nothing again', async () => {
    const { person, cart, id, options } = await booked([6000])
    const put = async () => (await call('PUT', id, { option_id: options[1] })).json()
    expect(await put()).toMatchObject({ amount_returned: { value: 2000 } })
    expect(await put()).toMatchObject({ result: 'same_price', amount_returned: { value: 0 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 2000 } })
  })

  it('gives a place to another person of the family', async () => {
    const { person, id } = await booked()
    const sibling = await makeAttendee(bench, person, { programId: shop.programId })
    const answer = await call('PUT', id, { attendee_profile_id: sibling.attendee_profile_id })
    expect(await answer.json()).toMatchObject({ attendee_profile_id: sibling.attendee_profile_id, dry_run: false })
    const [row] = await shop.db.select().from(registrations).where(eq(registrations.id, id))
    expect(row?.attendee_profile_id).toBe(sibling.attendee_profile_id)
  })
})

describe('PUT organiser registrations/{id}/answers', () => {
  it('an unknown question is refused, and no answers change nothing', async () => {
    const { id } = await booked()
    const put = async (answers: unknown[]) =>
      read<RegistrationAnswers & ErrorBody>(call('PUT', `${id}/answers`, { form_response: { answers } }))
    expect(await put([])).toMatchObject({ object: 'registration_answers', answers: [] })
    expect((await put([{ field_id: 'fld_unknown', value: 'x' }])).code).toBe(400)
  })

  it('the family gets a mail with the answers before and after, unless staff leave it out', async () => {
    const { id, person, eventId } = await booked()
    const field_id = await makeQuestion(bench, shop.programId, { title: 'Shirt size', required: false })
    await shop.db.insert(eventQuestions).values({ event_id: eventId, question_id: field_id, position: 0 })
    const put = async (value: string, more: object = {}) => {
      const form_response = { answers: [{ field_id, value }] }
      expect((await call('PUT', `${id}/answers`, { form_response, ...more })).status).toBe(200)
      return (await mailsTo(bench, person.email)).filter(({ subject }) => subject.startsWith('Answers for'))
    }
    await put('Small', { notify: false })
    const mails = await put('Large')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Shirt size: Large (before: Small)')
    // The same answers again change nothing.
    expect(await put('Large')).toHaveLength(1)
  })
})
