import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Token } from '../../contract/people/account.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person, unique } from '../../test-bench/people.ts'

const second = 'k2:another-secret-of-at-least-32-characters'
let bench: Bench
let first: string
const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
const statusFor = async (token: Token) =>
  (await bench.call('/v1/profile', { headers: { Authorization: `Bearer ${token.access_token}` } })).status

describe('rotating TOKEN_SECRET', () => {
  beforeEach(async () => {
    bench = await openBench()
    first = bench.env.TOKEN_SECRET
  })
  afterEach(() => {
    bench.env.TOKEN_SECRET = first
  })

  const add = (key: string, name = 'Ada') => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...person.headers }
    return bench.call('/v1/profile/attendees', {
      ...json({ first_name: name, last_name: 'Roy', relations: [{ relation: 'parent' }] }),
      headers,
    })
  }
  let person: Person

  it('S17: a repeated request gets the same response after a rotation', async () => {
    person = await makeCustomer(bench)
    const made = await (await add('roll-1')).json()
    bench.env.TOKEN_SECRET = `${second},${first}`
    const again = await add('roll-1')
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await again.json()).toEqual(made)
    expect(await (await add('roll-1', 'Eve')).json()).toMatchObject({ type: 'idempotency_key_reused' })
  })

  it('S17: a repeated request has no further effect after the old key was removed', async () => {
    person = await makeCustomer(bench)
    const made = await (await add('roll-2')).json()
    bench.env.TOKEN_SECRET = second
    await person.renew()
    const again = await add('roll-2')
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(made)
    const family = await bench.call('/v1/profile/attendees', { headers: person.headers })
    expect(await family.json()).toMatchObject({ data: [made] })
  })

  it('a rotation ends no log-in', async () => {
    const person = {
      first_name: 'Ada',
      last_name: 'Roy',
      email: `roll-${unique()}@example.com`,
      phone: '+14165550123',
      password: 'a quiet lake at dawn',
      timezone: 'America/Toronto',
      verify_email: false,
    }
    const token = (await (await bench.call('/v1/signup', json(person))).json()) as Token
    bench.env.TOKEN_SECRET = `${second},${first}`
    expect(await statusFor(token)).toBe(200)
    bench.env.TOKEN_SECRET = second
    expect(await statusFor(token)).toBe(401)
    const renewed = (await (
      await bench.call('/v1/oauth/token', json({ grant_type: 'refresh_token', refresh_token: token.refresh_token }))
    ).json()) as Token
    expect(await statusFor(renewed)).toBe(200)
  })
})
