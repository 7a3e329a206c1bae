import { beforeAll, describe, expect, it } from 'vitest'
import type { Today } from '../../contract/organisation/today.ts'
import type { StaffRole } from '../../contract/people/staff.ts'
import { instantOf, wallClock } from '../../contract/wall-clock.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { countRounds } from '../../test-bench/counted-trips.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund, makeEvent, makeWaiver } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { read } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'

const zone = 'America/Toronto'
const settings = { features: { communications: true }, selling: { offline: true } }
let bench: Bench
let shop: Shop
let camp: { event_id: string; option_ids: string[] }
let nadia: Person
let paid: Awaited<ReturnType<Shop['cart']>>
let promised: typeof paid
let today: string

const run = (statement: string, ...values: unknown[]) =>
  bench.env.DB.prepare(statement)
    .bind(...values)
    .run()
const address = (programId = shop.programId) => `/v1/organiser/programs/${programId}/today`
async function todayOf(headers: Record<string, string> = organiserHeaders) {
  const answer = await bench.call(address(), { headers })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Today
}
const member = (role: StaffRole, event_ids: string[] = []) =>
  makeStaff(bench, { programId: shop.programId, role, event_ids })
const post = async (path: string, person: { json: Person['json'] }, body: object) => {
  const answer = await bench.call(path, person.json(body))
  expect(answer.ok, await answer.clone().text()).toBe(true)
}

/** A camp of today and tomorrow with a paid place of Maya, and another camp that a family promises to pay for. */
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: settings, refund: { ...fairRefund, automatic: false } }))
  const clock = wallClock(bench.now(), zone)
  const at = (day: number, hour: number) => instantOf({ ...clock, day: clock.day + day, hour, minute: 0 }, zone)
  bench.pass(at(1, 8) - bench.now())
  today = dayInZone(bench.now(), zone)
  camp = await makeEvent(bench, {
    programId: shop.programId,
    startsAt: at(1, 9),
    endsAt: at(2, 16),
    options: [{ name: 'All day' }],
  })
  nadia = await shop.customer({ firstName: 'Nadia', verified: true })
  const child = await makeAttendee(bench, nadia, { programId: shop.programId, firstName: 'Maya', bornOn: '2017-05-31' })
  const place = { eventId: camp.event_id, optionId: camp.option_ids[0] ?? '', attendeeIds: [child] }
  paid = await shop.cart(nadia, place)
  await shop.pay(nadia, paid)
  const linda = await shop.customer({ firstName: 'Linda', verified: true })
  promised = await shop.cart(linda)
  await shop.pay(linda, promised, '', { checkout_method: 'offline', payment_source_id: undefined })
})

describe('GET organiser today', () => {
  it('a camp of the day has its people with their marks, and a missing signature is counted', async () => {
    const waiver = await makeWaiver(bench, shop.programId)
    await run('UPDATE events SET waiver_id = ? WHERE id = ?', waiver, camp.event_id)
    const before = await todayOf()
    expect(before).toMatchObject({ object: 'today', day: today, timezone: zone })
    expect(before.events).toMatchObject([
      { event_id: camp.event_id, person: null, called_off: null, counts: { expected: 1, here: 0 }, waivers_missing: 1 },
    ])
    const mark = { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ status: 'here' }) }
    const path = `/v1/organiser/programs/${shop.programId}/registrations/${paid.registration_ids[0]}/check_in`
    expect((await bench.call(path, mark)).status).toBe(200)
    expect((await todayOf()).events?.[0]?.counts).toEqual({ expected: 0, here: 1, picked_up: 0, absent: 0 })
  })

  it('a signature that is missing for tomorrow waits by name, but not for a day that is called off', async () => {
    expect((await todayOf()).waivers).toMatchObject({
      total: 1,
      data: [{ registration_id: paid.registration_ids[0], first_name: 'Maya', event_id: camp.event_id }],
    })
    const tomorrow = dayInZone(bench.now() + 86_400_000, zone)
    const path = `/v1/organiser/programs/${shop.programId}/events`
    const { key } = (await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?')
      .bind(camp.event_id)
      .first<{ key: string }>()) ?? { key: '' }
    const body = JSON.stringify({ text: 'A storm.', return: 'none' })
    const off = await bench.call(`${path}/${key}/dates/${tomorrow}/cancel`, {
      method: 'POST',
      headers: organiserHeaders,
      body,
    })
    expect(off.ok, await off.clone().text()).toBe(true)
    expect((await todayOf()).waivers?.total).toBe(0)
  })

  it('a refund request, an unanswered message and a disputed payment wait until they are decided', async () => {
    const body = { reason: 'illness_or_injury', metadata: { comment: 'She broke her wrist.' } }
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    await post(`/v1/profile/orders/${order.order_id}/refund`, nadia, body)
    await post('/v1/profile/messages', nadia, { program_id: shop.programId, body: 'May we bring a dog?' })
    await run('UPDATE payments SET amount_disputed = 5000 WHERE order_id = ?', paid.order_id)
    const day = await todayOf()
    expect(day.messages).toMatchObject({ total: 1, data: [{ sender_name: expect.stringContaining('Nadia') }] })
    expect(day.disputes).toMatchObject({
      total: 1,
      data: [{ order_id: paid.order_id, customer_name: expect.stringContaining('Nadia'), amount: { value: 5000 } }],
    })
    expect(day.refund_requests).toMatchObject({ total: 1, data: [{ order_id: order.order_id, status: 'requested' }] })
    await run(
      "INSERT INTO desk_decisions (task, program_id, decision, decided_by, decided_at) VALUES (?, ?, 'seen', 'Jo', 1)",
      `payment_alert.${day.disputes?.data[0]?.payment_id}.dispute`,
      shop.programId,
    )
    expect((await todayOf()).disputes?.total).toBe(0)
  })

  it('a promised payment waits on its last day, not before', async () => {
    expect((await todayOf()).payments_due?.total).toBe(0)
    await run('UPDATE orders SET due_at = ? WHERE id = ?', bench.now() + 3_600_000, promised.order_id)
    expect((await todayOf()).payments_due).toMatchObject({ total: 1, data: [{ id: promised.order_id }] })
  })

  it('the sales of a week have a row for each day, and the new bookings their order’s amount', async () => {
    const { sales, sales_year_ago, new_bookings } = await todayOf()
    expect(sales).toMatchObject({ by: 'day', to: today, data: [{ key: today, orders: 3 }], totals: [{ orders: 3 }] })
    expect(sales_year_ago).toMatchObject({ data: [], totals: [] })
    expect(new_bookings).toMatchObject({
      total: 2,
      data: [{ amount: { value: 10_000 } }, { amount: { value: 10_000 } }],
    })
  })

  it('a role does not see what it has no right for', async () => {
    const shown = async (role: StaffRole, event_ids?: string[]) => {
      const day = await todayOf((await member(role, event_ids)).headers)
      return Object.entries(day).flatMap(([name, value]) => (value === null ? [name] : []))
    }
    const ofMoney = ['payments_due', 'sales', 'sales_year_ago']
    const decided = ['refund_requests', 'disputes']
    const setUp = 'first_day'
    expect(await shown('owner')).toEqual([])
    expect(await shown('front_desk')).toEqual([setUp, ...decided, 'sales', 'sales_year_ago'])
    expect(await shown('finance')).toEqual([setUp, 'waivers', 'messages', 'events'])
    expect((await shown('coach')).toSorted()).toEqual([...ofMoney, ...decided, setUp].toSorted())
    expect((await shown('nurse')).toSorted()).toEqual([...ofMoney, ...decided, 'messages', setUp].toSorted())
  })

  it('a member opens what waits by a link that ends with their access, and who may only look gets none', async () => {
    const manager = await member('manager')
    const { links, refund_requests, messages } = await todayOf(manager.headers)
    const ids = [refund_requests?.data[0]?.id ?? '', messages?.data[0]?.conversation_id ?? '']
    const token = (id: string) => new URL(links[id] ?? '').searchParams.get('token') ?? ''
    const open = (page: string, id: string) =>
      bench.call(`/v1/desk${page}?${new URLSearchParams({ program_id: shop.programId, token: token(id) })}`)
    expect((await open('', ids[0] ?? '')).status).toBe(200)
    expect((await open('/conversation', ids[1] ?? '')).status).toBe(200)
    await run("UPDATE staff_members SET role = 'nurse' WHERE id = ?", manager.staff_id)
    expect(await read(open('', ids[0] ?? ''))).toMatchObject({ type: 'link_expired' })
    await run("UPDATE staff_members SET role = 'manager', status = 'ended' WHERE id = ?", manager.staff_id)
    expect(await read(open('/conversation', ids[1] ?? ''))).toMatchObject({ type: 'link_expired' })
    expect((await todayOf()).links).toEqual({})
    expect((await todayOf((await member('nurse')).headers)).links).toEqual({})
  })

  it('a coach sees the people, messages and bookings of their own events alone, without amounts', async () => {
    const own = await todayOf((await member('coach', [camp.event_id])).headers)
    expect(own.events).toHaveLength(1)
    expect(own.new_bookings).toMatchObject({ total: 1, data: [{ first_name: 'Maya', amount: null }] })
    const other = await todayOf((await member('coach', ['evt_elsewhere'])).headers)
    expect([other.events, other.new_bookings?.total, other.messages?.total]).toEqual([[], 0, 0])
  })

  it('another program has none of it, and a stranger is refused', async () => {
    const elsewhere = await openShop(bench)
    const day = await read<Today>(bench.call(address(elsewhere.programId), { headers: organiserHeaders }))
    expect([day.events, day.new_bookings?.total, day.messages?.total, day.refund_requests?.total]).toEqual([
      [],
      0,
      0,
      0,
    ])
    expect((await bench.call(address(), { headers: nadia.headers })).status).toBe(404)
  })

  it('the day needs two trips to the database, one more than a search', async () => {
    const roundsOf = (path: string) => countRounds(bench, path, { headers: organiserHeaders })
    const search = `/v1/organiser/programs/${shop.programId}/people?search=nadia`
    expect((await roundsOf(address())) - (await roundsOf(search))).toBe(1)
  })
})
