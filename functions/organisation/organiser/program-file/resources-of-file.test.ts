import { beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentType, AvailableTime } from '../../../contract/offering/appointment.ts'
import type { List } from '../../../contract/paging.ts'
import { takeTime } from '../../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { makeAttendee, makeCustomer } from '../../../test-bench/people.ts'
import { makePlace } from '../../../test-bench/places.ts'
import { makeEvent } from '../../../test-bench/programs.ts'
import {
  exportedFile,
  organiserHeaders,
  putFile,
  realChanges,
  shortestFile,
  type WrittenFile,
} from '../../../test-bench/program-file.ts'
import { planWords } from './plan-words.ts'

// The test's current time is Monday 4 January 2027, 7 am in Toronto.
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
type Type = NonNullable<WrittenFile['appointment_types']>[number]
const type = (key: string, change: Partial<Type> = {}): Type => ({
  key,
  name: key,
  summary: 'You and one coach',
  status: 'published',
  is_online_event: true,
  opening_hours: [{ days: ['mon', 'tue', 'wed'], from: '09:00', to: '12:00' }],
  resources: ['nora'],
  options: [{ key: 'half', name: 'Half an hour', free: true, duration: 30 }],
  ...change,
})
const fileOf = (change: Partial<WrittenFile> = {}): WrittenFile => ({
  ...shortestFile(),
  features: { appointments: true },
  closed: ['2027-07-01', { from: '2027-12-24', to: '2028-01-02' }],
  resources: [
    { key: 'nora', name: 'Nora', kind: 'person', closed: ['2027-01-13'] },
    { key: 'pool', name: 'The pool', kind: 'room' },
  ],
  appointment_types: [type('swim', { resources: ['nora', 'pool'] }), type('dive')],
  ...change,
})
const offered = async (program: string, date: string) => {
  const answer = await bench.call(`/v1/explore/availability/times?date=${date}&program_id=${program}`)
  return ((await answer.json()) as List<AvailableTime>).data.length
}

describe('people, rooms and closed days in a program file', () => {
  it('the export of people, rooms and closed days changes nothing', async () => {
    const file = fileOf()
    expect(realChanges((await putFile(bench, file)).plan.changes)).toEqual([
      'create program',
      'create resources.nora',
      'create resources.pool',
      'create appointment_types.swim',
      'create appointment_types.dive',
    ])
    const exported = await exportedFile(bench, file.program)
    expect(exported).toMatchObject({
      closed: file.closed,
      resources: [file.resources?.[0], { ...file.resources?.[1], closed: [] }],
      appointment_types: [{ resources: ['nora', 'pool'] }, { resources: ['nora'] }],
    })
    for (const each of [file, exported]) {
      const { plan } = await putFile(bench, each, { isDryRun: true })
      expect([realChanges(plan.changes), plan.refusals, plan.warnings]).toEqual([[], [], []])
    }
    expect([await offered(file.program, '2027-01-12'), await offered(file.program, '2027-01-13')]).toEqual([6, 0])
  })

  it('a person who leaves is removed from their types', async () => {
    const file = fileOf()
    await putFile(bench, file)
    bench.pass(1)
    const { plan } = await putFile(bench, {
      ...file,
      resources: [],
      appointment_types: [type('swim', { resources: [] }), type('dive', { resources: [] })],
    })
    expect(realChanges(plan.changes)).toEqual([
      'remove resources.nora',
      'remove resources.pool',
      'update appointment_types.swim.resources',
      'update appointment_types.dive.resources',
    ])
    expect(await offered(file.program, '2027-01-13')).toBe(6)
  })

  it('hours of a season are offered only in the season, and the API shows the season', async () => {
    const hours = { days: ['mon' as const], from: '09:00', to: '10:00' }
    const file = fileOf({
      appointment_types: [
        type('swim', {
          opening_hours: [
            { ...hours, ends_on: '2027-01-17' },
            { ...hours, to: '12:00', starts_on: '2027-01-18' },
          ],
        }),
      ],
    })
    expect((await putFile(bench, file)).status).toBe(200)
    expect([await offered(file.program, '2027-01-11'), await offered(file.program, '2027-01-18')]).toEqual([2, 6])
    const types = (await (
      await bench.call(`/v1/explore/appointment_types?program_id=${file.program}`)
    ).json()) as List<AppointmentType>
    expect(types.data[0]?.opening_hours).toEqual([
      { ...hours, starts_on: null, ends_on: '2027-01-17' },
      { ...hours, to: '12:00', starts_on: '2027-01-18', ends_on: null },
    ])
  })

  it('the settings call closes a day', async () => {
    const file = fileOf()
    await putFile(bench, file)
    bench.pass(1)
    const answer = await bench.call(`/v1/organiser/programs/${file.program}/settings`, {
      method: 'PUT',
      headers: organiserHeaders,
      body: JSON.stringify({ closed: ['2027-01-12'] }),
    })
    expect([answer.status, await offered(file.program, '2027-01-12')]).toEqual([200, 0])
  })

  it.each<[string, Partial<WrittenFile>, string]>([
    ['an unknown person', { resources: [] }, 'not_found appointment_types.swim.resources'],
    [
      'a kind that does not exist',
      { resources: [{ key: 'nora', name: 'N', kind: 'boat' as never }] },
      'invalid_option',
    ],
    ['a span that ends before it starts', { closed: [{ from: '2027-02-02', to: '2027-02-01' }] }, 'end_before_start'],
    ['a day that does not exist', { closed: ['2027-02-30'] }, 'invalid_parameter closed[0]'],
    [
      'two places of one person',
      { appointment_types: [type('swim', { spots_total: 2 })] },
      'invalid_option appointment_types.swim.spots_total',
    ],
    [
      'overlapping hours of two seasons',
      {
        appointment_types: [
          type('swim', {
            opening_hours: [
              { days: ['mon'], from: '09:00', to: '12:00', ends_on: '2027-07-01' },
              { days: ['mon'], from: '11:00', to: '13:00', starts_on: '2027-07-01' },
            ],
          }),
        ],
      },
      'invalid_option appointment_types.swim.opening_hours[1]',
    ],
  ])('%s is refused', async (_, change, expected) => {
    const { error } = await putFile(bench, fileOf(change))
    expect(error.errors.map(({ type: why, param }) => `${why} ${param}`).join()).toContain(expected)
  })
})

describe('a booked appointment', () => {
  it('a booking on a day that is closed later, or of a person who is then shared, stays and is listed', async () => {
    const apart = [type('swim', { resources: [] }), type('dive', { resources: [] })]
    const file = fileOf({ closed: [], resources: [], appointment_types: apart })
    await putFile(bench, file)
    const ada = await makeCustomer(bench, { programIds: [file.program] })
    const own = await makeAttendee(bench, ada, { programId: file.program })
    const types = (await (
      await bench.call(`/v1/explore/appointment_types?program_id=${file.program}`)
    ).json()) as List<AppointmentType>
    const book = async (at: number, starts_at: string) => {
      const { id: type_id, options } = types.data[at] ?? { id: '', options: [] }
      const option_id = options[0]?.id ?? ''
      const event = await makeEvent(bench, { programId: file.program, status: 'archived' })
      const { event_id, option_ids } = event
      const registration_id = await makePlace(bench, ada, {
        programId: file.program,
        event_id,
        option_id: option_ids[0],
        ...own,
      })
      await takeTime(bench, { registration_id, type_id, option_id, starts_at: Date.parse(starts_at), minutes: 30 })
    }
    await book(0, '2027-01-12T14:00:00Z')
    await book(0, '2027-01-13T14:00:00Z')
    await book(1, '2027-01-12T14:15:00Z')

    bench.pass(1)
    const desired = fileOf({ program: file.program, closed: ['2027-01-13'], resources: fileOf().resources })
    for (const isDryRun of [true, false]) {
      const { plan } = await putFile(bench, desired, { isDryRun })
      expect(plan.warnings).toEqual([
        {
          path: 'appointment_types.dive',
          message: 'Booked on 2027-01-12 at 09:15, when Nora has another appointment. It stays: move or cancel it.',
        },
        {
          path: 'appointment_types.swim',
          message: 'Booked on 2027-01-13 at 09:00, when the program is closed. It stays: move or cancel it.',
        },
        {
          path: 'appointment_types.swim',
          message: 'Booked on 2027-01-13 at 09:00, when Nora is away. It stays: move or cancel it.',
        },
      ])
      expect(planWords(plan)[0]).toContain('  ! appointment_types.dive: Booked on 2027-01-12')
    }
    const taken = await bench.bareDb
      .prepare('SELECT count(*) AS n FROM appointment_slots WHERE is_taken = 1')
      .first('n')
    expect(taken).toBe(3)
  })
})
