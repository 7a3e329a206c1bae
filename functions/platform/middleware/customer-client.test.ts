import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'

const secret = 'school-secret-of-32-characters-x'
let bench: Bench
let person: Person
let other: Person
beforeAll(async () => {
  bench = await openBench()
  const programIds = [await makeProgram(bench)]
  person = await makeCustomer(bench, { programIds })
  other = await makeCustomer(bench, { programIds })
  const id = (each: Person) => each.identity.customer_id
  bench.env.CUSTOMER_CLIENTS = `school:${secret}:${id(person)},short:secret:${id(person)},gone:${secret}:cus_none,later:${secret}:`
})
afterAll(() => {
  delete bench.env.CUSTOMER_CLIENTS
})

const basic = (credentials: string, more: Record<string, string> = {}) => ({
  Authorization: `Basic ${btoa(credentials)}`,
  'CF-Connecting-IP': '203.0.113.200',
  'Content-Type': 'application/json',
  ...more,
})
const right = () => basic(`school:${secret}`)
const call = (path: string, headers: Record<string, string>, body?: unknown, method = body ? 'POST' : 'GET') =>
  bench.call(`/v1/profile${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
const refusal = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { type: string }).type]
}
const notAuthenticated = [401, 'not_authenticated']

describe('Basic credentials in the calls of customers', () => {
  it('Basic credentials act as the one configured customer', async () => {
    expect(await (await call('', right())).json()).toMatchObject({ email: person.email })
    const attendee = { first_name: 'Ines', last_name: 'Roy', relations: [{ relation: 'parent' }] }
    const key = { 'Idempotency-Key': 'school-1' }
    const made = await call('/attendees', { ...right(), ...key }, attendee)
    expect(made.status, await made.clone().text()).toBe(201)
    const again = await call('/attendees', { ...right(), ...key }, attendee)
    expect(((await again.json()) as { id: string }).id).toBe(((await made.json()) as { id: string }).id)
    const { total } = (await (await bench.call('/v1/profile/attendees', { headers: person.headers })).json()) as {
      total: number
    }
    expect(total).toBe(1)
    const theirs = await bench.call('/v1/profile/attendees', { headers: other.headers })
    expect(((await theirs.json()) as { total: number }).total).toBe(0)
  })

  it.each([
    ['a wrong secret', () => basic(`school:${secret}x`)],
    ['an unknown client', () => basic(`college:${secret}`)],
    ['a secret that is too short', () => basic('short:secret')],
    ['a missing customer', () => basic(`gone:${secret}`)],
    ['a client that has no customer', () => basic(`later:${secret}`)],
    ['the client of an organisation', () => basic('bench:bench-secret-of-32-characters-x')],
    ['the Origin header of a browser', () => basic(`school:${secret}`, { Origin: bench.env.SITE_ORIGIN })],
    ['the fetch headers of a browser’s navigation', () => basic(`school:${secret}`, { 'Sec-Fetch-Site': 'none' })],
  ])('Basic credentials with %s are rejected', async (_, headers) => {
    expect(await refusal(call('', headers()))).toEqual(notAuthenticated)
  })

  it('Basic credentials cannot do what requires a person’s own log-in', async () => {
    const ownSession = [403, 'transition_not_allowed']
    expect(await refusal(call('/sessions', right(), undefined, 'DELETE'))).toEqual(ownSession)
    expect(await refusal(call('/passkeys/options', right(), { password: 'x' }))).toEqual(ownSession)
    expect(await refusal(call('/email', right(), { email: 'mine@example.com' }))).toEqual([400, 'required'])
    expect(await refusal(call('/customer', right(), {}, 'DELETE'))).toEqual(ownSession)
    const allow = { response_type: 'code', client_id: 'canoe-app', redirect_uri: 'https://canoe.example/back' }
    const proof = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256', is_allowed: true }
    const request = { method: 'POST', headers: right(), body: JSON.stringify({ ...allow, ...proof }) }
    expect(await refusal(bench.call('/v1/oauth/authorize', request))).toEqual(notAuthenticated)
  })

  it('Basic credentials for a closed account are invalid', async () => {
    const setActive = (value: number) =>
      bench.env.DB.prepare('UPDATE users SET is_active = ? WHERE id = ?').bind(value, person.identity.user_id).run()
    await setActive(0)
    expect(await refusal(call('', right()))).toEqual([403, 'account_inactive'])
    await setActive(1)
    const configured = bench.env.CUSTOMER_CLIENTS
    delete bench.env.CUSTOMER_CLIENTS
    expect(await refusal(call('', right()))).toEqual(notAuthenticated)
    if (configured) bench.env.CUSTOMER_CLIENTS = configured
  })

  it('Basic credentials are limited after twenty wrong secrets from one address', async () => {
    const { RATE_LIMITS } = bench.env
    bench.env.RATE_LIMITS = 'strict'
    const from = { 'CF-Connecting-IP': '203.0.113.201' }
    const statuses: number[] = []
    for (let n = 0; n < 22; n++) statuses.push((await call('', basic(`school:guess number ${n} of many`, from))).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect((await call('', basic(`school:${secret}`, from))).status).toBe(429)
    bench.env.RATE_LIMITS = RATE_LIMITS
  })
})
