import { globSync, readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Worker } from './context.ts'
import { pageCache, getCachedPage, purgePages } from './page-cache.ts'

let rendered = 0
const site = new Hono<Worker>().use(pageCache).get('*', (c) => {
  rendered += 1
  const call = c.req.path.startsWith('/api/') ? { Vary: 'Accept-Language' } : undefined
  return c.text(`rendered ${rendered}`, 200, {
    'CDN-Cache-Control': 'max-age=30',
    'Cache-Tag': 'program:a, event:b',
    ...call,
  })
})
const ask = async (path: string): Promise<string> => {
  const request = new Request(`http://localhost:8787${path}`)
  return (getCachedPage(request) ?? (await site.fetch(request))).text()
}
let pages = 0
const newPage = () => `/pg/p${++pages}`

describe('a kept page', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['a page', ''],
    ['an answer of the API', '/api/v1/explore'],
  ])('places left on %s are never older than 30 seconds', async (_, prefix) => {
    vi.useFakeTimers()
    const path = `${prefix}${newPage()}`
    const first = await ask(path)
    vi.advanceTimersByTime(29_999)
    expect(await ask(path)).toBe(first)
    vi.advanceTimersByTime(1)
    expect(await ask(path)).not.toBe(first)
  })

  it.each(['program:a', 'event:b'])('is shown to nobody after %s was purged', async (tag) => {
    const path = newPage()
    const first = await ask(path)
    await purgePages(['program:other'])
    expect(await ask(path)).toBe(first)
    await purgePages([tag])
    expect(await ask(path)).not.toBe(first)
  })

  it('asks for no longer than that on any page', () => {
    const input = globSync('src/pages/**/*.{astro,ts}').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/cache\.set\(\{[^}]*maxAge: ([\d_]+)/g)].map(([, seconds]) =>
        Number(seconds),
      ),
    )
    expect(input.length).toBeGreaterThan(4)
    expect(input.filter((seconds) => seconds > 30)).toEqual([])
    expect(readFileSync('functions/middleware/public-answer.ts', 'utf8')).toMatch(/keptSeconds = 30$/m)
  })
})
