import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bindings, Worker } from '../context.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { browser } from '../test-bench/edge.ts'
import { goodPassword, post, signupBody } from '../test-bench/sign-ups.ts'
import { findIdentity } from '../in-process.ts'
import { apiElsewhere } from './api-elsewhere.ts'

describe('a site whose API is elsewhere', () => {
  let bench: Bench
  let server: Server
  let site: Bench
  let email: string
  const seen: IncomingMessage['headers'][] = []
  beforeAll(async () => {
    bench = await openBench()
    server = createServer(async (request, response) => {
      seen.push(request.headers)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { host: _, ...headers } = request.headers
      const answer = await bench.call((request.url ?? '').replace(/^\/api/, ''), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks).toString() } : {}),
      })
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    site = {
      ...bench,
      env: { ...bench.env, API_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } as Bindings,
    }
    const body = signupBody()
    email = body.email
    await bench.call('/v1/signup', post(body))
  })
  afterAll(() => void server.close())

  it('signs in there, shows pages as that API knows the visitor, renews and logs out there', async () => {
    const visitor = browser(site)
    expect(
      (await visitor.form('/pg/lakeside/login', { username: email, password: goodPassword })).headers.get('Location'),
    ).toBe('/pg/lakeside')
    expect(visitor.cookies.has('__Host-access')).toBe(true)
    expect(await findIdentity(visitor.pageRequest(), site.env)).toMatchObject({
      first_name: 'Nadia',
      bearer: visitor.cookies.get('__Host-access'),
    })

    visitor.cookies.delete('__Host-access')
    expect(await findIdentity(visitor.pageRequest(), site.env)).toBeNull()
    expect((await visitor.get('/token?goto=/pg/lakeside/profile/orders')).headers.get('Location')).toBe(
      '/pg/lakeside/profile/orders',
    )
    expect(await findIdentity(visitor.pageRequest(), site.env)).toMatchObject({ first_name: 'Nadia' })

    const refresh = visitor.cookies.get('__Host-refresh') ?? ''
    expect((await visitor.form('/pg/lakeside/logout', {})).status).toBe(303)
    expect([...visitor.cookies.keys()]).toEqual(['__Host-device'])
    expect((await bench.call('/v1/oauth/token', post({ refresh_token: refresh }))).status).toBe(401)
  })

  it('knows there the browser that an account has signed in from, however often a stranger guesses elsewhere', async () => {
    const body = signupBody()
    await bench.call('/v1/signup', post(body))
    const [existing, stranger] = [browser(site), browser(site)]
    const logIn = (visitor: typeof existing, password: string) =>
      visitor.form('/pg/lakeside/login', { username: body.email, password })
    expect((await logIn(existing, goodPassword)).headers.get('Location')).toBe('/pg/lakeside')
    for (let guess = 0; guess < 6; guess += 1) await logIn(stranger, `not that one ${guess}`)
    expect((await logIn(stranger, goodPassword)).headers.get('Location')).not.toBe('/pg/lakeside')
    stranger.cookies.set('__Host-device', 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect((await logIn(stranger, goodPassword)).headers.get('Location')).not.toBe('/pg/lakeside')
    expect((await logIn(existing, goodPassword)).headers.get('Location')).toBe('/pg/lakeside')
  })

  it('passes /api on, without this site’s cookies', async () => {
    const app = new Hono<Worker>().use('/api/*', apiElsewhere).all('*', (c) => c.text('own', 418))
    const answer = await app.request(
      '/api/v1/login',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: '__Host-refresh=secret', Origin: bench.env.SITE_ORIGIN },
        body: JSON.stringify({ username: email, password: 'wrong' }),
        duplex: 'half',
      } as RequestInit,
      site.env,
    )
    expect(await answer.json()).toMatchObject({ type: 'bad_credentials' })
    expect(seen.at(-1)).not.toHaveProperty('cookie')
    expect(seen.at(-1)).not.toHaveProperty('origin')
    // What stands after the question mark is passed on as well: that API refuses it by its name.
    expect(await (await app.request('/api/v1/explore/events?x=1', {}, site.env)).json()).toMatchObject({
      type: 'unknown_parameter',
      param: 'x',
    })
    expect((await app.request('/api/v1/login', { method: 'POST' }, bench.env)).status).toBe(418)
  })
})
