import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../api.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'

type Operation = { parameters?: { in: string; required?: boolean }[]; requestBody?: unknown }

let bench: Bench
let nadia: Person
let document: { paths: Record<string, Record<string, Operation>> }
beforeAll(async () => {
  bench = await openBench()
  nadia = await makeCustomer(bench)
  document = (await (await bench.call('/openapi.json')).json()) as typeof document
})

const routes = [
  ...new Set(
    api.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]
const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'program_id' ? 'lakeside' : `${name.slice(0, 3)}_0`))
const send = async (route: string, input: { query?: string; body?: string }) => {
  const [method = '', path = ''] = route.split(' ')
  const headers = {
    ...(path.includes('/organiser/')
      ? {
          Authorization: `Basic ${btoa((bench.env.ORGANISER_CLIENTS.split(',')[0] ?? '').split(':').slice(0, 2).join(':'))}`,
        }
      : nadia.headers),
    'Content-Type': 'application/json',
  }
  const answer = await bench.call(`${addressOf(path)}${input.query ?? ''}`, {
    method,
    headers,
    ...(input.body === undefined ? {} : { body: input.body }),
  })
  const body = (await answer.json()) as { type: string; param: string; errors: { param: string }[] }
  return { status: answer.status, type: body.type, param: body.param, names: body.errors?.map(({ param }) => param) }
}
const takes = (route: string): Operation => {
  const [method = '', path = ''] = route.split(' ')
  return document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
}

const needsParameters = (route: string) =>
  takes(route).parameters?.some((each) => each.in === 'query' && each.required) === true

describe('unknown parameters and fields', () => {
  it.each(routes)('call %s rejects an unknown parameter by its name', async (route) => {
    const answer = await send(route, { query: '?surprise=1', ...(takes(route).requestBody ? { body: '{}' } : {}) })
    // When the call has query parameters of its own, the missing object of the path may be refused first.
    if (answer.status === 404 && takes(route).parameters?.some((each) => each.in === 'query')) return
    expect(answer.status).toBe(400)
    expect(answer.names).toContain('surprise')
    // Missing required parameters are reported before unknown ones.
    if (!needsParameters(route)) expect(answer).toMatchObject({ type: 'unknown_parameter', param: 'surprise' })
  })

  it.each(routes.filter((route) => !route.startsWith('GET')))(
    'call %s rejects an unknown field by its name or a missing field first',
    async (route) => {
      const answer = await send(route, { body: '{"surprise":1}' })
      if (answer.status === 404 && takes(route).requestBody) return
      expect(answer.status).toBe(400)
      expect(answer.names).toContain('surprise')
    },
  )

  it('a refusal names every unknown field', async () => {
    expect(await send('GET /v1/profile', { query: '?__proto__=1&x=1&x=2&=3' })).toMatchObject({
      type: 'unknown_parameter',
      param: '__proto__',
      names: ['__proto__', 'x', ''],
    })
    expect(await send('GET /v1/profile/orders', { query: '?=x' })).toMatchObject({
      type: 'unknown_parameter',
      names: [''],
    })
    expect(await send('POST /v1/reverify', { body: '{"__proto__":1,"constructor":{}}' })).toMatchObject({
      type: 'unknown_parameter',
      names: ['__proto__', 'constructor'],
    })
  })

  it.each(['[]', 'null', '1', '"x"'])('the body %s is rejected by a call without a body', async (body) => {
    expect(await send('POST /v1/reverify', { body })).toMatchObject({
      status: 400,
      type: 'invalid_parameter',
      param: 'body',
    })
  })

  it('a body that is not JSON is rejected as such', async () => {
    expect(await send('POST /v1/reverify', { body: '{"a"' })).toMatchObject({ status: 400, type: 'invalid_json' })
  })

  it.each([undefined, '', '{}', ' { } '])('the empty body %s counts as absent', async (body) => {
    expect((await send('POST /v1/reverify', body === undefined ? {} : { body })).status).toBe(200)
  })

  it('an unknown URL stays 404', async () => {
    expect(await send('GET /v1/nothing', { query: '?surprise=1' })).toMatchObject({ status: 404 })
    expect(await send('DELETE /v1/profile', { query: '?surprise=1' })).toMatchObject({ status: 405 })
  })
})
