import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Worker } from '../platform/context.ts'
import { database } from '../platform/database/database.ts'
import { events, programs } from '../platform/database/tables.ts'
import { makeAppointmentType } from '../test-bench/appointments.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { makeEvent, makeProgram } from '../test-bench/programs.ts'
import { makeProduct, type ProductInput } from '../test-bench/store.ts'
import { crawlers } from './crawlers.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
const app = new Hono<Worker>().route('/', crawlers)
const fetchPath = (path: string, env = bench.env) => app.request(`http://localhost:8787${path}`, {}, env)
const listed = async (path = '/sitemap.xml') =>
  (await (await fetchPath(path)).text())
    .matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/url>/g)
    .map(([, address = '', changed = null]) => ({ address, changed }))
    .toArray()
/** Lowers the maximum per list instead of creating events, which would take minutes. */
const crowd = (programId: string, count: number) =>
  bench.bareDb
    .prepare(`INSERT INTO events (id, program_id, key, type, name, status, starts_at, ends_at, timezone, currency, refund, created, updated)
    SELECT 'evt_crowd_' || value, ?1, 'crowd-' || value, 'camp', 'One of many', 'published', ?2 + value, ?2 + value + 1, 'America/Toronto', 'CAD', '{}', ?2, ?2 FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3) SELECT value FROM n)`)
    .bind(programId, bench.now(), count)
    .run()

describe('GET /sitemap.xml', () => {
  it('the sitemap lists every public page in every language', async () => {
    const programId = await makeProgram(bench)
    const { event_id } = await makeEvent(bench, { programId })
    const changed = bench.now() + 60_000
    await database(bench.env.DB).update(events).set({ updated: changed }).where(eq(events.id, event_id))
    const answer = await fetchPath('/sitemap.xml')
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const own = (await listed()).filter(({ address }) => address.includes(`/pg/${programId}`))
    const here = `http://localhost:8787/pg/${programId}`
    expect(own).toEqual(
      [
        here,
        `${here}?lang=fr`,
        `${here}/promotions`,
        `${here}/promotions?lang=fr`,
        `${here}/privacy`,
        `${here}/privacy?lang=fr`,
        `${here}/evt/${event_id}`,
        `${here}/evt/${event_id}?lang=fr`,
      ].map((address) => ({ address, changed: new Date(changed).toISOString() })),
    )
  })

  it('the sitemap lists no promotions while discounts are off', async () => {
    const programId = await makeProgram(bench, { features: { discounts: false } })
    expect((await listed()).filter(({ address }) => address.includes(`/pg/${programId}/promotions`))).toEqual([])
  })

  it.each<[string, Omit<ProductInput, 'programId'> | null, number]>([
    ['is open', {}, 2],
    ['comes on sale later', { saleStartsAt: 60_000 }, 2],
    ['is closed', { isClosed: true }, 0],
    ['is no longer on sale', { saleEndsAt: -1 }, 0],
    ['has no open variation', { variations: [{ isClosed: true }, { isRemoved: true }] }, 0],
    ['was removed', { isRemoved: true }, 0],
    ['never existed', null, 0],
  ])('the sitemap lists the store of one product that %s (%o) in %i languages', async (_, input, count) => {
    const programId = await makeProgram(bench, { features: { products: true } })
    const moment = (change: number | undefined) => (change === undefined ? undefined : bench.now() + change)
    if (input)
      await makeProduct(bench, {
        programId,
        ...input,
        saleStartsAt: moment(input.saleStartsAt),
        saleEndsAt: moment(input.saleEndsAt),
      } as ProductInput)
    expect((await listed()).filter(({ address }) => address.includes(`/pg/${programId}?store=all`))).toHaveLength(count)
  })

  it('the sitemap lists no store while products are off', async () => {
    const programId = await makeProgram(bench)
    await makeProduct(bench, { programId })
    expect((await listed()).filter(({ address }) => address.includes(`/pg/${programId}?store`))).toEqual([])
  })

  it('the sitemap lists the terms of a program that has terms', async () => {
    const termsOf = async (program_terms: string | null) => {
      const programId = await makeProgram(bench, { preferences: { program_terms } })
      return (await listed())
        .map(({ address }) => address)
        .filter((address) => address.includes(`/pg/${programId}/terms`)).length
    }
    expect([await termsOf('Be kind.'), await termsOf(null), await termsOf('')]).toEqual([2, 0, 0])
  })

  it('the sitemap lists the pages of packages that are on sale', async () => {
    const paths = async (features: Record<string, boolean>) => {
      const programId = await makeProgram(bench, { features: { discounts: false, ...features } })
      return (await listed()).flatMap(({ address }) =>
        address.includes(`/pg/${programId}/`) && !address.includes('?') ? [address.split(programId)[1]] : [],
      )
    }
    expect([
      await paths({ sessions: true }),
      await paths({ memberships: true }),
      await paths({ sessions: true, memberships: true }),
      await paths({}),
    ]).toEqual([
      ['/packages', '/packages/session', '/privacy'],
      ['/packages', '/packages/membership', '/privacy'],
      ['/packages', '/packages/session', '/packages/membership', '/privacy'],
      ['/privacy'],
    ])
  })

  it('the sitemap lists published appointment types of a program that offers them', async () => {
    const [offering, other] = [
      await makeProgram(bench, { features: { discounts: false, appointments: true } }),
      await makeProgram(bench),
    ]
    const { type_id } = await makeAppointmentType(bench, offering)
    const hidden = [
      await makeAppointmentType(bench, offering, { status: 'unpublished' }),
      await makeAppointmentType(bench, other),
    ]
    const here = `http://localhost:8787/pg/${offering}`
    const all = (await listed()).map(({ address }) => address)
    expect(all.filter((address) => address.startsWith(here))).toEqual([
      here,
      `${here}?lang=fr`,
      `${here}/schedule`,
      `${here}/schedule?lang=fr`,
      `${here}/privacy`,
      `${here}/privacy?lang=fr`,
      `${here}/schedule/${type_id}`,
      `${here}/schedule/${type_id}?lang=fr`,
    ])
    expect(
      all.filter(
        (address) => hidden.some((type) => address.includes(type.type_id)) || address.includes(`${other}/schedule`),
      ),
    ).toEqual([])
  })

  it('the sitemap lists no unpublished or cancelled event', async () => {
    const [programId, gone] = [await makeProgram(bench), await makeProgram(bench)]
    const hidden = await Promise.all(
      (['draft', 'unpublished', 'cancelled', 'archived'] as const).map((status) =>
        makeEvent(bench, { programId, status }),
      ),
    )
    const { event_id } = await makeEvent(bench, { programId: gone })
    await database(bench.env.DB).update(programs).set({ billing_status: 'cancelled' }).where(eq(programs.id, gone))
    const text = await (await fetchPath('/sitemap.xml')).text()
    expect([...hidden.map((event) => event.event_id), event_id, gone].filter((id) => text.includes(id))).toEqual([])
    expect(text).toContain(`/pg/${programId}<`)
  })

  it('every URL in the sitemap begins with SITE_ORIGIN', async () => {
    const text = await (await fetchPath('/sitemap.xml', { ...bench.env, SITE_ORIGIN: 'https://camps.example' })).text()
    expect(new Set([...text.matchAll(/<loc>(https?:\/\/[^/]+)/g)].map(([, origin]) => origin))).toEqual(
      new Set(['https://camps.example']),
    )
  })

  it('the sitemap of many events is split and contains each event once', async () => {
    const programId = await makeProgram(bench)
    const before = (await listed()).length
    await crowd(programId, 5200)
    const index = await (await fetchPath('/sitemap.xml')).text()
    const parts = [...index.matchAll(/<sitemap><loc>http:\/\/localhost:8787([^<]*)<\/loc><\/sitemap>/g)].map(
      ([, path = '']) => path,
    )
    expect(parts).toEqual(['/sitemap/programs.xml', '/sitemap/events-1.xml', '/sitemap/events-2.xml'])
    const addresses = (await Promise.all(parts.map(listed))).flat().map(({ address }) => address)
    expect([addresses.length, new Set(addresses).size]).toEqual([before + 2 * 5200, addresses.length])
    for (const none of ['/sitemap/events-3.xml', '/sitemap/events-0.xml', '/sitemap/others.xml'])
      expect([none, (await fetchPath(none)).status]).toEqual([none, 404])
    await bench.bareDb.prepare('DELETE FROM events WHERE program_id = ?').bind(programId).run()
  })
})

describe('GET /robots.txt', () => {
  /** A search engine's reading of the file: the longest matching rule decides. */
  const mayRead = (robots: string, path: string) => {
    const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, pattern = '']) => ({
      isAllowed: kind === 'Allow',
      pattern,
    }))
    const fits = ({ pattern }: { pattern: string }) =>
      new RegExp(`^${pattern.replace(/[.?+]/g, '\\$&').replaceAll('*', '.*')}`).test(path)
    return rules.filter(fits).sort((a, bench) => bench.pattern.length - a.pattern.length)[0]?.isAllowed ?? true
  }
  /** Every page of the site with sample parameters, and whether search engines should index it. */
  const pages = () =>
    readdirSync('src/pages', { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.astro') && !/(?:404|500)\.astro$/.test(file))
      .map((file) => ({
        path: `/${file
          .replace(/\.astro$/, '')
          .replace(/(?:^|\/)index$/, '')
          .replaceAll(/\[(\w+)\]/g, 'some-$1')}`,
        isPublic: /canonical=\{(?!null)/.test(readFileSync(`src/pages/${file}`, 'utf8')),
      }))

  it('robots.txt allows public pages only', async () => {
    const robots = await (await fetchPath('/robots.txt')).text()
    expect(pages().length).toBeGreaterThan(12)
    // A new private page must be added to `privatePaths` of crawlers.ts.
    expect(pages().filter(({ path, isPublic }) => mayRead(robots, path) !== isPublic)).toEqual([])
    expect(
      ['/token?goto=%2F', '/api/v1/explore/events', '/pg/a/profile/orders/ord_1'].filter((path) =>
        mayRead(robots, path),
      ),
    ).toEqual([])
    expect(
      // Calendars that subscribe to an address follow robots.txt, too.
      [
        '/calendar/ord_1~a~bench.ics',
        '/_astro/page.js',
        '/pictures/tent.svg',
        '/sitemap.xml',
        '/pg/login-camps',
      ].filter((path) => !mayRead(robots, path)),
    ).toEqual([])
  })

  it('robots.txt names the sitemap', async () => {
    expect(
      await (await fetchPath('/robots.txt', { ...bench.env, SITE_ORIGIN: 'https://camps.example' })).text(),
    ).toMatch(/^Sitemap: https:\/\/camps\.example\/sitemap\.xml$/m)
  })
})

it('security.txt says where to report a vulnerability', async () => {
  const answer = await fetchPath('/.well-known/security.txt')
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=UTF-8'])
  const fields = new Map(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )
  expect(fields.get('Contact')).toBe('http://localhost:8787/support')
  expect(Date.parse(fields.get('Expires') ?? '')).toBeGreaterThan(bench.now() + 30 * 86_400_000)
  expect(Date.parse(fields.get('Expires') ?? '')).toBeLessThan(bench.now() + 366 * 86_400_000)
})
