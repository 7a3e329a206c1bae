import { beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentType } from '../../../contract/offering/appointment.ts'
import type { List } from '../../../contract/paging.ts'
import { makeAttendee, makeCustomer } from '../../../test-bench/people.ts'
import { takeTime } from '../../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { makePlace } from '../../../test-bench/places.ts'
import { makeEvent } from '../../../test-bench/programs.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
type Type = NonNullable<WrittenFile['appointment_types']>[number]
const half = { key: 'half', name: 'Half an hour', cost: 45, duration: 30 }
const hour = { key: 'hour', name: 'An hour', cost: 80, duration: 60 }
const swim: Type = {
  key: 'swim',
  name: 'Private swim lesson',
  summary: 'You and one coach',
  status: 'published',
  venues: ['dock'],
  tags: ['Water'],
  period_type: 'range',
  period_starts_on: '+10d mon',
  period_ends_on: '+90d',
  opening_hours: [
    { days: ['mon', 'tue'], from: '09:00', to: '12:00' },
    { days: ['sat'], from: '08:30', to: '24:00' },
  ],
  interval_minutes: 15,
  buffer_minutes: 10,
  spots_total: 2,
  book_until: 'PT4H',
  options: [half, hour],
}
const call: Type = {
  key: 'call',
  name: 'Call with a coach',
  summary: 'Which camp fits',
  status: 'published',
  is_online_event: true,
  online_event_url: 'https://meet.example/lakeside',
  opening_hours: [{ days: ['fri'], from: '10:00', to: '12:00' }],
  options: [{ key: 'call', name: 'A call', free: true, duration: 20 }],
}
const file = (change: Partial<WrittenFile> = {}): WrittenFile => ({
  ...shortestFile(),
  features: { appointments: true, online_payments: true },
  appointment_types: [swim, call],
  venues: [
    {
      key: 'dock',
      name: 'Dock House',
      address: { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' },
    },
  ],
  ...change,
})
const changesOf = async (written: WrittenFile) => {
  const { status, plan, error } = await putFile(bench, written)
  return status === 200
    ? plan.changes.filter(({ action }) => action !== 'keep').map(({ action, path }) => `${action} ${path}`)
    : error.errors.map(({ type, param }) => `${type} ${param}`)
}
const listed = async (program: string) =>
  ((await (await bench.call(`/v1/explore/appointment_types?program_id=${program}`)).json()) as List<AppointmentType>)
    .data

describe('appointment types in a program file', () => {
  it('applying exported appointment types changes nothing', async () => {
    const written = file()
    expect(await changesOf(written)).toEqual([
      'create program',
      'create venues.dock',
      'create appointment_types.swim',
      'create appointment_types.call',
    ])
    const exported = (await (
      await bench.call(`/v1/organiser/programs/${written.program}`, { headers: organiserHeaders })
    ).json()) as WrittenFile
    expect([await changesOf(written), await changesOf(exported)]).toEqual([[], []])
    expect(exported.appointment_types?.[0]).toMatchObject({
      ...swim,
      period_starts_on: '2027-01-18',
      period_ends_on: '2027-04-04',
    })
    const types = await listed(written.program)
    expect(types.map(({ name, durations, period_starts_on }) => [name, durations, period_starts_on])).toEqual([
      ['Private swim lesson', [30, 60], '2027-01-18'],
      ['Call with a coach', [20], null],
    ])
    expect(JSON.stringify(types)).not.toContain('meet.example')
  })

  it('a changed appointment type keeps its id', async () => {
    const written = file()
    await putFile(bench, written)
    const before = await listed(written.program)
    bench.purged.length = 0
    expect(
      await changesOf({
        ...written,
        appointment_types: [call, { ...swim, buffer_minutes: 5, options: [{ ...hour, cost: 85 }, half] }],
      }),
    ).toEqual([
      'update appointment_types.swim.buffer_minutes',
      'update appointment_types.swim.options.hour.cost',
      'update appointment_types.swim.options',
      'update appointment_types',
    ])
    const after = await listed(written.program)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id).reverse())
    expect(after[1]?.options.map(({ id, price }) => [id, price.cost.value])).toEqual([
      [before[0]?.options[1]?.id, 8500],
      [before[0]?.options[0]?.id, 4500],
    ])
    expect(bench.purged).toEqual(
      expect.arrayContaining([`program:${written.program}`, `appointment_type:${before[0]?.id}`]),
    )
  })

  it('an appointment type without bookings is removed', async () => {
    const written = file()
    await putFile(bench, written)
    const [first] = await listed(written.program)
    expect(await changesOf({ ...written, appointment_types: [{ ...swim, options: [half] }] })).toEqual([
      'remove appointment_types.swim.options.hour',
      'remove appointment_types.call',
    ])
    expect((await listed(written.program)).map(({ name, durations }) => [name, durations])).toEqual([
      ['Private swim lesson', [30]],
    ])
    await changesOf(written)
    const again = await listed(written.program)
    expect([again.length, again[0]?.id, again[0]?.options.map(({ id }) => id)]).toEqual([
      2,
      first?.id,
      first?.options.map(({ id }) => id),
    ])
    const { results } = await bench.env.DB.prepare(
      "SELECT to_status FROM status_history WHERE object = 'appointment_type' AND object_id = ? ORDER BY step",
    )
      .bind(again[1]?.id)
      .all<{ to_status: string }>()
    expect(results.map(({ to_status }) => to_status)).toEqual([
      'published',
      'unpublished',
      'archived',
      'unpublished',
      'published',
    ])
  })

  it('an appointment type with bookings cannot be removed', async () => {
    const written = file()
    await putFile(bench, written)
    const [type] = await listed(written.program)
    const person = await makeCustomer(bench, { programIds: [written.program] })
    const event = await makeEvent(bench, { programId: written.program, status: 'archived' })
    const registration_id = await makePlace(bench, person, {
      programId: written.program,
      event_id: event.event_id,
      option_id: event.option_ids[0],
      ...(await makeAttendee(bench, person, { programId: written.program })),
    })
    await takeTime(bench, {
      registration_id,
      type_id: type?.id ?? '',
      option_id: type?.options[1]?.id ?? '',
      starts_at: bench.now() + 20 * 86_400_000,
      minutes: 60,
    })
    expect(await changesOf({ ...written, appointment_types: [{ ...swim, options: [half] }, call] })).toEqual([
      'has_future_registrations appointment_types.swim.options.hour',
    ])
    expect(await changesOf({ ...written, appointment_types: [call] })).toEqual([
      'has_future_registrations appointment_types.swim',
    ])
    expect(await changesOf({ ...written, appointment_types: [{ ...swim, status: 'archived' }, call] })).toEqual([
      'has_future_registrations appointment_types.swim.status',
    ])
    expect(
      await changesOf({
        ...written,
        appointment_types: [{ ...swim, status: 'unpublished', options: [half, hour] }, call],
      }),
    ).toEqual(['update appointment_types.swim.status'])
  })
})
