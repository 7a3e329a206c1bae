import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Worker } from '../context.ts'
import { openBench } from '../../test-bench/bench.ts'
import { maxCpuMs, steadyCpuMsOf } from '../../test-bench/cpu-time.ts'
import { largestBodyBytes } from '../../contract/limits.ts'
import { errorResponse } from './error-response.ts'
import { formAsJson } from './form-as-json.ts'

const app = new Hono<Worker>().onError(errorResponse).post('/', formAsJson, async (c) => c.json(await c.req.json()))
const send = async (body: string) => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const answer = await app.request('/', { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const fill = (part: (index: number) => string) => {
  let text = part(0)
  for (let index = 1; text.length < largestBodyBytes - 16; index += 1) text += `&${part(index)}`
  return text
}

describe('a form body read as JSON', () => {
  it('a form becomes an object of its fields, including __proto__', async () => {
    const { status, body } = await send('grant_type=refresh_token&a=b%20c&d=&__proto__=x')
    expect([status, Object.entries(body)]).toEqual([
      200,
      [
        ['grant_type', 'refresh_token'],
        ['a', 'b c'],
        ['d', ''],
        ['__proto__', 'x'],
      ],
    ])
  })

  it('a form with a repeated field is rejected with its name', async () =>
    expect(await send('a=1&b=2&a=3')).toMatchObject({ status: 400, body: { type: 'invalid_parameter', param: 'a' } }))

  it.each([
    ['many names', fill((index) => index.toString(36))],
    ['many names without a value', fill((index) => `${index.toString(36)}=`)],
    ['many separators', '&'.repeat(largestBodyBytes)],
    ['many percents', '%'.repeat(largestBodyBytes)],
  ])('a form of %s is answered within 100 ms of CPU', async (_, body) => {
    await send('a=b')
    let status = 0
    const ms = await steadyCpuMsOf(async () => ({ status } = await send(body)))
    expect(status === 400 || body.startsWith('%')).toBe(true)
    expect(ms).toBeLessThan(maxCpuMs)
  })
})

describe('calls about tokens', () => {
  it.each([
    ['/v1/oauth/token', 'text/plain'],
    ['/v1/token/refresh', 'application/x-www-form-urlencoded'],
    ['/v1/oauth/revoke', 'text/plain'],
  ])('token call %s refuses %s with an OAuth error', async (path, type) => {
    const bench = await openBench()
    const answer = await bench.call(path, { method: 'POST', headers: { 'Content-Type': type }, body: 'token=x' })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({
      type: 'content_type',
      error: 'invalid_request',
      error_description: expect.stringMatching(/./),
    })
  })

  it.each(['/v1/oauth/token', '/v1/token/refresh', '/v1/oauth/revoke'])(
    'token call %s is limited by network address',
    async (path) => {
      const bench = await openBench()
      const { RATE_LIMITS, ADDRESS_LIMIT } = bench.env
      const keys = new Set<string>()
      const limit: RateLimit['limit'] = async ({ key }) => ({ success: !keys.add(key) })
      Object.assign(bench.env, { RATE_LIMITS: 'strict', ADDRESS_LIMIT: { limit } })
      const headers = { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.9' }
      const answer = await bench.call(path, { method: 'POST', headers, body: '{"token":"x"}' })
      Object.assign(bench.env, { RATE_LIMITS, ADDRESS_LIMIT })
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60'])
      expect(await answer.json()).toMatchObject({ type: 'too_many_requests', error: 'temporarily_unavailable' })
      expect([...keys]).toEqual([expect.stringMatching(/:203\.0\.113\.9$/)])
    },
  )
})
