import { minuteMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp, Token } from '../../contract/people/account.ts'
import type { Recovery } from '../../contract/people/recovery.ts'
import { findIdentity } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { bearer, goodPassword, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'

const next = 'nine herons over water'
let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

const signUp = async () => (await (await bench.call('/v1/signup', post(signupBody()))).json()) as SignedUp
const logIn = (username: string, password: string) => bench.call('/v1/login', post({ username, password }))
const request = (email: string) => bench.call('/v1/recovery', post({ email, program_id: programId }))
const linksTo = async (email: string) =>
  (await mailsTo(bench, email)).flatMap(({ text }) => /\/recovery\/(rec_[\w-]+)/.exec(text)?.[1] ?? [])
const newestLink = async (email: string) => (await linksTo(email))[0] ?? ''
const show = async (id: string) => (await (await bench.call(`/v1/recovery/${id}`)).json()) as Recovery
const reset = (id: string, password = next) => bench.call(`/v1/recovery/${id}`, post({ password }))

describe('a forgotten password', () => {
  it('the mailed link sets a new password and ends every other session', async () => {
    const person = await signUp()
    expect((await request(person.email.toUpperCase())).status).toBe(200)
    const link = await newestLink(person.email)
    expect(await show(link)).toMatchObject({ object: 'recovery', status: 'opened', program_id: programId })
    expect(await show(link)).toMatchObject({ sent_to: `${person.email[0]}…@example.com`, email: person.email })
    const answer = await reset(link)
    expect(await show(link)).toMatchObject({ status: 'used', email: null })
    expect(answer.status).toBe(200)
    const token = (await answer.json()) as SignedUp
    expect(token).toMatchObject({ email: person.email, is_email_verified: true })
    expect((await bench.call('/v1/profile', { headers: bearer(token) })).status).toBe(200)
    expect((await bench.call('/v1/oauth/token', post({ refresh_token: person.refresh_token }))).status).toBe(401)
    expect((await logIn(person.email, goodPassword)).status).toBe(401)
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toMatch(/^Your password at .+ was changed$/)
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Calendars you subscribed to no longer update: get a new calendar link',
    )
    expect((await logIn(person.email, next)).status).toBe(200)
    expect(await show(link)).toMatchObject({ status: 'used', used_at: new Date(bench.now()).toISOString() })
    const again = await reset(link)
    expect(again.status).toBe(410)
    expect(await again.json()).toMatchObject({ type: 'link_expired', param: 'used' })
  })

  it('A-01: an email without an account gets the same response', async () => {
    const person = await signUp()
    const [known, unknown] = [await request(person.email), await request('no-account-here@example.com')]
    expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()])
    expect(await mailsTo(bench, 'no-account-here@example.com')).toEqual([])
    expect((await bench.call('/v1/recovery', post({ email: person.email, program_id: 'no-such' }))).status).toBe(404)
  })

  it('A-07: only the newest recovery link works, for an hour', async () => {
    const person = await signUp()
    await request(person.email)
    bench.pass(minuteMs)
    await request(person.email)
    const [newest = '', older = ''] = await linksTo(person.email)
    expect(await show(older)).toMatchObject({ status: 'superseded' })
    expect(await (await reset(older)).json()).toMatchObject({ type: 'link_expired', param: 'superseded' })
    bench.pass(60 * minuteMs)
    expect(await show(newest)).toMatchObject({ status: 'opened' })
    bench.pass(1)
    expect(await show(newest)).toMatchObject({ status: 'expired' })
    expect((await reset(newest)).status).toBe(410)
    expect((await logIn(person.email, goodPassword)).status).toBe(200)
  })

  it("A-08: a recovery link has the configured host, regardless of the request's headers", async () => {
    const person = await signUp()
    const body = { email: person.email, program_id: programId }
    const evil = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.example' }
    expect((await bench.call('/v1/recovery', post(body, { ...evil, Origin: 'https://evil.example' }))).status).toBe(403)
    expect(await linksTo(person.email)).toEqual([])
    expect((await bench.call('/v1/recovery', post(body, evil))).status).toBe(200)
    const [mail] = await mailsTo(bench, person.email)
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
    const links = mail?.text.match(/https?:\/\/\S+\/recovery\/\S+/g) ?? []
    expect(links.map((link) => new URL(link).origin)).toEqual([bench.env.SITE_ORIGIN])
  })

  it('A-09: a link stays valid after a mail scanner opened it five times', async () => {
    const person = await signUp()
    await request(person.email)
    const link = await newestLink(person.email)
    for (let time = 0; time < 5; time += 1) expect(await show(link)).toMatchObject({ status: 'opened' })
    expect((await reset(link)).status).toBe(200)
  })

  it('recovery links are limited to one a minute and five an hour', async () => {
    const person = await signUp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(person.email)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await linksTo(person.email)).toHaveLength(1)
    for (let n = 0; n < 8; n += 1) {
      bench.pass(minuteMs)
      await request(person.email)
    }
    expect(await linksTo(person.email)).toHaveLength(5)
  })

  it('A-07: concurrent requests set a password once', async () => {
    const person = await signUp()
    await request(person.email)
    const link = await newestLink(person.email)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => reset(link, `${next} ${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('A-07: a recovery rejects easy passwords and outdated links', async () => {
    const person = await signUp()
    await request(person.email)
    const link = await newestLink(person.email)
    for (const [password, type] of [
      ['short', 'too_short'],
      ['password123', 'password_too_common'],
      ['', 'required'],
    ] as const)
      expect(await (await reset(link, password)).json()).toMatchObject({ type, param: 'password' })
    for (const id of ['rec_1', link.slice(0, 36), `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`])
      expect([(await bench.call(`/v1/recovery/${id}`)).status, (await reset(id)).status]).toEqual([404, 404])
    const stored = await bench.env.DB.prepare('SELECT * FROM recoveries').all()
    expect(JSON.stringify(stored.results)).not.toContain(link.slice(36))
    const outbox = await bench.env.DB.prepare(`SELECT * FROM outbox WHERE kind LIKE '%recovery%'`).all()
    expect(JSON.stringify(outbox.results)).not.toContain(link.slice(36))
    await bench.env.DB.prepare('UPDATE users SET email = ?1, email_key = ?1 WHERE id = ?2')
      .bind(signupBody().email, person.id)
      .run()
    expect(await (await reset(link)).json()).toMatchObject({ type: 'link_expired', param: 'superseded' })
  })
})

describe('POST profile/password', () => {
  const change = (body: object, token: Token) => bench.call('/v1/profile/password', post(body, bearer(token)))
  const full = { old_password: goodPassword, password: next, confirm_password: next }

  it('returns 200 and ends the other sessions', async () => {
    const person = await signUp()
    const other = (await (await logIn(person.email, goodPassword)).json()) as Token
    await request(person.email)
    const answer = await change(full, person)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { object: 'done', type: 'password_changed', message: 'Your password was changed.' },
    ])
    expect((await bench.call('/v1/oauth/token', post({ refresh_token: other.refresh_token }))).status).toBe(401)
    expect((await bench.call('/v1/oauth/token', post({ refresh_token: person.refresh_token }))).status).toBe(200)
    expect((await logIn(person.email, next)).status).toBe(200)
    expect((await mailsTo(bench, person.email))[0]?.subject).toBe('Your password at Muster was changed')
    expect(await show(await newestLink(person.email))).toMatchObject({ status: 'superseded' })
  })

  it('the mail about a changed password is in the name of the program joined last', async () => {
    const person = await signUp()
    await bench.call(`/v1/profile/programs/${programId}`, post({ is_subscribed: false }, bearer(person)))
    expect((await change(full, person)).status).toBe(200)
    const [mail] = await mailsTo(bench, person.email)
    expect(mail?.subject).toBe('Your password at Lakeside Camps was changed')
    expect(mail?.text).toContain(`/pg/${programId}/forgot-password`)
  })

  it.each([
    [{ old_password: 'not that one' }, 'password_incorrect', 'old_password'],
    [{ confirm_password: 'another one' }, 'password_mismatch', 'confirm_password'],
    [{ password: 'password123', confirm_password: 'password123' }, 'password_too_common', 'password'],
    [{ old_password: '' }, 'required', 'old_password'],
    [{ confirm_password: '' }, 'required', 'confirm_password'],
  ])('returns 400 for a password change with %j', async (body, type, param) => {
    const person = await signUp()
    const answer = await change({ ...full, ...body }, person)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ type, param })])
    expect((await logIn(person.email, goodPassword)).status).toBe(200)
  })
})

describe('S3: attempts at the current password', () => {
  it('S3: a new password that is too easy does not count as an attempt', async () => {
    const person = await signUp()
    const change = (password: string) =>
      bench.call(
        '/v1/profile/password',
        post({ old_password: goodPassword, password, confirm_password: password }, bearer(person)),
      )
    for (let n = 0; n < 6; n += 1)
      expect(await (await change('password123')).json()).toMatchObject({ type: 'password_too_common' })
    expect((await change(next)).status).toBe(200)
  })
})

describe('the pages of a forgotten password, without JavaScript', () => {
  const path = (name: string) => `/pg/${programId}/${name}`

  it('a browser is logged in after using a recovery link', async () => {
    const person = await signUp()
    const visitor = browser(bench)
    const sent = await visitor.form(path('forgot-password'), { email: person.email })
    expect(sent.headers.get('Location')).toBe(`${path('forgot-password')}?sent=1`)
    const link = await newestLink(person.email)
    const page = path(`recovery/${link}`)
    expect((await visitor.form(page, { password: 'short' })).headers.get('Location')).toBe(page)
    const answer = await visitor.form(page, { password: next })
    expect(answer.headers.get('Location')).toBe(`${path('profile/account')}?saved=password_reset`)
    expect(await findIdentity(visitor.pageRequest(), bench.env)).toMatchObject({ is_email_verified: true })
    const changed = await visitor.form(path('profile/change-password'), {
      old_password: next,
      password: goodPassword,
      confirm_password: goodPassword,
    })
    expect(changed.headers.get('Location')).toBe(`${path('profile/account')}?saved=password`)
    expect((await logIn(person.email, goodPassword)).status).toBe(200)
  })

  it('changing a password without a log-in leads to the log-in first', async () => {
    const answer = await browser(bench).form(path('profile/change-password'), {})
    expect(answer.headers.get('Location')).toBe(
      `${path('login')}?${new URLSearchParams({ program_id: programId, goto: path('profile/change-password') })}`,
    )
  })
})
