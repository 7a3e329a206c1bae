import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Worker } from './context.ts'
import { publicAnswer } from './middleware/public-answer.ts'
import { keepsPages, keptPage, purgePages } from './page-cache.ts'

const events = 'http://localhost/api/v1/explore/events?program_id=lakeside'
let asked = 0

/** The worker's way from the door to an answer: what is kept is looked for first. */
const app = new Hono<Worker>()
  .use(keepsPages)
  .use(async (c, next) => {
    const shown = new Set<string>()
    c.set('ctx', { shown, shows: (tag: string) => void shown.add(tag) } as unknown as Worker['Variables']['ctx'])
    await next()
  })
  .use(publicAnswer)
  .get('/api/v1/explore/events', (c) => {
    asked += 1
    if (c.req.query('program_id') !== undefined) c.var.ctx.shows(`program:${c.req.query('program_id')}`)
    return c.json({ asked, words: c.req.header('Accept-Language') ?? 'en' })
  })

const ask = async (address: string, headers: Record<string, string> = {}) => {
  const request = new Request(address, { headers })
  return keptPage(request) ?? (await app.fetch(request))
}

describe('a public call', () => {
  beforeEach(async () => {
    asked = 0
    await purgePages(['program:lakeside', 'program:harbour'])
  })

  it('that says what it shows is kept until that changes', async () => {
    const first = await (await ask(events)).text()
    expect(await (await ask(events)).text()).toBe(first)
    await purgePages(['program:harbour'])
    expect(await (await ask(events)).text()).toBe(first)
    await purgePages(['program:lakeside'])
    expect(await (await ask(events)).json()).toEqual({ asked: 2, words: 'en' })
  })

  it('is kept by its whole address and by the language of its reader', async () => {
    await ask(events)
    expect(await (await ask(`${events}&skip=1`)).json()).toMatchObject({ asked: 2 })
    expect(await (await ask(events, { 'Accept-Language': 'fr' })).json()).toEqual({ asked: 3, words: 'fr' })
    expect(await (await ask(events, { 'Accept-Language': 'fr-CA, en;q=0.5' })).json()).toEqual({ asked: 3, words: 'fr' })
  })

  it('that was kept is 304 for who has it, and says what the first answer said', async () => {
    const first = await ask(events)
    const again = await ask(events)
    const tag = again.headers.get('ETag') ?? ''
    expect(tag).toBe(first.headers.get('ETag'))
    expect(again.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    const known = await ask(events, { 'If-None-Match': tag })
    expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', tag])
    expect(asked).toBe(1)
  })

  it('that names nothing is asked each time', async () => {
    await ask('http://localhost/api/v1/explore/events')
    expect(await (await ask('http://localhost/api/v1/explore/events')).json()).toMatchObject({ asked: 2 })
  })

  it('tells no reader how it is kept', async () => {
    const { headers } = await ask(events)
    expect([headers.get('Cache-Tag'), headers.get('CDN-Cache-Control')]).toEqual([null, null])
  })
})
