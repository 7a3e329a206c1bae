import { describe, expect, it } from 'vitest'
import { createCaller, loginFor, retryWaitMs } from './browser.ts'
import { tokenExpiry, createTokenStore, tokenKey } from './token-store.ts'

const now = Date.UTC(2027, 0, 4, 12)
const tokenFor = (name: string, seconds = 600) =>
  `head.${btoa(JSON.stringify({ sub: name, exp: now / 1000 + seconds }))}.sign`
type Seen = { path: string; method: string; bearer: string | null; key: string | null }
type Reply = { status: number; body?: unknown; retryAfter?: string } | 'lost'

/** A site with scripted responses, and a device with local storage and a cookie. */
function device(replies: { api: Reply[]; token?: Reply[] }, start: { token?: string; cookie?: string } = {}) {
  const kept = new Map<string, string>(start.token ? [[tokenKey, start.token]] : [])
  const seen: Seen[] = []
  let refreshes = 0
  let signedOut = 0
  let keys = 0
  const waits: number[] = []
  const answer = (reply: Reply | undefined): Response => {
    if (!reply || reply === 'lost') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(reply.body ?? {}), {
      status: reply.status,
      headers: reply.retryAfter === undefined ? {} : { 'Retry-After': reply.retryAfter },
    })
  }
  const fetch = (async (input: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (input === '/token') {
      refreshes += 1
      return answer(replies.token?.shift())
    }
    seen.push({
      path: input,
      method: init.method ?? 'GET',
      bearer: headers.get('Authorization'),
      key: headers.get('Idempotency-Key'),
    })
    return answer(replies.api.shift())
  }) as typeof globalThis.fetch
  let queue: Promise<unknown> = Promise.resolve()
  const locked = (work: () => Promise<string | null>) => {
    const mine = queue.then(work)
    queue = mine.catch(() => null)
    return mine
  }
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const tokens = createTokenStore({
    storage,
    cookies: () => start.cookie ?? '',
    now: () => now,
    fetch,
    withLock: locked,
  })
  const call = createCaller({
    fetch,
    tokens,
    newKey: () => `key-${++keys}`,
    language: () => 'en-CA',
    onSignedOut: () => void signedOut++,
    wait: async (ms) => void waits.push(ms),
  })
  return { call, kept, seen, waits, refreshes: () => refreshes, signedOut: () => signedOut }
}

describe('an API call with a token', () => {
  it('a call sends the token of local storage as a bearer token', async () => {
    const { call, seen } = device({ api: [{ status: 200, body: { id: 'ord_1' } }] }, { token: tokenFor('nadia') })
    expect(await call('/v1/profile')).toMatchObject({ ok: true, data: { id: 'ord_1' } })
    expect(seen).toEqual([{ path: '/api/v1/profile', method: 'GET', bearer: `Bearer ${tokenFor('nadia')}`, key: null }])
  })

  it('A-16: a call that gets 401 refreshes the token and repeats under the same key', async () => {
    const renewed = tokenFor('renewed')
    const { call, seen, refreshes, kept } = device(
      { api: [{ status: 401 }, { status: 201 }], token: [{ status: 200, body: { access_token: renewed } }] },
      { token: tokenFor('old') },
    )
    expect(await call('/v1/profile/orders', { method: 'POST', body: {} })).toMatchObject({ ok: true, status: 201 })
    expect(refreshes()).toBe(1)
    expect(seen.map(({ bearer, key }) => ({ bearer, key }))).toEqual([
      { bearer: `Bearer ${tokenFor('old')}`, key: 'key-1' },
      { bearer: `Bearer ${renewed}`, key: 'key-1' },
    ])
    expect(kept.get(tokenKey)).toBe(renewed)
  })

  it('a failed refresh sends the customer to the log-in', async () => {
    const { call, kept, signedOut, seen } = device(
      { api: [{ status: 401 }], token: [{ status: 401 }] },
      { token: tokenFor('old') },
    )
    expect(await call('/v1/profile')).toMatchObject({ ok: false, failure: { code: 401 } })
    expect([kept.has(tokenKey), signedOut(), seen.length]).toEqual([false, 1, 1])
  })

  it('a second 401 after the refresh is not retried', async () => {
    const { call, seen, signedOut } = device(
      {
        api: [{ status: 401 }, { status: 401 }],
        token: [{ status: 200, body: { access_token: tokenFor('renewed') } }],
      },
      { token: tokenFor('old') },
    )
    await call('/v1/profile')
    expect([seen.length, signedOut()]).toEqual([2, 1])
  })

  it('a token with less than a minute left is refreshed before use', async () => {
    const renewed = tokenFor('renewed')
    const { call, seen } = device(
      { api: [{ status: 200 }], token: [{ status: 200, body: { access_token: renewed } }] },
      { token: tokenFor('old', 30) },
    )
    await call('/v1/profile')
    expect(seen[0]?.bearer).toBe(`Bearer ${renewed}`)
  })

  it('two simultaneous calls refresh the token once', async () => {
    const { call, refreshes } = device(
      {
        api: [{ status: 200 }, { status: 200 }],
        token: [{ status: 200, body: { access_token: tokenFor('renewed') } }],
      },
      { token: tokenFor('old', 30) },
    )
    await Promise.all([call('/v1/profile'), call('/v1/profile/orders')])
    expect(refreshes()).toBe(1)
  })

  it('the customer stays logged in when the refresh gets no response', async () => {
    const { call, kept, signedOut } = device({ api: [], token: ['lost'] }, { token: tokenFor('old', 30) })
    expect(await call('/v1/profile')).toMatchObject({ ok: false, failure: { code: 503, type: 'unreachable' } })
    expect([kept.has(tokenKey), signedOut()]).toEqual([true, 0])
  })
})

describe('an API call with the token of an earlier log-in', () => {
  it('a token of another log-in is replaced before the call', async () => {
    const mine = tokenFor('samira')
    const { call, seen } = device(
      { api: [{ status: 200 }, { status: 200 }], token: [{ status: 200, body: { access_token: mine } }] },
      { token: tokenFor('nadia'), cookie: `signed_in=${now + 1000}` },
    )
    await call('/v1/profile')
    await call('/v1/profile')
    expect(seen.map(({ bearer }) => bearer)).toEqual([`Bearer ${mine}`, `Bearer ${mine}`])
  })
})

describe('an API call without a token', () => {
  it('a call fetches a token when the cookie shows that the customer is logged in', async () => {
    const { call, seen } = device(
      { api: [{ status: 200 }], token: [{ status: 200, body: { access_token: tokenFor('nadia') } }] },
      { cookie: `a=1; signed_in=${now + 1000}` },
    )
    expect((await call('/v1/profile')).ok).toBe(true)
    expect(seen).toHaveLength(1)
  })

  it('a call without a session goes to the log-in', async () => {
    const { call, seen, refreshes, signedOut } = device({ api: [] }, { cookie: `signed_in=${now - 1}` })
    await call('/v1/profile')
    expect([seen.length, refreshes(), signedOut()]).toEqual([0, 0, 1])
  })
})

describe('repeating a write', () => {
  it('a write without a response keeps its key', async () => {
    const { call, seen } = device(
      {
        api: [
          'lost',
          { status: 503 },
          { status: 409, body: { type: 'request_in_progress' } },
          { status: 201 },
          { status: 201 },
        ],
      },
      { token: tokenFor('nadia') },
    )
    const pay = () => call('/v1/profile/orders/ord_1/payments', { method: 'POST', body: { checkout_method: 'card' } })
    for (let time = 0; time < 5; time++) await pay()
    expect(seen.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-1', 'key-2'])
  })

  it('K5: a write is repeated under its key after a Retry-After header', async () => {
    const { call, seen, waits } = device(
      { api: [{ status: 503, retryAfter: '20' }, { status: 201 }] },
      { token: tokenFor('nadia') },
    )
    const act = { method: 'POST' as const, body: { event_id: 'evt_1' } }
    expect(await call('/v1/profile/registrations', act)).toMatchObject({ ok: true, status: 201 })
    expect(seen.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
    expect(waits).toEqual([20_000])
  })

  it('a write is not repeated without a Retry-After header', async () => {
    const { call, seen } = device({ api: [{ status: 503 }] }, { token: tokenFor('nadia') })
    expect((await call('/v1/profile/registrations', { method: 'POST', body: {} })).ok).toBe(false)
    expect(seen).toHaveLength(1)
  })

  it('a write gets a new key after a refusal', async () => {
    const { call, seen } = device({ api: ['lost', { status: 402 }, { status: 402 }] }, { token: tokenFor('nadia') })
    await call('/v1/pay', { method: 'POST', body: { source: 'one' } })
    await call('/v1/pay', { method: 'POST', body: { source: 'two' } })
    await call('/v1/pay', { method: 'POST', body: { source: 'two' } })
    expect(new Set(seen.map(({ key }) => key)).size).toBe(3)
  })
})

describe('an API call that lacks a parameter', () => {
  const nothing = undefined as unknown as string
  it.each([
    { path: '/v1/profile/orders/', options: {}, param: 'order_id' },
    {
      path: `/v1/profile/orders/${nothing}/payments`,
      options: { method: 'POST' as const, body: {} },
      param: 'order_id',
    },
    { path: '/v1/profile/attendees/null', options: { method: 'PUT' as const, body: {} }, param: 'attendee_id' },
    { path: '/v1/profile', options: { method: 'PUT' as const }, param: 'body' },
    { path: '/v1/profile', options: { method: 'PUT' as const, body: null }, param: 'body' },
  ])('a call that lacks a parameter is refused before it is sent: $path', async ({ path, options, param }) => {
    const { call, seen, refreshes } = device({ api: [] }, { token: tokenFor('nadia') })
    const failure = { code: 400, type: 'required_parameter_missing', param }
    expect(await call(path, options)).toMatchObject({ ok: false, failure })
    expect([seen.length, refreshes()]).toEqual([0, 0])
  })
})

describe('repeating a read', () => {
  it('a read without a response is retried after 1, 2 and 4 seconds', async () => {
    const { call, seen, waits } = device(
      { api: ['lost', { status: 503 }, 'lost', 'lost'] },
      { token: tokenFor('nadia') },
    )
    expect(await call('/v1/profile')).toMatchObject({ ok: false, failure: { code: 503 } })
    expect([seen.length, waits]).toEqual([4, [1000, 2000, 4000]])
  })

  it('a read returns the first response', async () => {
    const { call, waits } = device(
      { api: ['lost', { status: 200, body: { id: 'usr_1' } }] },
      { token: tokenFor('nadia') },
    )
    expect(await call('/v1/profile')).toMatchObject({ ok: true, data: { id: 'usr_1' } })
    expect(waits).toEqual([1000])
  })

  it('a read waits at most half a minute between attempts', () =>
    expect([0, 1, 2, 3, 4, 5, 9].map(retryWaitMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]))

  it.each([
    { name: 'a refusal', api: [{ status: 404 }], options: {} },
    { name: 'a write', api: ['lost' as const], options: { method: 'POST' as const, body: {} } },
  ])('a read is not retried after $name', async ({ api, options }) => {
    const { call, seen, waits } = device({ api }, { token: tokenFor('nadia') })
    await call('/v1/profile', options)
    expect([seen.length, waits]).toEqual([1, []])
  })
})

describe('the redirect of a visitor without a session', () => {
  it.each([
    {
      pathname: '/pg/lakeside/checkout/ord_1',
      search: '?lang=fr',
      to: '/pg/lakeside/login?program_id=lakeside&goto=%2Fpg%2Flakeside%2Fcheckout%2Ford_1%3Flang%3Dfr',
    },
    { pathname: '/pg/lakeside/logout', search: '', to: '/pg/lakeside/login?program_id=lakeside' },
    { pathname: '/pg/lakeside/login', search: '?goto=%2F', to: null },
    { pathname: '/', search: '', to: null },
  ])('a visitor without a session at $pathname is sent to $to', ({ to, ...here }) => expect(loginFor(here)).toBe(to))
})

describe('the expiry of a token', () => {
  it.each([
    { token: tokenFor('nadia', 600), at: now + 600_000 },
    { token: 'nonsense', at: 0 },
    { token: 'a.b.c', at: 0 },
    { token: '', at: 0 },
  ])('the token "$token" expires at $at', ({ token, at }) => expect(tokenExpiry(token)).toBe(at))
})
