import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { api } from '../../api.ts'
import { routesOf } from '../../api-description/routes.ts'
import type { Bindings, Worker } from '../context.ts'
import { errorResponse } from './error-response.ts'
import { addressLimit } from '../../test-bench/bench.ts'
import { limitedByAddress } from './rate-limit.ts'

const app = new Hono<Worker>()
  .onError(errorResponse)
  .post('/login', limitedByAddress('login'), (c) => c.text('in'))
  .post('/signup', limitedByAddress('signup'), (c) => c.text('in'))
const answered = async (env: Partial<Bindings>, path: string, addresses: string[]) => {
  const statuses: number[] = []
  for (const address of addresses)
    statuses.push(
      (
        await app.request(
          path,
          {
            method: 'POST',
            headers: { 'CF-Connecting-IP': address, 'X-Forwarded-For': `10.0.0.${statuses.length % 250}` },
          },
          env as Bindings,
        )
      ).status,
    )
  return statuses
}

const same = (count: number) => Array.from({ length: count }, () => '203.0.113.9')

describe('limits by network address', () => {
  it("L-02: log-in is limited to 300 a minute, regardless of the client's headers", async () => {
    const statuses = await answered({ RATE_LIMITS: 'strict', ADDRESS_LIMIT: addressLimit() }, '/login', same(305))
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.slice(300)).toEqual([429, 429, 429, 429, 429])
  })

  it('sign-up is limited to 100 a minute per address', async () => {
    const env = { RATE_LIMITS: 'strict' as const, ADDRESS_LIMIT: addressLimit() } as Partial<Bindings>
    expect((await answered(env, '/signup', same(102))).filter((status) => status === 200)).toHaveLength(100)
    expect(await answered(env, '/signup', ['203.0.113.10'])).toEqual([200])
  })

  it('IPv6 counts by /64', async () => {
    const statuses = await answered(
      { RATE_LIMITS: 'strict', ADDRESS_LIMIT: addressLimit() },
      '/signup',
      Array.from({ length: 101 }, (_, index) => `2001:db8:1:2:${index}::1`),
    )
    expect(statuses.at(-1)).toBe(429)
  })

  it('wide limits are never reached on a local site', async () => {
    expect(
      new Set(await answered({ RATE_LIMITS: 'wide', ADDRESS_LIMIT: addressLimit() }, '/login', same(400))),
    ).toEqual(new Set([200]))
  })

  it('every write without an account has a limit by network address', () => {
    const open = routesOf(api).filter(
      ({ method, description: { caller = 'anyone' } }) => method !== 'GET' && caller === 'anyone',
    )
    expect(open.length).toBeGreaterThan(10)
    expect(open.filter(({ perMinute }) => perMinute === null).map(({ method, path }) => `${method} ${path}`)).toEqual(
      [],
    )
  })
})
