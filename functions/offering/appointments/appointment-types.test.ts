import { beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentOption, AppointmentType } from '../../contract/offering/appointment.ts'
import type { List } from '../../contract/paging.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeProgram, makeVenue } from '../../test-bench/programs.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench, {
    features: { appointments: true },
    selling: {
      fee: { percent: 0, fixed: 300, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
    },
  })
})
const get = async <Body>(path: string, headers: Record<string, string> = {}) => {
  const answer = await bench.call(`/v1/explore/appointment_types${path}`, { headers })
  return {
    status: answer.status,
    body: (answer.status === 304 ? null : await answer.json()) as Body,
    headers: answer.headers,
  }
}
const names = async (query: string) =>
  (await get<List<AppointmentType>>(`?program_id=${programId}&limit=100${query}`)).body.data.map(({ name }) => name)

describe('GET explore/appointment_types', () => {
  it("returns 200 with each type's duration and price", async () => {
    const venue = await makeVenue(bench, programId)
    const { type_id, option_ids } = await makeAppointmentType(bench, programId, {
      venueIds: [venue],
      tags: ['Water'],
      picture_url: '/pictures/swim.svg',
      picture_text: 'A swimmer',
      period_type: 'rolling',
      max_booking_time: 60,
      options: [{}, { name: 'An hour', duration: 60, cost: 8000 }],
    })
    const { status, body } = await get<AppointmentType>(`/${type_id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: type_id,
      object: 'appointment_type',
      name: 'Private swim lesson',
      program: { id: programId, timezone: 'America/Toronto' },
      venues: [{ id: venue, name: 'Dock House' }],
      durations: [30, 60],
      period_type: 'rolling',
      max_booking_time: 60,
      is_online_event: false,
      is_preregistration_enabled: false,
      tags: ['Water'],
      picture: 'http://localhost:8787/pictures/swim.svg',
      picture_url: '/pictures/swim.svg',
      picture_text: 'A swimmer',
      fields: [],
      currency: 'CAD',
      timezone: 'America/Toronto',
      url: `http://localhost:8787/pg/${programId}/schedule/${type_id}`,
      pricing: {
        amount_of_options: 2,
        minimum_option_price: { cost: { value: 4500 }, fee: { value: 300 }, tax: { value: 624 } },
        maximum_option_price: { cost: { value: 8000 } },
      },
      options: [
        {
          id: option_ids[0],
          object: 'appointment_option',
          appointment_type_id: type_id,
          name: 'Half an hour',
          free: false,
          duration: 30,
        },
        { id: option_ids[1], duration: 60 },
      ],
    })
  })

  it('returns 200 with the types in the order of the program file', async () => {
    programId = await makeProgram(bench, { features: { appointments: true } })
    for (const [position, name] of ['Swim', 'Archery', 'Canoe'].entries())
      await makeAppointmentType(bench, programId, { name, position })
    for (const status of ['draft', 'unpublished', 'archived'] as const)
      await makeAppointmentType(bench, programId, { name: status, status })
    expect([
      await names(''),
      await names('&sort=name'),
      await names('&sort=name&order=desc'),
      await names('&limit=1&skip=1').catch(() => []),
    ]).toEqual([['Swim', 'Archery', 'Canoe'], ['Archery', 'Canoe', 'Swim'], ['Swim', 'Canoe', 'Archery'], []])
    const { body } = await get<List<AppointmentType>>(`?program_id=${programId}&limit=2&skip=2`)
    expect([body.count, body.total, body.page, body.page_count]).toEqual([1, 3, 1, 2])
    expect((await get<List<AppointmentType>>(`?program_id=${programId}&program_id=nobody`)).body.total).toBe(3)
  })

  it.each<[string, Parameters<typeof makeProgram>[1], number]>([
    ['offers appointments', { features: { appointments: true } }, 200],
    ['does not offer appointments', { features: { appointments: false } }, 404],
    ['has no setting for appointments', {}, 404],
  ])('the appointment types of a program that %s are listed or not found (%#)', async (_, input, status) => {
    const own = await makeProgram(bench, input)
    const { type_id, option_ids } = await makeAppointmentType(bench, own)
    const results = await Promise.all(
      ['', '/options', `/options/${option_ids[0]}`].map((path) => get(`/${type_id}${path}`)),
    )
    const elsewhere = await Promise.all(
      [
        `dates?month=2027-01&appointment_type_id=${type_id}`,
        `times?date=2027-01-05&appointment_option_id=${option_ids[0]}`,
      ].map((path) => bench.call(`/v1/explore/availability/${path}`)),
    )
    expect([...results, ...elsewhere].map((each) => each.status)).toEqual([status, status, status, status, status])
    expect((await get<List<AppointmentType>>(`?program_id=${own}`)).body.total).toBe(status === 200 ? 1 : 0)
  })

  it("returns 200 with the options of a type and 404 for another type's option", async () => {
    const { type_id, option_ids } = await makeAppointmentType(bench, programId, {
      options: [
        { name: 'Long', duration: 90, cost: 9000 },
        { name: 'Short', duration: 30, cost: 9500 },
        { name: 'Gone', is_removed: true },
      ],
    })
    const other = await makeAppointmentType(bench, programId)
    const ordered = async (query: string) =>
      (await get<List<AppointmentOption>>(`/${type_id}/options${query}`)).body.data.map(({ name }) => name)
    expect([
      await ordered(''),
      await ordered('?sort=duration'),
      await ordered('?sort=price&order=desc'),
      await ordered('?sort=name&limit=1&skip=1'),
    ]).toEqual([['Long', 'Short'], ['Short', 'Long'], ['Short', 'Long'], ['Short']])
    expect(
      (
        await Promise.all(
          [
            `/${type_id}/options/${option_ids[0]}`,
            `/${type_id}/options/${option_ids[2]}`,
            `/${type_id}/options/${other.option_ids[0]}`,
            '/apt_none',
            '/apt_none/options',
          ].map((path) => get(path)),
        )
      ).map(({ status }) => status),
    ).toEqual([200, 404, 404, 404, 404])
  })

  it('returns 304 for an unchanged response', async () => {
    const { type_id } = await makeAppointmentType(bench, programId)
    const first = await get<AppointmentType>(`/${type_id}`, { 'Accept-Language': 'fr' })
    expect(first.body.options[0]?.price.cost.display.replaceAll(/\s/g, ' ')).toBe('45,00 $')
    expect([
      first.headers.get('Cache-Control'),
      (await get(`/${type_id}`, { 'Accept-Language': 'fr', 'If-None-Match': first.headers.get('ETag') ?? '' })).status,
    ]).toEqual(['public, max-age=0, must-revalidate', 304])
  })

  it.each([
    ['?sort=price', 'sort'],
    ['?limit=101', 'limit'],
    ['?program_id=..', 'program_id'],
    ['?search=swim', 'search'],
  ])("returns 400 for %s with the parameter's name", async (query, param) => {
    const { status, body } = await get<{ param: string }>(query)
    expect([status, body.param]).toEqual([400, param])
  })
})
