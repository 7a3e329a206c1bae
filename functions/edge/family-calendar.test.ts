import { Hono } from 'hono'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Worker } from '../platform/context.ts'
import type { FamilyCalendar } from '../contract/money/order.ts'
import { calendarGraceDays } from '../money/fulfilment/calendar-link.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { signedInBrowser } from '../test-bench/edge.ts'
import { makeAttendee, type Person } from '../test-bench/people.ts'
import { makeEvent } from '../test-bench/programs.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'
import { calendarFeed } from './calendar-feed.ts'

let bench: Bench
let shop: Shop
const app = new Hono<Worker>().route('/calendar', calendarFeed)
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench)
})
const dayMs = 86_400_000
const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost:8787${path}`, { headers }, bench.env)
const addressOf = async (person: Person, init: RequestInit = { headers: person.headers }) => {
  const answer = await bench.call('/v1/profile/calendar', init)
  expect(answer.status).toBe(200)
  return new URL(((await answer.json()) as FamilyCalendar).url).pathname
}
const text = async (path: string) => (await (await get(path)).text()).replaceAll('\r\n ', '')
type Child = Awaited<ReturnType<typeof makeAttendee>>
const books = async (person: Person, child: Child, event?: Awaited<ReturnType<typeof makeEvent>>) => {
  const place = event ? { eventId: event.event_id, optionId: event.option_ids[0] ?? '' } : {}
  const order = await shop.cart(person, { attendeeIds: [child], ...place })
  expect((await shop.pay(person, order)).status).toBe(201)
  return order
}
const childOf = (person: Person, firstName: string) =>
  makeAttendee(bench, person, { programId: shop.programId, firstName })

describe('GET /calendar/family/{token}.ics', () => {
  it('a family calendar has every booking of every child by every adult', async () => {
    const [ada, ben, stranger] = [await shop.customer(), await shop.customer(), await shop.customer()]
    const [maya, theo, other] = [
      await childOf(ada, 'Maya'),
      await childOf(ada, 'Théo'),
      await childOf(stranger, 'Iris'),
    ]
    await bench.env.DB.prepare(
      `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'parent', '["view","register","pay"]', 0)`,
    )
      .bind(ben.identity.customer_id, maya.attendee_id)
      .run()
    const path = await addressOf(ada)
    expect(await text(path)).not.toContain('BEGIN:VEVENT')
    await books(ada, theo)
    await books(ben, maya, await makeEvent(bench, { programId: shop.programId, name: 'Clay Camp' }))
    await books(stranger, other)

    const file = await text(path)
    expect(file.match(/^SUMMARY:.*(?=\r)/gm)?.sort()).toEqual(['SUMMARY:Maya: Clay Camp', 'SUMMARY:Théo: Canoe Week'])
    expect(file).toMatch(/^REFRESH-INTERVAL;VALUE=DURATION:PT15M\r$/m)
    expect(file).toContain('ORGANIZER;CN=')
    expect(file).not.toMatch(/\bRoy\b|Iris|@example/)
    // Ben may see Maya only.
    expect((await text(await addressOf(ben))).match(/^SUMMARY:.*(?=\r)/gm)).toEqual(['SUMMARY:Maya: Clay Camp'])
  })

  it('an adult who no longer looks after a child sees the name as at booking', async () => {
    const [ada, ben] = [await shop.customer(), await shop.customer()]
    const maya = await childOf(ben, 'Maya')
    const order = await books(ben, maya)
    const run = (statement: string, ...values: string[]) =>
      bench.env.DB.prepare(statement)
        .bind(...values)
        .run()
    await run(
      `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'parent', '["view","manage"]', 0)`,
      ada.identity.customer_id,
      maya.attendee_id,
    )
    await run(
      'DELETE FROM relations WHERE customer_id = ? AND attendee_id = ?',
      ben.identity.customer_id,
      maya.attendee_id,
    )
    await run("UPDATE attendees SET first_name = 'Zephyrine' WHERE id = ?", maya.attendee_id)
    const ofOrder = await bench.call(`/v1/profile/orders/${order.order_id}/calendar`, { headers: ben.headers })
    expect(ofOrder.status, await ofOrder.clone().text()).toBe(200)
    const { url } = (await ofOrder.json()) as { url: string }
    for (const path of [await addressOf(ben), new URL(url).pathname]) {
      const file = await text(path)
      expect(file).toContain('Maya')
      expect(file).not.toContain('Zephyrine')
    }
    expect(await text(await addressOf(ada))).toContain('SUMMARY:Zephyrine: ')
  })

  it('a family calendar has one entry per day of a camp', async () => {
    const ada = await shop.customer()
    const starts = Date.parse('2027-07-05T13:00:00Z')
    const camp = await makeEvent(bench, {
      programId: shop.programId,
      name: 'Canoe Camp',
      startsAt: starts,
      endsAt: starts + 4 * dayMs + 7 * 3_600_000,
    })
    await books(ada, await childOf(ada, 'Maya'), camp)
    expect((await text(await addressOf(ada))).match(/^BEGIN:VEVENT/gm)).toHaveLength(5)
  })

  it("the family calendar of a camp has the hours of each day in the event's time zone", async () => {
    const ada = await shop.customer()
    const starts = Date.parse('2027-07-05T13:00:00Z')
    const camp = await makeEvent(bench, {
      programId: shop.programId,
      name: 'Théâtre, d’été; a week',
      startsAt: starts,
      endsAt: starts + dayMs + 7 * 3_600_000,
    })
    const order = await books(ada, await childOf(ada, 'Maya'), camp)
    const path = await addressOf(ada)
    const read = async () => {
      const calendar = new ICAL.Component(ICAL.parse(await (await get(path)).text()))
      for (const zone of calendar.getAllSubcomponents('vtimezone'))
        ICAL.TimezoneService.register(new ICAL.Timezone(zone))
      return calendar.getAllSubcomponents('vevent').map((entry) => {
        const { uid, summary, startDate, endDate, sequence } = new ICAL.Event(entry)
        const status = entry.getFirstPropertyValue('status')
        return {
          uid,
          summary,
          status,
          sequence,
          from: startDate.toJSDate().getTime(),
          to: endDate.toJSDate().getTime(),
        }
      })
    }
    const before = await read()
    const hours = 7 * 3_600_000
    expect(before.map(({ summary, from, to }) => [summary, from, to])).toEqual([
      ['Maya: Théâtre, d’été; a week', starts, starts + hours],
      ['Maya: Théâtre, d’été; a week', starts + dayMs, starts + dayMs + hours],
    ])
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, ada.json({}))
    const after = await read()
    expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
    expect(after.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(after.every(({ sequence }, at) => sequence > (before[at]?.sequence ?? 9))).toBe(true)
  })

  it('a cancelled booking stays in the calendar for two weeks', async () => {
    const ada = await shop.customer()
    const order = await books(ada, await childOf(ada, 'Maya'))
    const path = await addressOf(ada)
    const first = await get(path)
    const tag = first.headers.get('ETag') ?? ''
    expect(first.headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate')
    bench.pass(60_000)
    const again = await get(path, { 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])

    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, ada.json({}))
    const changed = await get(path, { 'If-None-Match': tag })
    expect([changed.status, changed.headers.get('ETag') === tag]).toEqual([200, false])
    expect(await changed.text()).toMatch(/STATUS:CANCELLED[\s\S]*SEQUENCE:1/)
    bench.pass(calendarGraceDays * dayMs)
    expect(await text(path)).not.toContain('BEGIN:VEVENT')
  })

  it('returns 404 for a replaced or forged URL', async () => {
    const ada = await shop.customer()
    const before = await addressOf(ada)
    const renew = () => addressOf(ada, ada.json({}, { 'Idempotency-Key': 'new-family-address' }))
    const after = await renew()
    expect(after).not.toBe(before)
    expect(await renew()).toBe(after)
    expect([(await get(before)).status, (await get(after)).status]).toEqual([404, 200])
    for (const bad of [
      after.replace('.2~', '.3~'),
      `${after}x`,
      '/calendar/family/cus_1.ics',
      after.replace('/family', ''),
    ])
      expect([bad, (await get(bad)).status]).toEqual([bad, 404])
    await bench.env.DB.prepare('UPDATE users SET is_active = 0 WHERE id = (SELECT user_id FROM customers WHERE id = ?)')
      .bind(ada.identity.customer_id)
      .run()
    expect((await get(after)).status).toBe(404)
  })

  it.each([
    ['a line break', 'Maya\r\nATTENDEE:mailto:x@example.com'],
    ['the end of its entry', 'Week\nEND:VEVENT\nBEGIN:VEVENT'],
    ['a formula', '=HYPERLINK("https://evil.example")'],
    ['quotes and separators', 'a";b:c,d\\e'],
    ['a direction override', 'Week\u202egpj.exe'],
  ])('C-02: %s in a name adds no property to the calendar', async (_, hostile) => {
    const ada = await shop.customer()
    const child = await childOf(ada, 'Maya')
    const event = await makeEvent(bench, { programId: shop.programId })
    await books(ada, child, event)
    const path = await addressOf(ada)
    const names = (file: string) => file.match(/^[A-Z-]+(?=[:;])/gm)
    const plain = names(await text(path))
    await bench.env.DB.batch([
      bench.env.DB.prepare('UPDATE attendees SET first_name = ? WHERE id = ?').bind(hostile, child.attendee_id),
      bench.env.DB.prepare('UPDATE events SET name = ? WHERE id = ?').bind(hostile, event.event_id),
      bench.env.DB.prepare('UPDATE programs SET name = ? WHERE id = ?').bind(hostile, shop.programId),
    ])
    const file = await text(path)
    expect(names(file)).toEqual(plain)
    expect(file).not.toMatch(/^ATTENDEE|[^\r]\n/m)
    await bench.env.DB.prepare('UPDATE programs SET name = ? WHERE id = ?').bind('Lakeside', shop.programId).run()
  })
})

describe('POST /pg/{program_id}/profile/schedule, without JavaScript', () => {
  it('the form replaces the calendar URL', async () => {
    const ada = await shop.customer()
    const before = await addressOf(ada)
    const page = `/pg/${shop.programId}/profile/schedule`
    const answer = await (await signedInBrowser(bench, ada)).form(`${page}?lang=fr`, {})
    expect(answer.headers.get('Location')).toBe(`${page}?saved=calendar&lang=fr`)
    expect([(await get(before)).status, await addressOf(ada)]).toEqual([404, expect.not.stringContaining(before)])
  })
})
