import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StaffCancellation } from '../../contract/changes/staff-change.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import { accountBalances, receipts, refunds, sandboxRefunds, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeCart } from '../../test-bench/orders.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund, makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { features: { account_balance: true }, selling: { offline: true } },
  }))
})

type Input = { daysAhead?: number; places?: number; automatic?: boolean; paid?: boolean; offline?: boolean }

async function order({ daysAhead = 20, places = 1, automatic = true, paid = true, offline = false }: Input = {}) {
  const event = await makeEvent(bench, {
    programId: shop.programId,
    startsAt: bench.now() + daysAhead * dayMs,
    refund: { ...fairRefund, automatic },
  })
  const person = await shop.customer()
  const cart = await makeCart(bench, person, {
    programId: shop.programId,
    eventId: event.event_id,
    optionId: event.option_ids[0],
    places,
    fee: 300,
    tax: { name: 'HST', percent: 1300 },
  })
  const way = offline ? { checkout_method: 'offline', payment_source_id: undefined } : {}
  if (paid) expect((await shop.pay(person, cart, 'pm_card_visa', way)).status).toBe(201)
  return { person, cart, id: cart.registration_ids[0] }
}

const call = (path: string, body: Record<string, unknown> = {}, programId = shop.programId) =>
  bench.call(`/v1/organiser/programs/${programId}/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
const cancel = async (id: string, body: Record<string, unknown> = {}) =>
  read<StaffCancellation & ErrorBody>(call(`registrations/${id}/cancel`, body))
const refundsOf = (id: string) => shop.db.select().from(refunds).where(eq(refunds.order_id, id))

describe('POST organiser registrations/{id}/cancel', () => {
  it('a preview shows the policy and the most, and changes nothing', async () => {
    const { person, cart, id } = await order({ daysAhead: 7 })
    expect(await cancel(id, { dry_run: true })).toMatchObject({
      dry_run: true,
      order_status: 'cancelled',
      places: [{ registration_id: id, status: 'cancelled' }],
      amount_policy: { value: 5650 },
      amount_most: { value: 11_639 },
      amount: { value: 5650 },
      returned_to: [{ destination: 'original_method', amount: { value: 5650 } }],
    })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'paid', amount_returned: { value: 0 } })
    expect(await refundsOf(cart.order_id)).toEqual([])
  })

  it.each([
    ['a refund to the card', {}, 'goes back to Visa ending 4242'],
    ['cash', { to: 'cash' }, 'to you in cash'],
    ['credit', { to: 'account_balance' }, 'is on your balance with Lakeside Camps'],
    ['no refund', { amount: 0, reason: 'Late' }, 'nothing is refunded'],
  ])('the preview of the mail has the paragraphs of the mail that leaves: %s', async (_, body, words) => {
    const { person, id } = await order()
    const { mail } = await cancel(id, { ...body, dry_run: true })
    expect(mail?.texts.join(' ')).toContain(words)
    expect((await cancel(id, body)).mail).toBeNull()
    const sent = (await mailsTo(bench, person.email)).find(({ subject }) => subject === mail?.subject)
    for (const text of mail?.texts ?? []) expect(sent?.text.replaceAll(/\s+/g, ' ')).toContain(text)
  })

  it('people whom staff take off a waitlist get a mail', async () => {
    const event = await makeEvent(bench, { programId: shop.programId, waitlist: true, options: [{ spots: 1 }] })
    const register = async (status: string) => {
      const person = await shop.customer()
      const { attendee_profile_id } = await makeAttendee(bench, person, { programId: shop.programId })
      const body = {
        ...{ status, event_id: event.event_id, option_id: event.option_ids[0], attendee_profile_id },
        customer_profile_id: person.profileId(shop.programId),
      }
      return { person, ...(await read<{ id: string }>(bench.call('/v1/profile/registrations', person.json(body)))) }
    }
    await register('pending')
    const { person, id } = await register('waitlisted')
    const quiet = await register('waitlisted')
    expect(await cancel(id)).toMatchObject({ places: [{ registration_id: id, status: 'cancelled' }] })
    await cancel(quiet.id, { notify: false })
    await bench.tick()
    const removed = 'You’re no longer on the waitlist: Canoe Week'
    const [mail, ...others] = (await mailsTo(bench, person.email)).filter(({ subject }) => subject === removed)
    expect([mail?.text.includes('Lakeside Camps took Maya off the waitlist.'), others]).toEqual([true, []])
    expect((await mailsTo(bench, quiet.person.email)).map(({ subject }) => subject)).not.toContain(removed)
  })

  it('the policy is refunded, the family gets a mail and the history names the organisation', async () => {
    const { person, cart, id } = await order({ automatic: false })
    expect(await cancel(id, { reason: 'Mother called' })).toMatchObject({ amount: { value: 11_300 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'cancelled', amount_returned: { value: 11_300 } })
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.text).toMatch(/cancelled this place:/)
    expect(mail?.text).toContain('$113.00')
    const steps = await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, id))
    expect(steps.at(-1)).toMatchObject({
      to_status: 'cancelled',
      actor_type: 'organiser',
      actor_id: 'bench',
      reason: 'organiser',
      note: 'Mother called',
    })
  })

  it('another amount needs a reason, and is at most what was paid', async () => {
    const { person, cart, id } = await order({ daysAhead: 1 })
    expect(await cancel(id, { dry_run: true })).toMatchObject({ amount_policy: { value: 0 } })
    expect(await cancel(id, { amount: 11_639 })).toMatchObject({ type: 'required', param: 'reason' })
    expect(await cancel(id, { amount: 11_640, reason: 'Ill' })).toMatchObject({
      type: 'refund_not_allowed',
      param: 'amount',
    })
    expect(await cancel(id, { amount: 11_639, reason: 'Ill' })).toMatchObject({ amount: { value: 11_639 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 11_639 } })
  })

  it('a refund to the balance is credited at once', async () => {
    const { person, cart, id } = await order()
    await cancel(id, { to: 'account_balance' })
    expect(await refundsOf(cart.order_id)).toMatchObject([{ destination: 'account_balance', status: 'succeeded' }])
    const profile = person.profileId(shop.programId)
    const [balance] = await shop.db
      .select()
      .from(accountBalances)
      .where(eq(accountBalances.customer_profile_id, profile))
    expect(balance?.amount).toBe(11_300)
  })

  it('cash is recorded with its credit note, and the provider sends nothing', async () => {
    const { person, cart, id } = await order()
    expect(await cancel(id, { to: 'cash' })).toMatchObject({
      returned_to: [{ destination: 'cash', amount: { value: 11_300 } }],
    })
    const [refund] = await refundsOf(cart.order_id)
    expect(refund).toMatchObject({ status: 'succeeded', returned_as: 'cash', amount: 11_300 })
    expect(
      await shop.db
        .select()
        .from(sandboxRefunds)
        .where(eq(sandboxRefunds.refund_id, refund?.id ?? '')),
    ).toEqual([])
    const [note] = await shop.db
      .select()
      .from(receipts)
      .where(and(eq(receipts.order_id, cart.order_id), eq(receipts.kind, 'credit_note')))
    expect(note).toMatchObject({ amount: 11_300, document: { method: 'offline' } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ amount_returned: { value: 11_300 } })
    expect((await mailsTo(bench, person.email))[0]?.text).toContain('refunded $113.00 to you in cash')
  })

  it('notify false leaves the mails out, also the one about the balance', async () => {
    const { person, id } = await order()
    const before = await mailsTo(bench, person.email)
    await cancel(id, { to: 'account_balance', notify: false })
    expect(await mailsTo(bench, person.email)).toEqual(before)
  })

  it('a second call returns the cancelled place', async () => {
    const { cart, id } = await order()
    await cancel(id)
    expect(await cancel(id, { amount: 1, reason: 'Again' })).toMatchObject({
      places: [{ status: 'cancelled', amount: { value: 11_300 } }],
    })
    expect(await refundsOf(cart.order_id)).toHaveLength(1)
  })

  it('a place of a promised order leaves it, and the rest is due', async () => {
    const { person, cart, id } = await order({ places: 2, offline: true })
    expect(await cancel(id, { amount: 1, reason: 'Kind' })).toMatchObject({ type: 'refund_not_allowed' })
    expect(await cancel(id)).toMatchObject({ order_status: 'pending', amount: { value: 0 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'pending', amount_due: { value: 11_639 } })
  })

  it('refuses a started event, a cart and a place of another program', async () => {
    const started = await order({ daysAhead: 1 })
    const inCart = await order({ paid: false })
    const other = await openShop(bench)
    expect(await cancel(inCart.id)).toMatchObject({ code: 404, type: 'not_found' })
    expect((await call(`registrations/${started.id}/cancel`, {}, other.programId)).status).toBe(404)
    expect((await call(`appointments/${started.id}/cancel`)).status).toBe(404)
    expect((await call(`orders/${inCart.cart.order_id}/cancel`)).status).toBe(404)
    bench.pass(dayMs)
    expect(await cancel(started.id, { amount: 100, reason: 'Ill' })).toMatchObject({ type: 'already_started' })
  })
})

describe('POST organiser orders/{id}/cancel', () => {
  const cancelOrder = async (id: string, body: Record<string, unknown> = {}) =>
    read<StaffCancellation & ErrorBody>(call(`orders/${id}/cancel`, body))

  it('another amount is shared over the places to the cent', async () => {
    const { person, cart } = await order({ places: 3 })
    const answer = await cancelOrder(cart.order_id, { amount: 10_000, reason: 'Flood' })
    expect(answer).toMatchObject({ order_status: 'cancelled', amount_policy: { value: 33_900 } })
    expect(answer.places.reduce((sum, { amount }) => sum + amount.value, 0)).toBe(10_000)
    expect(await shop.orderOf(person, cart)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'organiser',
      amount_returned: { value: 10_000 },
    })
    expect((await refundsOf(cart.order_id)).map(({ amount }) => amount)).toEqual([10_000])
    expect((await mailsTo(bench, person.email))[0]?.text).toMatch(/cancelled these places:/)
  })

  it('a promised order ends without a refund', async () => {
    const { person, cart } = await order({ places: 2, offline: true })
    expect(await cancelOrder(cart.order_id, { dry_run: true })).toMatchObject({ order_status: 'cancelled' })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'pending' })
    expect(await cancelOrder(cart.order_id)).toMatchObject({ amount: { value: 0 } })
    expect(await shop.orderOf(person, cart)).toMatchObject({ status: 'cancelled' })
    expect(await cancelOrder(cart.order_id)).toMatchObject({ order_status: 'cancelled' })
  })
})
