import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

describe('a call that does not exist', () => {
  it.each([
    ['GET', '/v1/login', 'POST'],
    ['PATCH', '/v1/profile', 'GET, HEAD, PUT'],
    ['DELETE', '/v1/profile/orders', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/profile/orders/ord_1', 'DELETE, GET, HEAD, PUT'],
    ['POST', '/v1/explore/events', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
  ])('returns 405 for %s %s with the allowed methods', async (method, path, allow) => {
    const answer = await bench.call(path, { method })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allow])
    expect(await answer.json()).toMatchObject({
      code: 405,
      type: 'method_not_allowed',
      message: 'This address doesn’t support that method.',
      param: null,
      path,
    })
  })

  it.each([
    '/v1',
    '/v1/nothing',
    '/v1/profile/orders/ord_1/nothing',
    '/v1/profile//cancel',
    '/v2/profile/registrations',
  ])('returns 404 for %s', async (path) => {
    const answer = await bench.call(path, { method: 'POST' })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([404, null])
    expect(await answer.json()).toMatchObject({ type: 'not_found' })
  })

  it('T7: a read with a trailing slash redirects to the URL without it', async () => {
    const answer = await bench.call('/v1/explore/events/?limit=1')
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      308,
      `${bench.env.SITE_ORIGIN}/v1/explore/events?limit=1`,
    ])
    const unusual = await bench.call('/v1/explore/events/%E6%BC%A2%25/')
    expect([unusual.status, unusual.headers.get('Location')]).toEqual([
      308,
      `${bench.env.SITE_ORIGIN}/v1/explore/events/%E6%BC%A2%25`,
    ])
    for (const [method, path] of [
      ['GET', '/v1/nothing/'],
      ['GET', '/v1/login/'],
      ['POST', '/v1/login/'],
    ] as const)
      expect((await bench.call(path, { method })).status, `${method} ${path}`).toBe(404)
  })
})
