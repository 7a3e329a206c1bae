import { globSync, readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cacheSeconds } from './contract/limits.ts'
import type { Worker } from './platform/context.ts'
import { answerThroughCache, pageCache, purgePages } from './page-cache.ts'

let rendered = 0
const site = new Hono<Worker>().use(pageCache).get('*', (c) => {
  rendered += 1
  const call = c.req.path.startsWith('/api/') ? { Vary: 'Accept-Language' } : undefined
  return c.text(`${c.req.url} rendered ${rendered}`, 200, {
    'CDN-Cache-Control': 'max-age=30',
    'Cache-Tag': 'program:a, event:b',
    ...call,
  })
})
const send = (path: string, init?: RequestInit) =>
  answerThroughCache(new Request(`http://localhost:8787${path}`, init), async (request) => site.fetch(request))
const read = async (path: string): Promise<string> => (await send(path)).text()
let pages = 0
const newPage = () => `/pg/p${++pages}`

describe('a cached page', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['a page', ''],
    ['an answer of the API', '/api/v1/explore'],
  ])('places left on %s are never older than 30 seconds', async (_, prefix) => {
    vi.useFakeTimers()
    const path = `${prefix}${newPage()}`
    const first = await read(path)
    vi.advanceTimersByTime(29_999)
    expect(await read(path)).toBe(first)
    vi.advanceTimersByTime(1)
    expect(await read(path)).not.toBe(first)
  })

  it.each([
    '/%70g/p1',
    '/pg/p1/%65vt/e1',
    '/pg//p1',
    '/nowhere',
    '/pg/p1/login',
    '/pg/p1?for=att_1',
    '/pg/p1?age=8&for=',
  ])('S8: %s, which is no canonical URL of a public page, is not cached', async (path) => {
    expect(await read(path)).not.toBe(await read(path))
  })

  it.each(['program:a', 'event:b'])('a page is not served from the cache after %s was purged', async (tag) => {
    const path = newPage()
    const first = await read(path)
    await purgePages(['program:other'])
    expect(await read(path)).toBe(first)
    await purgePages([tag])
    expect(await read(path)).not.toBe(first)
  })

  it('K1: a page whose tag was purged while it rendered is not cached', async () => {
    const made: string[] = []
    const slow = (tag: string) =>
      new Hono<Worker>().use(pageCache).get('*', async (c) => {
        await purgePages([tag])
        made.push(tag)
        return c.text('page', 200, { 'CDN-Cache-Control': 'max-age=30', 'Cache-Tag': 'program:slow, event:slow' })
      })
    const open = async (path: string, tag: string) =>
      answerThroughCache(new Request(`http://localhost:8787${path}`), async (request) => slow(tag).fetch(request))
    const [kept, stale, crowded] = [newPage(), newPage(), newPage()]
    for (let turn = 0; turn < 2; turn += 1) await open(kept, 'program:busy')
    for (let turn = 0; turn < 2; turn += 1) await open(stale, 'event:slow')
    expect(made).toEqual(['program:busy', 'event:slow', 'event:slow'])
    // The test adds more tags than are remembered, so no page that began earlier is cached.
    const crowd = new Hono<Worker>().use(pageCache).get('*', async (c) => {
      await purgePages(['event:slow', ...Array.from({ length: 2100 }, (_, number) => `event:crowd-${number}`)])
      made.push('crowd')
      return c.text('page', 200, { 'CDN-Cache-Control': 'max-age=30', 'Cache-Tag': 'event:slow' })
    })
    for (let turn = 0; turn < 2; turn += 1)
      await answerThroughCache(new Request(`http://localhost:8787${crowded}`), async (request) => crowd.fetch(request))
    expect(made.filter((each) => each === 'crowd').length).toBe(2)
  })

  it('no page is cached for longer', () => {
    const input = globSync('src/pages/**/*.{astro,ts}').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/cache\.set\(\{[^}]*maxAge: (\w+)/g)].map(([, seconds]) => seconds),
    )
    expect(input.length).toBeGreaterThan(4)
    expect(new Set(input)).toEqual(new Set(['cacheSeconds']))
    expect(cacheSeconds).toBe(30)
  })

  it('X-10, S8: query parameters that a page does not read never reach another visitor', async () => {
    const path = newPage()
    const first = await read(`${path}?ATTACK=1&age=8`)
    expect(first).not.toContain('ATTACK')
    expect(await read(`${path}?age=8`)).toBe(first)
    expect(await read(`${path}?age=9`)).not.toBe(first)
  })

  it('T6: a cached page returns 304 to a visitor who has it', async () => {
    const path = newPage()
    const first = await send(path)
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
    expect(first.headers.get('Vary')).toBe('Accept-Encoding')
    const again = await send(path, { headers: { 'If-None-Match': `"other", ${tag}` } })
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
    expect((await send(path, { headers: { 'If-None-Match': tag.replace('W/', '') } })).status).toBe(304)
    expect((await send(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)

    await purgePages(['program:a'])
    rendered -= 1
    expect((await send(path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  it.each([
    ['a page', ''],
    ['a list of the API', '/api/v1/explore'],
  ])('T7: HEAD of %s is served from the cache and fills it', async (_, prefix) => {
    const path = `${prefix}${newPage()}`
    const before = rendered
    const head = await send(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const body = await read(path)
    const again = await send(path, { method: 'HEAD' })
    expect(again.headers.get('ETag')).toBe((await send(path)).headers.get('ETag'))
    expect(body).not.toBe('')
    expect(rendered).toBe(before + 1)
  })
})
