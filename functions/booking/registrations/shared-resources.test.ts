import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import type { Registration } from '../../contract/booking/registration.ts'
import type { AvailableTime } from '../../contract/offering/appointment.ts'
import type { List } from '../../contract/paging.ts'
import { database } from '../../platform/database/database.ts'
import { programs, resources } from '../../platform/database/tables.ts'
import { makeAppointmentType, makeResource } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { openFamily } from '../../test-bench/registering.ts'

// The test's current time is Monday 4 January 2027, 7 am in Toronto. This time is Wednesday, 9 am.
const nine = Date.parse('2027-01-06T14:00:00Z')
const halfHour = 30 * 60_000
const time = (at: number) => new Date(at).toISOString()

let bench: Bench
let family: Awaited<ReturnType<typeof openFamily>>
let coach: string
let [swim, dive] = [] as Awaited<ReturnType<typeof makeAppointmentType>>[] as [Type, Type]
type Type = Awaited<ReturnType<typeof makeAppointmentType>>
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  family = await openFamily(bench, { features: { appointments: true } })
  coach = await makeResource(bench, family.programId)
  const open = (buffer_minutes = 0) =>
    makeAppointmentType(bench, family.programId, { resourceIds: [coach], buffer_minutes })
  swim = await open(10)
  dive = await open()
})

type Input = { person?: Person; at?: number; language?: string; path?: string; weeks?: number }
const send = async (type: Type, { person = family.ada, at = nine, language = 'en', path = '', weeks }: Input = {}) => {
  const init = person.json({
    start_time: time(at),
    appointment_type_id: type.type_id,
    appointment_option_id: type.option_ids[0],
    customer_profile_id: person.profileId(family.programId),
    attendee_profile_id: await family.childOf(person),
    ...(weeks && { weeks }),
  })
  const headers = { ...(init.headers as Record<string, string>), 'Accept-Language': language }
  const answer = await bench.call(`/v1/profile/appointments${path}`, { ...init, headers })
  return { status: answer.status, body: (await answer.json()) as Registration & { [field: string]: unknown } }
}
const move = async (id: string, at: number, person = family.ada) => {
  const answer = await bench.call(`/v1/profile/appointments/${id}`, {
    ...person.json({ start_time: time(at) }),
    method: 'PUT',
  })
  return { status: answer.status, body: (await answer.json()) as Registration & { [field: string]: unknown } }
}
const offered = async (type: Type, date = '2027-01-06') => {
  const query = `date=${date}&appointment_type_id=${type.type_id}`
  const answer = await bench.call(`/v1/explore/availability/times?${query}`)
  return ((await answer.json()) as List<AvailableTime>).data.map(({ local_start }) => local_start.slice(11, 16))
}

describe('a coach of two appointment types', () => {
  it('the coach is booked once, and the other type no longer offers the time or its buffer', async () => {
    expect(await offered(dive)).toContain('09:00')
    expect((await send(swim)).status).toBe(201)

    for (const at of [nine, nine + halfHour]) {
      const { status, body } = await send(dive, { person: family.ben, at })
      expect([status, body.type, body.param, body.message]).toEqual([
        409,
        'slot_taken',
        'start_time',
        'That time was just taken.',
      ])
      expect(body['available_times']).toContainEqual(expect.objectContaining({ starts_at: time(nine + 2 * halfHour) }))
    }
    expect((await offered(dive)).slice(0, 2)).toEqual(['10:00', '10:30'])
  })

  it('a lapsed hold frees the coach for the other type', async () => {
    await send(swim)
    bench.pass(20 * 60_000)
    const person = await makeCustomer(bench, { programIds: [family.programId] })
    expect((await send(dive, { person })).status).toBe(201)
  })

  it('a move to a time of the coach is refused, and a move may overlap its own time', async () => {
    await send(swim, { person: family.ben })
    const own = (await send(dive, { at: nine + 4 * halfHour })).body
    expect(await move(own.id, nine)).toMatchObject({ status: 409, body: { type: 'slot_taken' } })
    expect((await move(own.id, nine + 3 * halfHour)).status).toBe(200)
  })

  it('a type that needs another coach stays open', async () => {
    const other = await makeAppointmentType(bench, family.programId, {
      resourceIds: [await makeResource(bench, family.programId)],
    })
    await send(swim)
    expect((await send(other, { person: family.ben })).status).toBe(201)
  })
})

describe('a closed day', () => {
  const closed = ['2027-01-05', { from: '2027-01-06', to: '2027-01-07' }]
  const close = async (what: 'program' | 'person' | 'room') => {
    const db = database(bench.bareDb)
    if (what === 'program') await db.update(programs).set({ closed }).where(eq(programs.id, family.programId))
    else await db.update(resources).set({ closed, kind: what }).where(eq(resources.id, coach))
  }

  it.each([
    ['program', 'en', 'Closed on January\u00a06, 2027. Choose another day.'],
    ['program', 'fr', 'Fermé le 6\u00a0janvier 2027. Choisissez un autre jour.'],
    ['person', 'en', 'The person you would see is away on January\u00a06, 2027. Choose another day.'],
    ['room', 'en', 'The room is closed on January\u00a06, 2027. Choose another day.'],
  ] as const)(
    'a day on which the %s is closed is not offered, and a booking is refused with the reason (%s)',
    async (what, language, words) => {
      await close(what)
      expect([await offered(swim), (await offered(swim, '2027-01-08')).length > 0]).toEqual([[], true])
      const { status, body } = await send(swim, { language })
      expect([status, body.type, body.param, body.message]).toEqual([422, 'option_not_on_sale', 'start_time', words])
    },
  )

  it('a move to a closed day is refused, and an appointment on it can move away', async () => {
    const held = (await send(swim)).body
    const later = (await send(swim, { at: nine + 2 * 24 * 2 * halfHour })).body
    await close('person')
    expect(await move(later.id, nine + 2 * halfHour)).toMatchObject({ body: { message: /is away on January/ } })
    expect((await move(held.id, nine + 2 * 24 * 2 * halfHour + 4 * halfHour)).status).toBe(200)
  })

  it('a series leaves out a closed day with its reason', async () => {
    await close('program')
    const { status, body } = await send(swim, { path: '/series', weeks: 2 })
    expect(status).toBe(201)
    expect(body['unavailable']).toEqual([
      {
        starts_at: time(nine),
        type: 'option_not_on_sale',
        message: 'Closed on January\u00a06, 2027. Choose another day.',
      },
    ])
  })
})
