import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../api.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'

const writes = [
  ...new Set(
    api.routes
      .filter(({ method, path }) => !['ALL', 'GET'].includes(method) && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]
const takesForms = /\/oauth\/|\/token\/refresh$/
/** These calls accept a file. Their body is not read without an access token, and a cookie does not authenticate. */
const takesFiles = /\/v1\/(?:files|organiser\/programs\/:program_id\/(?:invites|events\/import|pictures))$/

let bench: Bench
let nadia: Person
beforeAll(async () => {
  bench = await openBench()
  nadia = await makeCustomer(bench)
})

const send = async (route: string, headers: Record<string, string>) => {
  const [method = '', path = ''] = route.split(' ')
  const answer = await bench.call(path.replaceAll(/:\w+/g, 'x'), {
    method,
    headers: { ...nadia.headers, ...headers },
    body: '{"first_name":"Taken over"}',
  })
  return {
    status: answer.status,
    type: ((await answer.json()) as { type: string }).type,
    allowed: answer.headers.get('Access-Control-Allow-Origin'),
  }
}

describe('A-21: a write that a page of another site could send', () => {
  it.each(writes)('write %s accepts no body type that a form or a beacon can send', async (route) => {
    const types = [
      'text/plain',
      ...(takesFiles.test(route) ? [] : ['multipart/form-data; boundary=x']),
      'text/plain; charset=utf-8',
      ...(takesForms.test(route) ? [] : ['application/x-www-form-urlencoded']),
    ]
    for (const type of types)
      expect(await send(route, { 'Content-Type': type }), type).toMatchObject({ status: 415, type: 'content_type' })
    expect((await send(route, {})).status).toBe(415)
  })
})

describe('A-22: a write from another origin', () => {
  const origins = [
    'https://evil.example',
    'null',
    'https://localhost:8787',
    'http://localhost:8787.evil.example',
    'http://localhost',
    'http://localhost:8788',
    'http://user@localhost:8787',
    'HTTP://LOCALHOST:8787',
    '',
  ]

  it.each(writes)('write %s returns 403 for every other origin', async (route) => {
    for (const origin of origins.slice(0, route.endsWith('/login') ? origins.length : 2)) {
      expect(await send(route, { 'Content-Type': 'application/json', Origin: origin }), origin).toEqual({
        status: 403,
        type: 'cross_origin',
        allowed: null,
      })
    }
    expect(await send(route, { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({
      status: 403,
    })
    expect(
      await send(route, {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-site',
        Origin: bench.env.SITE_ORIGIN,
      }),
    ).toMatchObject({ status: 403 })
  })

  it('a write from our own origin is accepted', async () => {
    expect(
      (
        await send('PUT /v1/profile', {
          'Content-Type': 'application/json',
          Origin: bench.env.SITE_ORIGIN,
          'Sec-Fetch-Site': 'same-origin',
        })
      ).status,
    ).toBe(200)
  })
})
