import { expect, it } from 'vitest'
import { makeContext } from '../../platform/make-context.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { openSchedule } from './open-schedule.ts'

// The test's current time is Monday 4 January 2027, 7 am in Toronto.
const months = { first: '2027-01', last: '2027-03' }
const options = [{ duration: 30 }, { duration: 90 }]
const answersOf = async (bench: Bench, path: string) =>
  ((await (await bench.call(`/v1/explore/${path}`)).json()) as { data: unknown }).data

it.each([
  { period_type: 'unlimited' },
  { period_type: 'rolling_window', max_booking_time: 9 },
  { period_type: 'range', period_starts_on: '2027-02-10', period_ends_on: '2027-05-20' },
] as const)(
  'the schedule of an appointment type with %o equals the responses of the API for each month and day',
  async (input) => {
    const bench = await openBench()
    const { type_id, option_ids } = await makeAppointmentType(
      bench,
      await makeProgram(bench, { features: { appointments: true } }),
      { ...input, options },
    )
    const schedule = await openSchedule(makeContext({ env: bench.env, now: bench.now() }), {
      appointment_type_id: type_id,
      ...months,
    })

    expect(schedule.type).toEqual(await (await bench.call(`/v1/explore/appointment_types/${type_id}`)).json())
    for (const option of [null, ...option_ids]) {
      const whose = `appointment_type_id=${type_id}${option ? `&appointment_option_id=${option}` : ''}`
      for (const month of ['2026-12', '2027-01', '2027-03', '2027-05'])
        expect(await schedule.days(month, option)).toEqual(
          await answersOf(bench, `availability/dates?month=${month}&${whose}`),
        )
      for (const date of ['2027-01-05', '2027-02-10', '2027-04-15'])
        expect(await schedule.times(date, option)).toEqual(
          await answersOf(bench, `availability/times?date=${date}&${whose}`),
        )
    }
  },
)

it('an option of another type is unknown in every month', async () => {
  const bench = await openBench()
  const programId = await makeProgram(bench, { features: { appointments: true } })
  const [{ type_id }, other] = [
    await makeAppointmentType(bench, programId),
    await makeAppointmentType(bench, programId),
  ]
  const schedule = await openSchedule(makeContext({ env: bench.env, now: bench.now() }), {
    appointment_type_id: type_id,
    ...months,
  })
  expect(
    await Promise.all([
      schedule.days('2027-02', other.option_ids[0]),
      schedule.times('2027-02-02', other.option_ids[0]),
      schedule.days('2027-06', other.option_ids[0]),
    ]),
  ).toEqual([null, null, null])
})
