import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { keptKey } from '../../stores/kept-page.ts'

const source = readFileSync('public/today.js', 'utf8')
const path = '/pg/lakeside/profile/today'
const script = '<script type="module" src="/_astro/page.js"></script>'
const html = '<p role="status" data-kept hidden>No signal</p><h1>Today</h1>'
type Fetched = () => Promise<Response>

/** A device with the service worker of the card: its cache, and its response to a visit. */
function device({ waits = false } = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const kept = new Map<string, Response>()
  const clock = { now: Date.parse('2027-07-06T12:00:00Z') }
  let fetched: Fetched = async () => new Response(html)
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, page: Response) => void kept.set(key, page),
    delete: async (key: string) => kept.delete(key),
    keys: async () => [...kept.keys()],
  }
  runInNewContext(source, {
    self: { addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener) },
    caches: { open: async () => cache },
    fetch: () => fetched(),
    Date: { now: () => clock.now },
    setTimeout: (done: () => void) => (waits ? done() : undefined),
    URL,
    Headers,
    Response,
    Promise,
    Number,
    String,
    encodeURIComponent,
  })
  const visit = async (answer: Fetched, mode = 'navigate', address = `${path}?lang=en`, method = 'GET') => {
    fetched = answer
    let response: Promise<Response> | null = null
    listeners.get('fetch')?.({
      request: { mode, method, url: `https://book.example${address}` },
      respondWith: (promise: Promise<Response>) => {
        response = promise
      },
      waitUntil: () => {},
    })
    const page = (await response) as Response | null
    return page && (await page.text())
  }
  return { visit, kept, clock }
}
const noSignal: Fetched = async () => {
  throw new TypeError('Failed to fetch')
}

describe('the day card stored on a device', () => {
  it('the stored card is marked when there is no connection', async () => {
    const { visit } = device()
    expect(await visit(async () => new Response(html))).toBe(html)
    expect(await visit(async () => new Response('<h1>Tomorrow</h1>'))).toBe('<h1>Tomorrow</h1>')
    expect(await visit(noSignal)).toBe('<h1>Tomorrow</h1>')
    await visit(async () => new Response(script + html))
    expect(await visit(noSignal)).toBe('<p role="status" data-kept>No signal</p><h1>Today</h1>')
  })

  it('the stored card is shown on a weak connection', async () => {
    const { visit } = device({ waits: true })
    await visit(async () => new Response('<h1>Today</h1>'))
    expect(await visit(() => new Promise(() => {}))).toBe('<h1>Today</h1>')
  })

  it('the stored card is deleted at log-out and after a day and a half', async () => {
    const { visit, kept, clock } = device()
    await visit(async () => new Response(html))
    await visit(async () => new Response('down', { status: 503 }))
    expect(kept.has(path)).toBe(true)
    await visit(async () => new Response(null, { status: 303, headers: { Location: '/login' } }))
    expect(kept.has(path)).toBe(false)
    await visit(async () => new Response(html))
    clock.now += 36 * 3_600_000 + 1
    await expect(visit(noSignal)).rejects.toThrow('Failed to fetch')
    expect(kept.size).toBe(0)
  })

  it('the service worker handles only the day card', async () => {
    const { visit, kept } = device()
    expect(await visit(noSignal, 'cors')).toBeNull()
    expect(await visit(async () => new Response('Health notes'), 'navigate', path, 'POST')).toBeNull()
    expect(kept.size).toBe(0)
  })

  const roster = '/pg/lakeside/roster?by=Jo&token=a%20b'
  const list = `<div data-roster="{}"></div>${script}${html}`

  it('a roster is stored with its scripts, by its token, and answers a search, which is not stored', async () => {
    const { visit, kept } = device()
    await visit(async () => new Response(list), 'navigate', roster)
    expect([...kept.keys()]).toEqual(['/pg/lakeside/roster?token=a%20b'])
    expect(keptKey(`https://book.example${roster}`)).toBe('/pg/lakeside/roster?token=a%20b')
    expect(await visit(noSignal, 'navigate', roster)).toBe(list.replace(' hidden', ''))
    await expect(visit(noSignal, 'navigate', roster.replace('a%20b', 'other'))).rejects.toThrow('Failed to fetch')
    expect(await visit(async () => new Response('<h1>Maya</h1>'), 'navigate', `${roster}&text=maya`)).toBe(
      '<h1>Maya</h1>',
    )
    expect(await visit(noSignal, 'navigate', `${roster}&text=maya`)).toBe(list.replace(' hidden', ''))
    expect(keptKey(`https://book.example${roster}&text=maya`)).toBeNull()
    await visit(async () => new Response(null, { status: 410 }), 'navigate', roster)
    expect(kept.size).toBe(0)
  })

  it('a roster that was stored for one person is not opened with the name of another', async () => {
    const { visit } = device()
    await visit(async () => new Response(list), 'navigate', roster)
    await expect(visit(noSignal, 'navigate', roster.replace('Jo', 'Ann'))).rejects.toThrow('Failed to fetch')
    expect(await visit(noSignal, 'navigate', roster.replace('by=Jo&', ''))).toContain('data-kept>')
  })

  it('a visit to any page deletes what is older than a day and a half', async () => {
    const { visit, kept, clock } = device()
    await visit(async () => new Response(list), 'navigate', roster)
    clock.now += 36 * 3_600_000 + 1
    await visit(async () => new Response(html))
    expect([...kept.keys()]).toEqual([path])
  })
})
