import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'

let site: Bench
let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`
const logIn = (address: string, username: string, password: string) =>
  site.call('/v1/login', post({ username, password }, { 'CF-Connecting-IP': address }))
const stranger = () => `stranger${crypto.randomUUID()}@example.com`
const signUp = async () => {
  const body = signupBody()
  await site.call('/v1/signup', post(body))
  return body.email
}
/** Sends twenty wrong log-ins for twenty accounts. */
const closeAddress = async (address: string) => {
  for (let n = 0; n < 20; n += 1) expect((await logIn(address, stranger(), 'Winter2026!')).status).toBe(401)
}

describe('S4: wrong log-ins from one address', () => {
  let wide: Bench['env']['RATE_LIMITS']
  beforeAll(async () => {
    site = await openBench()
    wide = site.env.RATE_LIMITS
    site.env.RATE_LIMITS = 'strict'
  })
  afterAll(() => {
    site.env.RATE_LIMITS = wide
  })

  it('S4: an address is blocked for every account after twenty wrong log-ins in ten minutes', async () => {
    const email = await signUp()
    const address = newAddress()
    await closeAddress(address)
    const refused = await logIn(address, email, goodPassword)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ type: 'too_many_requests' })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(500)
    expect((await logIn(newAddress(), email, goodPassword)).status).toBe(200)

    site.pass(10 * 60_000 + 100)
    expect((await logIn(address, email, goodPassword)).status).toBe(200)
  })

  it('S4: at most twenty of many simultaneous log-ins are verified', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 24 }, () => logIn(address, stranger(), 'Winter2026!')))
    // The passwords of requests that waited too long were not verified either.
    const statuses = answers.map(({ status }) => (status === 503 ? 401 : status))
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  it('S4: a log-in rejected by the lock of its account does not count for the address', async () => {
    const email = await signUp()
    const address = newAddress()
    for (let n = 0; n < 5; n += 1) expect((await logIn(newAddress(), email, `guess ${n}`)).status).toBe(401)
    for (let n = 0; n < 25; n += 1)
      expect(await (await logIn(address, email, 'Winter2026!')).json()).toMatchObject({ type: 'account_locked' })
    expect((await logIn(address, await signUp(), goodPassword)).status).toBe(200)
  })

  it("S4: a sign-up with an existing account's email counts as a log-in", async () => {
    const email = await signUp()
    const address = newAddress()
    await closeAddress(address)
    const again = { ...signupBody(), email, password: 'a wrong password' }
    const refused = await site.call('/v1/signup', post(again, { 'CF-Connecting-IP': address }))
    expect(refused.status).toBe(429)
  })

  it('S4: correct log-ins do not count', async () => {
    const email = await signUp()
    const address = newAddress()
    for (let n = 0; n < 25; n += 1) expect((await logIn(address, email, goodPassword)).status).toBe(200)
  })

  it('S4: attempts from a blocked address lock no account', async () => {
    const email = await signUp()
    const address = newAddress()
    const owner = browser(site)
    const form = { username: email, password: goodPassword }
    const fromHere = { 'CF-Connecting-IP': address }
    await owner.form('/pg/lakeside/login', form, { 'CF-Connecting-IP': newAddress() })
    await closeAddress(address)
    for (let n = 0; n < 8; n += 1) expect((await logIn(address, email, `guess ${n}`)).status).toBe(429)
    expect((await owner.script('/pg/lakeside/login', form, fromHere)).status).toBe(200)
    expect((await browser(site).script('/pg/lakeside/login', form, fromHere)).status).toBe(429)
    expect((await logIn(newAddress(), email, goodPassword)).status).toBe(200)
  })
})
