import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Event } from '../../../contract/offering/event.ts'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import type { List } from '../../../contract/paging.ts'
import { database } from '../../../platform/database/database.ts'
import { registrations, statusHistory, waiverVersions } from '../../../platform/database/tables.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, unique } from '../../../test-bench/people.ts'
import { exportedFile, firstEventOf, putFile, realChanges, type WrittenFile } from '../../../test-bench/program-file.ts'
import { canoe, full, smallFile } from '../../../test-bench/small-file.ts'
import { shortFile } from './short-file.ts'

const lakeside = (): WrittenFile => parse(readFileSync(new URL('programs/lakeside.yaml', import.meta.url), 'utf8'))

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
const exported = (program: string) => exportedFile(bench, program)
const event = (program: string) => firstEventOf(bench, program)

/** Registers an attendee for the only option, directly in the database. */
async function register(program: string, status: 'confirmed' | 'cancelled' = 'confirmed'): Promise<void> {
  const shown = await event(program)
  const options = (await (await bench.call(`/v1/explore/events/${shown?.id}/options`)).json()) as List<{ id: string }>
  const parent = await makeCustomer(bench, { programIds: [program] })
  const child = await makeAttendee(bench, parent, { programId: program })
  const now = bench.now()
  await database(bench.env.DB)
    .insert(registrations)
    .values({
      id: `reg_${unique()}`,
      program_id: program,
      event_id: shown?.id ?? '',
      option_id: options.data[0]?.id ?? '',
      customer_id: parent.identity.customer_id,
      customer_profile_id: parent.profileId(program),
      ...child,
      status,
      created: now,
      updated: now,
    })
}

describe('the demo', () => {
  it('the demo sells no pass or membership without events that it covers', async () => {
    const file = { ...lakeside(), program: `lakeside-${unique()}` }
    await putFile(bench, file)
    const listed = async (kind: string) =>
      (
        (await (await bench.call(`/v1/explore/programs/${file.program}/${kind}`)).json()) as List<{
          name: string
          num_events: number
          appointment_types: { name: string }[]
        }>
      ).data
    const sold = [...(await listed('session_packages')), ...(await listed('membership_packages'))]
    expect(sold.length).toBeGreaterThan(4)
    expect(sold.filter(({ num_events, appointment_types }) => num_events + appointment_types.length === 0)).toEqual([])
  })
})

describe('PUT organiser/programs/{program_id}', () => {
  it('returns 200 and no change when the demo is applied again', async () => {
    const file = { ...lakeside(), program: `lakeside-${unique()}` }
    const planned = await putFile(bench, file, { isDryRun: true })
    expect([planned.status, planned.plan.refusals]).toEqual([200, []])
    expect((await bench.call(`/v1/explore/programs/${file.program}`)).status).toBe(404)

    const applied = await putFile(bench, file)
    expect([planned.plan.message, applied.plan]).toEqual([
      null,
      { ...planned.plan, version: String(bench.now()), message: 'Program updated.' },
    ])
    bench.pass(86_400_000)
    const again = (await putFile(bench, file)).plan
    expect([again.message, realChanges(again.changes)]).toEqual(['Nothing to change.', []])
    const written = await exported(file.program)
    expect(realChanges((await putFile(bench, written)).plan.changes)).toEqual([])
    expect(realChanges((await putFile(bench, shortFile(written as ProgramFile) as WrittenFile)).plan.changes)).toEqual(
      [],
    )
    expect(await exported(file.program)).toEqual(written)
    bench.pass(-86_400_000)
  })

  it('returns 200 and creates the options that the purchase tests rely on', async () => {
    const file = { ...lakeside(), program: `lakeside-${unique()}` }
    await putFile(bench, file)
    const { data } = (await (
      await bench.call(`/v1/explore/events?program_id=${file.program}&limit=100`)
    ).json()) as List<Event>
    const desired = {
      'Free taster': ['One afternoon', null],
      'Small boats': ['Five places', 5],
      'Big lake day': ['Fifty places', 50],
      'Junior week': ['Ages 8 to 12', 24],
      'Artists week': ['With a question', 30],
    } as const
    for (const [name, [option, places]] of Object.entries(desired)) {
      const shown = data.find((each) => each.name === name)
      const options = (await (await bench.call(`/v1/explore/events/${shown?.id}/options`)).json()) as List<{
        name: string
        sale_status: string
        free: boolean
        order_availability: { available_spots: number | null }
      }>
      expect(options.data).toMatchObject([
        {
          name: option,
          sale_status: 'on_sale',
          free: name === 'Free taster',
          order_availability: { available_spots: places },
        },
      ])
      expect([shown?.waiver, shown?.fields.map(({ type, validations }) => `${type} ${validations.required}`)]).toEqual([
        null,
        name === 'Artists week' ? ['short_text true'] : [],
      ])
    }
    expect(new Set(data.map(({ options_brief }) => options_brief.sale_status))).toEqual(
      new Set(['on_sale', 'sold_out', 'waitlist', 'not_started', 'restricted']),
    )
    const program = (await (await bench.call(`/v1/explore/programs/${file.program}`)).json()) as {
      colours: { light: { fill: string } } | null
      preferences: { required_attendee_fields: string[] }
    }
    expect([program.colours?.light.fill, program.preferences.required_attendee_fields]).toEqual([
      '#11696b',
      ['date_of_birth', 'emergency_contact_phone'],
    ])
  })

  it('returns 200 with one field changed and every id kept', async () => {
    const file = smallFile()
    await putFile(bench, file)
    const before = await event(file.program)
    bench.purged.length = 0
    const { plan } = await putFile(bench, {
      ...file,
      events: [{ ...canoe, name: 'Canoe days', options: [{ ...full, cost: 330 }] }],
    })
    expect(realChanges(plan.changes)).toEqual(['update events.canoe.name', 'update events.canoe.options.full.cost'])
    const after = await event(file.program)
    expect([
      after?.id,
      after?.name,
      after?.order_availability.minimum_option_price?.cost.value,
      after?.created,
    ]).toEqual([before?.id, 'Canoe days', 33_000, before?.created])
    expect(bench.purged.sort()).toEqual([`event:${before?.id}`, `program:${file.program}`, 'programs'].sort())
  })

  it('returns 200 and removes an item that no customer bought', async () => {
    const file = smallFile()
    await putFile(bench, file)
    const before = await event(file.program)
    expect(
      realChanges(
        (await putFile(bench, { ...file, events: [], coupons: [], venues: [], pools: [], waivers: [], questions: [] }))
          .plan.changes,
      ),
    ).toEqual([
      'remove venues.dock',
      'remove pools.bus',
      'remove waivers.water',
      'remove questions.shirt',
      'remove events.canoe',
      'remove coupons.ten',
    ])
    expect(await event(file.program)).toBeUndefined()
    expect((await exported(file.program)).events).toEqual([])
    await putFile(bench, file)
    expect((await event(file.program))?.id).toBe(before?.id)
    const steps = await database(bench.env.DB)
      .select()
      .from(statusHistory)
      .where(eq(statusHistory.object_id, before?.id ?? ''))
    expect(steps.map(({ to_status }) => to_status)).toEqual([
      'published',
      'unpublished',
      'archived',
      'unpublished',
      'published',
    ])
  })

  it('returns 200 and keeps the old text of a waiver', async () => {
    const file = smallFile()
    await putFile(bench, file)
    await putFile(bench, {
      ...file,
      waivers: [{ key: 'water', version: 2, title: 'Water safety', text: 'Water is very wet.' }],
    })
    const waiver = (await event(file.program))?.waiver
    expect(waiver).toMatchObject({ version: 2, text: 'Water is very wet.' })
    const versions = await database(bench.env.DB)
      .select()
      .from(waiverVersions)
      .where(eq(waiverVersions.waiver_id, waiver?.waiver_id ?? ''))
    expect(versions.map(({ version, text, text_hash }) => [version, text, text_hash.length])).toEqual([
      [1, 'Water is wet.', 64],
      [2, 'Water is very wet.', 64],
    ])
  })

  it.each<[string, (file: WrittenFile) => WrittenFile, string, string, number]>([
    [
      'a removed option that has a registration',
      (file) => ({
        ...file,
        events: [{ ...canoe, options: [{ key: 'other', name: 'Other', cost: 5, spots_total: 'unlimited' }] }],
      }),
      'has_future_registrations',
      'events.canoe.options.full',
      409,
    ],
    [
      'fewer places than were sold',
      (file) => ({ ...file, events: [{ ...canoe, options: [{ ...full, spots_total: 0 }] }] }),
      'sold_out',
      'events.canoe.options.full.spots_total',
      409,
    ],
    [
      'fewer places in a pool than were sold',
      (file) => ({ ...file, pools: [{ key: 'bus', spots_total: 0 }] }),
      'sold_out',
      'pools.bus.spots_total',
      409,
    ],
    [
      'a removed event that has a registration',
      (file) => ({ ...file, events: [] }),
      'has_future_registrations',
      'events.canoe',
      409,
    ],
    [
      'an event cancelled without the call that refunds',
      (file) => ({ ...file, events: [{ ...canoe, status: 'cancelled' }] }),
      'has_future_registrations',
      'events.canoe.status',
      409,
    ],
    [
      'an event that becomes a draft again',
      (file) => ({ ...file, events: [{ ...canoe, status: 'draft' }] }),
      'transition_not_allowed',
      'events.canoe.status',
      403,
    ],
    ['another currency', (file) => ({ ...file, default_currency: 'USD' }), 'state_conflict', 'default_currency', 409],
    [
      'another text under the same version of a waiver',
      (file) => ({ ...file, waivers: [{ key: 'water', version: 1, title: 'Water safety', text: 'Other' }] }),
      'state_conflict',
      'waivers.water.version',
      409,
    ],
    [
      'a removed question that was answered',
      (file) => ({ ...file, questions: [], events: [{ ...canoe, questions: [] }] }),
      'state_conflict',
      'questions.shirt',
      409,
    ],
  ])('M-06: the program file is rejected for %s', async (_, change, type, path, number) => {
    const file = smallFile()
    await putFile(bench, file)
    await register(file.program)
    const before = await exported(file.program)
    const planned = await putFile(bench, change(file), { isDryRun: true })
    expect(planned.plan.refusals.map((refusal) => [refusal.type, refusal.path])).toContainEqual([type, path])
    const { status, error } = await putFile(bench, change(file))
    expect([status, error.type, error.param]).toEqual([number, type, path])
    expect(await exported(file.program)).toEqual(before)
  })

  it('returns 200 and removes an option whose registrations were all cancelled', async () => {
    const file = smallFile()
    await putFile(bench, file)
    await register(file.program, 'cancelled')
    const { status } = await putFile(bench, {
      ...file,
      events: [{ ...canoe, options: [{ key: 'other', name: 'Other', cost: 5, spots_total: 'unlimited' }] }],
    })
    expect(status).toBe(200)
  })

  it('returns 409 for the slower of two concurrent applies', async () => {
    const file = smallFile()
    for (const name of ['First', 'Second']) {
      const answers = await Promise.all([1, 2, 3].map((at) => putFile(bench, { ...file, name: `${name} ${at}` })))
      const applied = answers.flatMap(({ status }, at) => (status === 200 ? [`${name} ${at + 1}`] : []))
      expect(
        answers.every(({ status, error }) => status === 200 || (status === 409 && error.type === 'state_conflict')),
      ).toBe(true)
      expect(applied).toContain((await exported(file.program)).name)
      bench.pass(1)
    }
  })

  it('returns 404 for a program of another organisation', async () => {
    const file = smallFile()
    expect((await putFile(bench, file, { headers: { 'Content-Type': 'application/json' } })).status).toBe(401)
    const own = {
      Authorization: `Basic ${Buffer.from('other:other-secret-of-32-characters-x').toString('base64')}`,
      'Content-Type': 'application/json',
    }
    const clients = bench.env.ORGANISER_CLIENTS
    bench.env.ORGANISER_CLIENTS = `${clients} other:other-secret-of-32-characters-x:elsewhere`
    expect((await putFile(bench, file, { headers: own })).status).toBe(404)
    expect((await bench.call(`/v1/organiser/programs/${file.program}`, { headers: own })).status).toBe(404)
    const verified = await putFile(bench, { ...file, program: 'elsewhere', is_verified: true }, { headers: own })
    expect([verified.status, verified.error.type, verified.error.param]).toEqual([
      403,
      'transition_not_allowed',
      'is_verified',
    ])
    bench.env.ORGANISER_CLIENTS = clients
  })
})
