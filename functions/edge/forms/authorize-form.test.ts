import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageAuthorization } from '../../in-process.ts'
import { safeGoto } from '../../contract/goto.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { bearer, goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'

const verifier = 'another-verifier-of-forty-three-characters-x'
const back = 'https://canoe.example/back'
const request = {
  response_type: 'code',
  client_id: 'canoe-app',
  redirect_uri: back,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'where=lake&day=1',
}
const path = '/pg/lakeside/authorize'

describe('the OAuth consent page, without JavaScript', () => {
  let bench: Bench
  let email: string
  beforeAll(async () => {
    bench = await openBench()
    const body = signupBody()
    email = body.email
    await bench.call('/v1/signup', post(body))
  })
  /** The browser of a logged-in customer whom the client sent to the consent page. */
  const openPage = async () => {
    const visitor = browser(bench)
    const sent = await bench.call(`/v1/oauth/authorize?${new URLSearchParams(request)}`)
    const { pathname, search, searchParams } = new URL(sent.headers.get('Location') ?? '')
    expect(pageAuthorization(bench.env, searchParams)).toMatchObject({ needsConsent: true, client_id: 'canoe-app' })
    const goto = `${pathname}${search}`
    expect(safeGoto(goto, bench.env.SITE_ORIGIN, '')).toBe(goto)
    const loggedIn = await visitor.form('/pg/lakeside/login', { username: email, password: goodPassword, goto })
    expect(loggedIn.headers.get('Location')).toBe(goto)
    return visitor
  }

  it("the code from the consent page is exchanged for the customer's tokens", async () => {
    const visitor = await openPage()
    const allowed = await visitor.form(path, { ...request, answer: 'allow', language: 'fr' })
    expect(allowed.status).toBe(303)
    expect(allowed.headers.get('Referrer-Policy')).toBe('no-referrer')
    const to = new URL(allowed.headers.get('Location') ?? '')
    expect(`${to.origin}${to.pathname}`).toBe(back)
    expect(to.searchParams.get('state')).toBe(request.state)
    expect(to.searchParams.get('iss')).toBe(bench.env.SITE_ORIGIN)

    const answer = await bench.call('/v1/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: to.searchParams.get('code') ?? '',
        redirect_uri: back,
        code_verifier: verifier,
        client_id: 'canoe-app',
      }).toString(),
    })
    expect(answer.status).toBe(200)
    const token = (await answer.json()) as { access_token: string }
    expect(await (await bench.call('/v1/profile', { headers: bearer(token) })).json()).toMatchObject({ email })
  })

  it.each([['deny'], ['']])('the button “%s” of the consent page denies access', async (answer) => {
    const visitor = await openPage()
    const denied = await visitor.form(path, { ...request, answer })
    const to = new URL(denied.headers.get('Location') ?? '')
    expect(`${to.origin}${to.pathname}`).toBe(back)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      error: 'access_denied',
      state: request.state,
      iss: bench.env.SITE_ORIGIN,
    })
  })

  it('a redirect URI changed in the form is not followed', async () => {
    const visitor = await openPage()
    const fields = { ...request, answer: 'allow' }
    const changed = await visitor.form(path, { ...fields, redirect_uri: `${back}.evil.example` })
    expect(changed.headers.get('Location')).toMatch(/^\/pg\/lakeside\/authorize\?/)
  })

  it('a customer whose session ended logs in and returns to the consent page', async () => {
    const answer = await browser(bench).form(path, { ...request, answer: 'allow' })
    const to = new URL(answer.headers.get('Location') ?? '', bench.env.SITE_ORIGIN)
    expect(to.pathname).toBe('/pg/lakeside/login')
    const goto = new URL(to.searchParams.get('goto') ?? '', bench.env.SITE_ORIGIN)
    expect(goto.pathname).toBe(path)
    expect(Object.fromEntries(goto.searchParams)).toEqual({ ...request, program_id: 'lakeside' })
  })
})
