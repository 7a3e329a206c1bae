import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp } from '../../contract/people/account.ts'
import { database } from '../../platform/database/database.ts'
import { emailCodes } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { bearer, codeOf, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'

const guesses = process.env['LONG'] ? 1000 : 200

describe('POST verify and reverify', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  const signUp = async () => (await (await bench.call('/v1/signup', post(signupBody()))).json()) as SignedUp
  const verify = (person: SignedUp, code: string) => bench.call('/v1/verify', post({ code }, bearer(person)))
  const again = (person: SignedUp) => bench.call('/v1/reverify', post({}, bearer(person)))
  const codesOf = ({ id }: SignedUp) =>
    database(bench.env.DB).select().from(emailCodes).where(eq(emailCodes.user_id, id))
  const notThe = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

  it('returns 200 and confirms the email', async () => {
    const person = await signUp()
    const code = await codeOf(bench, person.email)
    const answer = await verify(person, `${code.slice(0, 3)} ${code.slice(3)} `)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ object: 'user', is_email_verified: true })
    expect((await verify(person, code)).status).toBe(200)
    expect(await (await again(person)).json()).toMatchObject({
      object: 'done',
      message: 'Your email is already confirmed.',
    })
  })

  it('A-11: hundreds of guesses get five attempts', async () => {
    const person = await signUp()
    const code = await codeOf(bench, person.email)
    for (let batch = 0; batch < guesses / 20; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => verify(person, notThe(code, 1 + batch * 20 + index))),
      )
      expect(answers.every(({ status }) => status === 400)).toBe(true)
    }
    expect((await verify(person, code)).status).toBe(400)
    const [row] = await codesOf(person)
    expect(row?.attempts).toBe(5)
  })

  it('the fifth attempt may be the right one', async () => {
    const person = await signUp()
    const code = await codeOf(bench, person.email)
    for (let n = 1; n <= 4; n += 1)
      expect(await (await verify(person, notThe(code, n))).json()).toMatchObject({
        type: 'token_invalid',
        param: 'code',
      })
    expect((await verify(person, code)).status).toBe(200)
  })

  it('a code is valid for exactly 15 minutes', async () => {
    const [intime, late] = [await signUp(), await signUp()]
    bench.pass(9 * 60_000)
    bench.pass(6 * 60_000)
    const { access_token } = (await (
      await bench.call('/v1/oauth/token', post({ refresh_token: intime.refresh_token }))
    ).json()) as SignedUp
    expect((await verify({ ...intime, access_token }, await codeOf(bench, intime.email))).status).toBe(200)
    bench.pass(1)
    const rival = (await (
      await bench.call('/v1/oauth/token', post({ refresh_token: late.refresh_token }))
    ).json()) as SignedUp
    expect((await verify({ ...late, ...rival }, await codeOf(bench, late.email))).status).toBe(400)
  })

  it('another code is sent after 60 s, at most five in an hour', async () => {
    const person = await signUp()
    const first = await codeOf(bench, person.email)
    const early = await again(person)
    expect(early.status).toBe(429)
    expect(early.headers.get('Retry-After')).toBe('60')
    const token: SignedUp = person
    for (let n = 0; n < 4; n += 1) {
      bench.pass(60_000)
      expect((await again(token)).status).toBe(200)
    }
    bench.pass(61_000)
    expect((await again(token)).status).toBe(429)
    expect(await mailsTo(bench, person.email)).toHaveLength(5)
    const newest = await codeOf(bench, person.email)
    if (newest !== first) expect((await verify(token, first)).status).toBe(400)
    expect((await verify(token, newest)).status).toBe(200)
  })

  it('thirty concurrent requests send one code', async () => {
    const person = await signUp()
    bench.pass(60_000)
    const answers = await Promise.all(Array.from({ length: 30 }, () => again(person)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(29)
    expect(await mailsTo(bench, person.email)).toHaveLength(2)
  })

  it('returns 401 without a token and 400 without a code', async () => {
    expect((await bench.call('/v1/verify', post({ code: '123456' }))).status).toBe(401)
    expect((await bench.call('/v1/reverify', post({}))).status).toBe(401)
    expect(await (await bench.call('/v1/verify', post({}, bearer(await signUp())))).json()).toMatchObject({
      type: 'required',
      param: 'code',
    })
  })

  it('A-20: a goto in the sign-up body is stored only if it is a page of this site', async () => {
    for (const [goto, kept] of [
      ['https://evil.example', null],
      ['/pg/lakeside/evt/evt_1', '/pg/lakeside/evt/evt_1'],
      ['//evil.example', null],
    ] as const) {
      const body = signupBody({ goto })
      const made = (await (await bench.call('/v1/signup', post(body))).json()) as SignedUp
      const [row] = await codesOf(made)
      expect(row?.goto).toBe(kept)
      const [mail] = await mailsTo(bench, body.email)
      expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
    }
  })

  it('no code is stored in plain text', async () => {
    const person = await signUp()
    const code = await codeOf(bench, person.email)
    const [row] = await codesOf(person)
    const sent = await bench.env.DB.prepare('SELECT * FROM outbox WHERE dedupe = ?')
      .bind(`mail.email_code:${row?.id}`)
      .first()
    expect(sent).toMatchObject({ kind: 'mail.email_code', done_at: bench.now() })
    expect(JSON.stringify([row, sent])).not.toContain(code)
  })
})
