import { makeSailWeek, type WeekInput } from '../../test-bench/sail-week.ts'
import { among } from '../../platform/database/json-lists.ts'
import { dayMs } from '../../contract/limits.ts'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import type { MoveChoice, RegistrationMoves } from '../../contract/changes/move.ts'
import type { Order, Quote } from '../../contract/money/order.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import {
  eventOptions,
  mailbox,
  payments,
  refunds,
  sandboxIntents,
  sandboxRefunds,
} from '../../platform/database/tables.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
let from = { eventId: '', optionId: '' }
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { account_balance: true } } }))
  from = await week({
    cost: 30_000,
    spots: 60,
    startsAt: bench.now() + 20 * dayMs,
    endsAt: bench.now() + 24 * dayMs,
  })
})

const week = (input: WeekInput = {}) => makeSailWeek(bench, { programId: shop.programId, cost: 45_000, ...input })
type Booked = { person: Person; order: Cart; id: string }
async function booked(places = 1): Promise<Booked> {
  const person = await shop.customer()
  const order = await makeCart(bench, person, {
    programId: shop.programId,
    eventId: from.eventId,
    optionId: from.optionId,
    places,
  })
  expect((await shop.pay(person, order)).status).toBe(201)
  return { person, order, id: order.registration_ids[0] }
}
const begin = ({ person, id }: Booked, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  bench.call(`/v1/profile/registrations/${id}/moves`, person.json(body, headers))
const begun = async (place: Booked, optionId: string): Promise<Order> => {
  const answer = await begin(place, { option_id: optionId })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json() as unknown as Promise<Order>
}
const payFor = (person: Person, order: Order, body: Record<string, unknown> = {}) =>
  bench.call(
    `/v1/profile/orders/${order.id}/payments`,
    person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa', ...body }),
  )
/** A move whose payment waits for the bank. */
const atBank = async (place: Booked, optionId: string) => {
  const order = await begun(place, optionId)
  const answer = await payFor(place.person, order, { payment_source_id: 'pm_card_authenticationRequired' })
  return { order, payment: (await answer.json()) as Payment }
}
const placeOf = ({ person, id }: Booked) => shop.read<Registration>(person, `/v1/profile/registrations/${id}`)
const read = (person: Person, order: Pick<Order, 'id'>) => shop.read<Order>(person, `/v1/profile/orders/${order.id}`)
const takenOf = async (optionId: string) =>
  (await shop.db.select().from(eventOptions).where(eq(eventOptions.id, optionId)))[0]?.spots_taken
/** The audit's findings in a customer's orders, payments, refunds and bookings. */
const brokenOf = async ({ identity: { customer_id } }: Person): Promise<string[]> => {
  const ids = async (text: string) =>
    (await bench.bareDb.prepare(text).bind(customer_id).all<{ id: string }>()).results.map(({ id }) => id)
  const own: Record<string, string[]> = {
    orders: await ids('SELECT id FROM orders WHERE customer_id = ?1'),
    registrations: await ids('SELECT id FROM registrations WHERE customer_id = ?1'),
    payments: await ids('SELECT id FROM payments WHERE customer_id = ?1'),
    refunds: await ids('SELECT f.id FROM refunds AS f JOIN orders AS o ON o.id = f.order_id WHERE o.customer_id = ?1'),
    event_options: await ids('SELECT option_id AS id FROM registrations WHERE customer_id = ?1'),
  }
  const names: string[] = []
  for (const question of auditQuestions.filter(({ of }) => own[of])) {
    const text = JSON.stringify(own[question.of])
    const { results } = await bench.bareDb.prepare(questionText(question, 'ids')).bind(text).all()
    if (results.length > 0) names.push(question.name)
  }
  return names
}

describe('POST registrations/{id}/moves', () => {
  it('returns 201 with an order for the difference and the new place held', async () => {
    const to = await week()
    const place = await booked()
    const before = await takenOf(from.optionId)
    const moves = await shop.read<RegistrationMoves>(place.person, `/v1/profile/registrations/${place.id}/moves`)
    const choice = moves.choices.find(({ option }) => option.id === to.optionId) as MoveChoice
    expect(choice).toMatchObject({ result: 'costs_more', sentence: null, amount_more: { value: 15_000 } })

    const stale = await begin(place, { option_id: to.optionId, expected_amount: 1 })
    expect([stale.status, await stale.json()]).toMatchObject([409, { type: 'quote_stale', param: 'expected_amount' }])
    const answer = await begin(
      place,
      { option_id: to.optionId, expected_amount: 15_000 },
      { 'Idempotency-Key': 'move-1' },
    )
    expect(answer.status).toBe(201)
    const order = (await answer.json()) as Order
    expect(order).toMatchObject({
      status: 'draft',
      moves_registration_id: place.id,
      amount_total: { value: 45_000 },
      amount_carried: { value: 30_000 },
      amount_due: { value: 15_000 },
      checkout_methods: ['card'],
      items: [{ type: 'event_option', unit_amount: { value: 45_000 } }],
    })
    expect([await takenOf(from.optionId), await takenOf(to.optionId)]).toEqual([before, 1])
    expect(await placeOf(place)).toMatchObject({ status: 'confirmed', option_id: from.optionId, sequence: 0 })

    const again = await begin(
      place,
      { option_id: to.optionId, expected_amount: 15_000 },
      { 'Idempotency-Key': 'move-1' },
    )
    expect([again.status, ((await again.json()) as Order).id]).toEqual([201, order.id])
    const other = await begin(place, { option_id: to.optionId })
    expect(((await other.json()) as Order).id).toBe(order.id)
    expect(await takenOf(to.optionId)).toBe(1)
  })

  it('the payment moves the booking and frees the old place', async () => {
    const to = await week()
    const place = await booked()
    const before = (await takenOf(from.optionId)) ?? 0
    const order = await begun(place, to.optionId)
    const paid = await payFor(place.person, order, { quote_version: order.quote_version })
    expect([paid.status, await paid.json()]).toMatchObject([
      201,
      { status: 'succeeded', amount_total: { value: 15_000 } },
    ])
    expect([await takenOf(from.optionId), await takenOf(to.optionId)]).toEqual([before - 1, 1])
    expect(await placeOf(place)).toMatchObject({
      id: place.id,
      status: 'confirmed',
      option_id: to.optionId,
      sequence: 1,
      order_id: order.id,
      cancellation: { result: 'automatic', amount: { value: 45_000 } },
    })
    const settled = await read(place.person, order)
    expect(settled).toMatchObject({
      status: 'paid',
      receipt_number: expect.any(String),
      amount_paid: { value: 45_000 },
      amount_due: { value: 0 },
    })
    const { payments: parts } = settled
    expect(parts.map(({ amount_total, carried_from }) => [amount_total.value, carried_from !== null])).toEqual(
      expect.arrayContaining([
        [30_000, true],
        [15_000, false],
      ]),
    )
    expect(await shop.orderOf(place.person, place.order)).toMatchObject({
      status: 'cancelled',
      amount_returned: { value: 30_000 },
      amount_moved: { value: 30_000 },
    })
    expect(await brokenOf(place.person)).toEqual([])

    await bench.tick()
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, place.person.email))
    const moved = mails.find(({ subject }) => subject.startsWith('Moved: '))
    expect(moved?.text).toContain('You paid the difference of $150.00')
    const receipt = mails.find(({ subject }) => subject.startsWith('Paid: your move to '))
    expect(receipt?.text).toContain('You paid the difference of $150.00')
  })

  it('a refund of the carried amount goes to its original card', async () => {
    const to = await week()
    const place = await booked()
    const order = await begun(place, to.optionId)
    await payFor(place.person, order)
    const cancelled = await bench.call(`/v1/profile/registrations/${place.id}/cancel`, place.person.json({}))
    expect(cancelled.status, await cancelled.clone().text()).toBe(200)
    await bench.tick()
    const own = await shop.db.select().from(payments).where(eq(payments.customer_id, place.person.identity.customer_id))
    const intents = own.flatMap(({ intent_id }) => intent_id ?? [])
    const sent = await shop.db
      .select({ intent: sandboxRefunds.intent_id, amount: sandboxRefunds.amount })
      .from(sandboxRefunds)
      .where(sql`${sandboxRefunds.intent_id} IN ${among(intents)}`)
    expect(sent.map(({ amount }) => amount).sort()).toEqual([15_000, 30_000])
    expect(new Set(sent.map(({ intent }) => intent)).size).toBe(2)
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('a carried payment moves again with the place', async () => {
    const [dearer, dearest, cheaper] = [await week(), await week({ cost: 60_000 }), await week({ cost: 20_000 })]
    const place = await booked()
    await payFor(place.person, await begun(place, dearer.optionId))
    const second = await begun(place, dearest.optionId)
    expect(second).toMatchObject({ amount_carried: { value: 45_000 }, amount_due: { value: 15_000 } })
    expect((await payFor(place.person, second)).status).toBe(201)
    expect(await brokenOf(place.person)).toEqual([])
    const back = await bench.call(`/v1/profile/registrations/${place.id}`, {
      ...place.person.json({ option_id: cheaper.optionId }),
      method: 'PUT',
    })
    expect(back.status, await back.clone().text()).toBe(200)
    await bench.tick()
    const returned = await shop.db
      .select()
      .from(refunds)
      .where(and(eq(refunds.order_id, second.id), sql`${refunds.reason} = 'registration_moved'`))
    expect(returned.reduce((sum, { amount }) => sum + amount, 0)).toBe(40_000)
    expect(returned.every(({ status }) => status === 'succeeded')).toBe(true)
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('the other places of the order stay as they are', async () => {
    const to = await week()
    const place = await booked(2)
    await payFor(place.person, await begun(place, to.optionId))
    expect(await shop.orderOf(place.person, place.order)).toMatchObject({
      status: 'paid',
      amount_returned: { value: 30_000 },
      amount_due: { value: 0 },
    })
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('the balance can pay for a move', async () => {
    const to = await week()
    const [half, whole] = [await booked(), await booked()]
    await giveBalance(bench, half.person, { programId: shop.programId, amount: 5_000, kind: 'gift' })
    await giveBalance(bench, whole.person, { programId: shop.programId, amount: 20_000, kind: 'gift' })
    const [first, second] = [await begun(half, to.optionId), await begun(whole, to.optionId)]
    const byBoth = await payFor(half.person, first, { use_account_balance: true })
    expect([byBoth.status, await byBoth.json()]).toMatchObject([201, { amount_total: { value: 10_000 } }])
    const byBalance = await payFor(whole.person, second, {
      checkout_method: 'free',
      payment_source_id: null,
      use_account_balance: true,
    })
    expect(byBalance.status, await byBalance.clone().text()).toBe(201)
    for (const place of [half, whole])
      expect(await placeOf(place)).toMatchObject({ option_id: to.optionId, sequence: 1 })
    for (const { person } of [half, whole]) expect(await brokenOf(person)).toEqual([])
  })

  it('the new place stays held after a declined card', async () => {
    const to = await week()
    const place = await booked()
    const order = await begun(place, to.optionId)
    expect(
      (await payFor(place.person, order, { payment_source_id: 'pm_card_visa_chargeDeclinedInsufficientFunds' })).status,
    ).toBe(402)
    expect(await placeOf(place)).toMatchObject({ option_id: from.optionId, sequence: 0 })
    expect(await takenOf(to.optionId)).toBe(1)
    expect((await payFor(place.person, order)).status).toBe(201)
    expect(await placeOf(place)).toMatchObject({ option_id: to.optionId, sequence: 1 })
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('the booking moves when the bank confirms', async () => {
    const to = await week()
    const place = await booked()
    const { order, payment } = await atBank(place, to.optionId)
    expect(payment).toMatchObject({ has_next_action: true })
    expect(await placeOf(place)).toMatchObject({ option_id: from.optionId, sequence: 0 })
    await shop.decideAtBank(payment, 'confirm')
    await bench.call(`/v1/profile/orders/${order.id}/payments/${payment.id}/confirm`, place.person.json({}))
    expect(await placeOf(place)).toMatchObject({ option_id: to.optionId, sequence: 1 })
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('an unpaid move releases the new place', async () => {
    const to = await week({ spots: 1 })
    const place = await booked()
    const order = await begun(place, to.optionId)
    bench.pass(16 * 60_000)
    await bench.tick()
    await place.person.renew()
    expect(await takenOf(to.optionId)).toBe(0)
    expect(await placeOf(place)).toMatchObject({ status: 'confirmed', option_id: from.optionId, sequence: 0 })
    const late = await payFor(place.person, order)
    expect([late.status, await late.json()]).toMatchObject([409, { type: 'hold_expired' }])
    const quote = await bench.call(`/v1/profile/orders/${order.id}/quote`, place.person.json({}))
    expect((await quote.json()) as unknown as Quote).toMatchObject({
      amount_due: { value: 15_000 },
      amount_carried: { value: 30_000 },
    })
    expect((await payFor(place.person, order)).status).toBe(201)
    expect(await placeOf(place)).toMatchObject({ option_id: to.optionId, sequence: 1 })
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('the payment is refunded if the booking was cancelled meanwhile', async () => {
    const to = await week()
    const place = await booked()
    const { order, payment } = await atBank(place, to.optionId)
    const cancelled = await bench.call(`/v1/profile/registrations/${place.id}/cancel`, place.person.json({}))
    expect(cancelled.status).toBe(200)
    await shop.decideAtBank(payment, 'confirm')
    await bench.call(`/v1/profile/orders/${order.id}/payments/${payment.id}/confirm`, place.person.json({}))
    await bench.tick()
    expect(await takenOf(to.optionId)).toBe(0)
    expect(await read(place.person, order)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'payment_after_expiry',
      amount_returned: { value: 15_000 },
    })
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('a second move replaces the first, unless its card is being charged', async () => {
    const [first, second] = [await week(), await week({ cost: 50_000 })]
    const place = await booked()
    const order = await begun(place, first.optionId)
    await begun(place, second.optionId)
    expect([await takenOf(first.optionId), await takenOf(second.optionId)]).toEqual([0, 1])
    expect((await bench.call(`/v1/profile/orders/${order.id}`, { headers: place.person.headers })).status).toBe(404)
    const third = await booked()
    const waiting = await begun(third, first.optionId)
    await payFor(third.person, waiting, { payment_source_id: 'pm_card_authenticationRequired' })
    const refused = await begin(third, { option_id: second.optionId })
    expect([refused.status, await refused.json()]).toMatchObject([409, { type: 'payment_in_progress' }])
  })

  it('the order for a move accepts no other item and no code', async () => {
    const to = await week()
    const place = await booked()
    const order = await begun(place, to.optionId)
    const code = await bench.call(`/v1/profile/orders/${order.id}/discounts`, place.person.json({ code: 'ANY10' }))
    const line = await bench.call(`/v1/profile/orders/${order.id}/items/${order.items[0]?.id}`, {
      headers: place.person.headers,
      method: 'DELETE',
    })
    expect([code.status, line.status]).toEqual([403, 403])
  })

  it('one of two customers who move to the last place gets it', async () => {
    const last = await week({ spots: 1 })
    const [one, other] = [await booked(), await booked()]
    const answers = await Promise.all([one, other].map((place) => begin(place, { option_id: last.optionId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await takenOf(last.optionId)).toBe(1)
  })

  it("returns 404 for another customer's place and 403 for a move that needs no payment", async () => {
    const [to, same] = [await week(), await week({ cost: 30_000 })]
    const place = await booked()
    const stranger = await shop.customer()
    expect((await begin({ ...place, person: stranger }, { option_id: to.optionId })).status).toBe(404)
    expect((await begin(place, { option_id: same.optionId })).status).toBe(403)
    const put = await bench.call(`/v1/profile/registrations/${place.id}`, {
      ...place.person.json({ option_id: to.optionId }),
      method: 'PUT',
    })
    expect([put.status, await put.json()]).toMatchObject([
      403,
      { type: 'transition_not_allowed', message: expect.stringContaining('$150.00 more') },
    ])
  })

  it('repeated requests charge the difference once', async () => {
    const to = await week()
    const place = await booked()
    const order = await begun(place, to.optionId)
    const answers = await Promise.all([
      payFor(place.person, order),
      payFor(place.person, order),
      payFor(place.person, order),
    ])
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true)
    const intents = await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.id))
    expect(intents.map(({ amount_received }) => amount_received)).toEqual([15_000])
    expect(await placeOf(place)).toMatchObject({ sequence: 1 })
    expect(await brokenOf(place.person)).toEqual([])
  })

  const lateMoney = async (to: { optionId: string }) => {
    const place = await booked()
    const order = await begun(place, to.optionId)
    const paid = await payFor(place.person, order, { payment_source_id: 'pm_card_authenticationRequired' })
    const payment = (await paid.json()) as unknown as Payment
    bench.pass(16 * 60_000)
    await bench.tick()
    await place.person.renew()
    expect(await read(place.person, order)).toMatchObject({ status: 'expired' })
    // The bank had confirmed the payment before.
    await shop.db
      .update(sandboxIntents)
      .set({ state: 'succeeded', amount_received: payment.amount_total.value })
      .where(eq(sandboxIntents.payment_id, payment.id))
    const confirm = () =>
      bench.call(`/v1/profile/orders/${order.id}/payments/${payment.id}/confirm`, place.person.json({}))
    return { place, order, confirm }
  }

  it('a late payment moves the booking if the new place is still free', async () => {
    const to = await week({ spots: 1 })
    const { place, order, confirm } = await lateMoney(to)
    await Promise.all([confirm(), confirm()])
    expect(await read(place.person, order)).toMatchObject({ status: 'paid', amount_paid: { value: 45_000 } })
    expect(await placeOf(place)).toMatchObject({ option_id: to.optionId, sequence: 1, order_id: order.id })
    expect(await brokenOf(place.person)).toEqual([])
  })

  it('a late payment is refunded if the new place is gone', async () => {
    const to = await week({ spots: 1 })
    const { place, order, confirm } = await lateMoney(to)
    const other = await booked()
    expect((await payFor(other.person, await begun(other, to.optionId))).status).toBe(201)
    await Promise.all([confirm(), confirm()])
    await bench.tick()
    expect(await read(place.person, order)).toMatchObject({ status: 'cancelled', amount_returned: { value: 15_000 } })
    expect(await placeOf(place)).toMatchObject({ status: 'confirmed', option_id: from.optionId, sequence: 0 })
    expect(await brokenOf(place.person)).toEqual([])
  })
})
