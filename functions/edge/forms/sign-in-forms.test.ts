import { beforeAll, describe, expect, it } from 'vitest'
import { findFormFailure, findIdentity } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { makeStaff } from '../../test-bench/staff.ts'
import { bearer, codeOf, goodPassword, post, signupBody } from '../../test-bench/sign-ups.ts'

describe('the log-in and sign-up forms, without JavaScript', () => {
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
  const path = (name: string) => `/pg/${programId}/${name}`

  it('a log-in continues to goto with an HttpOnly cookie', async () => {
    const visitor = browser(bench)
    const answer = await visitor.form(path('login'), {
      username: email,
      password: goodPassword,
      goto: '/pg/x/checkout/ord_1?a=b',
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/pg/x/checkout/ord_1?a=b')
    const [refresh = ''] = answer.headers.getSetCookie().filter((line) => line.startsWith('__Host-refresh='))
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(refresh.split('; ')).toContain(attribute)
    expect(Number(visitor.cookies.get('signed_in'))).toBe(bench.now() + 30 * 86_400_000)
    expect(await findIdentity(visitor.pageRequest(), bench.env)).toMatchObject({
      language: 'en',
      first_name: 'Nadia',
      identity: { session_id: expect.stringMatching(/^ses_/) },
    })
  })

  it("S11: a second log-in in the same browser ends only that browser's previous session", async () => {
    const [visitor, elsewhere] = [browser(bench), browser(bench)]
    const logIn = (where: typeof visitor, more: Record<string, string> = {}) =>
      where.form(path('login'), { username: email, password: goodPassword }, more)
    await logIn(visitor)
    await logIn(elsewhere)
    const before = visitor.pageRequest()
    await visitor.form(path('login'), { username: email, password: 'not that one' })
    expect(await findIdentity(before, bench.env)).not.toBeNull()
    await logIn(visitor)
    expect(await findIdentity(before, bench.env)).toBeNull()
    for (const still of [visitor, elsewhere]) expect(await findIdentity(still.pageRequest(), bench.env)).not.toBeNull()
    const first = visitor.pageRequest()
    const key = { 'Idempotency-Key': `login-${email}`.slice(0, 64) }
    await logIn(visitor, key)
    expect(await findIdentity(first, bench.env)).toBeNull()
    await logIn(visitor, key)
    expect(await findIdentity(visitor.pageRequest(), bench.env)).not.toBeNull()
  })

  it('a member of a team continues by the page that asks for the code, once in this browser', async () => {
    const staff = await makeStaff(bench, { programId, role: 'coach' })
    await bench.env.DB.prepare(
      'UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email_key = ?1) WHERE id = ?2',
    )
      .bind(email, staff.identity.user_id)
      .run()
    const visitor = browser(bench)
    const logIn = async (more: Record<string, string> = {}) =>
      (
        await visitor.form(path('login'), {
          username: staff.email,
          password: goodPassword,
          goto: '/pg/x/desk',
          ...more,
        })
      ).headers.get('Location')
    const asks = `${path('verify')}?goto=%2Fpg%2Fx%2Fdesk`
    const visit = async () => await findIdentity(visitor.pageRequest(), bench.env)
    const enter = (code: string) => visitor.form(path('verify'), { code, goto: '/pg/x/desk' })

    expect(await logIn()).toBe(asks)
    expect(await visit()).toMatchObject({ needsSecondFactor: true, isShared: false })
    for (let tries = 0; tries < 6; tries += 1) expect((await enter('00000x')).headers.get('Location')).toBe(asks)
    expect((await findFormFailure(visitor.pageRequest(), bench.env, 'verify'))?.message).toMatch(/tried too often/)
    bench.pass(61_000)
    expect((await visitor.form(path('verify'), { again: '1' })).headers.get('Location')).toMatch(/sent=1/)
    expect((await enter(await codeOf(bench, staff.email))).headers.get('Location')).toBe('/pg/x/desk')
    expect(await visit()).toMatchObject({ needsSecondFactor: false })

    expect(await logIn()).toBe('/pg/x/desk')
    expect(await logIn({ shared_device: '1' })).toBe('/pg/x/desk')
    expect(await visit()).toMatchObject({ needsSecondFactor: false, isShared: true })
    bench.pass(31 * 60_000)
    expect(await visit()).toBeNull()
    bench.pass(30 * 86_400_000)
    expect(await logIn()).toBe(asks)
    bench.pass(16 * 60_000)
    await enter(await codeOf(bench, staff.email))
    expect((await findFormFailure(visitor.pageRequest(), bench.env, 'verify'))?.message).toMatch(/has expired/)
  })

  it('C4: the page that asks for the code can withdraw the pending email', async () => {
    const visitor = browser(bench)
    const body = signupBody() as unknown as Record<string, string>
    await visitor.form(path('signup'), body)
    await visitor.form(path('verify'), { code: await codeOf(bench, body['email'] ?? '') })
    await visitor.form(path('signup'), { ...body, email: signupBody().email })
    const answer = await visitor.form(path('verify'), { withdraw: '1', goto: '/pg/x' })
    expect(answer.headers.get('Location')).toBe(`${path('verify')}?goto=%2Fpg%2Fx`)
    const token = (await (
      await bench.call('/v1/login', post({ username: body['email'], password: goodPassword }))
    ).json()) as {
      access_token: string
    }
    expect(await (await bench.call('/v1/profile', { headers: bearer(token) })).json()).toMatchObject({
      email: body['email'],
      pending_email: null,
    })
  })

  it('S3: changing the email on the sign-up page requires the password ten minutes after the log-in', async () => {
    const visitor = browser(bench)
    const body = signupBody() as unknown as Record<string, string>
    await visitor.form(path('signup'), body)
    bench.pass(11 * 60_000)
    const change = { ...body, email: signupBody().email, password: '' }
    expect((await visitor.form(path('signup'), change)).headers.get('Location')).toBe(path('signup'))
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'signup')).toMatchObject({
      type: 'required',
      param: 'password',
    })
    const right = await visitor.form(path('signup'), { ...change, password: goodPassword })
    expect(right.headers.get('Location')).toBe(path('verify'))
  })

  it('a browser that sends no cookie continues by the log-in page, which tells whether one arrives', async () => {
    const send = async (name: string, fields: Record<string, string>, cookie?: string) => {
      const answer = await browser(bench).raw(path(name), {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          Origin: bench.env.SITE_ORIGIN,
          'Sec-Fetch-Site': 'same-origin',
          'Sec-Fetch-Mode': 'navigate',
          'Content-Type': 'application/x-www-form-urlencoded',
          ...(cookie ? { Cookie: cookie } : {}),
        },
      })
      return answer.headers.get('Location')
    }
    const right = { username: email, password: goodPassword, goto: '/pg/x' }
    expect(await send('login', right)).toBe(`${path('login')}?goto=%2Fpg%2Fx&cookies=1`)
    expect(await send('login', { ...right, password: 'not that one' })).toBe(
      `${path('login')}?goto=%2Fpg%2Fx&cookies=1`,
    )
    expect(await send('login', right, 'consent=no')).toBe('/pg/x')
    const body = signupBody() as unknown as Record<string, string>
    expect(await send('signup', { ...body, goto: '' })).toBe(
      `${path('login')}?goto=${encodeURIComponent(path('verify'))}&cookies=1`,
    )
  })

  it('a wrong password keeps the input except the password', async () => {
    const visitor = browser(bench)
    const wrong = { username: email, password: 'not that one', goto: '/pg/x' }
    const answer = await visitor.form(path('login'), wrong)
    expect(answer.headers.get('Location')).toBe(`${path('login')}?goto=%2Fpg%2Fx`)
    const named = await visitor.form(path('login'), { ...wrong, program_id: programId })
    expect(named.headers.get('Location')).toBe(`${path('login')}?goto=%2Fpg%2Fx&program_id=${programId}`)
    expect(visitor.cookies.has('__Host-refresh')).toBe(false)
    const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'login')
    expect(failure).toMatchObject({
      form: 'login',
      type: 'bad_credentials',
      message: 'That email and password don’t match.',
      values: { username: email },
    })
    expect(JSON.stringify(failure)).not.toContain('not that one')
    expect(visitor.cookies.get('__Host-form')).not.toContain(email)
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'signup')).toBeNull()
    await visitor.get(path('login'))
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'login')).toBeNull()
  })

  it("a rejected sign-up keeps the input except the password, in the page's language", async () => {
    const visitor = browser(bench)
    const { password, ...typed } = signupBody({ phone: '12' })
    const answer = await visitor.form(`${path('signup')}?lang=fr`, {
      ...(typed as Record<string, string>),
      password,
      goto: '',
    })
    expect(answer.headers.get('Location')).toBe(`${path('signup')}?lang=fr`)
    const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'signup')
    expect(failure).toMatchObject({
      param: 'phone',
      message: 'Entrez un numéro de téléphone avec l’indicatif régional, sans numéro de poste.',
      values: { ...typed },
    })
  })

  it('a sign-up continues to the page that asks for the code', async () => {
    const visitor = browser(bench)
    const body = signupBody() as unknown as Record<string, string>
    const answer = await visitor.form(`${path('signup')}?lang=fr`, { ...body, is_subscribed: 'on' })
    expect(answer.headers.get('Location')).toBe(`${path('verify')}?lang=fr`)
    const who = await findIdentity(visitor.pageRequest(), bench.env)
    expect(who).toMatchObject({ language: 'fr', is_email_verified: false })

    const login = (await (
      await bench.call('/v1/login', post({ username: body['email'], password: goodPassword }))
    ).json()) as { access_token: string }
    expect(
      await (await bench.call(`/v1/profile/programs/${programId}`, { headers: bearer(login) })).json(),
    ).toMatchObject({
      is_subscribed: true,
    })

    const wrong = await visitor.form(path('verify'), { code: '12' })
    expect(wrong.headers.get('Location')).toBe(path('verify'))
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'verify')).toMatchObject({
      type: 'token_invalid',
      param: 'code',
    })
    const right = await visitor.form(path('verify'), { code: await codeOf(bench, body['email'] ?? '') })
    expect(right.headers.get('Location')).toBe(`/pg/${programId}`)
    expect(await findIdentity(visitor.pageRequest(), bench.env)).toMatchObject({ is_email_verified: true })
  })

  it('a suppressed address can sign up and gets no news yet', async () => {
    const visitor = browser(bench)
    const body = signupBody() as unknown as Record<string, string>
    await bench.env.DB.prepare('INSERT INTO mail_suppressions (email_key, reason, code, created) VALUES (?, ?, ?, ?)')
      .bind(body['email'], 'bounced', 'test', bench.now())
      .run()
    const answer = await visitor.form(path('signup'), { ...body, is_subscribed: 'on' })
    expect(answer.headers.get('Location')).toBe(path('verify'))
    const profile = await bench.env.DB.prepare(
      'SELECT p.is_subscribed FROM customer_profiles AS p JOIN customers AS c ON c.id = p.customer_id JOIN users AS u ON u.id = c.user_id WHERE u.email_key = ?',
    )
      .bind(body['email'])
      .first()
    expect(profile).toEqual({ is_subscribed: 0 })
  })

  it('C4: the news consent of the sign-up is withdrawn on the account page', async () => {
    const visitor = browser(bench)
    const body = signupBody() as unknown as Record<string, string>
    const page = path('profile/account')
    expect((await visitor.form(page, { is_subscribed: 'false' })).headers.get('Location')).toBe(
      `${path('login')}?${new URLSearchParams({ program_id: programId, goto: page })}`,
    )
    await visitor.form(path('signup'), { ...body, is_subscribed: 'on' })
    const login = (await (
      await bench.call('/v1/login', post({ username: body['email'], password: goodPassword }))
    ).json()) as { access_token: string }
    const isSubscribed = async () =>
      (
        (await (await bench.call(`/v1/profile/programs/${programId}`, { headers: bearer(login) })).json()) as {
          is_subscribed: boolean
        }
      ).is_subscribed
    expect(await isSubscribed()).toBe(true)
    const answer = await visitor.form(`${page}?lang=fr`, { is_subscribed: 'false' })
    expect(answer.headers.get('Location')).toBe(`${page}?saved=1&lang=fr`)
    expect(await isSubscribed()).toBe(false)
    await visitor.form(page, { is_subscribed: 'true' })
    expect(await isSubscribed()).toBe(true)
  })

  it('a second code is sent a minute after the first and not sooner', async () => {
    const visitor = browser(bench)
    await visitor.form(
      path('signup'),
      signupBody({ goto: '/pg/x/checkout/ord_9' }) as unknown as Record<string, string>,
    )
    expect((await visitor.form(path('verify'), { again: '1' })).headers.get('Location')).toBe(path('verify'))
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'verify')).toMatchObject({
      type: 'too_many_requests',
    })
    bench.pass(60_000)
    expect((await visitor.form(path('verify'), { again: '1' })).headers.get('Location')).toBe(
      `${path('verify')}?sent=1`,
    )
    expect(visitor.cookies.has('__Host-form')).toBe(false)
  })

  it('a confirmed code continues to the goto of the sign-up', async () => {
    const visitor = browser(bench)
    const body = signupBody({ goto: '/pg/x/checkout/ord_9' }) as unknown as Record<string, string>
    expect((await visitor.form(path('signup'), body)).headers.get('Location')).toBe('/pg/x/checkout/ord_9')
    expect(
      (await visitor.form(path('verify'), { code: await codeOf(bench, body['email'] ?? '') })).headers.get('Location'),
    ).toBe('/pg/x/checkout/ord_9')
  })

  it("X-09: a log-out clears the browser's cookies", async () => {
    const visitor = browser(bench)
    await visitor.form(path('login'), { username: email, password: goodPassword })
    const cookie = visitor.pageRequest()
    const answer = await visitor.form(path('logout'), {})
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe(`${path('logout')}?lang=en`)
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect([...visitor.cookies.keys()]).toEqual(['__Host-device'])
    expect(await findIdentity(cookie, bench.env)).toBeNull()
    expect((await browser(bench).form(path('logout'), {})).status).toBe(303)
  })

  it("no visitor sees the previous visitor's cart", async () => {
    const visitor = browser(bench)
    const carts = { [`cart_${programId}`]: 'ord_a1.2', cart_tidewater: 'ord_b2.1' }
    const names = () => [...visitor.cookies.keys()].filter((name) => name.startsWith('cart_'))
    for (const begin of [
      () => visitor.form(path('login'), { username: email, password: goodPassword }),
      () => visitor.form(path('logout'), {}),
      () => visitor.form(path('signup'), signupBody() as unknown as Record<string, string>),
    ]) {
      for (const [name, value] of Object.entries(carts)) visitor.cookies.set(name, value)
      await begin()
      expect(names()).toEqual([])
    }
    visitor.cookies.set('cart_tidewater', 'ord_b2.1')
    await visitor.form(path('login'), { username: email, password: 'not that one' })
    expect(names(), 'a log-in that was refused changes nothing').toEqual(['cart_tidewater'])
  })

  it('A-05: a password of 1 MB is rejected before any hashing', async () => {
    const costs: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const began = process.cpuUsage()
      expect(
        (await browser(bench).form(path('login'), { username: email, password: 'x'.repeat(1_000_000) })).status,
      ).toBe(413)
      costs.push(process.cpuUsage(began).user / 1000)
    }
    // The minimum of five measurements is the undisturbed time.
    expect(Math.min(...costs)).toBeLessThan(50)
  })
})

describe('the log-in and sign-up forms, sent by JavaScript', () => {
  let bench: Bench
  let programId: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench)
  })

  it('the response to JavaScript has no refresh token', async () => {
    const visitor = browser(bench)
    const body = signupBody()
    const made = await visitor.script(`/pg/${programId}/signup`, { ...body, is_subscribed: false })
    expect(made.status).toBe(201)
    const answer = (await made.json()) as Record<string, unknown>
    expect(answer).toMatchObject({
      object: 'user',
      email: body.email,
      token_type: 'Bearer',
      access_token: expect.any(String),
    })
    expect(answer).not.toHaveProperty('refresh_token')
    expect(visitor.cookies.has('__Host-refresh')).toBe(true)

    const refused = await visitor.script(`/pg/${programId}/login`, { username: body.email, password: 'wrong' })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ type: 'bad_credentials', code: 401 })
    expect(visitor.cookies.has('__Host-form')).toBe(false)

    const again = await visitor.script(`/pg/${programId}/signup`, {
      ...body,
      first_name: 'Nadine',
      phone: undefined,
      password: undefined,
    })
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ first_name: 'Nadine', object: 'user' })
  })
})
