import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Token } from '../../contract/people/account.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeContext } from '../../platform/make-context.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { bearer, codeOf, goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'
import { identityFromCookie } from './cookie-identity.ts'
import { isRedirectUri } from '../../platform/identity/oauth-clients.ts'

const verifier = 'a-verifier-of-forty-three-characters-or-more'
const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const back = 'https://canoe.example/back'
const request = {
  response_type: 'code',
  client_id: 'canoe-app',
  redirect_uri: back,
  code_challenge: challengeOf(verifier),
  code_challenge_method: 'S256',
  state: 'a state & more',
}
const basic = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }

let bench: Bench
let person: Person
beforeAll(async () => {
  bench = await openBench()
  person = await makeCustomer(bench)
})
const open = async (query: Record<string, string> | [string, string][]) => {
  const answer = await bench.call(`/v1/oauth/authorize?${new URLSearchParams(query)}`)
  return { status: answer.status, to: new URL(answer.headers.get('Location') ?? 'about:blank') }
}
const without = (name: keyof typeof request) =>
  Object.fromEntries(Object.entries(request).filter(([each]) => each !== name))
const allow = async (who: Person, more: Record<string, unknown> = {}) => {
  const answer = await bench.call('/v1/oauth/authorize', who.json({ ...request, is_allowed: true, ...more }))
  return new URL(((await answer.json()) as { redirect_to: string }).redirect_to)
}
const codeFor = async (who: Person, more: Record<string, unknown> = {}) =>
  (await allow(who, more)).searchParams.get('code') ?? ''
const grant = { grant_type: 'authorization_code', redirect_uri: back, code_verifier: verifier, client_id: 'canoe-app' }
const exchange = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  bench.call('/v1/oauth/token', post({ ...grant, ...body }, headers))
const renew = (refresh_token: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  bench.call('/v1/oauth/token', post({ grant_type: 'refresh_token', refresh_token, ...more }, headers))

describe('GET oauth/authorize', () => {
  it('the request leads to the consent page of the client’s own program', async () => {
    const { status, to } = await open({ ...request, nonce: 'n', prompt: 'login' })
    expect(status).toBe(303)
    expect(`${to.origin}${to.pathname}`).toBe(`${bench.env.SITE_ORIGIN}/pg/lakeside/authorize`)
    expect(Object.fromEntries(to.searchParams)).toEqual({ ...request, program_id: 'lakeside' })
  })

  it.each([
    ['no client', { ...request, client_id: '' }, 'client_id'],
    ['an unknown client', { ...request, client_id: 'canoe-app2' }, 'client_id'],
    ['a repeated client_id', [...Object.entries(request), ['client_id', 'canoe-app']], 'client_id'],
    ['no redirect URI', { ...request, redirect_uri: '' }, 'redirect_uri'],
    [
      'a redirect URI that begins like the client’s own',
      { ...request, redirect_uri: `${back}.evil.example` },
      'redirect_uri',
    ],
    ['a path below the client’s redirect URI', { ...request, redirect_uri: `${back}/../evil` }, 'redirect_uri'],
    [
      'a query after the client’s redirect URI',
      { ...request, redirect_uri: `${back}?next=https://evil.example` },
      'redirect_uri',
    ],
    [
      'the client’s redirect URI in capital letters',
      { ...request, redirect_uri: 'https://CANOE.example/back' },
      'redirect_uri',
    ],
    [
      'the client’s redirect URI without its path',
      { ...request, redirect_uri: 'https://canoe.example' },
      'redirect_uri',
    ],
    [
      'a user name before the client’s host',
      { ...request, redirect_uri: 'https://canoe.example@evil.example/back' },
      'redirect_uri',
    ],
    ['another client’s redirect URI', { ...request, redirect_uri: 'https://bench.example/back' }, 'redirect_uri'],
    ['a repeated redirect URI', [...Object.entries(request), ['redirect_uri', back]], 'redirect_uri'],
  ] as [string, Record<string, string> | [string, string][], string][])(
    'a request with %s shows an error page without a redirect',
    async (_, query, param) => {
      const { status, to } = await open(query)
      expect([status, to.href]).toEqual([303, `${bench.env.SITE_ORIGIN}/authorize?param=${param}`])
    },
  )

  it.each([
    ['no response type', without('response_type'), 'invalid_request'],
    ['the response type “token”', { ...request, response_type: 'token' }, 'unsupported_response_type'],
    ['no challenge', without('code_challenge'), 'invalid_request'],
    ['a plain challenge', { ...request, code_challenge_method: 'plain', code_challenge: verifier }, 'invalid_request'],
    ['a challenge without a method, which means plain', without('code_challenge_method'), 'invalid_request'],
    ['a challenge that is not a SHA-256 hash', { ...request, code_challenge: 'short' }, 'invalid_request'],
    ['a repeated challenge', [...Object.entries(request), ['code_challenge', 'x'.repeat(43)]], 'invalid_request'],
    ['a program other than the client’s own', { ...request, program_id: 'elsewhere' }, 'invalid_request'],
    ['an unknown scope', { ...request, scope: 'openid admin' }, 'invalid_scope'],
  ] as [string, Record<string, string> | [string, string][], string][])(
    'a request with %s returns the error to the client’s redirect URI',
    async (_, query, error) => {
      const { status, to } = await open(query)
      expect([status, `${to.origin}${to.pathname}`]).toEqual([303, back])
      expect(Object.fromEntries(to.searchParams)).toEqual({ error, state: request.state, iss: bench.env.SITE_ORIGIN })
    },
  )

  it('a client of all programs chooses the program of the consent page', async () => {
    const own = { ...request, client_id: 'bench', redirect_uri: 'https://bench.example/back' }
    expect((await open(own)).to.searchParams.get('error')).toBe('invalid_request')
    expect((await open({ ...own, program_id: 'lakeside' })).to.pathname).toBe('/pg/lakeside/authorize')
  })

  it('a request that is too long returns an error to the client', async () => {
    const { to } = await open({ ...request, state: 's'.repeat(501) })
    expect(Object.fromEntries(to.searchParams)).toEqual({ error: 'invalid_request', iss: bench.env.SITE_ORIGIN })
  })

  it.each([
    ['https://canoe.example/back', true],
    ['http://localhost:3000/back', true],
    ['http://[::1]/', true],
    ['com.example.canoe:/back', true],
    ['http://canoe.example/back', false],
    ['http://localhost.evil.example/', false],
    ['https://canoe.example/#back', false],
    ['javascript:/x', false],
    ['data:/x', false],
    ['canoe.example/back', false],
  ])('the redirect URI %s may be configured: %s', (address, may) => {
    expect(isRedirectUri(address)).toBe(may)
  })
})

describe('POST oauth/authorize', () => {
  it('the response has the state and the issuer', async () => {
    const [yes, no] = [await allow(person), await allow(person, { is_allowed: false })]
    const words = { state: request.state, iss: bench.env.SITE_ORIGIN }
    expect(Object.fromEntries(yes.searchParams)).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), ...words })
    expect(Object.fromEntries(no.searchParams)).toEqual({ error: 'access_denied', ...words })
    expect(`${yes.origin}${yes.pathname}`).toBe(back)
  })

  it('only the hash of a code is stored', async () => {
    const evil = await bench.call(
      '/v1/oauth/authorize',
      person.json({ ...request, redirect_uri: `${back}.evil.example`, is_allowed: true }),
    )
    expect([evil.status, ((await evil.json()) as { param: string }).param]).toEqual([400, 'redirect_uri'])
    expect((await allow(person, { code_challenge_method: 'plain' })).searchParams.get('error')).toBe('invalid_request')
    const code = await codeFor(person)
    const count = (hash: string) =>
      bench.env.DB.prepare('SELECT count(*) AS n FROM authorization_codes WHERE hash = ?').bind(hash).first('n')
    expect([await count(code), await count(challengeOf(code))]).toEqual([0, 1])
  })
})

describe('POST oauth/token with a code', () => {
  it('the exchange returns a token of the consenting customer', async () => {
    const answer = await exchange({ code: await codeFor(person) })
    expect(answer.status).toBe(200)
    const token = (await answer.json()) as Token
    const profile = await bench.call('/v1/profile', { headers: bearer(token) })
    expect(await profile.json()).toMatchObject({ email: person.email })
    const sessions = await bench.call('/v1/profile/sessions', { headers: person.headers })
    const { data } = (await sessions.json()) as { data: { browser: string }[] }
    expect(data.map(({ browser }) => browser)).toContain('canoe-app')
  })

  it.each([
    ['another verifier', { code_verifier: `${verifier}x` }],
    ['the challenge itself', { code_verifier: request.code_challenge }],
    ['another redirect URI of the client', { redirect_uri: 'com.example.canoe:/back' }],
    ['a made-up code', { code: 'x'.repeat(43) }],
  ])('an exchange with %s returns invalid_grant and does not use up the code', async (_, more) => {
    const code = await codeFor(person)
    const answer = await exchange({ code, ...more })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type: 'token_invalid', error: 'invalid_grant' })
    expect((await exchange({ code })).status).toBe(200)
  })

  it.each([['code'], ['redirect_uri'], ['code_verifier'], ['client_id']])(
    'the exchange of a code requires the parameter %s',
    async (name) => {
      const answer = await exchange({ code: await codeFor(person), [name]: null })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ type: 'required', param: name, error: 'invalid_request' })
    },
  )

  it('a code expires after 60 seconds', async () => {
    const [soon, late] = [await codeFor(person), await codeFor(person)]
    bench.pass(60_000)
    expect((await exchange({ code: soon })).status).toBe(200)
    bench.pass(1)
    expect(await (await exchange({ code: late })).json()).toMatchObject({ error: 'invalid_grant' })
    await person.renew()
  })

  it('reusing a code ends the tokens issued for it', async () => {
    const code = await codeFor(person)
    const token = (await (await exchange({ code })).json()) as Token
    expect(await (await exchange({ code })).json()).toMatchObject({ type: 'token_invalid', error: 'invalid_grant' })
    expect((await bench.call('/v1/profile', { headers: bearer(token) })).status).toBe(401)
    expect((await renew(token.refresh_token, { client_id: 'canoe-app' })).status).toBe(401)
  })

  it('one of many concurrent exchanges succeeds', async () => {
    const code = await codeFor(person)
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange({ code })))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const live = bench.env.DB.prepare(
      'SELECT count(*) AS n FROM sessions JOIN authorization_codes ON session_id = sessions.id WHERE hash = ? AND ended_at IS NULL',
    )
    expect(await live.bind(challengeOf(code)).first('n')).toBe(0)
  })

  it('a code ends with the session that authorized it', async () => {
    const other = await makeCustomer(bench)
    const code = await codeFor(other)
    await bench.call('/v1/logout', other.json({}))
    expect(await (await exchange({ code })).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('a client with a secret authenticates at the exchange and at every refresh', async () => {
    const own = { client_id: 'bench', redirect_uri: 'https://bench.example/back', program_id: 'lakeside' }
    const code = await codeFor(person, own)
    const sent = { ...own, program_id: undefined, code }
    const refused = [
      await exchange(sent),
      await exchange(sent, { Authorization: `Basic ${btoa('bench:another-secret-of-32-characters')}` }),
      await exchange({ ...sent, client_id: 'canoe-app' }, basic),
    ]
    for (const answer of refused)
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'invalid_client'])
    const answer = await exchange({ ...sent, client_id: null }, basic)
    expect(answer.status).toBe(200)
    const token = (await answer.json()) as Token
    expect((await renew(token.refresh_token)).status).toBe(401)
    expect((await renew(token.refresh_token, { client_id: 'bench' })).status).toBe(401)
    expect((await renew(token.refresh_token, {}, basic)).status).toBe(200)
    // The count of the wrong secret above has expired.
    bench.pass(15 * 60_000 + 200)
    await person.renew()
  })

  it('only the client that got a code or token can use it', async () => {
    const token = (await (await exchange({ code: await codeFor(person) })).json()) as Token
    for (const answer of [await renew(token.refresh_token), await renew(token.refresh_token, {}, basic)])
      expect(answer.status).toBe(401)
    expect((await renew(token.refresh_token, { client_id: 'canoe-app' })).status).toBe(200)
    const stolen = await exchange({ code: await codeFor(person), client_id: null }, basic)
    expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' })
  })

  it("a client's token cannot do what is reserved to the customer", async () => {
    const who = await makeCustomer(bench)
    const token = (await (await exchange({ code: await codeFor(who) })).json()) as Token
    const cookie = (value: string) =>
      identityFromCookie(
        makeContext({ env: bench.env, now: bench.now() }),
        new Request('http://localhost:8787/', { headers: { Cookie: `__Host-refresh=${value}` } }),
      )
    expect(await cookie(token.refresh_token)).toBeNull()
    const call = async (method: string, path: string, body?: object) => {
      const init = body ? { ...post(body, bearer(token)), method } : { method, headers: bearer(token) }
      const answer = await bench.call(path, init)
      return [answer.status, ((await answer.json()) as { type?: string }).type]
    }
    const invitation = { program_id: 'lakeside', first_name: 'A', last_name: 'B', email: 'mine@example.com' }
    const refused = [
      await call('POST', '/v1/profile/export', {}),
      await call('DELETE', '/v1/profile/customer', { password: goodPassword }),
      await call('POST', '/v1/profile/customer/restore', {}),
      await call('POST', '/v1/profile/email', { email: 'mine@example.com', password: goodPassword }),
      await call('POST', '/v1/profile/invitations', {
        ...{ ...invitation, relation: 'parent', rights: ['manage'], attendee_ids: ['att_1'] },
      }),
      await call('GET', '/v1/profile/sessions'),
      await call('DELETE', '/v1/profile/sessions'),
    ]
    expect(refused).toEqual(refused.map(() => [403, 'insufficient_scope']))
    expect(await call('POST', '/v1/logout', {})).toEqual([200, 'logged_out'])
    expect(await call('GET', '/v1/profile')).toEqual([401, 'not_authenticated'])
  })

  it("a client's session can neither authorize another client nor change the email", async () => {
    const body = signupBody()
    const own = (await (await bench.call('/v1/signup', post(body))).json()) as Token
    await bench.call('/v1/verify', post({ code: await codeOf(bench, body.email) }, bearer(own)))
    const allowed = await bench.call('/v1/oauth/authorize', post({ ...request, is_allowed: true }, bearer(own)))
    const { redirect_to } = (await allowed.json()) as { redirect_to: string }
    const code = new URL(redirect_to).searchParams.get('code') ?? ''
    const token = (await (await exchange({ code })).json()) as Token
    const again = await bench.call('/v1/oauth/authorize', post({ ...request, is_allowed: true }, bearer(token)))
    expect(again.status).toBe(403)
    const email = (more: object, who: Token) =>
      bench.call('/v1/profile/email', post({ email: `else${body.email}`, ...more }, bearer(who)))
    for (const more of [{}, { password: goodPassword }])
      expect(await (await email(more, token)).json()).toMatchObject({ code: 403, type: 'insufficient_scope' })
  })
})
