import { hourMs, weekMs } from '../../contract/limits.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentSeries } from '../../contract/booking/appointment-registration.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { openFamily, refused } from '../../test-bench/registering.ts'

// The test's current time is Monday 4 January 2027. This time is Wednesday, 9 am in Toronto.
const nine = Date.parse('2027-01-06T14:00:00Z')

let bench: Bench
let family: Awaited<ReturnType<typeof openFamily>>
let type: Awaited<ReturnType<typeof makeAppointmentType>>
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  family = await openFamily(bench, { features: { appointments: true } })
  type = await makeAppointmentType(bench, family.programId)
})

const bodyOf = (person: Person, attendee_profile_id: string, starts_at = nine) => ({
  start_time: new Date(starts_at).toISOString(),
  appointment_type_id: type.type_id,
  appointment_option_id: type.option_ids[0],
  customer_profile_id: person.profileId(family.programId),
  attendee_profile_id,
})
const series = (
  weeks: number,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  starts_at = nine,
) =>
  bench.call(
    '/v1/profile/appointments/series',
    family.ada.json({ ...bodyOf(family.ada, family.maya, starts_at), weeks, ...more }, headers),
  )
const bookOther = async (starts_at: number) => {
  const child = await family.childOf(family.ben)
  const answer = await bench.call('/v1/profile/appointments', family.ben.json(bodyOf(family.ben, child, starts_at)))
  expect(answer.status).toBe(201)
}
const held = async (answer: Response): Promise<AppointmentSeries> => {
  expect(answer.status).toBe(201)
  return (await answer.json()) as AppointmentSeries
}
const startsOf = ({ registrations }: AppointmentSeries) => registrations.map(({ event }) => Date.parse(event.starts_at))

describe('POST appointments/series', () => {
  it('a series holds each week as a separate booking', async () => {
    const answer = await held(await series(3))
    expect(startsOf(answer)).toEqual([nine, nine + weekMs, nine + 2 * weekMs])
    expect(answer.registrations.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
    expect(answer.unavailable).toEqual([])
  })

  it('a series lists unavailable dates and holds the others', async () => {
    await bookOther(nine + weekMs)
    const answer = await held(await series(3))
    expect(startsOf(answer)).toEqual([nine, nine + 2 * weekMs])
    expect(answer.unavailable).toMatchObject([
      { starts_at: new Date(nine + weekMs).toISOString(), type: 'slot_taken', message: expect.stringMatching(/\w/) },
    ])
  })

  it('one date of a series can be cancelled alone', async () => {
    const { registrations } = await held(await series(3))
    const order = await bench.call(
      '/v1/profile/orders',
      family.ada.json({
        program_id: family.programId,
        customer_profile_id: family.ada.profileId(family.programId),
        timezone: 'America/Toronto',
        items: registrations.map(({ id }) => ({ type: 'appointment_option', source: id, quantity: 1 })),
      }),
    )
    const { id, items } = (await order.json()) as Order
    expect(items).toHaveLength(3)
    const paid = await bench.call(
      `/v1/profile/orders/${id}/payments`,
      family.ada.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
    )
    expect(paid.status).toBe(201)
    const second = registrations[1]?.id ?? ''
    const cancelled = await bench.call(`/v1/profile/appointments/${second}/cancel`, family.ada.json({}))
    expect(cancelled.status).toBe(200)
    const statuses = await Promise.all(
      registrations.map(async (each) => {
        const answer = await family.get(family.ada, `/v1/profile/appointments/${each.id}`)
        return ((await answer.json()) as Registration).status
      }),
    )
    expect(statuses).toEqual(['confirmed', 'cancelled', 'confirmed'])
  })

  it('a repeated series request returns the existing bookings', async () => {
    const key = { 'Idempotency-Key': 'every-wednesday' }
    const first = await held(await series(2, {}, key))
    expect(await held(await series(2, {}, key))).toEqual(first)
    expect(startsOf(await held(await series(2)))).toEqual(startsOf(first))
    expect((await held(await series(2))).registrations.map(({ id }) => id)).toEqual(
      first.registrations.map(({ id }) => id),
    )
  })

  it('a series without an available date is refused', async () => {
    await bookOther(nine)
    await bookOther(nine + weekMs)
    const answer = await series(2)
    expect(answer.status).toBe(409)
    expect(await refused(answer)).toMatchObject({
      type: 'slot_taken',
      available_times: expect.arrayContaining([expect.anything()]),
    })
    expect((await series(1)).status).toBe(400)
    expect((await series(13)).status).toBe(400)
  })
})

describe('the limit on unpaid holds', () => {
  beforeEach(() => void Object.assign(bench.env, { RATE_LIMITS: 'strict' }))
  afterEach(() => void Object.assign(bench.env, { RATE_LIMITS: 'wide' }))

  it('twelve weeks of a series count as one held place', async () => {
    const event = await family.event()
    for (let n = 0; n < 11; n += 1)
      expect((await family.placeFor(event, { attendee: await family.childOf(family.ada) })).status).toBe(201)
    expect((await held(await series(12))).registrations).toHaveLength(12)

    const answer = await family.placeFor(event, { attendee: await family.childOf(family.ada) })
    expect([answer.status, (await refused(answer)).param]).toEqual([429, 'option_id'])
  })

  it('the error for too many held places names the field of the weeks', async () => {
    for (let n = 0; n < 4; n += 1)
      await held(await series(12, { attendee_profile_id: await family.childOf(family.ada) }, {}, nine + n * hourMs))
    const answer = await series(2, {}, {}, nine + 4 * hourMs)
    expect(answer.status).toBe(429)
    expect((await refused(answer)).errors).toMatchObject([
      { param: 'weeks', message: expect.stringMatching(/48 places.*cart/) },
    ])
  })
})
