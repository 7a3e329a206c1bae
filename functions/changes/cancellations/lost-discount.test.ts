import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { database } from '../../platform/database/database.ts'
import { discounts, mailbox } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeCoupon, makeProgram } from '../../test-bench/programs.ts'
import { shoppingFamily } from '../../test-bench/shopping-family.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench, {
    selling: {
      offline: true,
      fee: { percent: 0, fixed: 300, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
    },
  })
  await makeCoupon(bench, programId, {
    name: 'Two camps',
    code: null,
    minimum_items: 2,
    apply_automatically: true,
  })
})

/** Two camps at 345.00, each with 10 % off because there are two. */
async function twoCamps(pay: Record<string, unknown>) {
  const family = await shoppingFamily(bench, { programId })
  const order = await family.open(await family.place(), await family.place(0, 'Samuel'))
  expect(order.amount_discount.value).toBe(6900)
  expect((await family.call('POST', `/${order.id}/payments`, pay)).status).toBe(201)
  const ids = order.registrations.map(({ id }) => id)
  return { ...family, order, ids, read: async () => (await family.call<Order>('GET', `/${order.id}`)).body }
}
const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
const cancel = async (person: Person, id: string | undefined, body: Record<string, unknown> = {}) => {
  const answer = await bench.call(`/v1/profile/registrations/${id}/cancel`, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Registration }
}
const mailsOf = async (email: string) =>
  database(bench.env.DB).select().from(mailbox).where(eq(mailbox.recipient, email)).orderBy(desc(mailbox.id))

describe('cancelling one of two places with a discount for two', () => {
  it('S7: the refund deducts the lost discount as shown in the preview', async () => {
    const { person, ids, read } = await twoCamps(card)
    const { registrations, amount_total } = await read()
    const preview = registrations.find(({ id }) => id === ids[0])?.cancellation
    expect(preview).toMatchObject({
      result: 'automatic',
      amount: { value: 35_087 - 3898 },
      discount_lost: { amount: { value: 3898 }, sentence: expect.stringContaining('“Two camps” no longer applies') },
    })
    expect((await cancel(person, ids[0], { expected_amount: preview?.amount })).status).toBe(200)
    const after = await read()
    expect(after).toMatchObject({
      status: 'paid',
      amount_returned: { value: 31_189 },
      amount_due: { value: 0 },
      amount_total,
    })
    const [mail] = await mailsOf(person.email)
    expect(mail?.text).toContain('“Two camps” no longer applies')
    expect(mail?.text).toContain('$38.98')

    const rest = after.registrations.find(({ id }) => id === ids[1])?.cancellation
    expect(rest).toMatchObject({ amount: { value: 34_500 + 4485 }, discount_lost: null })
    expect((await cancel(person, ids[1])).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'cancelled', amount_returned: { value: 31_189 + 38_985 } })
  })

  it('S7: cancelling the whole order loses no discount', async () => {
    const { call, order, read } = await twoCamps(card)
    expect((await call('POST', `/${order.id}/cancel`, {})).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'cancelled', amount_returned: { value: 2 * 35_087 } })
  })
})

describe('cancelling in a pending offline order', () => {
  it('C2: a pending offline order that loses one place awaits the price of the others', async () => {
    const { person, ids, read, spotsTaken } = await twoCamps({ checkout_method: 'offline' })
    const before = await read()
    expect(before.registrations[0]?.cancellation).toMatchObject({ result: 'automatic', amount: { value: 0 } })
    const taken = (await spotsTaken()) ?? 0
    expect(await cancel(person, ids[0])).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await read()).toMatchObject({
      status: 'pending',
      due_at: before.due_at,
      amount_discount: { value: 0 },
      amount_due: { value: 34_500 + 4485 + 339 },
      discounts: [],
      items: [{ registration_id: ids[1] }],
      payments: [{ checkout_method: 'offline', status: 'created', amount_total: { value: 39_324 } }],
    })
    expect(await spotsTaken()).toBe(taken - 1)
    expect(await mailsOf(person.email)).toHaveLength(2)
    expect((await cancel(person, ids[0])).status).toBe(200)
  })

  it('C2: a pending offline order keeps its first-order coupon when a place is cancelled', async () => {
    const code = 'FIRSTPLACES'
    await makeCoupon(bench, programId, { code, first_time_transaction: true, limit_customer: 2 })
    const family = await shoppingFamily(bench, { programId })
    const order = await family.open(await family.place(), await family.place(0, 'Samuel'), await family.place(0, 'Lou'))
    expect((await family.call('POST', `/${order.id}/discounts`, { code })).status).toBe(201)
    await family.call('POST', `/${order.id}/payments`, { checkout_method: 'offline' })
    const other = await family.open(await family.place(0, 'Ada'))
    expect((await family.call('POST', `/${other.id}/payments`, card)).status).toBe(201)

    const before = (await family.call<Order>('GET', `/${order.id}`)).body
    const rows = async () =>
      database(bench.env.DB)
        .select({ id: discounts.id, state: discounts.state, amount: discounts.amount, coupon: discounts.coupon_id })
        .from(discounts)
        .where(eq(discounts.order_id, order.id))
    const kept = await rows()
    const place = before.registrations[0]?.id ?? ''
    expect(await cancel(family.person, place)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    const after = await rows()
    expect(after.map(({ id, state }) => ({ id, state }))).toEqual(kept.map(({ id, state }) => ({ id, state })))
    for (const { coupon, amount } of kept)
      expect(after.find((each) => each.coupon === coupon)?.amount).toBe((amount * 2) / 3)
  })

  it('C2: a pending offline order can be paid by card after a place was cancelled', async () => {
    const { person, ids, call, order, read } = await twoCamps({ checkout_method: 'offline' })
    await cancel(person, ids[0])
    expect((await call('POST', `/${order.id}/payments`, card)).status).toBe(201)
    expect(await read()).toMatchObject({ status: 'paid', amount_paid: { value: 39_324 } })
  })

  it('C2: a pending offline order ends with its last place, with a mail that nothing is due', async () => {
    const { person, ids, read } = await twoCamps({ checkout_method: 'offline' })
    for (const id of ids) expect(await cancel(person, id)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await read()).toMatchObject({ status: 'cancelled', cancel_reason: 'customer', amount_due: { value: 0 } })
    const [mail] = await mailsOf(person.email)
    expect(mail?.text).toContain('You hadn’t paid for this yet')
  })

  it('C2: a pending offline order can be cancelled as a whole', async () => {
    const { person, call, order } = await twoCamps({ checkout_method: 'offline' })
    expect(await call('POST', `/${order.id}/cancel`, {})).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect((await mailsOf(person.email))[0]?.subject).toMatch(/^Cancelled/)
  })
})

describe('a refund that the organisation decides', () => {
  it('C1: the mail to the organisation names the customer, the refund and the order', async () => {
    const family = await shoppingFamily(bench, { programId })
    await bench.env.DB.prepare(
      `UPDATE events SET refund = json_set(refund, '$.automatic', json('false'), '$.request', json('true')) WHERE id = ?`,
    )
      .bind(family.event_id)
      .run()
    const order = await family.open(await family.place())
    await family.call('POST', `/${order.id}/payments`, card)
    const before = (await mailsOf('hello@lakeside.example')).length
    expect(
      (await cancel(family.person, order.registrations[0]?.id, { reason: 'illness_or_injury' })).body.cancellation,
    ).toBeDefined()
    const mails = await mailsOf('hello@lakeside.example')
    expect(mails).toHaveLength(before + 1)
    const { receipt_number } = (await family.call<Order>('GET', `/${order.id}`)).body
    for (const words of [receipt_number, 'Nadia Roy', family.person.email, '$389.85', 'Illness or injury', 'Maya'])
      expect(mails[0]?.text).toContain(words)
  })
})
