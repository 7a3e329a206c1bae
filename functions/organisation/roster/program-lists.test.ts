import { dayMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Order } from '../../contract/money/order.ts'
import type { OrganiserRegistration } from '../../contract/organisation/roster.ts'
import { sealHealth } from '../../platform/sealing/health-seal.ts'
import { bookAppointment } from '../../booking/registrations/book-appointment.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { contextOf } from '../../test-bench/registering.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

const organiser = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
let bench: Bench
let shop: Shop
let maya: { person: Person; id: string; profile: string; order: string }
let samuel: { person: Person; id: string; profile: string; order: string }
let later: { event_id: string; option_ids: [string, ...string[]] }
let lesson: string
let lessonType: string

beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, {
    program: { features: { appointments: true } },
    event: { startsAt: bench.now() + 10 * dayMs },
  })
  later = await makeEvent(bench, { programId: shop.programId, startsAt: bench.now() + 40 * dayMs })
  maya = await booked('Maya', shop.eventId, shop.optionId)
  bench.pass(60_000)
  samuel = await booked('Samuel', later.event_id, later.option_ids[0])
  await shop.cart(maya.person)
  bench.pass(1000)
  const type = await makeAppointmentType(bench, shop.programId)
  lessonType = type.type_id
  const appointment = await bookAppointment(contextOf(bench, maya.person), {
    appointment_type_id: type.type_id,
    appointment_option_id: type.option_ids[0],
    start_time: '2027-01-06T14:00:00.000Z',
    customer_profile_id: maya.person.profileId(shop.programId),
    attendee_profile_id: maya.profile,
  })
  lesson = appointment.id
  const items = [{ type: 'appointment_option', source: lesson, quantity: 1 }]
  const order = await made<Order>(maya.person, '/v1/profile/orders', {
    program_id: shop.programId,
    customer_profile_id: maya.person.profileId(shop.programId),
    items,
  })
  await made(maya.person, `/v1/profile/orders/${order.id}/payments`, {
    checkout_method: 'card',
    payment_source_id: 'pm_card_visa',
  })
})

async function booked(firstName: string, eventId: string, optionId: string) {
  const person = await shop.customer()
  const child = await makeAttendee(bench, person, { programId: shop.programId, firstName, bornOn: '2017-05-31' })
  const cart = await shop.cart(person, { eventId, optionId, attendeeIds: [child] })
  await shop.pay(person, cart)
  const sealed = await sealHealth(bench.env.HEALTH_KEY, child.attendee_id, 'Allergic to QXPEANUTS')
  await bench.env.DB.prepare('UPDATE attendees SET medical_history_sealed = ?1 WHERE id = ?2')
    .bind(sealed, child.attendee_id)
    .run()
  return { person, id: cart.registration_ids[0], profile: child.attendee_profile_id, order: cart.order_id }
}
async function made<Body>(person: Person, path: string, body: unknown): Promise<Body> {
  const response = await bench.call(path, person.json(body))
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
const path = () => `/v1/organiser/programs/${shop.programId}/registrations`
const read = async (query = '') => {
  const response = await bench.call(`${path()}${query}`, { headers: organiser })
  return (await response.json()) as List<OrganiserRegistration> & { type: string; param: string }
}
const idsOf = ({ data }: List<OrganiserRegistration>) => data.map(({ id }) => id)

describe('GET organiser/programs/{id}/registrations', () => {
  it('the list has everyone with a place but no health data', async () => {
    const body = await read()
    expect(idsOf(body)).toEqual([maya.id, samuel.id, lesson])
    expect(body.data[1]).toMatchObject({
      object: 'organiser_registration',
      status: 'confirmed',
      event_id: later.event_id,
      appointment_type_id: null,
      starts_at: new Date(bench.now() + 40 * dayMs - 61_000).toISOString(),
      attendee_profile: { first_name: 'Samuel', age: 9 },
      customer_profile: { email: samuel.person.email, phone: '+14165550123' },
      order_id: samuel.order,
    })
    expect(body.data[2]).toMatchObject({ event_id: null, appointment_type_id: lessonType, status: 'confirmed' })
    expect(JSON.stringify(body)).not.toContain('QXPEANUTS')
  })

  it('the list can be filtered and paged', async () => {
    const now = bench.now()
    const on = (day: number) => new Date(now + day * dayMs).toISOString()
    const cases: [string, string[]][] = [
      [`?event_id=${shop.eventId}`, [maya.id]],
      [`?appointment_type_id=${lessonType}`, [lesson]],
      [`?attendee_profile_id=${maya.profile}`, [maya.id, lesson]],
      [`?customer_profile_id=${samuel.person.profileId(shop.programId)}`, [samuel.id]],
      [`?order_id=${samuel.order}`, [samuel.id]],
      ['?status=cancelled', []],
      ['?status=confirmed&status=attended', [maya.id, samuel.id, lesson]],
      [`?event_scheduled_gte=${on(20)}`, [samuel.id]],
      [`?event_scheduled_lt=${on(20)}`, [maya.id, lesson]],
      [`?event_scheduled_gt=${on(5)}&event_scheduled_lte=${on(10)}`, [maya.id]],
      [`?created_lt=${new Date(now - 30_000).toISOString()}`, [maya.id]],
      [`?created_gte=${new Date(now - 30_000).toISOString()}`, [samuel.id, lesson]],
      ['?sort=starts_at', [lesson, maya.id, samuel.id]],
      ['?sort=starts_at&order=desc&limit=1&skip=1', [maya.id]],
    ]
    for (const [query, ids] of cases) expect([query, idsOf(await read(query))]).toEqual([query, ids])
    // A cart is private to its customer.
    expect((await read('?status=pending')).total).toBe(0)
    expect((await read('?all=true')).total).toBe(3)
    expect(await read('?limit=1')).toMatchObject({ count: 1, total: 3, page_count: 3 })
    expect(await read('?created_lt=soon')).toMatchObject({ type: 'invalid_date', param: 'created_lt' })
  })

  it('the file names each booked event or appointment in the caller’s language', async () => {
    const file = async (query: string, language: string) => {
      const headers = { ...organiser, 'Accept-Language': language }
      const response = await bench.call(`${path()}/export${query}`, { headers })
      expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="registrations.csv"')
      return (await response.text()).trimEnd().split('\r\n')
    }
    const lines = await file('', 'en')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^"What for","Starts","Last name"/)
    expect(lines[2]).toContain('"Maya"')
    expect(await file(`?event_id=${later.event_id}`, 'fr')).toEqual([
      expect.stringContaining('"Pour quoi";"Début";"Nom"'),
      expect.stringContaining('"Confirmée"'),
    ])
  })

  it('the list has nothing of another program', async () => {
    const elsewhere = await openShop(bench)
    const response = await bench.call(`/v1/organiser/programs/${elsewhere.programId}/registrations?all=true`, {
      headers: organiser,
    })
    expect(await response.json()).toMatchObject({ total: 0, data: [] })
    expect((await read(`?event_id=${elsewhere.eventId}&all=true`)).total).toBe(0)
  })
})
