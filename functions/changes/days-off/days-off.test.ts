import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { DayOff, EventDates } from '../../contract/changes/day-off.ts'
import { dayMs, hourMs, minuteMs } from '../../contract/limits.ts'
import type { ItemReturn } from '../../contract/changes/item-return.ts'
import type { Event } from '../../contract/offering/event.ts'
import type { Sheet } from '../../contract/organisation/sheet.ts'
import type { Roster } from '../../contract/organisation/roster.ts'
import { instantOf, wallClock } from '../../contract/wall-clock.ts'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import {
  events,
  notifications,
  outbox,
  refunds,
  registrations,
  sessionCredits,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makeSessionPackage, makeWaiver } from '../../test-bench/programs.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'

const zone = 'America/Toronto'
const text = 'A storm is coming.'
let bench: Bench
let shop: Shop
let days: string[]
beforeEach(async () => {
  ;({ bench } = await openBenchWithShop())
  shop = await openCamp()
})

/** A shop with a camp of five days, from 9 am to 4 pm. */
async function openCamp(more: Parameters<typeof openShop>[1] = {}): Promise<Shop> {
  const { year, month, day } = wallClock(bench.now() + 30 * dayMs, zone)
  const startsAt = instantOf({ year, month, day, hour: 9, minute: 0 }, zone)
  const endsAt = instantOf({ year, month, day: day + 4, hour: 16, minute: 0 }, zone)
  const camp = await openShop(bench, {
    program: { features: { account_balance: true } },
    ...more,
    event: { startsAt, endsAt, ...more.event },
  })
  days = (await datesOf(camp)).data.map(({ date }) => date)
  return camp
}

const keyOf = async ({ db, eventId }: Shop) =>
  (await db.select({ key: events.key }).from(events).where(eq(events.id, eventId)))[0]?.key
const datesOf = async (of: Shop) =>
  read<EventDates>(
    bench.call(`/v1/organiser/programs/${of.programId}/events/${await keyOf(of)}/dates`, { headers: organiserHeaders }),
  )
async function post(
  date: string | undefined,
  act: 'cancel' | 'restore',
  body: object = {},
  headers: object = organiserHeaders,
) {
  const path = `/v1/organiser/programs/${shop.programId}/events/${await keyOf(shop)}/dates/${date}/${act}`
  return bench.call(path, { method: 'POST', headers: { ...organiserHeaders, ...headers }, body: JSON.stringify(body) })
}
const cancel = async (date: string | undefined, body: object) =>
  read<DayOff & ErrorBody>(post(date, 'cancel', { text, ...body }))
const restore = async (date: string | undefined) => read<DayOff & ErrorBody>(post(date, 'restore'))
/** The ten minutes pass, and everything that is due then is done. */
async function leave() {
  bench.pass(10 * minuteMs)
  await bench.tick()
}
async function paid(person: Person, more: Parameters<Shop['cart']>[1] = {}): Promise<Cart> {
  const cart = await shop.cart(person, more)
  expect((await shop.pay(person, cart)).status).toBe(201)
  return cart
}
const refundsOf = async ({ order_id }: Cart) =>
  (await shop.db.select().from(refunds).where(eq(refunds.order_id, order_id))).map(
    ({ amount, status, destination }) => ({
      amount,
      status,
      destination,
    }),
  )
const ofDay = async (person: Person) =>
  (await mailsTo(bench, person.email)).filter(({ subject }) => subject.startsWith('Called off'))

/** The audit's findings about these orders. */
async function broken(carts: Cart[]): Promise<string[]> {
  const ids = JSON.stringify(carts.map(({ order_id }) => order_id))
  const found: string[] = []
  for (const question of auditQuestions.filter(({ of }) => of === 'orders'))
    if ((await bench.bareDb.prepare(questionText(question, 'ids')).bind(ids).all()).results.length > 0)
      found.push(question.name)
  return found
}

describe('calling a day off', () => {
  it('a family gets one mail for all its children and orders, with its share and a new calendar', async () => {
    const nadia = await shop.customer()
    const more = { fee: 301, tax: { name: 'HST', percent: 1300 } }
    const carts = [await paid(nadia, { places: 2, ...more }), await paid(nadia, more)]
    const preview = await cancel(days[3], { return: 'share', dry_run: true })
    expect(preview).toMatchObject({ id: null, dry_run: true, children: 3, families: 1, restorable_until: null })

    const made = await cancel(days[3], { return: 'share' })
    expect(made.amount).toEqual(preview.amount)
    expect(made.options.map(({ children, amount }) => [children, amount.value])).toEqual([[3, made.amount.value]])
    await bench.tick()
    expect(await ofDay(nadia)).toEqual([])

    await leave()
    const [mail, ...others] = await ofDay(nadia)
    expect(others).toEqual([])
    for (const words of [text, 'Maya Roy', 'Samuel Roy', `${made.amount.display} goes back to Visa ending 4242`])
      expect(mail?.text).toContain(words)
    const file = mail?.attachments[0]?.content ?? ''
    expect(file.match(/STATUS:CANCELLED/g)).toHaveLength(3)
    expect(file.match(/STATUS:CONFIRMED/g)).toHaveLength(12)
    const back = (await Promise.all(carts.map(refundsOf))).flat()
    expect(back.reduce((total, { amount }) => total + amount, 0)).toBe(made.amount.value)
    expect(new Set(back.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect(await broken(carts)).toEqual([])
    const listed = await shop.db.select().from(notifications).where(eq(notifications.event_id, shop.eventId))
    expect(listed.map(({ reason, outcome }) => [reason, outcome])).toEqual([['event_cancelled', 'one_day']])
  })

  it('the shares of days and of the event that is cancelled with its last one come to what was paid', async () => {
    const nadia = await shop.customer()
    const cart = await paid(nadia, { fee: 333, tax: { name: 'HST', percent: 1300 } })
    const share = { return: 'share', notify: false }
    for (const date of days.slice(0, 4)) await cancel(date, share)
    expect(await cancel(days[4], share)).toMatchObject({ type: 'state_conflict', param: 'date' })
    expect(await cancel(days[3], share)).toMatchObject({ object: 'day_off', date: days[3] })
    await leave()
    const shares = (await refundsOf(cart)).map(({ amount }) => amount)
    expect(shares).toHaveLength(4)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    expect(await ofDay(nadia)).toEqual([])

    const path = `/v1/organiser/programs/${shop.programId}/events/${await keyOf(shop)}/cancel`
    const ended = await bench.call(path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ text }) })
    expect(ended.status).toBe(200)
    await bench.tick()
    const amounts = (await refundsOf(cart)).map(({ amount }) => amount)
    expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(cart.total)
    expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
    expect(await broken([cart])).toEqual([])
  })

  it('an event that began is not cancelled as a whole, but its last days can be called off', async () => {
    await paid(await shop.customer())
    for (const date of days.slice(1, 4)) await cancel(date, { return: 'none' })
    const [first] = (await datesOf(shop)).data
    bench.setNow(Date.parse(first?.starts_at ?? '') + hourMs)
    const path = `/v1/organiser/programs/${shop.programId}/events/${await keyOf(shop)}/cancel`
    const whole = await bench.call(path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ text }) })
    expect(await whole.json()).toMatchObject({ code: 409, type: 'already_started' })
    expect(await cancel(days[4], { return: 'none' })).toMatchObject({ object: 'day_off', date: days[4] })
  })

  it('a place that a visit paid for gets the share of that visit, to the cent', async () => {
    shop = await openCamp({ program: { features: { account_balance: true, sessions: true } } })
    const nadia = await shop.customer()
    const { places, order_id, item_id } = await placesByVisit(nadia, { cost: 10_001, visits: 7 })
    const preview = await cancel(days[0], { return: 'share', dry_run: true })
    // One of seven visits is 14.28, and its first day of five 2.86.
    expect([preview.children, preview.amount.value]).toEqual([2, 572])
    for (const date of days.slice(0, 4)) await cancel(date, { return: 'share', notify: date === days[0] })
    await leave()
    bench.setNow(Date.parse((await datesOf(shop)).data[0]?.starts_at ?? '') + hourMs)
    await cancel(days[4], { return: 'share', notify: false })
    await leave()

    const back = await refundsOf({ order_id } as Cart)
    expect(back.map(({ amount }) => amount).sort()).toEqual([570, 570, 572, 572, 572])
    expect(back.reduce((total, { amount }) => total + amount, 0)).toBe(2 * 1428)
    const [mail, ...others] = await ofDay(nadia)
    expect([mail?.text.includes('5.72 goes back to Visa ending 4242'), others]).toEqual([true, []])
    expect(await broken([{ order_id } as Cart, ...places])).toEqual([])
    // The visits that are left are worth their part of the price as before.
    await nadia.renew()
    const returned = await shop.read<ItemReturn>(nadia, `/v1/profile/orders/${order_id}/items/${item_id}/return`)
    expect(returned.amount.value).toBe(7144)
  })

  it('two hundred children get their share, balance or visit, and each family one mail a day', async () => {
    const { package_id, key } = await visitPackage()
    const families = await Promise.all(
      Array.from({ length: 80 }, async (_, at) => {
        const person = await shop.customer()
        return {
          person,
          cart: await paid(person, { places: at % 2 === 0 ? 3 : 2, fee: at, tax: { name: 'HST', percent: 1300 } }),
        }
      }),
    )
    const share = await cancel(days[0], { return: 'share' })
    const balance = await cancel(days[1], { return: 'balance' })
    const visit = await cancel(days[2], { return: 'visit', session_package: key })
    const undone = await cancel(days[3], { return: 'share' })
    expect([share, balance, visit].map(({ children, families: count }) => [children, count])).toEqual([
      [200, 80],
      [200, 80],
      [200, 80],
    ])
    expect(await restore(days[3])).toMatchObject({ id: undone.id, restorable_until: null, sent_at: null })

    await leave()
    const ids = new Set(families.map(({ cart }) => cart.order_id))
    const all = (await shop.db.select().from(refunds)).filter(({ order_id }) => ids.has(order_id))
    const sumOf = (destination: string) =>
      all.filter((each) => each.destination === destination).reduce((total, { amount }) => total + amount, 0)
    expect([sumOf('original_method'), sumOf('account_balance')]).toEqual([share.amount.value, balance.amount.value])
    expect(all).toHaveLength(160)
    const visits = await shop.db.select().from(sessionCredits).where(eq(sessionCredits.package_id, package_id))
    expect(visits.map(({ amount, available }) => amount * available)).toEqual(Array<number>(200).fill(1))
    expect(new Set(visits.map(({ attendee_profile_id }) => attendee_profile_id)).size).toBe(200)
    for (const { person } of families) expect(await ofDay(person)).toHaveLength(3)
    expect(await broken(families.map(({ cart }) => cart))).toEqual([])
  }, 240_000)

  it('the days of an event name the packages that can return a visit', async () => {
    expect((await datesOf(shop)).session_packages).toEqual([])
    const { key } = await visitPackage()
    expect((await datesOf(shop)).session_packages).toEqual([{ key, name: expect.any(String) }])
  })

  it('a day is restored within ten minutes without a mail, and not afterwards', async () => {
    const nadia = await shop.customer()
    const cart = await paid(nadia)
    await cancel(days[3], { return: 'share' })
    bench.pass(9 * minuteMs)
    expect(await restore(days[2])).toMatchObject({ type: 'not_found', param: 'date' })
    const restored = await restore(days[3])
    expect(restored).toMatchObject({ children: 1, restored_at: new Date(bench.now()).toISOString() })
    expect((await datesOf(shop)).data.map(({ day_off }) => day_off)).toEqual([null, null, null, null, null])
    await leave()
    expect([await ofDay(nadia), await refundsOf(cart)]).toEqual([[], []])
    expect(await restore(days[3])).toEqual(restored)

    await cancel(days[3], { return: 'share' })
    bench.pass(10 * minuteMs)
    expect(await restore(days[3])).toMatchObject({ type: 'state_conflict', param: 'date' })
    await bench.tick()
    expect(await restore(days[3])).toMatchObject({ type: 'state_conflict', param: 'date' })
    expect(await ofDay(nadia)).toHaveLength(1)
  })

  it('pages, the roster and calendars show the day as called off at once', async () => {
    const nadia = await shop.customer()
    const cart = await paid(nadia)
    const event = () => read<Event>(bench.call(`/v1/explore/events/${shop.eventId}`))
    const sequence = async () =>
      (await shop.db.select().from(registrations).where(eq(registrations.order_id, cart.order_id)))[0]?.sequence ?? 0
    const before = await sequence()
    bench.purged.length = 0
    await cancel(days[3], { return: 'none' })
    expect((await event()).days_off).toEqual([{ date: days[3], text }])
    expect(bench.purged).toContain(`event:${shop.eventId}`)
    const roster = await read<Roster>(
      bench.call(`/v1/organiser/programs/${shop.programId}/roster?day=${days[3]}`, { headers: organiserHeaders }),
    )
    expect(roster.events.map(({ called_off }) => called_off)).toEqual([text])
    const sheet = await read<Sheet>(
      bench.call(`/v1/organiser/programs/${shop.programId}/events/${await keyOf(shop)}/sheet?day=${days[3]}`, {
        headers: organiserHeaders,
      }),
    )
    expect(sheet.called_off).toBe(text)
    expect(await sequence()).toBe(before + 1)
    await restore(days[3])
    expect((await event()).days_off).toEqual([])
    expect(await sequence()).toBe(before + 2)
  })

  it('a repeated call and two at once return once, and other terms are refused', async () => {
    const nadia = await shop.customer()
    const cart = await paid(nadia)
    const body = { return: 'amount', amount: 2500 }
    const both = await Promise.all([cancel(days[3], body), cancel(days[3], body)])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect(await cancel(days[3], { return: 'share' })).toMatchObject({ type: 'state_conflict', param: 'date' })
    await leave()
    expect(await cancel(days[3], body)).toMatchObject({ id: both[0]?.id })
    // A runner that crashed after its batch does its work again.
    await shop.db.update(outbox).set({ done_at: null, due_at: bench.now() }).where(eq(outbox.kind, 'customer.day_off'))
    await leave()
    expect(await refundsOf(cart)).toEqual([{ amount: 2500, status: 'succeeded', destination: 'original_method' }])
    expect(await ofDay(nadia)).toHaveLength(1)
  })

  it.each([
    ['a day that takes place is', false, 1],
    ['a day that is called off is not', true, 0],
  ])('%s mailed, listed and pushed as a reminder', async (_, isOff, reminders) => {
    const nadia = await shop.customer()
    await paid(nadia)
    if (isOff) await cancel(days[0], { return: 'none' })
    const [first] = (await datesOf(shop)).data
    bench.setNow(Date.parse(first?.starts_at ?? '') - 23 * hourMs)
    await bench.tick()
    const kind = "SELECT count(*) AS n FROM mailbox WHERE recipient = ? AND dedupe LIKE 'mail.reminder_24h:%'"
    expect(await bench.env.DB.prepare(kind).bind(nadia.email).first<number>('n')).toBe(reminders)
    // The list on the site has a row for each reminder, and a push follows from that row.
    const listed = await shop.db.select().from(notifications).where(eq(notifications.event_id, shop.eventId))
    expect(listed.filter(({ reason }) => reason === 'reminder_24h')).toHaveLength(reminders)
  })

  it('the reminders of a camp whose first day is off count from the second day', async () => {
    const waiver = await makeWaiver(bench, shop.programId)
    await shop.db.update(events).set({ waiver_id: waiver, waiver_may_wait: true }).where(eq(events.id, shop.eventId))
    const nadia = await shop.customer()
    await paid(nadia)
    await cancel(days[0], { return: 'none', notify: false })
    const second = Date.parse((await datesOf(shop)).data[1]?.starts_at ?? '')
    const sent: string[] = []
    for (const hours of [7 * 24, 6 * 24, 3 * 24, 2 * 24, 24, 2]) {
      bench.setNow(second - hours * hourMs + minuteMs)
      await bench.tick()
      const mails = (await mailsTo(bench, nadia.email)).map(({ dedupe }) => dedupe)
      const kinds = mails.flatMap((dedupe) => /^mail\.(reminder_\w+|waiver_pending):/.exec(dedupe)?.[1] ?? [])
      sent.push(`${hours}: ${kinds.sort().join(' ')}`)
    }
    expect(sent).toEqual([
      '168: waiver_pending',
      '144: waiver_pending',
      '72: waiver_pending waiver_pending',
      '48: waiver_pending waiver_pending',
      '24: reminder_24h waiver_pending waiver_pending waiver_pending',
      '2: reminder_24h reminder_2h waiver_pending waiver_pending waiver_pending',
    ])
  })

  it('a place that is cancelled in the ten minutes gets nothing for the day', async () => {
    const nadia = await shop.customer()
    const cart = await paid(nadia)
    await cancel(days[3], { return: 'share' })
    await bench.call(`/v1/profile/registrations/${cart.registration_ids[0]}/cancel`, nadia.json({}))
    const [before] = [await refundsOf(cart)]
    await leave()
    expect(await refundsOf(cart)).toEqual(before.map((each) => ({ ...each, status: 'succeeded' })))
    expect(await ofDay(nadia)).toEqual([])
  })

  it('a place that is cancelled afterwards refunds only the rest', async () => {
    const nadia = await shop.customer()
    const cart = await paid(nadia)
    await cancel(days[3], { return: 'share' })
    await leave()
    await bench.call(`/v1/organiser/programs/${shop.programId}/orders/${cart.order_id}/cancel`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ amount: 8000, reason: 'Closed.' }),
    })
    await bench.tick()
    expect((await refundsOf(cart)).map(({ amount }) => amount).sort()).toEqual([2000, 8000])
  })

  it('days that were held, events of one day and other days are refused', async () => {
    const nadia = await shop.customer()
    await paid(nadia)
    const none = { return: 'none' }
    expect(await cancel('2001-01-01', none)).toMatchObject({ type: 'not_found', param: 'date' })
    expect(await cancel('2027-02-30', none)).toMatchObject({ type: 'not_found' })
    const [first] = (await datesOf(shop)).data
    bench.setNow(Date.parse(first?.starts_at ?? '') + hourMs)
    expect(await cancel(days[0], none)).toMatchObject({ type: 'already_started', param: 'date' })
    expect((await datesOf(shop)).data.map(({ is_held }) => is_held)).toEqual([true, false, false, false, false])
    expect(await cancel(days[1], none)).toMatchObject({ children: 1 })
    shop = await openShop(bench)
    const [only] = (await datesOf(shop)).data
    expect(await cancel(only?.date, none)).toMatchObject({ type: 'state_conflict', param: 'date' })
  })

  it.each([
    [{ return: 'amount' }, 'amount'],
    [{ return: 'share', amount: 100 }, 'amount'],
    [{ return: 'visit' }, 'session_package'],
    [{ return: 'visit', session_package: 'none-such' }, 'session_package'],
    [{ return: 'none', text: '' }, 'text'],
    [{}, 'return'],
  ])('the terms %j are refused for their %s', async (body, param) => {
    const answer = await cancel(days[3], body)
    expect(answer).toMatchObject({ param })
    expect((await datesOf(shop)).data.every(({ day_off }) => day_off === null)).toBe(true)
  })

  it('the front desk calls a day off, and only those with the right of exceptions return something', async () => {
    const desk = await makeStaff(bench, { programId: shop.programId, role: 'front_desk' })
    const by = (body: object) => post(days[3], 'cancel', { text, ...body }, desk.headers)
    expect((await by({ return: 'share' })).status).toBe(403)
    expect((await by({ return: 'none' })).status).toBe(200)
    const manager = await makeStaff(bench, { programId: shop.programId, role: 'manager' })
    expect((await post(days[2], 'cancel', { text, return: 'share' }, manager.headers)).status).toBe(200)
  })

  it('an unpaid order is told and gets no money', async () => {
    shop = await openCamp({ program: { selling: { offline: true } } })
    const nadia = await shop.customer()
    const cart = await shop.cart(nadia)
    await shop.pay(nadia, cart, '', { checkout_method: 'offline', payment_source_id: undefined })
    expect(await cancel(days[3], { return: 'share' })).toMatchObject({ children: 1, amount: { value: 0 } })
    await leave()
    expect([(await ofDay(nadia)).length, await refundsOf(cart)]).toEqual([1, []])
  })
})

async function visitPackage(): Promise<{ package_id: string; key: string }> {
  const package_id = await makeSessionPackage(bench, shop.programId)
  const row = await bench.env.DB.prepare('SELECT key FROM session_packages WHERE id = ?')
    .bind(package_id)
    .first<{ key: string }>()
  return { package_id, key: row?.key ?? '' }
}

/** Two places of a family in the camp, each paid for with a visit of a package that it bought. */
async function placesByVisit(person: Person, { cost, visits }: { cost: number; visits: number }) {
  const source = await makeSessionPackage(bench, shop.programId, { cost, allocated_amount: visits })
  await shop.db
    .update(events)
    .set({ restrict_to_package_ids: [source] })
    .where(eq(events.id, shop.eventId))
  const customer_profile_id = person.profileId(shop.programId)
  const order = async (items: object[]) => {
    const body = { program_id: shop.programId, customer_profile_id, items }
    return read<{ id: string; items: { id: string }[] }>(bench.call('/v1/profile/orders', person.json(body)))
  }
  const bought = await order([{ type: 'session_package', source, quantity: 1 }])
  expect((await shop.pay(person, { order_id: bought.id } as Cart)).status).toBe(201)
  const [credit] = await shop.db.select().from(sessionCredits).where(eq(sessionCredits.order_id, bought.id))
  const places: Cart[] = []
  for (const firstName of ['Maya', 'Samuel']) {
    const { attendee_profile_id } = await makeAttendee(bench, person, { programId: shop.programId, firstName })
    const place = { event_id: shop.eventId, option_id: shop.optionId, customer_profile_id, attendee_profile_id }
    const body = person.json({ ...place, session_credit_id: credit?.id })
    const { id } = await read<{ id: string }>(bench.call('/v1/profile/registrations', body))
    const free = await order([{ type: 'event_option', source: id }])
    const path = `/v1/profile/orders/${free.id}/payments`
    expect((await bench.call(path, person.json({ checkout_method: 'free' }))).status).toBe(201)
    places.push({ order_id: free.id } as Cart)
  }
  return { places, order_id: bought.id, item_id: bought.items[0]?.id ?? '' }
}
