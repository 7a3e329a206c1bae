import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../contract/limits.ts'
import type { HistoryEntry } from '../../contract/organisation/history.ts'
import type { List } from '../../contract/paging.ts'
import { eventQuestions } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import {
  fairRefund,
  makeEvent,
  makeMembershipPackage,
  makeProgram,
  makeQuestion,
  makeSessionPackage,
} from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { makeStaff, type Staff } from '../../test-bench/staff.ts'

let bench: Bench
let shop: Shop
let staff: Staff
let at: string
beforeEach(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { features: { account_balance: true, sessions: true, memberships: true }, selling: { offline: true } },
  }))
  staff = await makeStaff(bench, { programId: shop.programId, role: 'owner', firstName: 'Noor' })
  at = `/v1/organiser/programs/${shop.programId}`
})

const act = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await bench.call(`${at}/${path}`, { ...staff.json(body), method })
  expect([path, answer.status < 300]).toEqual([path, true])
  return (await answer.json()) as Record<string, unknown>
}
const historyOf = async (path: string, headers: Record<string, string> = staff.headers) => {
  const answer = await bench.call(`${at}/${path}/history?limit=100`, { headers })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as List<HistoryEntry>
}
/** What the staff member did, as `subject status`. */
const actsOf = async (path: string) =>
  (await historyOf(path)).data
    .filter(({ actor }) => actor.staff_id === staff.staff_id && actor.first_name === 'Noor')
    .map(({ subject, to }) => `${subject.type} ${to}`)

/** A camp of five days with a key, and two options of one price. */
async function makeCamp(spots = 12) {
  const event = await makeEvent(bench, {
    ...{ programId: shop.programId, refund: fairRefund, waitlist: true },
    startsAt: bench.now() + 20 * dayMs,
    endsAt: bench.now() + 24 * dayMs + 6 * hourMs,
    options: [{ spots }, { spots }],
  })
  const row = bench.bareDb.prepare('SELECT key FROM events WHERE id = ?').bind(event.event_id)
  return { ...event, key: (await row.first<{ key: string }>())?.key ?? '' }
}

async function paidPlace() {
  const camp = await makeCamp()
  const person = await shop.customer()
  const cart = await shop.cart(person, { eventId: camp.event_id, optionId: camp.option_ids[0] })
  expect((await shop.pay(person, cart)).status).toBe(201)
  return { camp, person, cart, order: `orders/${cart.order_id}`, place: `registrations/${cart.registration_ids[0]}` }
}

describe('GET organiser …/history', () => {
  it('changed answers, a move, a refund and a cancellation name the staff member and their note', async () => {
    const { camp, order, place } = await paidPlace()
    const ids = []
    for (const title of ['Shirt size', 'Allergies'])
      ids.push(await makeQuestion(bench, shop.programId, { title, required: false }))
    await shop.db
      .insert(eventQuestions)
      .values(ids.map((question_id, position) => ({ event_id: camp.event_id, question_id, position })))
    const answers = [{ field_id: ids[0], value: 'Small' }]
    await act('PUT', `${place}/answers`, { form_response: { answers } })
    await act('POST', `${place}/move`, { option_id: camp.option_ids[1], reason: 'Mornings are better' })
    await act('POST', `${order}/refund`, { amount: 2500, reason: 'It rained' })
    await act('POST', `${place}/cancel`, { reason: 'The family moves away' })

    const whole = await historyOf(place)
    const by = { type: 'organiser', staff_id: staff.staff_id, first_name: 'Noor', last_name: 'Tremblay' }
    expect(whole.data.filter(({ actor }) => actor.type === 'organiser')).toMatchObject([
      { from: 'confirmed', to: 'confirmed', actor: by, answers: [{ field_id: ids[0], title: 'Shirt size' }] },
      { from: 'confirmed', to: 'confirmed', actor: by, reason: 'moved', note: 'Mornings are better', answers: [] },
      { from: 'confirmed', to: 'cancelled', actor: by, note: 'The family moves away' },
    ])
    expect(whole.data[0]).toMatchObject({ from: null, actor: { type: 'customer', staff_id: null, first_name: null } })
    expect(JSON.stringify(whole)).not.toContain('Small')
    expect(await actsOf(order)).toEqual(
      expect.arrayContaining(['registration confirmed', 'registration cancelled', 'refund pending', 'order paid']),
    )
  })

  it('the questions about health are left out', async () => {
    const { place, cart } = await paidPlace()
    const field_id = await makeQuestion(bench, shop.programId, { title: 'Allergies', required: false })
    const insert = 'INSERT INTO answer_changes (registration_id, step, field_id, after) VALUES (?, ?, ?, ?)'
    const stored = JSON.stringify({ field_id, value: 'Peanuts' })
    const sealed = JSON.stringify({ field_id: 'que_gone', sealed: 'x' })
    for (const [id, after] of [
      [field_id, stored],
      ['que_gone', sealed],
    ])
      await bench.bareDb.prepare(insert).bind(cart.registration_ids[0], 0, id, after).run()
    expect((await historyOf(place)).data.flatMap(({ answers }) => answers)).toEqual([])
  })

  it('a booking by staff and a corrected payment name them', async () => {
    const camp = await makeCamp()
    const person = await shop.customer()
    const { attendee_id } = await makeAttendee(bench, person, { programId: shop.programId })
    const { id } = await act('POST', 'bookings', {
      ...{ customer: { id: person.identity.customer_id }, event_id: camp.event_id, paid_by: 'cash' },
      people: [{ attendee_id, option_id: camp.option_ids[0] }],
    })
    const row = bench.bareDb.prepare('SELECT id FROM payments WHERE order_id = ?').bind(id)
    const payment = await row.first<{ id: string }>()
    const reason = 'The till says less'
    await act('POST', `orders/${id}/payments/${payment?.id}/correct`, { amount: 9000, reason })
    expect(await actsOf(`orders/${id}`)).toEqual(
      expect.arrayContaining([
        'order draft',
        'order paid',
        'registration pending',
        'payment succeeded',
        'refund succeeded',
      ]),
    )
    expect((await historyOf(`orders/${id}`)).data.map(({ note }) => note)).toContain(reason)
  })

  it('a day off and an offer of the waitlist are in the history of the place', async () => {
    const { camp, place } = await paidPlace()
    const dates = await bench.call(`${at}/events/${camp.key}/dates`, { headers: staff.headers })
    const { data } = (await dates.json()) as { data: { date: string }[] }
    await act('POST', `events/${camp.key}/dates/${data[1]?.date}/cancel`, { text: 'A storm', return: 'none' })
    expect(await actsOf(place)).toEqual(['day_off called_off'])

    const full = await makeCamp(1)
    const holder = await shop.customer()
    await shop.pay(holder, await shop.cart(holder, { eventId: full.event_id, optionId: full.option_ids[0] }))
    const person = await shop.customer()
    const { attendee_profile_id } = await makeAttendee(bench, person, { programId: shop.programId })
    const waiting = await bench.call(
      '/v1/profile/registrations',
      person.json({
        ...{ event_id: full.event_id, option_id: full.option_ids[0], status: 'waitlisted', attendee_profile_id },
        customer_profile_id: person.profileId(shop.programId),
      }),
    )
    const { id } = (await waiting.json()) as { id: string }
    await bench.bareDb.prepare('UPDATE event_options SET spots_total = 2 WHERE id = ?').bind(full.option_ids[0]).run()
    const line = await bench.call(`${at}/events/${full.key}/waitlist`, { headers: staff.headers })
    const [entry] = ((await line.json()) as List<{ id: string }>).data
    await act('POST', `waitlist/${entry?.id}/offer`, {})
    expect(await actsOf(`registrations/${id}`)).toEqual(['registration offered'])
  })

  it('visits that staff take off or correct are in the history of the order that bought them', async () => {
    const source = await makeSessionPackage(bench, shop.programId, { allocated_amount: 10 })
    const person = await shop.customer()
    const body = { program_id: shop.programId, customer_profile_id: person.profileId(shop.programId) }
    const items = [{ type: 'session_package', source, quantity: 1 }]
    const order = await bench.call('/v1/profile/orders', person.json({ ...body, items }))
    const { id } = (await order.json()) as { id: string }
    const cart = { order_id: id } as Parameters<Shop['pay']>[1]
    expect((await shop.pay(person, cart)).status).toBe(201)
    const row = bench.bareDb.prepare('SELECT id FROM session_credits WHERE order_id = ?').bind(id)
    const credit = await row.first<{ id: string }>()
    await act('POST', `session_balances/${credit?.id}/redeem`, {})
    await act('POST', `session_balances/${credit?.id}/adjust`, { by: 2, reason: 'Two were lost' })
    expect((await actsOf(`orders/${id}`)).toSorted()).toEqual(['redemption redeemed', 'session_credit_entry adjust'])
  })

  it('a membership that staff change and end is in the history of the order that bought it', async () => {
    const package_id = await makeMembershipPackage(bench, shop.programId)
    const person = await shop.customer({ isConfirmed: true })
    const { attendee_profile_id } = await makeAttendee(bench, person, { programId: shop.programId })
    const terms = { customer_profile_id: person.profileId(shop.programId), default_payment_method: 'pm_card_visa' }
    const bought = await bench.call(
      `/v1/profile/programs/${shop.programId}/memberships`,
      person.json({ package_id, attendee_profile_id, ...terms }),
    )
    const { id } = (await bought.json()) as { id: string }
    const order = `orders/${await bench.bareDb.prepare('SELECT order_id FROM memberships WHERE id = ?').bind(id).first<string>('order_id')}`
    await act('PUT', `memberships/${id}`, { cancel_at_period_end: true })
    await act('PUT', `memberships/${id}`, { cancel_at_period_end: false })
    await act('POST', `memberships/${id}/end`, { refund: 'none' })
    const entries = (await historyOf(order)).data.filter(({ actor }) => actor.staff_id === staff.staff_id)
    expect(entries.map(({ subject, to, reason }) => [subject.type, to, reason])).toEqual([
      ['membership', 'active', 'cancels_at_period_end'],
      ['membership', 'active', 'cancellation_undone'],
      ['membership', 'cancelled', 'ended'],
    ])
  })

  it('an erased staff member keeps their id without a name, and a machine client has neither', async () => {
    const { order, place } = await paidPlace()
    await act('POST', `${order}/refund`, { amount: 2500, reason: 'It rained' })
    await makeStaff(bench, { programId: shop.programId, role: 'owner' })
    const gone = await bench.call('/v1/profile/customer', { ...staff.json({}), method: 'DELETE' })
    expect(gone.status).toBeLessThan(300)
    bench.pass(15 * dayMs)
    await bench.tick()
    await bench.call(`${at}/${place}/cancel`, { method: 'POST', headers: organiserHeaders, body: '{}' })
    const { data } = await historyOf(order, organiserHeaders)
    const actors = data.filter(({ actor }) => actor.type === 'organiser').map(({ actor }) => actor)
    expect(actors[0]).toEqual({ type: 'organiser', staff_id: staff.staff_id, first_name: null, last_name: null })
    expect(actors.at(-1)).toEqual({ type: 'organiser', staff_id: null, first_name: null, last_name: null })
  })

  it('a history is read in one trip by page, and that of a cart or another program is not found', async () => {
    const { order, place } = await paidPlace()
    for (const path of [order, place]) {
      const all = await historyOf(path)
      expect(all.total).toBe(all.data.length)
      const last = await bench.call(`${at}/${path}/history?limit=1&order=desc`, { headers: staff.headers })
      expect(await last.json()).toMatchObject({ count: 1, total: all.total, data: [all.data.at(-1)] })
      const counted = await countTrips(bench, `${at}/${path}/history`, { headers: staff.headers })
      expect([counted.status, counted.trips <= 3]).toEqual([200, true])
      const elsewhere = `/v1/organiser/programs/${await makeProgram(bench)}/${path}/history`
      expect((await bench.call(elsewhere, { headers: organiserHeaders })).status).toBe(404)
    }
    const cart = await shop.cart(await shop.customer())
    for (const path of [`orders/${cart.order_id}`, `registrations/${cart.registration_ids[0]}`])
      expect((await bench.call(`${at}/${path}/history`, { headers: staff.headers })).status).toBe(404)
  })
})
