import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { StaffCancellation, StaffMove, StaffUndo } from '../../contract/changes/staff-change.ts'
import { dayMs, minuteMs, undoMs } from '../../contract/limits.ts'
import {
  accountBalances,
  coupons,
  discounts,
  eventGroups,
  eventOptions,
  groupPlaces,
  outbox,
  orderItems,
  orders,
  refunds,
  registrations,
  sandboxRefunds,
  sessionCreditEntries,
  sessionCredits,
  statusHistory,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeCart } from '../../test-bench/orders.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund, makeCoupon, makeEvent, makeQuestion, makeSessionPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { account_balance: true } } }))
})

const post = (path: string, body?: Record<string, unknown>) =>
  bench.call(`/v1/organiser/programs/${shop.programId}/registrations/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const cancel = async (id: string, body: Record<string, unknown> = {}) =>
  read<StaffCancellation & ErrorBody>(post(`${id}/cancel`, { undo: true, ...body }))
const move = async (id: string, body: Record<string, unknown>) =>
  read<StaffMove & ErrorBody>(post(`${id}/move`, { undo: true, ...body }))
const undo = async (id: string) => read<StaffUndo & ErrorBody>(post(`${id}/undo`))

/** A paid place of 100.00 with options of these prices, each with one place. */
async function booked({ costs = [10_000], spots = 1 }: { costs?: number[]; spots?: number } = {}) {
  const event = await makeEvent(bench, {
    programId: shop.programId,
    startsAt: bench.now() + 20 * dayMs,
    refund: { ...fairRefund, automatic: true },
    options: [{ cost: 10_000, spots }, ...costs.map((cost) => ({ cost, spots: 1 }))],
  })
  const options = event.option_ids as [string, string]
  const { person, cart, id } = await sold(event.event_id, options[0])
  return { person, cart, id, eventId: event.event_id, options }
}
async function sold(eventId: string, optionId: string) {
  const person = await shop.customer()
  const cart = await makeCart(bench, person, { programId: shop.programId, eventId, optionId })
  expect((await shop.pay(person, cart)).status).toBe(201)
  return { person, cart, id: cart.registration_ids[0] }
}
const rowOf = async (id: string) => (await shop.db.select().from(registrations).where(eq(registrations.id, id)))[0]
const takenOf = async (id: string) =>
  (await shop.db.select().from(eventOptions).where(eq(eventOptions.id, id)))[0]?.spots_taken
const orderOf = async (id: string) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]
const refundsOf = (order: string) => shop.db.select().from(refunds).where(eq(refunds.order_id, order))
const later = async (ms: number) => {
  bench.pass(ms)
  await bench.tick()
}
const subjects = async (email: string) => (await mailsTo(bench, email)).map(({ subject }) => subject)
const rowsOfUndo = (id: string) =>
  shop.db
    .select()
    .from(statusHistory)
    .where(and(eq(statusHistory.object_id, id), eq(statusHistory.reason, 'undone')))

describe('undoing a cancellation', () => {
  it('the place, its order and its item are as before, and neither mail nor refund leaves', async () => {
    const { person, cart, id, options } = await booked()
    const [order, row] = [await orderOf(cart.order_id), await rowOf(id)]
    const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.registration_id, id))
    expect(await cancel(id, { dry_run: true })).toMatchObject({ undo_until: expect.any(String) })
    expect(await cancel(id)).toMatchObject({ amount: { value: 10_000 }, undo_until: expect.any(String) })
    await later(9 * minuteMs)
    expect(await refundsOf(cart.order_id)).toMatchObject([{ status: 'pending' }])
    expect([await takenOf(options[0]), (await rowOf(id))?.status]).toEqual([0, 'cancelled'])

    expect(await undo(id)).toMatchObject({ undone: 'cancellation', registration_id: id, option_id: options[0] })
    expect(await rowOf(id)).toEqual({ ...row, step: (row?.step ?? 0) + 2, updated: bench.now() })
    expect(await shop.db.select().from(orderItems).where(eq(orderItems.registration_id, id))).toEqual([item])
    expect(await orderOf(cart.order_id)).toEqual({ ...order, step: (order?.step ?? 0) + 2, updated: bench.now() })
    expect(await takenOf(options[0])).toBe(1)

    await later(2 * undoMs)
    expect(await refundsOf(cart.order_id)).toMatchObject([{ status: 'cancelled' }])
    expect(await shop.db.select().from(sandboxRefunds)).toEqual([])
    expect((await subjects(person.email)).filter((subject) => /Cancelled/.test(subject))).toEqual([])
    expect(await rowsOfUndo(id)).toMatchObject([
      { from_status: 'cancelled', to_status: 'confirmed', actor_id: 'bench' },
    ])
  })

  it('the place may be cancelled again, and the mail and the refund leave once after ten minutes', async () => {
    const { person, cart, id } = await booked()
    await cancel(id)
    await undo(id)
    await cancel(id)
    await later(undoMs - 1000)
    expect(await subjects(person.email)).not.toContainEqual(expect.stringMatching(/^Cancelled/))
    await later(2000)
    expect((await subjects(person.email)).filter((subject) => subject.startsWith('Cancelled'))).toHaveLength(1)
    expect((await refundsOf(cart.order_id)).map(({ status }) => status).sort()).toEqual(['cancelled', 'succeeded'])
    expect(await orderOf(cart.order_id)).toMatchObject({ status: 'cancelled', amount_cancelled: 10_000 })
    expect(await undo(id)).toMatchObject({ type: 'state_conflict' })
  })

  it('an undo is refused once the ten minutes are over, and only one of two presses undoes a change', async () => {
    const { id } = await booked()
    await cancel(id)
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ type, undone }) => type ?? undone).sort()).toEqual(['cancellation', 'state_conflict'])
    await cancel(id)
    bench.pass(undoMs)
    expect(await undo(id)).toMatchObject({ type: 'state_conflict', message: expect.stringContaining('ten minutes') })
    expect((await rowOf(id))?.status).toBe('cancelled')
  })

  it('a credit to the balance waits, and is undone to the cent', async () => {
    const { person, cart, id } = await booked()
    const balance = async () =>
      (
        await shop.db.select().from(accountBalances).where(eq(accountBalances.customer_id, person.identity.customer_id))
      )[0]?.amount ?? 0
    expect(await cancel(id, { to: 'account_balance' })).toMatchObject({ undo_until: expect.any(String) })
    expect([await balance(), (await refundsOf(cart.order_id)).map(({ status }) => status)]).toEqual([0, ['pending']])
    expect(await undo(id)).toMatchObject({ undone: 'cancellation' })
    await later(2 * undoMs)
    expect([await balance(), (await refundsOf(cart.order_id)).map(({ status }) => status)]).toEqual([0, ['cancelled']])

    await cancel(id, { to: 'account_balance' })
    await later(undoMs)
    expect(await balance()).toBe(10_000)
    expect(await subjects(person.email)).toContainEqual(expect.stringMatching(/^Cancelled/))
    expect(await undo(id)).toMatchObject({ type: 'state_conflict' })
  })

  it('cash leaves at once and cannot be undone, as the preview says', async () => {
    const body = { to: 'cash' }
    const { person, id } = await booked()
    expect(await cancel(id, { ...body, dry_run: true })).toMatchObject({ undo_until: null })
    expect(await cancel(id, body)).toMatchObject({ undo_until: null })
    expect(await subjects(person.email)).toContainEqual(expect.stringMatching(/^Cancelled/))
    expect(await undo(id)).toMatchObject({ type: 'state_conflict' })
  })

  it('a cancellation without undo leaves at once', async () => {
    const { person, id } = await booked()
    expect(await cancel(id, { undo: false })).toMatchObject({ undo_until: null })
    expect(await subjects(person.email)).toContainEqual(expect.stringMatching(/^Cancelled/))
    expect(await undo(id)).toMatchObject({ type: 'state_conflict' })
  })

  it('a place that was sold meanwhile stays with its buyer', async () => {
    const { id, eventId, options } = await booked()
    await cancel(id)
    const buyer = await sold(eventId, options[0])
    expect(await undo(id)).toMatchObject({ type: 'sold_out', message: expect.stringContaining('Register again') })
    expect([(await rowOf(id))?.status, (await rowOf(buyer.id))?.status]).toEqual(['cancelled', 'confirmed'])
    expect(await takenOf(options[0])).toBe(1)
    const waiting = await shop.db
      .select()
      .from(outbox)
      .where(eq(outbox.dedupe, `registration.cancelled:${id}`))
    expect(waiting).toMatchObject([{ done_at: null }])
  })

  it('a coupon of an order that ended counts again, or the undo is refused once the coupon is used up', async () => {
    const { cart, id } = await booked()
    const coupon_id = await makeCoupon(bench, shop.programId, { max_redemptions: 1 })
    const redeemed = bench.now()
    await shop.db.insert(discounts).values({
      ...{ id: `dis_${id}`, order_id: cart.order_id, coupon_id, amount: 500, is_entered: true, created: redeemed },
      customer_id: (await orderOf(cart.order_id))?.customer_id ?? '',
    })
    const discountsOf = () => shop.db.select().from(discounts).where(eq(discounts.coupon_id, coupon_id))
    const uses = async () => (await shop.db.select().from(coupons).where(eq(coupons.id, coupon_id)))[0]?.times_redeemed
    await shop.db.update(discounts).set({ state: 'final', redeemed }).where(eq(discounts.coupon_id, coupon_id))
    const before = await discountsOf()
    expect(await cancel(id)).toMatchObject({ undo_until: expect.any(String) })
    expect([(await discountsOf())[0]?.state, await uses()]).toEqual(['released', 0])
    expect(await undo(id)).toMatchObject({ undone: 'cancellation' })
    expect([await discountsOf(), await uses()]).toEqual([before, 1])

    await cancel(id)
    await shop.db.update(coupons).set({ times_redeemed: 1 }).where(eq(coupons.id, coupon_id))
    expect(await undo(id)).toMatchObject({
      type: 'coupon_max_redemptions',
      message: expect.stringContaining('used again'),
    })
    expect((await rowOf(id))?.status).toBe('cancelled')
  })

  it('a visit that the cancellation gave back is used again, unless the family used it elsewhere', async () => {
    const { id, eventId } = await booked()
    const package_id = await makeSessionPackage(bench, shop.programId, { allocated_amount: 1 })
    const credit = { id: `scr_${id}`, program_id: shop.programId, package_id, amount: 1, is_paid: true }
    const { customer_id = '', customer_profile_id = '' } = (await rowOf(id)) ?? {}
    const times = { created: bench.now(), updated: bench.now() }
    await shop.db.insert(sessionCredits).values({ ...credit, ...times, customer_id, customer_profile_id })
    const enter = (kind: 'purchase' | 'reserve', amount: number, dedupe: string) =>
      shop.db
        .insert(sessionCreditEntries)
        .values({ id: `cre_${dedupe}`, session_credit_id: credit.id, kind, amount, dedupe, created: bench.now() })
    await enter('purchase', 1, `purchase:${id}`)
    await bench.bareDb
      .prepare(
        "INSERT INTO registrations (id, program_id, event_id, option_id, customer_id, customer_profile_id, attendee_id, attendee_profile_id, session_credit_id, status, created, updated) SELECT id || '_v', program_id, event_id, (SELECT o.id FROM event_options AS o WHERE o.event_id = ?2 AND o.id <> option_id), customer_id, customer_profile_id, attendee_id, attendee_profile_id, ?3, 'pending', created, updated FROM registrations WHERE id = ?1",
      )
      .bind(id, eventId, credit.id)
      .run()
    const visit = `${id}_v`
    await shop.db.update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, visit))
    const left = async () =>
      (await shop.db.select().from(sessionCredits).where(eq(sessionCredits.id, credit.id)))[0]?.available
    expect(await cancel(visit)).toMatchObject({ undo_until: expect.any(String) })
    expect(await left()).toBe(1)
    expect(await undo(visit)).toMatchObject({ undone: 'cancellation' })
    expect(await left()).toBe(0)

    await cancel(visit)
    await enter('reserve', -1, `elsewhere:${id}`)
    expect(await undo(visit)).toMatchObject({ type: 'credit_not_available' })
    expect((await rowOf(visit))?.status).toBe('cancelled')
  })

  it('an extra place is extra again', async () => {
    const { id, eventId, options } = await booked()
    await shop.db.update(registrations).set({ status: 'expired' }).where(eq(registrations.id, id))
    await sold(eventId, options[0])
    await shop.db.update(registrations).set({ is_extra: true, status: 'confirmed' }).where(eq(registrations.id, id))
    await cancel(id)
    expect(await undo(id)).toMatchObject({ undone: 'cancellation' })
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', is_extra: true })
    expect(await takenOf(options[0])).toBe(1)
  })

  it('an undo and a sale of the freed place at once leave one of them the place', async () => {
    const { id, eventId, options } = await booked()
    await cancel(id)
    const person = await shop.customer()
    const sale = async () => {
      const cart = await makeCart(bench, person, { programId: shop.programId, eventId, optionId: options[0] })
      return cart.registration_ids[0]
    }
    const [answer, bought] = await Promise.allSettled([undo(id), sale()])
    const isUndone = answer.status === 'fulfilled' && answer.value.undone === 'cancellation'
    expect([isUndone, bought.status === 'fulfilled']).toContain(true)
    expect(isUndone && bought.status === 'fulfilled').toBe(false)
    expect(await takenOf(options[0])).toBe(1)
  })

  it('an undo is refused once more of the order was refunded', async () => {
    const { cart, id } = await booked()
    await cancel(id, { amount: 4000, reason: 'Late' })
    const path = `/v1/organiser/programs/${shop.programId}/orders/${cart.order_id}/refund`
    const body = JSON.stringify({ amount: 100, reason: 'Mistake' })
    expect((await bench.call(path, { method: 'POST', headers: organiserHeaders, body })).status).toBe(201)
    expect(await undo(id)).toMatchObject({ type: 'state_conflict' })
    expect((await refundsOf(cart.order_id)).map(({ status }) => status)).not.toContain('cancelled')
  })
})

describe('undoing a move', () => {
  it('the place goes back with the answers that the other event did not ask, and no mail leaves', async () => {
    const { person, cart, id, eventId, options } = await booked()
    const answers = [{ field_id: await makeQuestion(bench, shop.programId), value: 'M' }]
    await shop.db
      .update(registrations)
      .set({ form_response: { answers } as never })
      .where(eq(registrations.id, id))
    const other = await makeEvent(bench, {
      ...{ programId: shop.programId, startsAt: bench.now() + 30 * dayMs },
      options: [{ cost: 10_000, spots: 1 }],
    })
    const [target] = other.option_ids as [string]
    await shop.db.insert(eventGroups).values({ id: `grp_${id}`, event_id: eventId, key: 'herons', name: 'Herons' })
    await shop.db
      .insert(groupPlaces)
      .values({ registration_id: id, event_id: eventId, group_id: `grp_${id}`, together: id, updated: bench.now() })
    expect(await move(id, { option_id: target, dry_run: true })).toMatchObject({ undo_until: expect.any(String) })
    expect(await move(id, { option_id: target })).toMatchObject({ undo_until: expect.any(String) })
    expect([await takenOf(options[0]), await takenOf(target)]).toEqual([0, 1])
    expect((await rowOf(id))?.form_response.answers).toEqual([])

    expect(await undo(id)).toMatchObject({ undone: 'move', event_id: eventId, option_id: options[0] })
    expect([await takenOf(options[0]), await takenOf(target)]).toEqual([1, 0])
    expect((await rowOf(id))?.form_response.answers).toEqual(answers)
    expect(await shop.db.select().from(groupPlaces).where(eq(groupPlaces.registration_id, id))).toMatchObject([
      { event_id: eventId, group_id: `grp_${id}`, together: id },
    ])
    const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, cart.order_id))
    expect(item).toMatchObject({ product_id: eventId, product_variation_id: options[0] })
    await later(2 * undoMs)
    expect((await subjects(person.email)).filter((subject) => subject.startsWith('Moved'))).toEqual([])
    expect(await rowsOfUndo(id)).toHaveLength(1)
    expect(await undo(id)).toMatchObject({ type: 'state_conflict' })
  })

  it('the mail about a move leaves after ten minutes when it is not undone', async () => {
    const { person, id, options } = await booked()
    await move(id, { option_id: options[1] })
    await later(9 * minuteMs)
    expect(await subjects(person.email)).not.toContainEqual(expect.stringMatching(/^Moved/))
    await later(minuteMs)
    expect(await subjects(person.email)).toContainEqual(expect.stringMatching(/^Moved/))
  })

  it('a move to a cheaper place returns money and cannot be undone', async () => {
    const { id, options } = await booked({ costs: [6000] })
    expect(await move(id, { option_id: options[1] })).toMatchObject({ result: 'money_back', undo_until: null })
    expect(await undo(id)).toMatchObject({ type: 'state_conflict' })
  })

  it('a place that was sold meanwhile stays with its buyer', async () => {
    const { id, eventId, options } = await booked()
    await move(id, { option_id: options[1] })
    await sold(eventId, options[0])
    expect(await undo(id)).toMatchObject({ type: 'sold_out' })
    expect((await rowOf(id))?.option_id).toBe(options[1])
  })
})
