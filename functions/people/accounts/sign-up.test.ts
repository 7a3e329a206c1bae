import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp } from '../../contract/people/account.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { bearer, goodPassword, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'

describe('POST signup', () => {
  let bench: Bench
  let programId: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench)
  })

  it('returns 201 with the user and a token', async () => {
    const answer = await bench.call('/v1/signup', post(signupBody({ program_id: programId })))
    const body = (await answer.json()) as SignedUp
    expect(answer.status).toBe(201)
    expect(body).toMatchObject({
      object: 'user',
      first_name: 'Nadia',
      phone: '+14165550123',
      is_email_verified: false,
      is_active: true,
      is_admin: false,
      token_type: 'Bearer',
      expires_in: 600,
      timezone: 'America/Toronto',
    })
    expect((await bench.call('/v1/profile', { headers: bearer(body) })).status).toBe(200)
    expect((await bench.call('/v1/profile/customer', { headers: bearer(body) })).status).toBe(200)
  })

  it("the mail's subject begins with the code", async () => {
    const body = signupBody({ program_id: programId, goto: '/pg/x/evt/evt_123456789/register', language: 'fr' })
    await bench.call('/v1/signup', post(body))
    const [mail] = await mailsTo(bench, body.email)
    expect(mail?.subject).toMatch(/^\d{6} est votre code pour Lakeside Camps$/)
    const code = mail?.subject.slice(0, 6) ?? ''
    expect(mail?.subject.slice(6)).not.toMatch(/\d{6}/)
    expect(mail?.text).toContain(code)
    expect(mail?.text.replaceAll(code, '').replace(programId, '')).not.toMatch(/\d{6}/)
    expect(mail?.html).toContain(code)
  })

  it('returns 200 and logs in when the email has an account and the password is right', async () => {
    const body = signupBody()
    await bench.call('/v1/signup', post(body))
    const again = await bench.call(
      '/v1/signup',
      post({ ...body, email: body.email.toUpperCase(), first_name: 'Other' }),
    )
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ first_name: 'Nadia', token_type: 'Bearer' })
  })

  it('A-02: returns 400 email_in_use for another password', async () => {
    const body = signupBody()
    await bench.call('/v1/signup', post(body))
    for (let n = 0; n < 3; n += 1) {
      const answer = await bench.call('/v1/signup', post({ ...body, password: 'another good one 99' }))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ type: 'email_in_use', param: 'email' })
    }
    expect(
      (await mailsTo(bench, body.email)).filter(({ subject }) => subject.startsWith('Someone tried')),
    ).toHaveLength(1)
  })

  it('A-23: the sixth guess of a password through sign-up returns 429', async () => {
    const body = signupBody()
    await bench.call('/v1/signup', post(body))
    const answers: number[] = []
    for (let n = 0; n < 6; n += 1)
      answers.push((await bench.call('/v1/signup', post({ ...body, password: `another good one ${n}` }))).status)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429])
    expect(
      await (await bench.call('/v1/login', post({ username: body.email, password: goodPassword }))).json(),
    ).toMatchObject({ type: 'account_locked' })
  })

  it('four concurrent sign-ups create one account', async () => {
    const body = signupBody()
    const answers = await Promise.all(Array.from({ length: 4 }, () => bench.call('/v1/signup', post(body))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    const ids = new Set(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id)))
    expect(ids.size).toBe(1)
  })

  it('the same key returns the same bytes', async () => {
    const body = signupBody()
    const first = await bench.call('/v1/signup', post(body, { 'Idempotency-Key': 'signup-1' }))
    const second = await bench.call('/v1/signup', post(body, { 'Idempotency-Key': 'signup-1' }))
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await second.text()).toBe(await first.text())
  })

  it.each([
    ['first_name', '', 'required'],
    ['first_name', 'x'.repeat(41), 'too_long'],
    ['last_name', 'see https://evil.example', 'invalid_characters'],
    ['last_name', 'Bob\r\nBcc: x', 'invalid_characters'],
    ['email', 'nadia@example', 'invalid_email'],
    ['email', undefined, 'required'],
    ['phone', '123', 'invalid_phone'],
    ['phone', '+1 111', 'invalid_phone'],
    ['timezone', 'Mars/Base', 'invalid_timezone'],
    ['password', undefined, 'required'],
    ['is_admin', true, 'unknown_parameter'],
  ])('returns 400 for a sign-up whose %s is %j: %s', async (field, value, type) => {
    const answer = await bench.call('/v1/signup', post(signupBody({ [field]: value })))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 400, type, param: field, errors: [{ type, param: field }] })
  })

  it('returns 404 for an unknown program', async () => {
    expect((await bench.call('/v1/signup', post(signupBody({ program_id: 'no-such-program' })))).status).toBe(404)
  })
})
