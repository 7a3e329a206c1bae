import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Attachment } from '../../contract/attachment.ts'
import { contentTypeOf } from '../../contract/event-file-types.ts'
import type { EventTag, VenueCity } from '../../contract/offering/explore.ts'
import type { List } from '../../contract/paging.ts'
import type { Venue } from '../../contract/offering/program.ts'
import { database } from '../../platform/database/database.ts'
import { programs } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'

type Written = NonNullable<WrittenFile['events']>[number]
const mark = unique()
const venue = (key: string, name: string, city: string, region = 'CA-ON') => ({
  key,
  name: `${name} ${mark}`,
  address: {
    address_line_1: '1 Lake Rd',
    city,
    region,
    postcode: region === 'CA-QC' ? 'J8X 1A1' : 'K7H 1A1',
    country: 'CA',
  },
})
const event = (key: string, change: Partial<Written> = {}): Written => ({
  key,
  type: 'camp',
  name: key,
  summary: 'About it',
  status: 'published',
  starts_at: '2027-07-05T09:00',
  ends_at: '2027-07-09T16:00',
  venues: ['pier'],
  options: [{ key: 'one', name: 'One', cost: 10, spots_total: 'unlimited' }],
  ...change,
})
const file = (): WrittenFile => ({
  ...shortestFile(),
  venues: [
    venue('pier', 'Zebra Pier', `Ångström ${mark}`),
    venue('hall', 'Maple Hall', `Ångström ${mark}`),
    venue('quai', 'Le Quai', `Gatineau ${mark}`, 'CA-QC'),
  ],
  events: [
    event('canoe', {
      tags: ['water', 'family'],
      attachments: [
        { key: 'map', name: 'How to get there', url: 'https://files.example/map.png' },
        { key: 'bring', name: 'Bring', url: '/files/lakeside/canoe-week.pdf', size: 1798 },
      ],
    }),
    event('kayak', { tags: ['water'] }),
    event('hidden', {
      status: 'draft',
      tags: ['secret', 'water'],
      attachments: [{ key: 'plan', name: 'Plan', url: '/files/plan.txt' }],
    }),
    event('called-off', {
      status: 'cancelled',
      tags: ['gone'],
      attachments: [{ key: 'why', name: 'Why', url: '/files/why.txt' }],
    }),
  ],
})

let bench: Bench
const read = async <Body>(path: string, headers: Record<string, string> = {}) => {
  const answer = await bench.call(`/v1/explore/${path}`, { headers })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (answer.status === 304 ? null : await answer.json()) as Body,
  }
}
const eventIds = async (program: string) =>
  new Map(
    (
      await bench.env.DB.prepare('SELECT key, id FROM events WHERE program_id = ?')
        .bind(program)
        .all<{ key: string; id: string }>()
    ).results.map(({ key, id }) => [key, id]),
  )

describe('venues', () => {
  const written = file()
  beforeAll(async () => {
    bench = await openBench()
    expect((await putFile(bench, written)).status).toBe(200)
  })
  const names = async (path: string) =>
    (await read<List<Venue>>(path)).body.data.map(({ name }) => name.replace(` ${mark}`, ''))

  it('venues are found by name, city and region', async () => {
    expect(await names(`venues?search=${mark}`)).toEqual(['Le Quai', 'Maple Hall', 'Zebra Pier'])
    expect(await names(`venues?search=angstrom%20${mark}&order=desc`)).toEqual(['Zebra Pier', 'Maple Hall'])
    expect(await names(`venues?search=${mark}%20quebec`)).toEqual(['Le Quai'])
    expect((await names(`venues?search=${mark}&sort=city&limit=1`))[0]).toBe('Le Quai')
    expect(await names('venues?search=%25%22')).toEqual([])
  })

  it('venues can be grouped by city with a count', async () => {
    const { body } = await read<List<VenueCity>>(`venues?search=${mark}&distinct_cities=true`)
    expect(body).toMatchObject({
      count: 2,
      total: 2,
      data: [
        { city: `Gatineau ${mark}`, region_short_code: 'CA-QC', country_short_code: 'CA', count: 1 },
        { city: `Ångström ${mark}`, region_short_code: 'CA-ON', country_short_code: 'CA', count: 2 },
      ],
    })
    expect(
      (await read<List<VenueCity>>(`venues?search=${mark}&distinct_cities=true&limit=1&skip=1`)).body,
    ).toMatchObject({ count: 1, total: 2, page: 1, page_count: 2, data: [{ count: 2 }] })
  })

  it('the venues of a program are in the order of its file', async () => {
    const own = `programs/${written.program}/venues`
    expect([
      await names(own),
      await names(`${own}?sort=name`),
      await names(`${own}?sort=name&order=desc&limit=1`),
    ]).toEqual([['Zebra Pier', 'Maple Hall', 'Le Quai'], ['Le Quai', 'Maple Hall', 'Zebra Pier'], ['Zebra Pier']])
  })

  it('a venue that was removed from the program file is hidden', async () => {
    const other = { ...file(), program: `program-${unique()}`, events: [] as Written[] }
    await putFile(bench, other)
    const again = await putFile(bench, { ...other, venues: other.venues?.slice(1) ?? [] })
    expect(again.status).toBe(200)
    expect(await names(`programs/${other.program}/venues`)).toEqual(['Maple Hall', 'Le Quai'])
    const before = await names(`venues?search=${mark}`)
    await database(bench.env.DB)
      .update(programs)
      .set({ billing_status: 'cancelled' })
      .where(eq(programs.id, other.program))
    expect([before.length, (await names(`venues?search=${mark}`)).length]).toEqual([5, 3])
    expect((await read(`programs/${other.program}/venues`)).status).toBe(404)
  })

  it('venues return 304 when nothing changed', async () => {
    const etag = (await read(`venues?search=${mark}`)).headers.get('ETag') ?? ''
    expect((await read(`venues?search=${mark}`, { 'If-None-Match': etag })).status).toBe(304)
  })

  it.each([
    'venues?sort=id',
    'venues?distinct_cities=yes',
    'venues?limit=101',
    `venues?search=${'x'.repeat(201)}`,
    'venues?city=Perth',
    'programs/lakeside/venues?sort=price',
    'programs/lakeside/event_tags?status=draft',
    'programs/lakeside/event_tags?sort=tag',
    'events/evt_1/attachments?sort=size',
  ])('returns 400 for %s with the parameter', async (path) => {
    const { status, body } = await read<{ param: string }>(path)
    expect([status, path.includes(`${body.param}=`)]).toEqual([400, true])
  })
})

describe('GET explore/programs/{program_id}/event_tags', () => {
  it('returns 200 with the tags of public events only', async () => {
    bench = await openBench()
    const written = file()
    await putFile(bench, written)
    const tags = async (query = '') =>
      (await read<List<EventTag>>(`programs/${written.program}/event_tags${query}`)).body
    expect((await tags()).data).toEqual([
      { value: 'family', count: 1 },
      { value: 'water', count: 2 },
    ])
    expect(await tags('?sort=count&order=desc&limit=1')).toMatchObject({
      count: 1,
      total: 2,
      data: [{ value: 'water', count: 2 }],
    })
    expect((await tags('?status=ended')).data).toEqual([])
    expect((await read('programs/never-was/event_tags')).status).toBe(404)
  })
})

describe('GET explore/events/{event_id}/attachments', () => {
  it('returns 200 with the attachments of a public event', async () => {
    bench = await openBench()
    const written = file()
    await putFile(bench, written)
    const ids = await eventIds(written.program)
    const { body } = await read<List<Attachment>>(`events/${ids.get('canoe')}/attachments`)
    expect(body.data.map(({ id: _, ...rest }) => rest)).toEqual([
      {
        object: 'file',
        name: 'How to get there',
        url: 'https://files.example/map.png',
        content_type: 'image/png',
        size: null,
      },
      {
        object: 'file',
        name: 'Bring',
        url: '/files/lakeside/canoe-week.pdf',
        content_type: 'application/pdf',
        size: 1798,
      },
    ])
    expect(
      (await read<List<Attachment>>(`events/${ids.get('canoe')}/attachments?sort=name&limit=1`)).body,
    ).toMatchObject({ total: 2, data: [{ name: 'Bring' }] })
    expect((await read<List<Attachment>>(`events/${ids.get('kayak')}/attachments`)).body).toMatchObject({
      total: 0,
      data: [],
    })
    expect([
      (await read(`events/${ids.get('hidden')}/attachments`)).status,
      (await read(`events/${ids.get('called-off')}/attachments`)).status,
      (await read('events/evt_none/attachments')).status,
    ]).toEqual([404, 200, 404])
  })

  it('an attachment keeps its id while the program file has its key', async () => {
    bench = await openBench()
    const written = file()
    await putFile(bench, written)
    const [canoe] = written.events as [Written]
    const id = (await eventIds(written.program)).get('canoe')
    const files = async () => (await read<List<Attachment>>(`events/${id}/attachments`)).body.data
    const [map, bring] = await files()
    const [first, second] = canoe.attachments as [
      NonNullable<Written['attachments']>[number],
      NonNullable<Written['attachments']>[number],
    ]
    const changed = async (attachments: Written['attachments']) => {
      const { plan } = await putFile(bench, {
        ...written,
        events: (written.events ?? []).map((each) => (each.key === 'canoe' ? { ...each, attachments } : each)),
      })
      return plan.changes.filter(({ action }) => action !== 'keep').map(({ action, path }) => `${action} ${path}`)
    }
    expect(await changed([second, { ...first, name: 'The way' }])).toEqual([
      'update events.canoe.attachments.map.name',
      'update events.canoe.attachments',
    ])
    expect((await files()).map((each) => [each.id, each.name])).toEqual([
      [bring?.id, 'Bring'],
      [map?.id, 'The way'],
    ])
    expect(await changed([second])).toEqual(['remove events.canoe.attachments.map'])
    expect((await files()).map((each) => each.id)).toEqual([bring?.id])
  })

  it('returns 200 with the attachments of a public appointment type', async () => {
    bench = await openBench()
    const type = (key: string, status: 'published' | 'draft') => ({
      key,
      name: key,
      summary: 'About it',
      status,
      venues: ['pier'],
      opening_hours: [{ days: ['mon' as const], from: '09:00', to: '17:00' }],
      options: [{ key: 'hour', name: 'An hour', cost: 40, duration: 60 }],
      attachments: [{ key: 'bring', name: 'Bring', url: '/files/bring.txt', size: 20 }],
    })
    const written: WrittenFile = {
      ...file(),
      features: { appointments: true, online_payments: true },
      appointment_types: [type('lesson', 'published'), type('secret', 'draft')],
    }
    expect((await putFile(bench, written)).status).toBe(200)
    expect((await putFile(bench, written)).plan.changes.filter(({ action }) => action !== 'keep')).toEqual([])
    const ids = new Map(
      (
        await bench.env.DB.prepare('SELECT key, id FROM appointment_types WHERE program_id = ?')
          .bind(written.program)
          .all<{ key: string; id: string }>()
      ).results.map(({ key, id }) => [key, id]),
    )
    expect((await read<List<Attachment>>(`${ids.get('lesson')}/attachments`)).body).toMatchObject({
      total: 1,
      data: [{ object: 'file', name: 'Bring', url: '/files/bring.txt', content_type: 'text/plain', size: 20 }],
    })
    expect([
      (await read(`${ids.get('secret')}/attachments`)).status,
      (await read('events/attachments')).status,
    ]).toEqual([404, 404])
    await putFile(bench, { ...written, appointment_types: [{ ...type('lesson', 'published'), attachments: [] }] })
    expect((await read<List<Attachment>>(`${ids.get('lesson')}/attachments`)).body.total).toBe(0)
  })

  it.each([
    ['https://example.com/a.pdf', 'application/pdf'],
    ['/files/a.JPG', 'image/jpeg'],
    ['https://example.com/a.png?size=2', 'image/png'],
    ['/files/a', 'application/octet-stream'],
    ['https://example.com/a.html', 'application/octet-stream'],
    ['/files/a.constructor', 'application/octet-stream'],
  ])('the file %s has the type %s', (url, type) => {
    expect(contentTypeOf(url)).toBe(type)
  })

  it.each([
    'javascript:alert(1)',
    'http://example.com/a.pdf',
    'https://localhost/a.pdf',
    '/files/../a.pdf',
    '//example.com/a.pdf',
    '/files/a.html',
    '/other/a.pdf',
    'https://example.com/a.exe',
    'data:application/pdf,x',
  ])('a file at %s is rejected', async (url) => {
    bench = await openBench()
    const { status, error } = await putFile(
      bench,
      { ...file(), events: [event('canoe', { attachments: [{ key: 'a', name: 'A', url }] })] },
      { isDryRun: true },
    )
    expect([status, error.param]).toEqual([400, 'events[0].attachments[0].url'])
  })
})
