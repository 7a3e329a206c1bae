import { beforeAll, describe, expect, it } from 'vitest'
import type { AvailableDate, AvailableTime } from '../../contract/offering/appointment.ts'
import type { List } from '../../contract/paging.ts'
import { refusalOf } from '../../platform/database/constraint-errors.ts'
import { makeAppointmentType, takeTime } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { makeAttendee, makeCustomer } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench, { features: { appointments: true } })
})
const get = async <Body>(path: string) => {
  const answer = await bench.call(`/v1/explore/availability/${path}`)
  return { status: answer.status, body: (await answer.json()) as Body }
}
const freeDays = async (query: string) =>
  (await get<List<AvailableDate>>(`dates?${query}`)).body.data
    .filter(({ is_available }) => is_available)
    .map(({ date }) => date.slice(-2))
const starts = async (query: string) =>
  (await get<List<AvailableTime>>(`times?${query}`)).body.data.map(({ local_start }) => local_start.slice(11, 16))
/** Creates registrations to which the tests assign times, each for another child and with another option. */
let registration: () => Promise<string>
beforeAll(async () => {
  const person = await makeCustomer(bench, { programIds: [programId] })
  const { event_id, option_ids } = await makeEvent(bench, {
    programId,
    options: Array.from({ length: 40 }, () => ({})),
  })
  const left = [...option_ids]
  registration = async () => {
    const child = await makeAttendee(bench, person, { programId })
    return makePlace(bench, person, { programId, event_id, option_id: left.pop() ?? '', ...child })
  }
})
// The test's current time is Monday 4 January 2027, 7 am in Toronto.
const nine = Date.parse('2027-01-05T14:00:00Z')

describe('GET explore/availability/dates', () => {
  it('returns 200 with every day of a month', async () => {
    const { type_id } = await makeAppointmentType(bench, programId)
    const { status, body } = await get<List<AvailableDate>>(`dates?month=2027-01&appointment_type_id=${type_id}`)
    expect([status, body.count, body.total, body.page, body.page_count, body.access_limited]).toEqual([
      200,
      31,
      31,
      0,
      1,
      false,
    ])
    expect(body.data.map(({ date }) => date)).toEqual(
      Array.from({ length: 31 }, (_, at) => `2027-01-${String(at + 1).padStart(2, '0')}`),
    )
    expect(body.data.filter(({ is_available }) => is_available).map(({ date }) => Number(date.slice(-2)))).toEqual([
      4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 25, 26, 27, 28, 29,
    ])
  })

  it('returns 200 with the days of an ISO 8601 week across the new year', async () => {
    const { option_ids } = await makeAppointmentType(bench, programId)
    const days = async (week: string) =>
      (await get<List<AvailableDate>>(`dates?week=${week}&appointment_option_id=${option_ids[0]}`)).body.data.map(
        ({ date }) => date,
      )
    expect([
      (await days('2027-W01')).join(' '),
      (await days('2026-W53')).at(0),
      (await days('2026-W53')).at(-1),
      await freeDays(`week=2027-W01&appointment_option_id=${option_ids[0]}`),
    ]).toEqual([
      '2027-01-04 2027-01-05 2027-01-06 2027-01-07 2027-01-08 2027-01-09 2027-01-10',
      '2026-12-28',
      '2027-01-03',
      ['04', '05', '06', '07', '08'],
    ])
  })

  it('returns 200 for the shortest duration if no option is given', async () => {
    const { type_id, option_ids } = await makeAppointmentType(bench, programId, {
      opening_hours: [
        { days: ['tue'], from: '09:00', to: '11:00' },
        { days: ['wed'], from: '09:00', to: '10:00' },
      ],
      options: [{ duration: 120 }, { duration: 45 }],
    })
    expect([
      await freeDays(`week=2027-W01&appointment_type_id=${type_id}`),
      await freeDays(`week=2027-W01&appointment_option_id=${option_ids[0]}`),
      await starts(`date=2027-01-05&appointment_type_id=${type_id}`),
      await starts(`date=2027-01-05&appointment_type_id=${type_id}&appointment_option_id=${option_ids[0]}`),
    ]).toEqual([['05', '06'], ['05'], ['09:00', '09:30', '10:00'], ['09:00']])
  })

  it('returns 200 with the days of a rolling booking window from today on', async () => {
    const { type_id, option_ids } = await makeAppointmentType(bench, programId, {
      period_type: 'rolling_window',
      max_booking_time: 20,
      opening_hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '09:30' }],
    })
    const days = async (month: string) => (await freeDays(`month=${month}&appointment_type_id=${type_id}`)).length
    const before = [await days('2027-01'), await days('2027-02')]
    await takeTime(bench, {
      registration_id: await registration(),
      type_id,
      option_id: option_ids[0],
      starts_at: nine,
      minutes: 30,
    })
    expect([before, [await days('2027-01'), await days('2027-02')]]).toEqual([
      [20, 0],
      [19, 1],
    ])
  })

  it('C4: returns 200 for a program with any of its types free', async () => {
    const other = await makeProgram(bench, { features: { appointments: true } })
    await makeAppointmentType(bench, other, {
      opening_hours: [{ days: ['tue'], from: '09:00', to: '10:00' }],
      options: [{ duration: 30 }],
    })
    await makeAppointmentType(bench, other, {
      opening_hours: [
        { days: ['tue'], from: '09:30', to: '10:00' },
        { days: ['thu'], from: '09:00', to: '10:00' },
      ],
      options: [{ duration: 30 }],
    })
    const times = (await get<List<AvailableTime>>(`times?date=2027-01-05&program_id=${other}`)).body.data
    expect([
      await freeDays(`week=2027-W01&program_id=${other}`),
      times.map(({ local_start, available_spots }) => [local_start.slice(11, 16), available_spots]),
    ]).toEqual([
      ['05', '07'],
      [
        ['09:00', 1],
        ['09:30', 2],
      ],
    ])
    expect(await countTrips(bench, `/v1/explore/availability/dates?month=2027-01&program_id=${other}`, {})).toEqual({
      status: 200,
      trips: 1,
    })
    expect((await get('dates?month=2027-01&program_id=no-such-program')).status).toBe(404)
    expect(await get('dates?month=2027-01')).toMatchObject({
      status: 400,
      body: { type: 'required_parameter_missing', param: 'program_id' },
    })
  })

  it('the database is queried once', async () => {
    const { type_id } = await makeAppointmentType(bench, programId)
    const trips = await Promise.all(
      [
        `dates?month=2027-01&appointment_type_id=${type_id}`,
        `times?date=2027-01-05&appointment_type_id=${type_id}`,
      ].map((path) => countTrips(bench, `/v1/explore/availability/${path}`, {})),
    )
    expect(trips).toEqual([
      { status: 200, trips: 1 },
      { status: 200, trips: 1 },
    ])
  })
})

describe('GET explore/availability/times', () => {
  it('returns 200 with the free times of a day in UTC and in the program’s time zone', async () => {
    const { type_id } = await makeAppointmentType(bench, programId, {
      spots_total: 3,
      opening_hours: [{ days: ['mon'], from: '09:00', to: '10:00' }],
    })
    expect(await get(`times?date=2027-07-05&appointment_type_id=${type_id}&program_id=${programId}`)).toEqual({
      status: 200,
      body: {
        count: 2,
        total: 2,
        page: 0,
        page_count: 1,
        access_limited: false,
        data: [
          {
            starts_at: '2027-07-05T13:00:00.000Z',
            ends_at: '2027-07-05T13:30:00.000Z',
            local_start: '2027-07-05T09:00:00-04:00',
            available_spots: 3,
          },
          {
            starts_at: '2027-07-05T13:30:00.000Z',
            ends_at: '2027-07-05T14:00:00.000Z',
            local_start: '2027-07-05T09:30:00-04:00',
            available_spots: 3,
          },
        ],
      },
    })
  })

  it('returns 200 without taken times and their buffer', async () => {
    const { type_id, option_ids } = await makeAppointmentType(bench, programId, {
      buffer_minutes: 10,
      opening_hours: [{ days: ['tue'], from: '09:00', to: '11:00' }],
    })
    const registration_id = await registration()
    await takeTime(bench, {
      registration_id,
      type_id,
      option_id: option_ids[0],
      starts_at: nine + 30 * 60_000,
      minutes: 30,
      buffer: 10,
    })
    const seen = [await starts(`date=2027-01-05&appointment_type_id=${type_id}`)]
    for (const status of ['expired', 'confirmed', 'cancelled']) {
      await bench.env.DB.prepare('UPDATE registrations SET status = ? WHERE id = ?').bind(status, registration_id).run()
      seen.push(await starts(`date=2027-01-05&appointment_type_id=${type_id}`))
    }
    const all = ['09:00', '09:30', '10:00', '10:30']
    expect(seen).toEqual([['10:30'], all, ['10:30'], all])
  })

  it('the offered times are exactly those that can be booked', async () => {
    const { type_id, option_ids } = await makeAppointmentType(bench, programId, {
      buffer_minutes: 15,
      spots_total: 2,
      interval_minutes: 15,
      opening_hours: [{ days: ['tue'], from: '09:00', to: '11:00' }],
    })
    const made: string[] = []
    const take = async (starts_at: number, place: number) => {
      const registration_id = await registration()
      made.push(registration_id)
      return takeTime(bench, {
        registration_id,
        type_id,
        option_id: option_ids[0],
        starts_at,
        minutes: 30,
        buffer: 15,
        place,
      }).then(
        () => 'taken',
        (error: unknown) => (refusalOf(error) as { type?: string }).type,
      )
    }
    expect([await take(nine, 0), await take(nine + 15 * 60_000, 1), await take(nine + 60 * 60_000, 0)]).toEqual([
      'taken',
      'taken',
      'taken',
    ])
    made.length = 0
    const offered = new Map(
      (await get<List<AvailableTime>>(`times?date=2027-01-05&appointment_type_id=${type_id}`)).body.data.map((time) => [
        Date.parse(time.starts_at),
        time.available_spots,
      ]),
    )
    for (let at = nine; at <= nine + 90 * 60_000; at += 15 * 60_000) {
      const outcomes = [await take(at, 0), await take(at, 1)]
      expect([at, outcomes.filter((each) => each === 'taken').length]).toEqual([at, offered.get(at) ?? 0])
      expect(outcomes.filter((each) => each !== 'taken' && each !== 'slot_taken')).toEqual([])
      await bench.env.DB.batch(
        made
          .splice(0)
          .map((id) => bench.env.DB.prepare("UPDATE registrations SET status = 'cancelled' WHERE id = ?").bind(id)),
      )
    }
  })

  it('returns 200 with times until the program’s sales end', async () => {
    const strict = await makeProgram(bench, {
      features: { appointments: true },
      preferences: { default_sales_end: 'P1D' },
    })
    const usual = await makeAppointmentType(bench, strict)
    const own = await makeAppointmentType(bench, strict, { book_until: 'PT3H' })
    expect([
      (await starts(`date=2027-01-05&appointment_type_id=${usual.type_id}`))[0],
      (await starts(`date=2027-01-04&appointment_type_id=${usual.type_id}`))[0],
      (await starts(`date=2027-01-04&appointment_type_id=${own.type_id}`))[0],
    ]).toEqual(['09:00', undefined, '10:00'])
  })

  it.each([
    ['dates?appointment_type_id=TYPE', 'month', 'required_parameter_missing'],
    ['dates?month=2027-07&week=2027-W27&appointment_type_id=TYPE', 'week', 'invalid_parameter'],
    ['dates?month=2027-13&appointment_type_id=TYPE', 'month', 'invalid_parameter'],
    ['dates?week=2027-W53&appointment_type_id=TYPE', 'week', 'invalid_parameter'],
    ['dates?week=2027-W00&appointment_type_id=TYPE', 'week', 'invalid_parameter'],
    ['dates?week=9999-W52&appointment_type_id=TYPE', 'week', 'invalid_parameter'],
    ['dates?month=2027-07', 'program_id', 'required_parameter_missing'],
    ['times?appointment_type_id=TYPE', 'date', 'required_parameter_missing'],
    ['times?date=2027-02-30&appointment_type_id=TYPE', 'date', 'invalid_date'],
    ['times?date=2027-07-05T09:00&appointment_type_id=TYPE', 'date', 'invalid_date'],
    ['times?date=2027-07-05', 'program_id', 'required_parameter_missing'],
    ['times?date=2027-07-05&appointment_type_id=TYPE&limit=5', 'limit', 'unknown_parameter'],
  ])('returns 400 for %s with the parameter %s', async (path, param, type) => {
    const { type_id } = await makeAppointmentType(bench, programId)
    const { status, body } = await get<{ param: string; type: string }>(path.replace('TYPE', type_id))
    expect([status, body.param, body.type]).toEqual([400, param, type])
  })

  it('returns 404 for an unknown type or option', async () => {
    const [one, other] = [await makeAppointmentType(bench, programId), await makeAppointmentType(bench, programId)]
    const draft = await makeAppointmentType(bench, programId, { status: 'draft' })
    const input = [
      'appointment_type_id=apt_none',
      'appointment_option_id=aop_none',
      `appointment_type_id=${one.type_id}&appointment_option_id=${other.option_ids[0]}`,
      `appointment_type_id=${one.type_id}&program_id=another`,
      `appointment_type_id=${draft.type_id}`,
    ]
    expect(await Promise.all(input.map(async (query) => (await get(`times?date=2027-07-05&${query}`)).status))).toEqual(
      [404, 404, 404, 404, 404],
    )
  })

  it('years out of range return no error', async () => {
    const { type_id } = await makeAppointmentType(bench, programId)
    const input = [
      'dates?month=0000-01',
      'dates?month=9999-12',
      'dates?week=0000-W01',
      'dates?week=9999-W51',
      'times?date=0000-01-01',
      'times?date=9999-12-31',
    ]
    expect(
      await Promise.all(input.map(async (path) => (await get(`${path}&appointment_type_id=${type_id}`)).status)),
    ).toEqual([200, 200, 200, 200, 200, 200])
  })
})
