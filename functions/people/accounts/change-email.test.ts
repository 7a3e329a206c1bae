import { minuteMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp, Token, User } from '../../contract/people/account.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { bearer, codeOf, goodPassword, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

type Account = SignedUp & { email: string }
const newEmail = () => signupBody().email
const logIn = (username: string, password = goodPassword) => bench.call('/v1/login', post({ username, password }))
const signUp = async (): Promise<Account> =>
  (await (await bench.call('/v1/signup', post(signupBody()))).json()) as Account
const verify = async (token: { access_token: string }, email: string) =>
  bench.call('/v1/verify', post({ code: await codeOf(bench, email) }, bearer(token)))
const verified = async () => {
  const account = await signUp()
  await verify(account, account.email)
  return account
}
const put = (body: unknown, token: { access_token: string }) =>
  bench.call('/v1/profile', { ...post(body, bearer(token)), method: 'PUT' })
const signUpAgain = (body: unknown, token: { access_token: string }) =>
  bench.call(
    '/v1/signup',
    post({ first_name: 'Nadia', last_name: 'Roy', timezone: 'UTC', ...(body as object) }, bearer(token)),
  )
const profileOf = async (token: { access_token: string }) =>
  (await (await bench.call('/v1/profile', { headers: bearer(token) })).json()) as User
const linkOf = async (address: string) => {
  const notice = (await mailsTo(bench, address)).find(({ text }) => text.includes('/not-me?'))
  return new URL(/http\S+\/not-me\?\S+/.exec(notice?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}
const undo = (token: string) => bench.call('/v1/email_changes/undo', post({ token }))
/** The log-in of a person some minutes later, with a new access token. */
const minutesLater = async ({ refresh_token }: Token, minutes: number): Promise<Token> => {
  bench.pass(minutes * minuteMs)
  return (await (await bench.call('/v1/oauth/token', post({ refresh_token }))).json()) as Token
}

describe('undoing an email change', () => {
  it('S3: undoing a change also undoes every later one, so that an attacker’s own link restores nothing', async () => {
    const owner = await verified()
    const [first, second] = [newEmail(), newEmail()]
    await put({ email: first }, owner)
    await verify(owner, first)
    await put({ email: second }, owner)
    const [ownersLink, attackersLink] = [await linkOf(owner.email), await linkOf(first)]
    expect((await undo(ownersLink)).status).toBe(200)
    expect((await undo(attackersLink)).status).toBe(410)
    expect((await logIn(first)).status).toBe(401)
    const token = (await (await logIn(owner.email)).json()) as Token
    expect(await profileOf(token)).toMatchObject({ email: owner.email, pending_email: null, is_email_verified: true })
  })

  it('S3: an attacker who undoes first cannot invalidate the owner’s link', async () => {
    const owner = await verified()
    const [first, second] = [newEmail(), newEmail()]
    await put({ email: first }, owner)
    await verify(owner, first)
    await put({ email: second }, owner)
    expect((await undo(await linkOf(first))).status).toBe(200)
    expect((await undo(await linkOf(owner.email))).status).toBe(200)
    expect((await logIn(owner.email)).status).toBe(200)
    expect((await logIn(first)).status).toBe(401)
  })

  it('S3: undoing a change ends all sessions', async () => {
    const owner = await verified()
    const thief = (await (await logIn(owner.email)).json()) as Token
    const next = newEmail()
    await put({ email: next }, thief)
    await verify(thief, next)
    await undo(await linkOf(owner.email))
    for (const { refresh_token } of [owner, thief])
      expect((await bench.call('/v1/oauth/token', post({ refresh_token }))).status).toBe(401)
    const [mail] = await mailsTo(bench, owner.email)
    expect(mail?.subject).toBe('Your email at Muster was restored')
    expect(mail?.text).toContain('logged out')
    expect(mail?.text).not.toContain(next)
    await undo(await linkOf(owner.email))
    const restored = (await mailsTo(bench, owner.email)).filter(({ subject }) => subject === mail?.subject)
    expect(restored).toHaveLength(1)
  })

  it('S3: undoing a change removes a password that was set without proof of the address', async () => {
    const someone = await signUp()
    const next = newEmail()
    expect((await signUpAgain({ email: next }, someone)).status).toBe(200)
    expect((await verify(someone, next)).status).toBe(200)
    expect((await undo(await linkOf(someone.email))).status).toBe(200)
    const row = await bench.env.DB.prepare('SELECT email, is_email_verified FROM users WHERE id = ?')
      .bind(someone.id)
      .first()
    expect(row).toEqual({ email: someone.email, is_email_verified: 0 })
    for (const address of [someone.email, next]) expect((await logIn(address)).status).toBe(401)
  })

  it('S3: an address that was verified before the change stays verified', async () => {
    const someone = await signUp()
    await signUpAgain({ email: newEmail() }, someone)
    const link = await linkOf(someone.email)
    const own = await bench.call('/v1/profile/email', post({ email: someone.email }, bearer(someone)))
    expect(await own.json()).toMatchObject({ email: someone.email, pending_email: null })
    bench.pass(minuteMs)
    expect((await bench.call('/v1/reverify', post({}, bearer(someone)))).status).toBe(200)
    expect((await verify(someone, someone.email)).status).toBe(200)
    expect((await undo(link)).status).toBe(200)
    expect(await profileOf((await (await logIn(someone.email)).json()) as Token)).toMatchObject({
      is_email_verified: true,
    })
  })

  it('S3: an address that can still be restored cannot be used to sign up', async () => {
    const owner = await verified()
    const next = newEmail()
    await put({ email: next }, owner)
    await verify(owner, next)
    const taken = await bench.call('/v1/signup', post(signupBody({ email: owner.email.toUpperCase() })))
    expect(taken.status).toBe(400)
    expect(await taken.json()).toMatchObject({ type: 'email_in_use', param: 'email' })
    const other = await verified()
    await put({ email: owner.email }, other)
    expect(await (await verify(other, owner.email)).json()).toMatchObject({ type: 'email_in_use' })
    expect((await undo(await linkOf(owner.email))).status).toBe(200)
    expect((await logIn(owner.email)).status).toBe(200)
  })

  it('S3: the address is free again after seven days', async () => {
    const owner = await verified()
    const next = newEmail()
    await put({ email: next }, owner)
    await verify(owner, next)
    bench.pass(7 * 24 * 60 * minuteMs + 1)
    expect((await bench.call('/v1/signup', post(signupBody({ email: owner.email })))).status).toBe(201)
  })
})

describe('requesting a change of email', () => {
  const paths: [string, (body: { email: string; password?: string }, token: Token) => Promise<Response>][] = [
    ['PUT profile', async (body, token) => put(body, token)],
    ['POST signup while signed in', async (body, token) => signUpAgain(body, token)],
    ['POST profile/email', async (body, token) => bench.call('/v1/profile/email', post(body, bearer(token)))],
  ]

  it.each(paths)('S3: %s needs the password or a log-in within the last ten minutes', async (_, change) => {
    const owner = await verified()
    const within = await minutesLater(owner, 9)
    expect((await change({ email: newEmail() }, within)).status).toBe(200)
    const later = await minutesLater(within, 2)
    const next = newEmail()
    const without = await change({ email: next }, later)
    expect(without.status).toBe(400)
    expect(await without.json()).toMatchObject({
      type: 'required',
      param: 'password',
      errors: [{ param: 'password', message: 'Field is required.' }],
    })
    const wrong = await change({ email: next, password: 'not that one' }, later)
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({
      type: 'password_incorrect',
      param: 'password',
      message: 'The current password isn’t right.',
    })
    expect(await mailsTo(bench, next)).toEqual([])
    expect(await (await change({ email: next, password: goodPassword }, later)).json()).toMatchObject({
      email: owner.email,
      pending_email: next,
    })
  })

  it('S3: names can be changed without the password', async () => {
    const owner = await verified()
    const later = await minutesLater(owner, 11)
    expect((await put({ first_name: 'Nadine', email: owner.email.replace('new', 'New') }, later)).status).toBe(200)
  })

  it('five wrong passwords block email changes for fifteen minutes', async () => {
    const owner = await verified()
    const token = await minutesLater(owner, 11)
    const guess = (password: string) => put({ email: newEmail(), password }, token)
    for (let n = 0; n < 5; n += 1) expect((await guess(`wrong ${n}`)).status).toBe(400)
    const waits = await guess(goodPassword)
    expect(waits.status).toBe(429)
    expect(Math.abs(Number(waits.headers.get('Retry-After')) - 900)).toBeLessThan(2)
    expect((await logIn(owner.email)).status).toBe(200)
    const later = await minutesLater(token, 16)
    expect((await put({ email: newEmail(), password: goodPassword }, later)).status).toBe(200)
  })

  it('C4: the code of a withdrawn email change stops working', async () => {
    const owner = await verified()
    const next = newEmail()
    await put({ email: next }, owner)
    const withdraw = () => bench.call('/v1/profile/email', { method: 'DELETE', headers: bearer(owner) })
    const answer = await withdraw()
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ email: owner.email, pending_email: null, is_email_verified: true })
    expect((await withdraw()).status).toBe(200)
    await verify(owner, next)
    expect(await profileOf(owner)).toMatchObject({ email: owner.email, pending_email: null })
    expect((await logIn(next)).status).toBe(401)
    expect((await undo(await linkOf(owner.email))).status).toBe(200)
  })

  it('POST profile/email returns 403 before the current email is confirmed', async () => {
    const someone = await signUp()
    const answer = await bench.call(
      '/v1/profile/email',
      post({ email: newEmail(), password: goodPassword }, bearer(someone)),
    )
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ type: 'email_not_verified', param: 'email' })
  })
})
