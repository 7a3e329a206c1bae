import { beforeAll, describe, expect, it } from 'vitest'
import { findIdentity } from '../in-process.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { browser } from '../test-bench/edge.ts'
import { badGotos } from '../test-bench/gotos.ts'
import { makeProgram } from '../test-bench/programs.ts'
import { bearer, goodPassword, post, signupBody } from '../test-bench/sign-ups.ts'

describe('/token', () => {
  let bench: Bench
  let programId: string
  let email: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench)
    const body = signupBody()
    email = body.email
    await bench.call('/v1/signup', post(body))
  })
  const signedIn = async () => {
    const visitor = browser(bench)
    await visitor.form(`/pg/${programId}/login`, { username: email, password: goodPassword })
    return visitor
  }

  it('POST rotates the cookie and returns an access token', async () => {
    const visitor = await signedIn()
    const before = visitor.cookies.get('__Host-refresh')
    const answer = await visitor.script('/token', {})
    const token = (await answer.json()) as { access_token: string }
    expect(answer.status).toBe(200)
    expect(token).not.toHaveProperty('refresh_token')
    expect(visitor.cookies.get('__Host-refresh')).not.toBe(before)
    expect((await bench.call('/v1/profile', { headers: bearer(token) })).status).toBe(200)
  })

  it('A-21: a POST from another site returns 403', async () => {
    const visitor = await signedIn()
    const before = visitor.cookies.get('__Host-refresh')
    const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await visitor.form('/token', {}, evil)).status).toBe(403)
    expect(visitor.cookies.get('__Host-refresh')).toBe(before)
  })

  it('A-13: two tabs that refresh at once stay logged in', async () => {
    const visitor = await signedIn()
    const before = visitor.cookies.get('__Host-refresh') ?? ''
    await Promise.all([visitor.script('/token', {}), visitor.script('/token', {})])
    const after = visitor.cookies.get('__Host-refresh')
    visitor.cookies.set('__Host-refresh', before)
    bench.pass(29_000)
    expect((await visitor.script('/token', {})).status).toBe(200)
    expect(visitor.cookies.get('__Host-refresh')).toBe(after)
  })

  it('A-13: a cookie whose rotation was lost gets its successor', async () => {
    const visitor = await signedIn()
    const before = visitor.cookies.get('__Host-refresh') ?? ''
    expect(await findIdentity(visitor.pageRequest(), bench.env)).toMatchObject({ isSpent: false })
    await visitor.script('/token', {})
    const after = visitor.cookies.get('__Host-refresh')
    visitor.cookies.set('__Host-refresh', before)
    expect(await findIdentity(visitor.pageRequest(), bench.env)).toMatchObject({ isSpent: true })
    await visitor.get(`/token?goto=/pg/${programId}/profile/orders`)
    expect(visitor.cookies.get('__Host-refresh')).toBe(after)
    expect(await findIdentity(visitor.pageRequest(), bench.env)).toMatchObject({ isSpent: false })
  })

  it('A-12: reusing a cookie after the grace period ends the session', async () => {
    const owner = await signedIn()
    const thief = browser(bench)
    thief.cookies.set('__Host-refresh', owner.cookies.get('__Host-refresh') ?? '')
    expect((await owner.script('/token', {})).status).toBe(200)
    bench.pass(30_001)
    const stolen = await thief.script('/token', {})
    expect(stolen.status).toBe(401)
    expect(await stolen.json()).toMatchObject({ type: 'token_reused' })
    expect(thief.cookies.has('__Host-refresh')).toBe(false)
    expect((await owner.script('/token', {})).status).toBe(401)
  })

  it('C4: GET continues to goto with a session, or else to the log-in', async () => {
    const visitor = await signedIn()
    expect((await visitor.get('/token?goto=/pg/xy/profile/orders')).headers.get('Location')).toBe(
      '/pg/xy/profile/orders',
    )
    const nobody = browser(bench)
    expect((await nobody.get('/token?goto=/pg/xy/profile/orders')).headers.get('Location')).toBe(
      '/pg/xy/login?program_id=xy&goto=%2Fpg%2Fxy%2Fprofile%2Forders',
    )
    expect((await nobody.get(`/token?program_id=${programId}`)).headers.get('Location')).toBe(
      `/pg/${programId}/login?program_id=${programId}`,
    )
    expect((await nobody.get('/token?program_id=%3Cscript%3E')).headers.get('Location')).toBe('/')
  })

  it('A-18: an invalid goto is never followed', async () => {
    const visitor = await signedIn()
    for (const goto of badGotos.filter((each) => typeof each === 'string')) {
      expect(
        (await visitor.get(`/token?goto=${encodeURIComponent(goto)}`)).headers.get('Location'),
        JSON.stringify(goto),
      ).toBe('/')
      expect((await browser(bench).form('/token', { goto, program_id: 'p1' })).headers.get('Location')).toBe(
        '/pg/p1/login?program_id=p1',
      )
    }
  })
})
