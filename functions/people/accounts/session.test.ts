import { dayMs } from '../../contract/limits.ts'
import { inArray } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp, Token } from '../../contract/people/account.ts'
import { database } from '../../platform/database/database.ts'
import { refreshTokens } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { bearer, goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'
import { hashOfToken } from './refresh-token.ts'

describe('POST oauth/token', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  const signUp = async () => {
    const body = signupBody()
    return { ...((await (await bench.call('/v1/signup', post(body))).json()) as SignedUp), password: goodPassword }
  }
  const refresh = (refresh_token: string) =>
    bench.call('/v1/oauth/token', post({ grant_type: 'refresh_token', refresh_token }))

  it('returns 200 with a rotated refresh token', async () => {
    const person = await signUp()
    const token = (await (await refresh(person.refresh_token)).json()) as Token
    expect(token.refresh_token).not.toBe(person.refresh_token)
    expect((await bench.call('/v1/profile', { headers: bearer(token) })).status).toBe(200)
    const stored = (texts: string[]) =>
      database(bench.env.DB).select().from(refreshTokens).where(inArray(refreshTokens.hash, texts))
    expect(await stored([token.refresh_token, person.refresh_token])).toEqual([])
    expect(await stored([token.refresh_token, person.refresh_token].map(hashOfToken))).toHaveLength(2)
  })

  it('the call accepts a form and the former path', async () => {
    const person = await signUp()
    const form = await bench.call('/v1/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: person.refresh_token }).toString(),
    })
    expect(form.status).toBe(200)
    const token = (await form.json()) as Token
    const older = await bench.call('/v1/token/refresh', post(token))
    expect(older.status).toBe(200)
    expect(older.headers.get('Deprecation')).toBe('true')
    expect(form.headers.get('Deprecation')).toBeNull()
  })

  it('A-12: thirty concurrent refreshes get one successor', async () => {
    const person = await signUp()
    const answers = await Promise.all(Array.from({ length: 30 }, () => refresh(person.refresh_token)))
    const successors = new Set(
      await Promise.all(answers.map(async (answer) => ((await answer.json()) as Token).refresh_token)),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(successors.size).toBe(1)
    bench.pass(30_000)
    expect(((await (await refresh(person.refresh_token)).json()) as Token).refresh_token).toBe([...successors][0])
  })

  it('S-14, A-12: reusing a token after the grace period ends all tokens of its session', async () => {
    const person = await signUp()
    const token = (await (await refresh(person.refresh_token)).json()) as Token
    bench.pass(30_001)
    const stolen = await refresh(person.refresh_token)
    expect(stolen.status).toBe(401)
    expect(await stolen.json()).toMatchObject({
      type: 'token_reused',
      error: 'invalid_grant',
      error_description: expect.any(String),
    })
    expect(await (await refresh(token.refresh_token)).json()).toMatchObject({ type: 'token_reused' })
    const write = await bench.call('/v1/profile', { ...post({ first_name: 'New' }, bearer(token)), method: 'PUT' })
    expect(write.status).toBe(401)
  })

  it('S9: a used refresh token gets its successor for 30 s', async () => {
    const person = await signUp()
    const send = () =>
      bench.call('/v1/oauth/token', post({ refresh_token: person.refresh_token }, { 'Idempotency-Key': 'refresh-1' }))
    const first = (await (await send()).json()) as Token
    const within = await send()
    expect(within.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await within.json()).toEqual(first)
    bench.pass(30_001)
    const late = await send()
    expect(late.status).toBe(401)
    expect(await late.json()).toMatchObject({ type: 'token_reused' })
  })

  it.each(['/v1/login', '/v1/signup'])('S9: %s with its key is executed again after 30 s', async (path) => {
    const body = signupBody()
    await bench.call('/v1/signup', post(body))
    const input = path === '/v1/login' ? { username: body.email, password: goodPassword } : body
    const send = (sent: object = input) =>
      bench.call(path, post(sent, { 'Idempotency-Key': `again-${body.email}`.slice(0, 64) }))
    const first = (await (await send()).json()) as Token
    bench.pass(30_001)
    const late = await send()
    expect(late.headers.get('Idempotency-Replayed')).toBeNull()
    expect(((await late.json()) as Token).refresh_token).not.toBe(first.refresh_token)
    bench.pass(30_001)
    expect((await send({ ...input, password: 'another one, not right' })).status).toBe(422)
  })

  it('S-14: a session is extended by 30 days and ends after 90', async () => {
    let token: Token = await signUp()
    for (const days of [29, 29, 29]) {
      bench.pass(days * dayMs)
      token = (await (await refresh(token.refresh_token)).json()) as Token
      expect(token.refresh_token).toBeTruthy()
    }
    bench.pass(3 * dayMs + 1)
    expect(await (await refresh(token.refresh_token)).json()).toMatchObject({ type: 'token_expired', code: 401 })
  })

  it('S-14: an unused token expires after 30 days', async () => {
    const person = await signUp()
    bench.pass(30 * dayMs + 1)
    expect(await (await refresh(person.refresh_token)).json()).toMatchObject({ type: 'token_expired' })
  })

  it.each([
    [{ refresh_token: 'x'.repeat(43) }, 401, 'not_authenticated', 'invalid_grant'],
    [{ refresh_token: 'short' }, 401, 'not_authenticated', 'invalid_grant'],
    [{}, 400, 'required', 'invalid_request'],
    [{ grant_type: 'password', refresh_token: 'x' }, 400, 'invalid_parameter', 'unsupported_grant_type'],
    [
      {
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: 'https://example.com/',
        code_verifier: 'y',
        client_id: 'z',
      },
      401,
      'not_authenticated',
      'invalid_client',
    ],
    [{ grant_type: 7, refresh_token: 'x' }, 400, 'invalid_parameter', 'unsupported_grant_type'],
    [{ refresh_token: 'x', audience: 'all' }, 400, 'unknown_parameter', 'invalid_request'],
  ])('the token request %j returns %i %s', async (body, status, type, error) => {
    const answer = await bench.call('/v1/oauth/token', post(body))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ type, error, code: status })
  })

  it('A-14: every write returns 401 after a log-out or a revocation', async () => {
    const ends: [string, (token: Token) => RequestInit][] = [
      ['/v1/logout', (token) => post({}, bearer(token))],
      ['/v1/oauth/revoke', (token) => post({ token: token.refresh_token })],
      ['/v1/oauth/revoke', (token) => post({ token: token.access_token, token_type_hint: 'access_token' })],
      [
        '/v1/oauth/revoke',
        ({ access_token, refresh_token, id_token, token_type, expires_in }) =>
          post({ access_token, refresh_token, id_token, token_type, expires_in }),
      ],
    ]
    for (const [path, init] of ends) {
      const person = await signUp()
      const answer = await bench.call(path, init(person))
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ object: 'done' })
      expect(
        (await bench.call('/v1/profile', { ...post({ first_name: 'New' }, bearer(person)), method: 'PUT' })).status,
      ).toBe(401)
      expect(await (await refresh(person.refresh_token)).json()).toMatchObject({ type: 'token_expired' })
    }
  })

  it('revoke responds the same for an unknown token', async () => {
    expect((await bench.call('/v1/oauth/revoke', post({ token: 'y'.repeat(43) }))).status).toBe(200)
    expect(
      await (await bench.call('/v1/oauth/revoke', post({ token_type_hint: 'refresh_token' }))).json(),
    ).toMatchObject({
      type: 'required',
      param: 'token',
      error: 'invalid_request',
    })
  })

  it('a second log-out gets the response of the first', async () => {
    const person = await signUp()
    for (let n = 0; n < 2; n += 1) expect((await bench.call('/v1/logout', post({}, bearer(person)))).status).toBe(200)
  })

  it('A-15: a token in the URL is not read', async () => {
    const person = await signUp()
    const secret = new TextEncoder().encode('test-secret-of-at-least-32-characters')
    const now = Math.floor(bench.now() / 1000)
    const claims = { cus: 'cus_1', sid: 'ses_1', lng: 'en' }
    const sign = (
      header: Record<string, unknown>,
      more: Record<string, unknown> = {},
      key = secret,
      at: { iss?: string; aud?: string; exp?: number; nbf?: number } = {},
    ) => {
      const token = new SignJWT({ ...claims, ...more })
        .setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'at+jwt', ...header })
        .setSubject(person.id)
        .setIssuer(at.iss ?? bench.env.SITE_ORIGIN)
        .setAudience(at.aud ?? 'api')
        .setIssuedAt(now)
        .setExpirationTime(at.exp ?? now + 600)
      return (at.nbf === undefined ? token : token.setNotBefore(at.nbf)).sign(key)
    }
    const unsigned = (header: object, payload: object) =>
      `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    const payload = { ...claims, sub: person.id, iss: bench.env.SITE_ORIGIN, aud: 'api', iat: now, exp: now + 600 }
    const good = person.access_token
    const [head = '', body = '', mac = ''] = good.split('.')
    const changed = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'usr_other' }),
    ).toString('base64url')
    const forged = [
      unsigned({ alg: 'none', typ: 'at+jwt' }, payload),
      unsigned({ alg: 'None', kid: 'k1', typ: 'at+jwt' }, payload),
      unsigned({ alg: 'HS256', kid: 'k1', typ: 'at+jwt' }, payload),
      await sign({ alg: 'HS512' }, {}, new TextEncoder().encode('x'.repeat(64))),
      await sign({}, {}, new TextEncoder().encode('another-secret-of-at-least-32-characters')),
      await sign({ kid: 'k2' }),
      await sign({ kid: '../../etc/passwd' }),
      await sign({ kid: '' }),
      await sign({ kid: undefined }),
      await sign({ typ: 'JWT' }),
      await sign({ typ: undefined }),
      await sign({}, {}, secret, { iss: 'https://evil.example' }),
      await sign({}, {}, secret, { aud: bench.env.SITE_ORIGIN }),
      await sign({}, {}, secret, { aud: 'API' }),
      await sign({}, {}, secret, { exp: now - 1 }),
      await sign({}, {}, secret, { exp: now }),
      await sign({}, {}, secret, { nbf: now + 60 }),
      await sign({}, { sid: undefined }),
      await sign({}, { cus: undefined }),
      await sign({}, { padding: 'x'.repeat(64_000) }),
      person.id_token,
      `${head}.${changed}.${mac}`,
      `${head}.${body}.${mac.slice(0, -4)}AAAA`,
      `${head}.${body}`,
      `${good}x`,
      'x',
      '',
    ]
    expect((await bench.call('/v1/profile', { headers: { Authorization: `Bearer ${good}` } })).status).toBe(200)
    for (const token of forged) {
      const answer = await bench.call('/v1/profile', { headers: { Authorization: `Bearer ${token}` } })
      expect(answer.status, token.slice(0, 60)).toBe(401)
    }
    expect((await bench.call(`/v1/profile?access_token=${good}`)).status).toBe(400)
    expect(
      (
        await bench.call('/v1/profile', {
          headers: { Cookie: `__Host-refresh=${person.refresh_token}; token=${good}` },
        })
      ).status,
    ).toBe(401)
  })

  it('the scheduled run deletes expired attempts, codes and tokens', async () => {
    const person = await signUp()
    await bench.call('/v1/login', post({ username: person.email, password: 'a wrong one' }))
    bench.pass(40 * dayMs)
    await bench.tick()
    const left = await bench.env.DB.prepare(
      'SELECT (SELECT count(*) FROM attempts WHERE window_starts_at < ?1) AS tries, (SELECT count(*) FROM email_codes WHERE created < ?1) AS codes, (SELECT count(*) FROM refresh_tokens WHERE expires_at < ?2) AS tokens',
    )
      .bind(bench.now() - dayMs, bench.now() - 7 * dayMs)
      .first()
    expect(left).toEqual({ tries: 0, codes: 0, tokens: 0 })
  })
})
