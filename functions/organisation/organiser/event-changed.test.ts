import { minuteMs } from '../../contract/limits.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '../../contract/offering/event.ts'
import { events, eventVenues, mailbox, registrations } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeVenue } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
let beach: string
let dock: string
beforeEach(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    event: { startsAt: Date.UTC(2027, 6, 5, 13), endsAt: Date.UTC(2027, 6, 9, 20) },
  }))
  beach = await makeVenue(bench, shop.programId, { name: 'Main Beach' })
  dock = await makeVenue(bench, shop.programId)
  await shop.db.insert(eventVenues).values({ event_id: shop.eventId, venue_id: beach, position: 0 })
})

async function change(changes: object): Promise<void> {
  const [row] = await shop.db.select({ key: events.key }).from(events).where(eq(events.id, shop.eventId))
  const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/events/${row?.key}`, {
    method: 'PUT',
    headers: organiserHeaders,
    body: JSON.stringify(changes),
  })
  bench.pass(1)
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ message: 'Event updated.' })])
}
async function booked(more: Parameters<Shop['customer']>[0] = {}, places = 1): Promise<Person> {
  const person = await shop.customer(more)
  await shop.pay(person, await shop.cart(person, { places }))
  return person
}
/** The mails after the confirmation, once the delay that combines changes is over. */
async function mailsTo(person: Person) {
  bench.pass(11 * minuteMs)
  await bench.tick()
  return (
    await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email)).orderBy(desc(mailbox.id))
  ).slice(0, -1)
}

describe('an event that is rescheduled', () => {
  it('each order gets one mail with the old and the new time and venue', async () => {
    const nadia = await booked({}, 2)
    await change({ starts_at: '2027-07-12T10:00', ends_at: '2027-07-16T16:00' })
    const [mail, ...others] = await mailsTo(nadia)
    expect([mail?.subject, others.length]).toEqual(['New time: Canoe Week (Lakeside Camps)', 0])
    for (const words of [
      'Maya Roy · Canoe Week',
      'Samuel Roy',
      'July\u00a012',
      '10\u00a0am',
      'Before: ',
      'July\u00a05',
      'your places are kept',
    ])
      expect(mail?.text).toContain(words)
    expect(mail?.attachments[0]?.content).toContain('DTSTART:20270712T140000Z')
    expect(mail?.attachments[0]?.content).toContain('SEQUENCE:2')
  })

  it('the event keeps its previous start', async () => {
    const previous = async () =>
      ((await (await bench.call(`/v1/explore/events/${shop.eventId}`)).json()) as Event).previous_starts_at
    expect(await previous()).toBeNull()
    await change({ starts_at: '2027-07-12T10:00', ends_at: '2027-07-16T16:00' })
    expect(await previous()).toBe('2027-07-05T13:00:00.000Z')
    await change({ name: 'Canoe Days' })
    expect(await previous()).toBe('2027-07-05T13:00:00.000Z')
  })

  it('a French customer gets the mail in French', async () => {
    const nadia = await booked({ language: 'fr' })
    await change({ venues: [dock], remove: { venues: [beach] } })
    const [mail] = await mailsTo(nadia)
    expect(mail?.subject).toBe('Nouveau lieu\u00a0: Canoe Week (Lakeside Camps)')
    expect(mail?.text).toContain('Dock House, 1 Lake Rd, Toronto')
  })

  it('two changes within ten minutes are sent in one mail', async () => {
    const nadia = await booked()
    await change({ starts_at: '2027-07-12T10:00', ends_at: '2027-07-16T16:00' })
    await change({ starts_at: '2027-07-19T10:00', ends_at: '2027-07-23T16:00' })
    const [mail, ...others] = await mailsTo(nadia)
    expect(others).toEqual([])
    expect([
      mail?.text.includes('July\u00a05'),
      mail?.text.includes('July\u00a012'),
      mail?.text.includes('July\u00a019'),
    ]).toEqual([true, false, true])
  })

  it('a change that is undone within ten minutes is not mailed', async () => {
    const nadia = await booked()
    await change({ ends_at: '2027-07-10T16:00' })
    await change({ ends_at: '2027-07-09T16:00' })
    expect(await mailsTo(nadia)).toEqual([])
  })

  it('dates that a series no longer has are removed from calendars', async () => {
    const nadia = await booked()
    const dates = ['05', '12', '19'].map((day) => ({
      starts_at: `2027-07-${day}T09:00`,
      ends_at: `2027-07-${day}T16:00`,
    }))
    await change({ series_dates: dates })
    await mailsTo(nadia)
    await change({ remove: { series_dates: ['2027-07-19T09:00'] } })
    const [mail] = await mailsTo(nadia)
    const [place] = await shop.db.select().from(registrations).where(eq(registrations.event_id, shop.eventId))
    const third = mail?.attachments[0]?.content
      .split('BEGIN:VEVENT')
      .find((each) => each.includes(`UID:${place?.id}-2@localhost`))
    expect(third).toContain('STATUS:CANCELLED')
    expect(mail?.text).toContain('· 2 dates')
  })

  it.each<[string, object]>([
    ['has another name', { name: 'Canoe Days' }],
    ['has other words', { summary: 'A week on the lake', description: 'Bring a hat.' }],
  ])('no mail is sent about an event that only %s', async (_, changes) => {
    const nadia = await booked()
    await change(changes)
    expect(await mailsTo(nadia)).toEqual([])
  })

  it('a customer whose place was cancelled in the meantime gets no mail', async () => {
    const nadia = await shop.customer()
    const cart = await shop.cart(nadia)
    await shop.pay(nadia, cart)
    await change({ starts_at: '2027-07-12T10:00', ends_at: '2027-07-16T16:00' })
    await bench.call(`/v1/profile/registrations/${cart.registration_ids[0]}/cancel`, nadia.json({}))
    expect((await mailsTo(nadia)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Cancelled:/)])
  })

  it('a customer with a pending offline order gets the mail and one with a cart does not', async () => {
    const [holder, looker] = [await shop.customer(), await shop.customer()]
    const held = await shop.cart(holder)
    await shop.pay(holder, held, 'pm_card_authenticationRequired')
    await shop.cart(looker)
    await change({ starts_at: '2027-07-12T10:00', ends_at: '2027-07-16T16:00' })
    await bench.tick()
    const rows = (
      await bench.bareDb
        .prepare("SELECT ref FROM outbox WHERE kind = 'mail.event_changed' AND json_extract(body, '$.event_id') = ?")
        .bind(shop.eventId)
        .all<{ ref: string }>()
    ).results
    expect(rows).toEqual([{ ref: held.order_id }])
  })
})
