import { expect, test } from '@playwright/test'
import { site } from '../playwright.config.ts'

/** Requests a page as a program does, without following redirects. */
const send = (path: string, init: RequestInit = {}) => fetch(site + path, { redirect: 'manual', ...init })
const pages = ['/', '/api/docs', '/pg/lakeside', '/pg/lakeside/schedule', '/pg/lakeside/terms', '/embed/lakeside']

test('S8: query parameters of one visitor are in no link of the next visitor’s page', async () => {
  for (const page of pages) {
    const attacked = await (await send(`${page}?ATTACK=1&lang=en`)).text()
    expect(attacked, page).not.toContain('ATTACK')
    expect(await (await send(`${page}?lang=en`)).text()).not.toContain('ATTACK')
  }
  expect(await (await send('/?search=swim&ATTACK=1')).text()).toContain('search=swim')
})

test('T6: an unchanged public page returns 304 for any compression', async () => {
  for (const page of [...pages, '/api/openapi.json']) {
    const first = await send(page, { headers: { 'Accept-Encoding': 'br' } })
    const tag = first.headers.get('ETag') ?? ''
    expect(tag, page).toMatch(/^W\/"/)
    expect(first.headers.get('Vary'), page).toMatch(/accept-encoding/i)
    expect((await first.text()).length).toBeGreaterThan(500)
    for (const encoding of ['gzip', 'identity', 'br']) {
      const headers = { 'Accept-Encoding': encoding, 'If-None-Match': tag }
      const again = await send(page, { headers })
      expect([again.status, await again.text()], `${page} ${encoding}`).toEqual([304, ''])
      expect(again.headers.get('Vary'), page).toMatch(/accept-encoding/i)
    }
  }
})

test('T7: a page answers 405 for methods other than GET', async () => {
  for (const page of [...pages, '/pg/lakeside/evt/any'])
    for (const method of ['POST', 'OPTIONS', 'PUT', 'DELETE']) {
      const answer = await send(page, { method })
      expect([answer.status, answer.headers.get('Allow')], `${method} ${page}`).toEqual([405, 'GET, HEAD'])
    }
  const form = await send('/pg/lakeside/login', { method: 'OPTIONS' })
  expect([form.status, form.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
})

test('T7: a URL with a trailing slash redirects to the one without', async () => {
  for (const page of [...pages.slice(1), '/api/health', '/api/v1/explore/programs']) {
    const answer = await send(`${page}/?limit=1`)
    expect([answer.status, answer.headers.get('Location')], page).toEqual([308, `${site}${page}?limit=1`])
    expect((await send(page, { method: 'HEAD' })).status, page).toBe(200)
  }
})

test('T7: HEAD of a list is as fast as GET', async () => {
  const list = '/api/v1/explore/events?program_id=lakeside&limit=100'
  const times: Record<'GET' | 'HEAD', number[]> = { GET: [], HEAD: [] }
  await send(list)
  for (let round = 0; round < 15; round += 1)
    for (const method of ['GET', 'HEAD'] as const) {
      const start = performance.now()
      await (await send(list, { method })).arrayBuffer()
      times[method].push(performance.now() - start)
    }
  // The minimum of fifteen runs is the undisturbed one.
  expect(Math.min(...times.HEAD)).toBeLessThan(2 * Math.min(...times.GET) + 2)
})

test('T8: /favicon.ico is a small picture', async () => {
  const answer = await send('/favicon.ico')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toMatch(/^image\//)
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(2000)
})
