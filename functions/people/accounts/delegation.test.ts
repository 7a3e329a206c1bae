import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Session } from '../../contract/people/session.ts'
import type { Token } from '../../contract/people/account.ts'
import { scopes } from '../../contract/people/oauth.ts'
import { signAccessToken } from '../../platform/identity/access-token.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { signedInBrowser } from '../../test-bench/edge.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { bearer, post } from '../../test-bench/sign-ups.ts'

const verifier = 'a-verifier-of-forty-three-characters-or-more'
const back = 'https://canoe.example/back'
const own = { client_id: 'lake-app', redirect_uri: back }
const request = {
  ...own,
  response_type: 'code',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

let bench: Bench
let person: Person
let one: string
let two: string
beforeAll(async () => {
  bench = await openBench()
  one = await makeProgram(bench)
  two = await makeProgram(bench)
  person = await makeCustomer(bench, { programIds: [one, two] })
  bench.env.ORGANISER_CLIENTS = `lake-app::${one}+${two}:${back},only-app::${one}:${back}`
})

const codeIn = (address: string | null) => new URL(address ?? '').searchParams.get('code') ?? ''
const exchange = (code: string, client_id = 'lake-app') =>
  bench.call(
    '/v1/oauth/token',
    post({ grant_type: 'authorization_code', ...own, client_id, code, code_verifier: verifier }),
  )
/** The token of a client that the person allowed the requested scopes. */
async function allow(more: Record<string, string> = {}): Promise<Token> {
  const answer = await bench.call(
    '/v1/oauth/authorize',
    person.json({ ...request, program_id: one, ...more, is_allowed: true }),
  )
  const { redirect_to } = (await answer.json()) as { redirect_to: string }
  return (await (await exchange(codeIn(redirect_to), more['client_id'])).json()) as Token
}
const renew = (refresh_token: string, more: Record<string, string> = {}) =>
  bench.call('/v1/oauth/token', post({ refresh_token, client_id: 'lake-app', ...more }))
const read = async (path: string, token: { access_token: string }) => {
  const answer = await bench.call(path, { headers: bearer(token) })
  return [answer.status, ((await answer.json()) as { type?: string }).type]
}
const profile = '/v1/profile'
const orders = '/v1/profile/orders'
const messages = '/v1/profile/messages'
const refused = [403, 'insufficient_scope']
const allowed = [200, undefined]

describe('the scopes of a client', () => {
  it.each([
    [undefined, 'profile bookings pay messages'],
    ['bookings', 'bookings'],
    ['messages openid profile', 'profile messages'],
    ['openid email offline_access', ''],
  ])('a client that requests the scopes “%s” gets “%s”', async (scope, granted) => {
    const token = await allow(scope === undefined ? {} : { scope })
    expect(token.scope).toBe(granted)
    const may = (name: string) => (granted.split(' ').includes(name) ? allowed : refused)
    expect([await read(profile, token), await read(orders, token), await read(messages, token)]).toEqual([
      may('profile'),
      may('bookings'),
      may('messages'),
    ])
  })

  it('an unknown scope is returned to the client', async () => {
    const answer = await bench.call(
      '/v1/oauth/authorize',
      person.json({ ...request, program_id: one, scope: 'bookings admin', is_allowed: true }),
    )
    const { redirect_to } = (await answer.json()) as { redirect_to: string }
    expect(new URL(redirect_to).searchParams.get('error')).toBe('invalid_scope')
  })

  it('the program of a token is the one on whose pages the customer gave consent', async () => {
    const visitor = await signedInBrowser(bench, person)
    const answer = await visitor.form(`/pg/${two}/authorize`, { ...request, answer: 'allow' })
    const token = (await (await exchange(codeIn(answer.headers.get('Location')))).json()) as Token
    expect(await read(`/v1/profile/programs/${two}`, token)).toEqual(allowed)
    expect(await read(`/v1/profile/programs/${one}`, token)).toEqual([404, 'not_found'])
  })

  it('a renewal keeps the scopes and the program', async () => {
    const token = (await (await renew((await allow({ scope: 'profile' })).refresh_token)).json()) as Token
    expect(token.scope).toBe('profile')
    expect([await read(orders, token), await read(`/v1/profile/programs/${one}`, token)]).toEqual([refused, allowed])
    expect(await read(`/v1/profile/programs/${two}`, token)).toEqual([404, 'not_found'])
  })

  it('a renewed token may have fewer scopes, and its own renewal all of them again', async () => {
    const first = await allow({ scope: 'profile bookings' })
    const fewer = (await (await renew(first.refresh_token, { scope: 'bookings' })).json()) as Token
    expect([fewer.scope, await read(profile, fewer), await read(orders, fewer)]).toEqual(['bookings', refused, allowed])
    const all = (await (await renew(fewer.refresh_token)).json()) as Token
    expect([all.scope, await read(profile, all)]).toEqual(['profile bookings', allowed])
  })

  it.each(['profile pay', 'pay', 'everything'])(
    'a renewal with the scopes “%s” is refused and keeps the refresh token',
    async (scope) => {
      const first = await allow({ scope: 'profile bookings' })
      const answer = await renew(first.refresh_token, { scope })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ type: 'invalid_parameter', param: 'scope', error: 'invalid_scope' })
      bench.pass(31_000)
      expect((await renew(first.refresh_token)).status).toBe(200)
      await person.renew()
    },
  )

  it('the customer’s own token has no scope and reads every program', async () => {
    const mine = { access_token: (person.headers['Authorization'] ?? '').slice('Bearer '.length) }
    expect(await read(`/v1/profile/programs/${one}`, mine)).toEqual(allowed)
    expect(await read(`/v1/profile/programs/${two}`, mine)).toEqual(allowed)
  })
})

it('the customer’s sessions name the program and the scopes of a client', async () => {
  await allow({ scope: 'bookings' })
  const { data } = (await (await bench.call('/v1/profile/sessions?limit=100', person)).json()) as List<Session>
  const seen = data.map(({ is_current, program_id, scopes: granted }) => [is_current, program_id, granted])
  expect(seen).toContainEqual([false, one, ['bookings']])
  expect(seen).toContainEqual([true, null, null])
})

describe('a client’s session from before scopes', () => {
  /** A session as an earlier version stored it. */
  async function earlier(client_id: string): Promise<Token> {
    const token = await allow({ client_id })
    const { sid } = JSON.parse(Buffer.from(token.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string
    }
    await bench.bareDb.prepare('DROP TRIGGER client_session_keeps_program').run()
    await bench.bareDb.prepare('UPDATE sessions SET program_id = NULL, scopes = NULL WHERE id = ?').bind(sid).run()
    await bench.bareDb
      .prepare(
        "CREATE TRIGGER client_session_keeps_program BEFORE UPDATE OF program_id ON sessions WHEN OLD.program_id IS NOT NULL AND NEW.program_id IS NOT OLD.program_id BEGIN SELECT RAISE(ABORT, 'client_session_keeps_program'); END",
      )
      .run()
    const identity = { ...person.identity, session_id: sid }
    const access_token = await signAccessToken(bench.env, identity, { now: bench.now(), language: 'en' })
    return { ...token, access_token }
  }

  it('the next renewal of a session from before scopes has every scope, in the client’s only program', async () => {
    const token = await earlier('only-app')
    const answer = await renew(token.refresh_token, { client_id: 'only-app' })
    const renewed = (await answer.json()) as Token
    expect(renewed.scope).toBe(scopes.join(' '))
    expect(await read(`/v1/profile/programs/${one}`, renewed)).toEqual(allowed)
    expect(await read(`/v1/profile/programs/${two}`, renewed)).toEqual([404, 'not_found'])
  })

  it('the program of a session never changes', async () => {
    const change = bench.bareDb.prepare('UPDATE sessions SET program_id = ? WHERE program_id = ?').bind(two, one).run()
    await expect(change).rejects.toThrow('client_session_keeps_program')
  })

  it('a client of several programs asks the customer again', async () => {
    const token = await earlier('lake-app')
    const answer = await renew(token.refresh_token)
    expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([401, 'token_expired'])
  })

  it('an access token without a program is rejected', async () => {
    const token = await earlier('only-app')
    expect(await read(profile, token)).toEqual([401, 'not_authenticated'])
    const write = await bench.call(profile, { ...post({ first_name: 'Eve' }, bearer(token)), method: 'PUT' })
    expect(write.status).toBe(401)
  })
})
