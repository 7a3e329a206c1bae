import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '../../platform/database/database.ts'
import { users } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { hashWithCost } from '../../test-bench/old-hash.ts'
import { bearer, goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'

describe('POST login', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  const signUp = async () => {
    const body = signupBody()
    const made = (await (await bench.call('/v1/signup', post(body))).json()) as { id: string; access_token: string }
    return { ...body, ...made, email: body.email }
  }
  const logIn = (username: string, password: string) => bench.call('/v1/login', post({ username, password }))

  it("returns 200 with a token, regardless of the email's letter case", async () => {
    const { email } = await signUp()
    const answer = await logIn(` ${email.toUpperCase()}`, goodPassword)
    const token = (await answer.json()) as { access_token: string }
    expect(answer.status).toBe(200)
    expect(Object.keys(token).sort()).toEqual(['access_token', 'expires_in', 'id_token', 'refresh_token', 'token_type'])
    expect(await (await bench.call('/v1/profile', { headers: bearer(token) })).json()).toMatchObject({
      email,
      last_login: new Date(bench.now()).toISOString(),
    })
  })

  it('A-01, A-03: an unknown email and a wrong password get the same response after the same work', async () => {
    const { email } = await signUp()
    // Measures the hashing of the product instead of the test bench's.
    const { HASHER } = bench.env
    delete bench.env.HASHER
    const shown = async (answer: Response) => ({
      status: answer.status,
      body: { ...((await answer.json()) as object), timestamp: '' },
      headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
    })
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 6; round += 1) {
      const input = { known: email, unknown: `nobody${round}@example.com` }
      const answers: object[] = []
      for (const who of ['known', 'unknown'] as const) {
        const began = process.cpuUsage()
        const answer = await logIn(input[who], 'a wrong one')
        times[who].push(process.cpuUsage(began).user / 1000)
        answers.push(await shown(answer))
      }
      expect(answers[0]).toEqual(answers[1])
      bench.pass(16 * 60_000)
    }
    if (HASHER) bench.env.HASHER = HASHER
    // Processor time excludes other processes; a hash takes at least 100 ms, and the minimum of six runs is the
    // undisturbed one.
    expect(Math.min(...times.unknown)).toBeGreaterThan(60)
    expect(Math.abs(Math.min(...times.known) - Math.min(...times.unknown))).toBeLessThan(60)
  })

  it('A-04: five wrong attempts lock an account for 15 minutes', async () => {
    const { email } = await signUp()
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => logIn(email, `guess number ${index}`)))
    const types = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { type: string }).type))
    expect(types.filter((type) => type === 'bad_credentials')).toHaveLength(5)
    expect(types.filter((type) => type === 'account_locked')).toHaveLength(25)

    const closed = await logIn(email, goodPassword)
    expect(closed.status).toBe(401)
    expect(closed.headers.get('Retry-After')).toMatch(/^90[01]$/)
    bench.pass(14 * 60_000)
    expect((await logIn(email, goodPassword)).status).toBe(401)
    bench.pass(60_010)
    expect((await logIn(email, goodPassword)).status).toBe(200)
  })

  it('A-04: an unknown email is locked in the same way', async () => {
    for (let n = 0; n < 5; n += 1) await logIn('nobody-at-all@example.com', 'guess guess')
    expect(await (await logIn('nobody-at-all@example.com', 'guess guess')).json()).toMatchObject({
      type: 'account_locked',
    })
  })

  it('A-04: only wrong attempts within 15 minutes count', async () => {
    const { email } = await signUp()
    for (let n = 0; n < 4; n += 1) {
      await logIn(email, 'a wrong one')
      expect((await logIn(email, goodPassword)).status).toBe(200)
      bench.pass(3 * 60_000)
    }
    await logIn(email, 'a wrong one')
    expect(await (await logIn(email, goodPassword)).json()).toMatchObject({ type: 'account_locked' })
    bench.pass(10 * 60_000)
    expect(await (await logIn(email, goodPassword)).json()).toMatchObject({ type: 'account_locked' })
    bench.pass(5 * 60_000 + 10)
    expect((await logIn(email, goodPassword)).status).toBe(200)
  })

  it('A-04: the owner can log in from a known browser while the account is locked', async () => {
    const { email } = await signUp()
    const owner = browser(bench)
    await owner.form('/pg/lakeside/login', { username: email, password: goodPassword })
    for (let n = 0; n < 6; n += 1) await logIn(email, 'a stranger guesses')
    expect((await owner.script('/pg/lakeside/login', { username: email, password: goodPassword })).status).toBe(200)
    const stranger = browser(bench)
    stranger.cookies.set('__Host-device', 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect((await stranger.script('/pg/lakeside/login', { username: email, password: goodPassword })).status).toBe(401)
    stranger.cookies.set('__Host-device', owner.cookies.get('__Host-device') ?? '')
    expect(
      (await stranger.script('/pg/lakeside/login', { username: 'other@example.com', password: goodPassword })).status,
    ).toBe(401)
  })

  it('A-14: a closed account returns 403 for the right password', async () => {
    const person = await signUp()
    await database(bench.env.DB).update(users).set({ is_active: false }).where(eq(users.id, person.id))
    const answer = await logIn(person.email, goodPassword)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ type: 'account_inactive' })
    expect((await bench.call('/v1/profile', { headers: bearer(person) })).status).toBe(403)
    expect(
      (await bench.call('/v1/profile', { ...post({ first_name: 'New' }, bearer(person)), method: 'PUT' })).status,
    ).toBe(403)
    expect((await logIn(person.email, 'a wrong one')).status).toBe(401)
  })

  it('an outdated password hash is replaced at the next log-in', async () => {
    const { email, id } = await signUp()
    const db = database(bench.env.DB)
    await db
      .update(users)
      .set({ password_hash: await hashWithCost(goodPassword, bench.env.PASSWORD_PEPPER, { logN: 12, r: 8, p: 1 }) })
      .where(eq(users.id, id))
    expect((await logIn(email, goodPassword)).status).toBe(200)
    const [row] = await db.select().from(users).where(eq(users.id, id))
    expect(row?.password_hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/)
    expect((await logIn(email, goodPassword)).status).toBe(200)
  })

  it.each([
    [{}, 'required', 'username'],
    [{ username: 'x@example.com' }, 'required', 'password'],
    [{ username: 'no email', password: 'x' }, 'invalid_email', 'username'],
    [{ username: 'x@example.com', password: 'x', admin: true }, 'unknown_parameter', 'admin'],
    [{ username: ['x@example.com'], password: 'x' }, 'invalid_parameter', 'username'],
  ])('returns 400 for a log-in with %j', async (body, type, param) => {
    const answer = await bench.call('/v1/login', post(body))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type, param })
  })
})
