import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { OrganiserWaitlistEntry } from '../../contract/booking/waitlist.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type Buyer, type Family, made, openFamily } from '../../test-bench/registering.ts'

const organiser = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
let bench: Bench
let family: Family
let key: string
let buyers: Buyer[]
let sold: Registration
const joined: Registration[] = []

beforeAll(async () => {
  bench = await openBench()
  family = await openFamily(bench)
  const event = await family.event({ spots: 1 }, { waitlist: true, startsAt: bench.now() + 30 * 86_400_000 })
  const row = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?').bind(event.event_id).first()
  key = String(row?.key)
  sold = await made(await family.placeFor(event, { person: family.ben, attendee: await family.childOf(family.ben) }))
  buyers = await family.buyers(3)
  for (const buyer of buyers) {
    joined.push(await made(await family.placeFor(event, { ...buyer, body: { status: 'waitlisted' } })))
    bench.pass(1000)
  }
})

const path = (call = '') => `/v1/organiser/programs/${family.programId}/events/${key}/waitlist${call}`
const read = async (query = '') =>
  (await (await bench.call(path(query), { headers: organiser })).json()) as List<OrganiserWaitlistEntry>
const placesIn = ({ data }: List<OrganiserWaitlistEntry>) =>
  data.map(({ status, position, people }) => [people[0]?.registration_id, status, position])

describe('GET organiser/programs/{id}/events/{key}/waitlist', () => {
  it('the list has the entries in order of position with their contact', async () => {
    const [first, second, third] = joined.map(({ id }) => id)
    const line = await read()
    expect(placesIn(line)).toEqual([
      [first, 'waitlisted', 1],
      [second, 'waitlisted', 2],
      [third, 'waitlisted', 3],
    ])
    expect(line.data[0]).toMatchObject({
      object: 'organiser_waitlist_entry',
      skips: 0,
      people: [{ attendee_profile_id: buyers[0]?.attendee, first_name: 'Maya' }],
      customer_profile: { email: buyers[0]?.person.email },
      offer_expires_at: null,
    })
    expect(placesIn(await read('?order=desc&limit=1&skip=1'))).toEqual([[second, 'waitlisted', 2]])
    expect(await read('?limit=1')).toMatchObject({ count: 1, total: 3, page_count: 3 })
  })

  it('an entry with an open offer keeps its position', async () => {
    await bench.call(`/v1/profile/registrations/${sold.id}/cancel`, family.ben.json({}))
    const line = await read()
    const [first, second, third] = joined.map(({ id }) => id)
    expect(placesIn(line)).toEqual([
      [first, 'offered', null],
      [second, 'waitlisted', 1],
      [third, 'waitlisted', 2],
    ])
    expect(line.data[0]).toMatchObject({ offered_at: expect.any(String), offer_expires_at: expect.any(String) })
    expect(placesIn(await read('?status=offered'))).toEqual([[first, 'offered', null]])
    expect((await read('?option_id=opt_none')).total).toBe(0)
  })

  it('the exported file has one row per person', async () => {
    const response = await bench.call(path('/export'), { headers: { ...organiser, 'Accept-Language': 'fr' } })
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^"";"Place offerte";"Roy";"Maya"/)
    expect(lines[2]).toMatch(/^"1";"En liste d’attente";"Roy";"Maya"/)
    key = 'unknown'
    expect((await bench.call(path(), { headers: organiser })).status).toBe(404)
  })
})
