import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, bench } from '../test-bench/bench.ts'
import { makeCustomer, type Person } from '../test-bench/people.ts'

let b: Bench
let nadia: Person
beforeAll(async () => {
  b = await bench()
  nadia = await makeCustomer(b)
})
const refusal = async (path: string, init: RequestInit) => {
  const answer = await b.call(path, init)
  return { status: answer.status, ...((await answer.json()) as { type: string; param: string }) }
}
const bodied = (method: string, body?: string): RequestInit => ({
  method,
  headers: { ...nadia.headers, 'Content-Type': 'application/json' },
  ...(body === undefined ? {} : { body }),
})

describe('a refusal of the validator', () => {
  it.each([
    ['POST', '/v1/login'],
    ['PUT', '/v1/profile'],
    ['PUT', '/v1/profile/customer'],
  ])('required_parameter_missing for %s %s without a body, and for the body null', async (method, path) => {
    const missing = { status: 400, type: 'required_parameter_missing', param: 'body' }
    expect(await refusal(path, bodied(method))).toMatchObject(missing)
    expect(await refusal(path, bodied(method, 'null'))).toMatchObject(missing)
  })

  it('takes a POST whose fields are all optional without a body', async () => {
    expect((await b.call('/v1/profile/customer', bodied('POST'))).status).toBe(200)
  })

  it('names the body when the body itself is of the wrong kind', async () => {
    expect(await refusal('/v1/profile', bodied('PUT', '[]'))).toMatchObject({
      status: 400,
      type: 'invalid_parameter',
      param: 'body',
    })
  })

  it.each([
    ['/v1/profile/orders?status=gold', 'status'],
    ['/v1/profile/orders?status=paid&status=gold', 'status'],
    ['/v1/profile/orders?expand=secret', 'expand'],
  ])('names the parameter and not a word of it: %s', async (path, param) => {
    expect(await refusal(path, { headers: nadia.headers })).toMatchObject({
      status: 400,
      type: 'invalid_parameter',
      param,
    })
  })
})
