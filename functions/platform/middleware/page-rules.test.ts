import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Worker } from '../context.ts'
import { sitePages } from '../../contract/site-pages.ts'
import { errorResponse } from './error-response.ts'
import { pageRules } from './page-rules.ts'

const app = new Hono<Worker>()
  .onError(errorResponse)
  .use(pageRules)
  .all('*', (c) => c.text('a page'))
const send = (method: string, path: string) => app.request(`https://muster.example${path}`, { method })

describe('page URLs', () => {
  it.each(['POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
    'T7: %s on a page returns 405 with the allowed methods',
    async (method) => {
      for (const page of sitePages) {
        const answer = await send(method, page.path.replace(/:/g, ''))
        expect([answer.status, answer.headers.get('Allow')], page.path).toEqual([
          405,
          page.takesForm ? 'GET, HEAD, POST' : 'GET, HEAD',
        ])
      }
    },
  )

  it.each(['GET', 'HEAD'])('T7: %s with a trailing slash redirects to the page', async (method) => {
    for (const path of ['/api/docs', '/pg/lakeside', '/pg/lakeside/evt/evt_1', '/not-me', '/embed/lakeside']) {
      const answer = await send(method, `${path}/?lang=fr`)
      expect([answer.status, answer.headers.get('Location')]).toEqual([308, `https://muster.example${path}?lang=fr`])
      expect((await send(method, path)).status).toBe(200)
    }
    expect((await send(method, '/')).status).toBe(200)
  })

  it('T7: no path redirects to another host', async () => {
    for (const path of ['//evil.example/', '//evil.example/pg/a/', '/\\evil.example/'])
      expect((await send('GET', path)).headers.get('Location') ?? 'https://muster.example/').toMatch(
        /^https:\/\/muster\.example\//,
      )
  })

  it('a URL outside the pages is left to its own handler', async () => {
    expect((await send('POST', '/nowhere')).status).toBe(200)
  })
})
