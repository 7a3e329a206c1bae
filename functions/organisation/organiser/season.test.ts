import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { ArchivedEvents, PublishedEvents, SeasonCopy, SeasonEvent } from '../../contract/organisation/season.ts'
import type { List } from '../../contract/paging.ts'
import { database } from '../../platform/database/database.ts'
import { eventOptions, events, outbox, pools, registrations, statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { makeCart } from '../../test-bench/orders.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { makeStaff } from '../../test-bench/staff.ts'
import { exportedFile, organiserHeaders, putFile, shortestFile } from '../../test-bench/program-file.ts'

const week = (key: string, start: string, end: string) => ({
  key,
  type: 'camp' as const,
  name: `Camp ${key}`,
  summary: 'Five days',
  status: 'published' as const,
  online_event: true,
  starts_at: `${start}T09:00`,
  ends_at: `${end}T16:00`,
  options: [
    { key: 'res', name: 'Resident', cost: 300, spots_total: 10, pools: ['bus'], sale_ends_at: '2027-06-01T09:00' },
    { key: 'non', name: 'Other', free: true, spots_total: 'unlimited' as const, pools: ['bus'] },
  ],
})

const july = { starts_at: '2027-07-19T09:00', ends_at: '2027-07-23T16:00' }

let bench: Bench
let program: string
beforeEach(async () => {
  bench = await openBench()
  bench.setNow(Date.UTC(2027, 0, 4))
  const file = {
    ...shortestFile(),
    pools: [{ key: 'bus', spots_total: 4 }],
    events: [week('one', '2027-07-05', '2027-07-09'), week('two', '2027-07-12', '2027-07-16')],
  }
  program = file.program
  expect((await putFile(bench, file)).status).toBe(200)
  bench.pass(1)
})

async function call<Body>(
  path: string,
  body?: object,
  headers = {},
): Promise<{ status: number; body: Body & ErrorBody }> {
  const answer = await bench.call(`/v1/organiser/programs/${program}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...organiserHeaders, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body & ErrorBody }
}
const copy = (body: object, headers = {}) =>
  call<SeasonCopy>('season/copy', { events: ['one', 'two'], shift: '+52w', ...body }, headers)
const season = async (query: string) => (await call<List<SeasonEvent>>(`season?${query}`)).body
const keysOf = ({ data }: List<SeasonEvent>) => data.map(({ key }) => key)

/** A confirmed place in the first event. */
async function sellPlace() {
  const db = database(bench.env.DB)
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.program_id, program), eq(events.key, 'one')))
  const options = await db
    .select()
    .from(eventOptions)
    .where(eq(eventOptions.event_id, event?.id ?? ''))
  const person = await makeCustomer(bench, { programIds: [program] })
  const optionId = options.find(({ key }) => key === 'non')?.id ?? ''
  const cart = await makeCart(bench, person, { programId: program, eventId: event?.id ?? '', optionId })
  await db.update(registrations).set({ status: 'confirmed' }).where(eq(registrations.order_id, cart.order_id))
}

describe('POST organiser/programs/{program_id}/season/copy', () => {
  it('copied groups keep their staff members who are active', async () => {
    const role = 'coach' as const
    const active = await makeStaff(bench, { programId: program, role })
    const ended = await makeStaff(bench, { programId: program, role, status: 'ended' })
    const staff_ids = [active.staff_id, ended.staff_id]
    expect((await call('events/one/groups', { key: 'herons', name: 'Herons', staff_ids })).status).toBe(201)
    expect((await copy({ dry_run: true })).status).toBe(200)
    const { copies } = (await copy({})).body
    expect(
      (await call('events/one/copy', { key: 'again', starts_at: '2027-08-02T09:00', ends_at: '2027-08-06T16:00' }))
        .status,
    ).toBe(201)
    for (const key of [copies[0]?.key, 'again'])
      expect((await call(`events/${key}/groups`)).body, key).toMatchObject({
        data: [{ key: 'herons', staff_ids: [active.staff_id] }],
      })
  })

  it('copies are drafts with later sales and pools of their own, and a second copy changes nothing', async () => {
    await sellPlace()
    const preview = await copy({ dry_run: true })
    expect([preview.status, preview.body.message]).toEqual([200, 'This is a preview: nothing was changed.'])
    expect(keysOf(await season('from=2028-01-01'))).toEqual([])

    const copied = await copy({}, { 'Idempotency-Key': 'season' })
    expect(copied.body).toMatchObject({
      message: 'Season copied.',
      dry_run: false,
      copies: [
        { from: 'one', key: 'one-2028', action: 'create' },
        { from: 'two', key: 'two-2028', action: 'create' },
      ],
    })
    expect(preview.body.copies).toEqual(copied.body.copies.map((each) => ({ ...each, url: null })))
    expect(await copy({}, { 'Idempotency-Key': 'season' })).toEqual(copied)
    const { data } = await season('from=2028-01-01')
    expect(data).toMatchObject([
      {
        key: 'one-2028',
        status: 'draft',
        starts_at: '2028-07-03T13:00:00.000Z',
        sold: 0,
        options: [
          { key: 'res', spots_total: 10, pools: ['bus-2028'], sale_ends_at: '2028-05-30T13:00:00.000Z' },
          { key: 'non', spots_total: null, pools: ['bus-2028'] },
        ],
      },
      { key: 'two-2028', options: [{ pools: ['bus-2028'] }, {}] },
    ])
    const db = database(bench.env.DB)
    const [pool] = await db
      .select()
      .from(pools)
      .where(and(eq(pools.program_id, program), eq(pools.key, 'bus-2028')))
    expect(pool).toMatchObject({ spots_total: 4, spots_taken: 0 })
    for (const { id } of data)
      expect(await db.select().from(statusHistory).where(eq(statusHistory.object_id, id))).toMatchObject([
        { to_status: 'draft', reason: 'event_copied' },
      ])

    const again = await copy({})
    expect([again.body.message, again.body.copies.map(({ action }) => action)]).toEqual([
      'Nothing to change.',
      ['keep', 'keep'],
    ])
    const file = await exportedFile(bench, program)
    expect((await putFile(bench, file, { isDryRun: true })).plan.message).toBe('Nothing to change.')
  })

  it('one mistake copies nothing, and every mistake is named by its event', async () => {
    const past = await copy({ shift: '-52w', sales: 'none' })
    expect([past.status, past.body.errors.map(({ type, param }) => [type, param])]).toEqual([
      400,
      [
        ['date_in_past', 'events.one-2026.starts_at'],
        ['date_in_past', 'events.two-2026.starts_at'],
      ],
    ])
    const unknown = await copy({ events: ['one', 'three', 'four'] })
    expect([unknown.status, unknown.body.errors.map(({ param, message }) => [param, message])]).toEqual([
      404,
      [
        ['events[1]', 'No event has the key three.'],
        ['events[2]', 'No event has the key four.'],
      ],
    ])
    expect((await copy({ shift: '+1y' })).body.errors).toMatchObject([{ param: 'shift' }])
    expect((await season('')).total).toBe(2)
  })

  it('two events whose copies would have one key are refused with a remedy', async () => {
    await call('events/one/copy', { key: 'one-2027', starts_at: '2027-08-02T09:00', ends_at: '2027-08-06T16:00' })
    const { status, body } = await copy({ events: ['one', 'one-2027'] })
    expect([status, body.param, body.message]).toEqual([
      400,
      'events[1]',
      'The copies of one and one-2027 would both have the key one-2028. Copy one of them by POST events/one-2027/copy with a key of its own.',
    ])
  })
})

describe('POST organiser/programs/{program_id}/events/archive', () => {
  it('past events are archived without a mail or refund, and none if one of them may not be', async () => {
    await sellPlace()
    bench.pass(Date.parse('2027-07-08T12:00:00Z') - bench.now())
    const refused = await call<ArchivedEvents>('events/archive', { events: ['two', 'one'] })
    expect(refused).toMatchObject({
      status: 409,
      body: { type: 'has_future_registrations', errors: [{ param: 'events.one.status' }] },
    })
    expect(await season('')).toMatchObject({ total: 2 })

    bench.pass(Date.parse('2027-07-18T12:00:00Z') - bench.now())
    const mails = (await database(bench.env.DB).select().from(outbox)).length
    for (const action of ['archive', 'keep']) {
      const { body } = await call<ArchivedEvents>('events/archive', { events: ['one', 'two'] })
      expect(body.events).toEqual([
        { key: 'one', action },
        { key: 'two', action },
      ])
    }
    expect((await database(bench.env.DB).select().from(outbox)).length).toBe(mails)
    expect((await exportedFile(bench, program)).events).toEqual([])
    expect(keysOf(await season('status=archived'))).toEqual(['one', 'two'])
  })
})

describe('POST organiser/programs/{program_id}/events/publish and events/unpublish', () => {
  const statuses = async () => (await season('')).data.map(({ status }) => status)

  it('events leave the site and return together, and a repeated call changes nothing', async () => {
    for (const [path, status] of [
      ['unpublish', 'unpublished'],
      ['publish', 'published'],
    ] as const) {
      const preview = await call<PublishedEvents>(`events/${path}`, { events: ['one', 'two'], dry_run: true })
      expect(preview.body.events.map(({ action }) => action)).toEqual([path, path])
      expect(await statuses()).not.toContain(status)
      for (const action of [path, 'keep']) {
        const { body } = await call<PublishedEvents>(`events/${path}`, { events: ['one', 'two'] })
        expect(body.events.map((event) => event.action)).toEqual([action, action])
      }
      expect(await statuses()).toEqual([status, status])
    }
  })

  it('one incomplete event publishes none, and a draft cannot be hidden', async () => {
    const made = await call('events', { key: 'bare', type: 'camp', name: 'Bare', ...july, options: [] })
    expect(made.status).toBe(201)
    await call('events/unpublish', { events: ['one'] })
    const refused = await call('events/publish', { events: ['one', 'bare'] })
    expect([refused.status, refused.body.errors.map(({ param }) => param)]).toEqual([
      400,
      ['events.bare.summary', 'events.bare.venues', 'events.bare.options'],
    ])
    expect(await statuses()).toEqual(['unpublished', 'published', 'draft'])
    const hidden = await call('events/unpublish', { events: ['two', 'bare'] })
    expect([hidden.status, hidden.body.type, hidden.body.errors[0]?.param]).toEqual([
      403,
      'transition_not_allowed',
      'events.bare.status',
    ])
    expect(await statuses()).toEqual(['unpublished', 'published', 'draft'])
  })

  it('an archived event returns hidden', async () => {
    await call('events/archive', { events: ['two'] })
    expect((await call('events/unpublish', { events: ['two'] })).status).toBe(200)
    expect(await statuses()).toEqual(['published', 'unpublished'])
  })
})

describe('GET organiser/programs/{program_id}/season', () => {
  it.each([
    ['from=2027-07-09&to=2027-07-11', ['one']],
    ['from=2027-07-10&to=2027-07-11', []],
    ['from=2027-07-09&to=2027-07-12&order=desc', ['two', 'one']],
    ['limit=1&skip=1', ['two']],
    ['status=draft', []],
    ['ended_before=2027-07-10', ['one']],
    ['ended_before=2027-07-09', []],
    ['search=camp%20tw', ['two']],
    ['search=camp&limit=1', ['one']],
    ['search=zzzz', []],
    ['status=published&status=published&status=draft', ['one', 'two']],
  ])('the query %s returns %j', async (query, keys) => {
    expect(keysOf(await season(query))).toEqual(keys)
  })

  it('an event has its places and what is sold, read in three trips with the check of the caller', async () => {
    await sellPlace()
    const path = `/v1/organiser/programs/${program}/season`
    expect(await countTrips(bench, path, { headers: organiserHeaders })).toEqual({ status: 200, trips: 3 })
    const [event] = (await season('to=2027-07-06')).data
    expect(event).toMatchObject({
      key: 'one',
      sold: 1,
      status: 'published',
      is_online: true,
      venues: [],
      dates: [{ starts_at: '2027-07-05T13:00:00.000Z', ends_at: '2027-07-09T20:00:00.000Z' }],
      options: [
        { key: 'res', sold: 0, spots_taken: 0, spots_total: 10 },
        { key: 'non', sold: 1, spots_taken: 1, spots_total: null },
      ],
    })
  })
})
