import { plainCanoe } from '../../test-bench/small-file.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '../../contract/offering/event.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { database } from '../../platform/database/database.ts'
import { events, statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'

type Written = NonNullable<WrittenFile['events']>[number]
type Answer = OrganiserEvent & {
  registrations?: number
  type: string
  param: string
  errors: { type: string; param: string; message: string }[]
}
const full = { key: 'full', name: 'Full week', cost: 320, spots_total: 50, sale_starts_at: '2026-12-01T09:00' }
const canoe: Written = { ...plainCanoe, options: [full] }
const fresh: Written = {
  key: 'kiln',
  type: 'class',
  name: 'Kiln',
  summary: 'Clay',
  starts_at: '2027-08-05T09:00',
  ends_at: '2027-08-05T12:00',
  venues: ['dock'],
  options: [{ key: 'one', name: 'One', free: true, spots_total: 'unlimited' }],
}

let bench: Bench
let program: string
beforeEach(async () => {
  bench = await openBench()
  const file = {
    ...shortestFile(),
    venues: [
      {
        key: 'dock',
        name: 'Dock House',
        address: { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' },
      },
    ],
    events: [canoe],
  }
  program = file.program
  await putFile(bench, file)
  bench.pass(1)
  bench.purged.length = 0
})

async function call(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<{ status: number; body: Answer }> {
  const answer = await bench.call(`/v1/organiser/programs/${program}/${path}`, {
    method,
    headers: { ...organiserHeaders, ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  bench.pass(1)
  return { status: answer.status, body: (await answer.json()) as Answer }
}
const onSite = async (key: string): Promise<{ status: number; event: Event }> => {
  const { body } = await call('GET', `events/${key}`)
  const answer = await bench.call(`/v1/explore/events/${body.id}`)
  return { status: answer.status, event: (await answer.json()) as Event }
}
const historyOf = async (id: string) =>
  (await database(bench.env.DB).select().from(statusHistory).where(eq(statusHistory.object_id, id))).map(
    ({ from_status, to_status, actor_type, actor_id, reason }) =>
      `${from_status} ${to_status} ${actor_type} ${actor_id} ${reason}`,
  )

describe('POST organiser/programs/{program_id}/events', () => {
  it('returns 201 with a draft that is hidden until it is published', async () => {
    const made = await call('POST', 'events', { ...fresh, status: undefined })
    expect([
      made.status,
      made.body.message,
      made.body.event.status,
      made.body.changes.map(({ action }) => action),
    ]).toEqual([201, 'Event created.', 'draft', ['create']])
    expect(made.body.url).toBe(`http://localhost:8787/pg/${program}/evt/${made.body.id}`)
    expect((await onSite('kiln')).status).toBe(404)
    expect((await call('GET', 'events/kiln')).body).toEqual({ ...made.body, message: null, changes: [] })

    bench.purged.length = 0
    const published = await call('POST', 'events/kiln/publish')
    expect([published.status, published.body.message, published.body.event.status]).toEqual([
      200,
      'Event published.',
      'published',
    ])
    expect(bench.purged.sort()).toEqual([`event:${made.body.id}`, `program:${program}`, 'programs'].sort())
    expect(await onSite('kiln')).toMatchObject({
      status: 200,
      event: { name: 'Kiln', status: 'published', published: expect.any(String) },
    })
    expect(await historyOf(made.body.id)).toEqual([
      'null draft organiser bench event_created',
      'draft published organiser bench event_published',
    ])
  })

  it('returns 201 with the same event for the same idempotency key', async () => {
    const first = await call('POST', 'events', fresh, { 'Idempotency-Key': 'make-kiln' })
    expect(await call('POST', 'events', fresh, { 'Idempotency-Key': 'make-kiln' })).toEqual(first)
  })

  it.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'required', 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'too_long', 'name'],
    ['a title of 46 characters', { title: 'x'.repeat(46) }, 'too_long', 'title'],
    ['a status', { status: 'published' }, 'unknown_parameter', 'status'],
    ['a key that is taken', { key: 'canoe' }, 'invalid_option', 'key'],
    ['a start in the past', { starts_at: '2026-12-05T09:00' }, 'date_in_past', 'starts_at'],
    ['an end before the start', { ends_at: '2027-08-01T09:00' }, 'end_before_start', 'ends_at'],
    ['an unknown venue', { venues: ['moon'] }, 'not_found', 'venues'],
    ['no cost', { options: [{ key: 'one', name: 'One', spots_total: 9 }] }, 'required', 'options.one.cost'],
    [
      'a repeated option',
      {
        options: [
          { key: 'one', name: 'One', free: true, spots_total: 'unlimited' },
          { key: 'one', name: 'Two', free: true, spots_total: 'unlimited' },
        ],
      },
      'invalid_option',
      'options.one',
    ],
  ])('a draft with %s is rejected with its field', async (_, change, type, param) => {
    const refused = await call('POST', 'events', { ...fresh, ...change })
    expect([refused.body.type, refused.body.param, refused.body.errors.map((each) => each.param)]).toEqual([
      type,
      param,
      [param],
    ])
    expect((await call('GET', 'events/kiln')).status).toBe(404)
  })

  it('all mistakes are returned at once', async () => {
    const { status, body } = await call('POST', 'events', {
      ...fresh,
      ends_at: '2027-08-01T09:00',
      venues: ['moon'],
      options: [{ key: 'one', name: 'One', spots_total: 9 }],
    })
    expect([status, body.errors.map(({ type, param }) => `${type} ${param}`)]).toEqual([
      400,
      ['end_before_start ends_at', 'not_found venues', 'required options.one.cost'],
    ])
  })
})

describe('PUT organiser/programs/{program_id}/events/{key}', () => {
  it('returns 200 with the given fields changed and the others kept', async () => {
    const before = (await call('GET', 'events/canoe')).body
    const { status, body } = await call('PUT', 'events/canoe', {
      name: 'Canoe days',
      refund: { retention: { percent: 10 } },
    })
    expect([status, body.message, body.changes.map(({ path, from, to }) => [path, from, to])]).toEqual([
      200,
      'Event updated.',
      [
        ['name', 'Canoe week', 'Canoe days'],
        ['refund.retention.percent', 0, 10],
      ],
    ])
    expect(body.event).toEqual({
      ...before.event,
      name: 'Canoe days',
      refund: { ...before.event.refund, retention: { ...before.event.refund.retention, percent: 10 } },
    })
    expect(bench.purged.sort()).toEqual([`event:${before.id}`, `program:${program}`, 'programs'].sort())
    expect((await onSite('canoe')).event).toMatchObject({ id: before.id, name: 'Canoe days' })
  })

  it('returns 200 without a change for values that are already set', async () => {
    const { event } = (await call('GET', 'events/canoe')).body
    bench.purged.length = 0
    const { status, body } = await call('PUT', 'events/canoe', { ...event, key: 'another' })
    expect([status, body.message, body.changes, bench.purged]).toEqual([200, 'Nothing to change.', [], []])
    expect((await call('PUT', 'events/canoe', {})).body.message).toBe('Nothing to change.')
  })

  it('returns a refusal for an unknown field and for another status', async () => {
    expect((await call('PUT', 'events/canoe', { status: 'draft' })).body).toMatchObject({
      code: 403,
      type: 'transition_not_allowed',
      param: 'published',
    })
    expect(
      (await call('PUT', 'events/canoe', { colour: 'red', refund: { kind: 1 } })).body.errors
        .map(({ type, param }) => `${type} ${param}`)
        .sort(),
    ).toEqual(['unknown_parameter colour', 'unknown_parameter refund.kind'])
    expect((await call('PUT', 'events/canoe', { summary: null })).body).toMatchObject({
      code: 400,
      type: 'required',
      param: 'summary',
    })
    expect(
      (await call('PUT', 'events/canoe', { starts_at: '2027-11-07T01:30-05:00', ends_at: '2027-11-07T12:00' })).body,
    ).toMatchObject({ code: 400, type: 'invalid_date', param: 'starts_at' })
    expect((await call('PUT', 'events/none', { name: 'x' })).body).toMatchObject({ code: 404, param: 'key' })
  })

  it('a new start of a series is refused in favour of its dates', async () => {
    await call('PUT', 'events/canoe', {
      series_dates: [
        { starts_at: '2027-07-06T09:00', ends_at: '2027-07-06T12:00' },
        { starts_at: '2027-07-13T09:00', ends_at: '2027-07-13T12:00' },
      ],
    })
    expect((await onSite('canoe')).event).toMatchObject({ is_series: true, starts_at: '2027-07-06T13:00:00.000Z' })
    expect((await call('PUT', 'events/canoe', { starts_at: '2027-07-01T09:00' })).body).toMatchObject({
      code: 400,
      type: 'invalid_option',
      param: 'starts_at',
    })
  })

  it('the slower of concurrent changes gets a conflict', async () => {
    let refused = 0
    for (let round = 0; round < 5; round += 1) {
      const names = ['First', 'Second', 'Third', 'Fourth'].map((name) => `${name} ${round}`)
      const answers = await Promise.all(
        names.map((name) =>
          bench.call(`/v1/organiser/programs/${program}/events/canoe`, {
            method: 'PUT',
            headers: organiserHeaders,
            body: JSON.stringify({ name }),
          }),
        ),
      )
      const done = names.filter((_, at) => answers[at]?.status === 200)
      expect(done).toContain((await call('GET', 'events/canoe')).body.event.name)
      const others = answers.filter(({ status }) => status !== 200)
      expect(others.filter(({ status }) => status !== 409 && status !== 503)).toEqual([])
      refused += others.length
    }
    expect(refused).toBeGreaterThan(0)
  })
})

describe('POST organiser/programs/{program_id}/events/{key}/copy', () => {
  it('returns 201 with a draft copy without past dates', async () => {
    const { status, body } = await call('POST', 'events/canoe/copy', { key: 'canoe-2', name: 'Canoe week two' })
    expect([status, body.message, body.event.status, body.event.name, body.event.starts_at]).toEqual([
      201,
      'Event copied.',
      'draft',
      'Canoe week two',
      '2027-07-05T09:00',
    ])
    const { event, id } = (await call('GET', 'events/canoe')).body
    expect(body.id).not.toBe(id)
    expect(body.event).toEqual({
      ...event,
      key: 'canoe-2',
      name: 'Canoe week two',
      status: 'draft',
      options: event.options.map((option) => ({ ...option, sale_starts_at: null })),
    })
  })

  it('returns 400 if all dates are past and no new ones are given', async () => {
    const started = bench.now()
    bench.setNow(Date.UTC(2027, 7, 1))
    expect((await call('POST', 'events/canoe/copy', { key: 'canoe-2' })).body).toMatchObject({
      code: 400,
      type: 'required',
      param: 'starts_at',
    })
    expect(
      (
        await call('POST', 'events/canoe/copy', {
          key: 'canoe-2',
          starts_at: '2028-07-03T09:00',
          ends_at: '2028-07-07T16:00',
        })
      ).status,
    ).toBe(201)
    bench.setNow(started)
  })

  it('the sale dates of a copy keep their distance to its start', async () => {
    const [option] = (await call('GET', 'events/canoe')).body.event.options
    const options = [
      { ...option, sale_starts_at: '2027-05-01T09:00', sale_ends_at: '2027-06-20T23:59' },
      { ...option, key: 'early', name: 'Early', pools: [], sale_starts_at: null, sale_ends_at: '2027-02-01T23:59' },
    ]
    expect((await call('PUT', 'events/canoe', { options })).status).toBe(200)
    const next = { key: 'canoe-next', starts_at: '2028-07-03T09:00', ends_at: '2028-07-07T16:00' }
    const { status, body } = await call('POST', 'events/canoe/copy', next)
    expect(status).toBe(201)
    expect(body.event.options).toMatchObject([
      { sale_starts_at: '2028-04-29T09:00', sale_ends_at: '2028-06-18T23:59' },
      { key: 'early', sale_ends_at: '2028-01-31T23:59' },
    ])
    const started = bench.now()
    bench.setNow(Date.UTC(2027, 5, 25))
    expect((await call('POST', 'events/canoe/copy', { key: 'canoe-now' })).body).toMatchObject({
      code: 400,
      param: 'options[0].sale_ends_at',
    })
    bench.setNow(started)
  })

  it('returns a refusal for a key that is used or missing', async () => {
    expect((await call('POST', 'events/canoe/copy', { key: 'canoe' })).body).toMatchObject({
      code: 400,
      type: 'invalid_option',
      param: 'key',
    })
    expect((await call('POST', 'events/canoe/copy', { name: 'x' })).body).toMatchObject({
      code: 400,
      type: 'required',
      param: 'key',
    })
  })
})

describe('POST …/publish, …/unpublish', () => {
  it('unpublish hides an event and publish shows it again', async () => {
    const off = await call('POST', 'events/canoe/unpublish')
    expect([off.status, off.body.message, (await onSite('canoe')).status]).toEqual([200, 'Event unpublished.', 404])
    expect((await call('POST', 'events/canoe/unpublish')).body).toMatchObject({
      message: 'Event unpublished.',
      changes: [],
    })
    expect([(await call('POST', 'events/canoe/publish')).status, (await onSite('canoe')).status]).toEqual([200, 200])
  })

  it('the error message is French for a French caller', async () => {
    expect((await call('POST', 'events/canoe/unpublish', undefined, { 'Accept-Language': 'fr' })).body.message).toBe(
      'Activité retirée du site.',
    )
  })

  it('returns 400 with every field that a published event needs', async () => {
    await call('POST', 'events', {
      key: 'bare',
      type: 'camp',
      name: 'Bare',
      starts_at: '2027-08-05T09:00',
      ends_at: '2027-08-05T12:00',
    })
    const { status, body } = await call('POST', 'events/bare/publish')
    expect([status, body.errors.map(({ type, param }) => `${type} ${param}`)]).toEqual([
      400,
      ['required summary', 'required venues', 'required options'],
    ])
  })

  it.each([
    ['draft', 'unpublish'],
    ['draft', 'cancel'],
    ['cancelled', 'publish'],
    ['cancelled', 'unpublish'],
    ['archived', 'publish'],
    ['archived', 'cancel'],
  ] as const)('returns 409 when the event with the status %s is asked to %s', async (status, verb) => {
    await database(bench.env.DB).update(events).set({ status }).where(eq(events.program_id, program))
    expect(
      (await call('POST', `events/canoe/${verb}`, verb === 'cancel' ? { text: 'No snow.' } : undefined)).body,
    ).toMatchObject({ code: 409, type: 'state_conflict', param: status })
  })
})

describe('PUT organiser/programs/{program_id}/settings', () => {
  it('returns 200 with the given settings changed and the others kept', async () => {
    const { status, body } = await call('PUT', 'settings', {
      summary: 'By the lake',
      preferences: { brand_accent_color: '#11696b' },
      selling: { fee: { percent: 2.5 } },
    })
    expect([status, body.message, body.changes.map(({ path }) => path)]).toEqual([
      200,
      'Program updated.',
      ['summary', 'preferences.brand_accent_color', 'selling.fee.percent'],
    ])
    expect(bench.purged).toEqual([`program:${program}`, 'programs'])
    expect(await (await bench.call(`/v1/explore/programs/${program}`)).json()).toMatchObject({
      name: 'Lakeside Camps',
      colours: { light: { fill: '#11696b' } },
    })
    expect((await onSite('canoe')).status).toBe(200)
    expect((await call('PUT', 'settings', { summary: 'By the lake', program: 'another' })).body.message).toBe(
      'Nothing to change.',
    )
  })

  it('a checkout background is stored with its overlay', async () => {
    const strip = {
      checkout_background_url: '/pictures/dock.svg',
      checkout_overlay_opacity: 30,
      checkout_overlay_color: '#11696b',
    }
    const shown = async () =>
      ((await (await bench.call(`/v1/explore/programs/${program}`)).json()) as { preferences: object }).preferences
    expect((await call('PUT', 'settings', { preferences: strip })).body.changes.map(({ path }) => path)).toEqual(
      Object.keys(strip).map((field) => `preferences.${field}`),
    )
    expect(await shown()).toMatchObject(strip)
    expect(
      (await call('PUT', 'settings', { preferences: { ...strip, checkout_overlay_opacity: 101 } })).body,
    ).toMatchObject({ type: 'invalid_integer', param: 'preferences.checkout_overlay_opacity' })
    await call('PUT', 'settings', { preferences: { checkout_background_url: null } })
    expect(await shown()).toMatchObject({ ...strip, checkout_background_url: null })
  })

  it('a new time zone of a program keeps the local times of its events', async () => {
    await call('PUT', 'settings', { timezone: 'America/Vancouver' })
    expect((await onSite('canoe')).event).toMatchObject({
      timezone: 'America/Vancouver',
      starts_at: '2027-07-05T16:00:00.000Z',
    })
    const file = (await (
      await bench.call(`/v1/organiser/programs/${program}`, { headers: organiserHeaders })
    ).json()) as WrittenFile
    expect((await putFile(bench, file, { isDryRun: true })).plan.message).toBe('Nothing to change.')
  })

  it('returns a refusal for a currency in which a price is not payable', async () => {
    expect((await call('PUT', 'settings', { events: [] })).body).toMatchObject({
      code: 400,
      type: 'unknown_parameter',
      param: 'events',
    })
    expect((await call('PUT', 'settings', { language: 'fr' })).body).toMatchObject({
      code: 400,
      type: 'invalid_option',
      param: 'language',
    })
    await call('PUT', 'events/canoe', { options: [{ ...full, cost: 320.5 }] })
    expect((await call('PUT', 'settings', { default_currency: 'JPY' })).body).toMatchObject({
      code: 400,
      type: 'invalid_amount',
      param: 'events.canoe.options.full.cost',
    })
  })
})
