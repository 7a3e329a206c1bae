import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { makeAppointmentType, makeResource } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { fieldsRefused } from '../../test-bench/booking-family.ts'
import { makeAttendee, makeCustomer } from '../../test-bench/people.ts'

// The test's current time is Monday 4 January 2027. These times are Wednesday, from 9 am in Toronto.
const [nine, halfPast, ten] = ['2027-01-06T14:00:00Z', '2027-01-06T14:30:00Z', '2027-01-06T15:00:00Z'] as const
const over = { over_capacity: { reason: 'A second coach helps' } }

let bench: Bench
let f: BookingDesk
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench, { features: { appointments: true } })
})

type Type = Awaited<ReturnType<typeof makeAppointmentType>>
const typeOf = (input: Parameters<typeof makeAppointmentType>[2] = {}) => makeAppointmentType(bench, f.programId, input)
const bodyOf = (type: Type, { people = f.children.slice(0, 1), at = nine as string, more = {} } = {}) => ({
  customer: { id: f.ada.identity.customer_id },
  appointment: { appointment_type_id: type.type_id, starts_at: [at] },
  people: people.map((attendee_id) => ({ attendee_id, option_id: type.option_ids[0] })),
  paid_by: 'cash',
  ...more,
})
/** The ids of the places that staff book. */
async function bookByStaff(type: Type, input: Parameters<typeof bodyOf>[1] = {}): Promise<string[]> {
  const { status, body } = await f.bookByStaff(bodyOf(type, input))
  expect(status).toBe(201)
  return body.registrations.map(({ id }) => id)
}
const refusedByStaff = async (type: Type, input: Parameters<typeof bodyOf>[1] = {}) =>
  fieldsRefused(await f.bookByStaff<ErrorBody>(bodyOf(type, input), { staff: await f.staffOf('manager') }))
const cancel = async (id: string | undefined) => {
  const path = `/v1/organiser/programs/${f.programId}/registrations/${id}/cancel`
  expect((await bench.call(path, f.desk.json({ reason: 'Ill', notify: false }))).status).toBe(200)
}
/** The status of a stranger’s own booking. */
async function sell(type: Type, at: string = nine): Promise<number> {
  const person = await makeCustomer(bench, { programIds: [f.programId] })
  const { attendee_id } = await makeAttendee(bench, person, { programId: f.programId })
  const { type_id: appointment_type_id, option_ids } = type
  const people = [{ attendee_id, option_id: option_ids[0] }]
  const booking = { program_id: f.programId, appointment: { appointment_type_id, starts_at: [at] }, people }
  return (await f.book(booking, { person })).status
}
async function timesOffered({ type_id }: Type): Promise<string[]> {
  const path = `/v1/explore/availability/times?appointment_type_id=${type_id}&date=2027-01-06`
  return JSON.stringify(await (await bench.call(path)).json()).match(/2027-01-06T[\d:]{5}/g) ?? []
}
const placesOf = async ({ type_id }: Type): Promise<number[]> => {
  const { results } = await bench.bareDb
    .prepare('SELECT place FROM appointment_slots WHERE appointment_type_id = ? AND is_taken = 1 ORDER BY place')
    .bind(type_id)
    .all<{ place: number }>()
  return results.map(({ place }) => place)
}

describe('an appointment over capacity', () => {
  it('a full time takes an extra one only with a reason, which its history has', async () => {
    const type = await typeOf()
    const [maya = '', samuel = ''] = f.children
    await bookByStaff(type, { people: [maya] })
    expect(await refusedByStaff(type, { people: [samuel] })).toEqual([['slot_taken', 'appointment.starts_at[0]']])
    const [extra] = await bookByStaff(type, { people: [samuel], more: over })
    expect(await placesOf(type)).toEqual([0, 1])
    const history = `/v1/organiser/programs/${f.programId}/registrations/${extra}/history`
    const answer = await bench.call(history, { headers: f.desk.headers })
    expect(await answer.text()).toContain('A second coach helps')
  })

  it('the first place that becomes free takes the extra one away and is not sold', async () => {
    const type = await typeOf({ spots_total: 2 })
    const [first, second] = await bookByStaff(type, { people: f.children, more: over })
    expect(await placesOf(type)).toEqual([0, 1, 2])
    await cancel(first)
    expect([await sell(type), (await timesOffered(type)).includes('2027-01-06T09:00')]).toEqual([409, false])
    await cancel(second)
    expect((await timesOffered(type)).includes('2027-01-06T09:00')).toBe(true)
    expect([await sell(type), await sell(type)]).toEqual([201, 409])
  })

  it('takes an ordinary place while one is left, also between extra ones', async () => {
    const type = await typeOf({ spots_total: 1 })
    const [maya = '', samuel = '', third = ''] = f.children
    const [first] = await bookByStaff(type, { people: [maya], more: over })
    await bookByStaff(type, { people: [samuel], more: over })
    await cancel(first)
    await bookByStaff(type, { people: [third], more: over })
    expect(await placesOf(type)).toEqual([1, 2])
    await bookByStaff(type, { people: [maya], at: ten, more: over })
    expect(await placesOf(type)).toEqual([0, 1, 2])
  })

  it('a longer appointment is refused next to an extra one, and the time after it is free', async () => {
    const type = await typeOf({ options: [{}, { duration: 60 }] })
    const [first] = await bookByStaff(type, { people: f.children.slice(0, 2), at: halfPast, more: over })
    await cancel(first)
    const long = { ...type, option_ids: [type.option_ids[1] ?? ''] as [string] }
    expect([await sell(long), await sell(type), await sell(long, ten)]).toEqual([409, 201, 201])
  })

  it('staff who waive checks never book a person twice at a time', async () => {
    const type = await typeOf()
    await bookByStaff(type)
    const override = { checks: ['attendee_conflict'], reason: 'Both are fine' }
    expect(await refusedByStaff(type, { more: over })).toEqual([['attendee_conflict', 'appointment.starts_at[0]']])
    expect(await refusedByStaff(type, { more: { ...over, override } })).toEqual([
      ['already_registered', 'appointment.starts_at[0]'],
    ])
    await bookByStaff(type, { at: halfPast, more: over })
  })

  it('a coach is never in two appointments', async () => {
    const type = await typeOf({ spots_total: 3, resourceIds: [await makeResource(bench, f.programId)] })
    const [maya = '', samuel = ''] = f.children
    await bookByStaff(type, { people: [maya], more: over })
    expect(await refusedByStaff(type, { people: [samuel], more: over })).toEqual([
      ['slot_taken', 'appointment.starts_at[0]'],
    ])
  })
})

describe('the schema', () => {
  const slot = (type: Type, id: string, place: number) =>
    bench.bareDb
      .prepare(
        'INSERT INTO appointment_slots SELECT ?1, appointment_type_id, appointment_option_id, ?2, starts_at, ends_at, free_at, 1 FROM appointment_slots WHERE appointment_type_id = ?3 LIMIT 1',
      )
      .bind(id, place, type.type_id)
      .run()
  /** A full time of two places, and its bookings with an extra one, by place. */
  async function fullTime() {
    const type = await typeOf({ spots_total: 2 })
    await bookByStaff(type, { people: f.children, more: over })
    const { results } = await bench.bareDb
      .prepare('SELECT registration_id AS id FROM appointment_slots WHERE appointment_type_id = ? ORDER BY place')
      .bind(type.type_id)
      .all<{ id: string }>()
    return { type, ids: results.map(({ id }) => id) }
  }
  const remove = (id: string | undefined) =>
    bench.bareDb.prepare('DELETE FROM appointment_slots WHERE registration_id = ?').bind(id).run()

  it('refuses an ordinary place where the extra one took it, and an extra one while one is left', async () => {
    const { type, ids } = await fullTime()
    await remove(ids[0])
    await expect(slot(type, ids[0] ?? '', 0)).rejects.toThrow('slot_taken')
    await slot(type, ids[0] ?? '', 3)
    await remove(ids[0])
    await remove(ids[1])
    await expect(slot(type, ids[0] ?? '', 3)).rejects.toThrow('slot_taken')
    await slot(type, ids[0] ?? '', 0)
  })

  it('refuses a second time of a person', async () => {
    const { type, ids } = await fullTime()
    await remove(ids[1])
    await bench.bareDb
      .prepare(
        'UPDATE registrations SET attendee_id = (SELECT attendee_id FROM registrations WHERE id = ?) WHERE id = ?',
      )
      .bind(ids[0], ids[1])
      .run()
    await expect(slot(type, ids[1] ?? '', 3)).rejects.toThrow('already_registered')
  })

  it('an extra time that lapsed comes back as an ordinary one, or not at all', async () => {
    const { type, ids } = await fullTime()
    const set = (id: string | undefined, status: string) =>
      bench.bareDb.prepare('UPDATE registrations SET status = ? WHERE id = ?').bind(status, id).run()
    const [first, , extra] = ids
    await set(extra, 'expired')
    await expect(set(extra, 'confirmed')).rejects.toThrow('slot_taken')
    await set(first, 'cancelled')
    await set(extra, 'confirmed')
    expect(await placesOf(type)).toEqual([0, 1])
  })
})
