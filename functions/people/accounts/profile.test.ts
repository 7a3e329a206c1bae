import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp, User } from '../../contract/people/account.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { bearer, codeOf, goodPassword, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'

describe('GET and PUT profile', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  const put = (body: unknown, headers: Record<string, string>) =>
    bench.call('/v1/profile', { ...post(body, headers), method: 'PUT' })
  const signUp = async (more: Record<string, unknown> = {}) =>
    (await (await bench.call('/v1/signup', post(signupBody(more)))).json()) as SignedUp
  const verified = async () => {
    const person = await signUp()
    await bench.call('/v1/verify', post({ code: await codeOf(bench, person.email) }, bearer(person)))
    return person
  }

  it('PUT returns 200 with the given fields changed and the others kept', async () => {
    const person = await makeCustomer(bench)
    const before = (await (await bench.call('/v1/profile', { headers: person.headers })).json()) as User
    const answer = await put(
      {
        last_name: 'Tremblay',
        phone: '(416) 555-0177',
        language: 'fr',
        timezone: 'America/Halifax',
        picture_url: 'https://pictures.example/me.jpg',
      },
      person.headers,
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      ...before,
      last_name: 'Tremblay',
      phone: '+14165550177',
      language: 'fr',
      timezone: 'America/Halifax',
      picture_url: 'https://pictures.example/me.jpg',
      updated: expect.any(String),
    })
    expect(await (await put({ phone: null, picture_url: null }, person.headers)).json()).toMatchObject({
      phone: null,
      picture_url: null,
    })
  })

  it('A-17: sending the whole response back changes nothing', async () => {
    const person = await makeCustomer(bench, { verified: false })
    const before = (await (await bench.call('/v1/profile', { headers: person.headers })).json()) as User
    const answer = await put(
      {
        ...before,
        is_admin: true,
        is_active: false,
        is_email_verified: true,
        id: 'usr_other',
        user_id: 'usr_other',
        pending_email: 'x@example.com',
        created: '2000-01-01T00:00:00.000Z',
        last_login: null,
        title: 'boss',
        program: 'lakeside',
      },
      person.headers,
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ...before, updated: expect.any(String) })
    expect(await (await bench.call('/v1/signup', post(signupBody({ is_email_verified: true })))).json()).toMatchObject({
      type: 'unknown_parameter',
    })
  })

  it.each([
    [{ first_name: '' }, 'required', 'first_name'],
    [{ first_name: null }, 'required', 'first_name'],
    [{ last_name: 'x'.repeat(41) }, 'too_long', 'last_name'],
    [{ phone: '12' }, 'invalid_phone', 'phone'],
    [{ picture_url: 'javascript:alert(1)' }, 'invalid_url', 'picture_url'],
    [{ picture_url: 'http://pictures.example/a.png' }, 'invalid_url', 'picture_url'],
    [{ timezone: 'Nowhere' }, 'invalid_timezone', 'timezone'],
    [{ language: 'de' }, 'invalid_option', 'language'],
    [{ password: 'new one 12345' }, 'unknown_parameter', 'password'],
  ])('returns 400 for a profile with %j', async (body, type, param) => {
    const person = await makeCustomer(bench)
    const answer = await put(body, person.headers)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type, param })
  })

  it('GET and PUT return 401 without a token', async () => {
    expect((await bench.call('/v1/profile')).status).toBe(401)
    expect((await put({ first_name: 'New' }, {})).status).toBe(401)
  })

  it('returns 403 for a change of email before the current one is confirmed', async () => {
    const person = await signUp()
    const answer = await put({ email: 'elsewhere@example.com' }, bearer(person))
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ type: 'email_not_verified' })
  })

  it('a new email is pending until its code is entered', async () => {
    const person = await verified()
    const next = signupBody().email
    expect(await (await put({ email: next, first_name: 'Nadine' }, bearer(person))).json()).toMatchObject({
      email: person.email,
      pending_email: next,
      first_name: 'Nadine',
      is_email_verified: true,
    })
    expect((await bench.call('/v1/login', post({ username: next, password: goodPassword }))).status).toBe(401)
    expect((await bench.call('/v1/login', post({ username: person.email, password: goodPassword }))).status).toBe(200)
    const [, notice] = await mailsTo(bench, person.email)
    expect(notice?.subject).toBe('Your email at Muster is about to change')
    expect(notice?.text).not.toContain(next)

    expect(
      await (await bench.call('/v1/verify', post({ code: await codeOf(bench, next) }, bearer(person)))).json(),
    ).toMatchObject({
      email: next,
      pending_email: null,
      is_email_verified: true,
    })
    expect((await bench.call('/v1/login', post({ username: next, password: goodPassword }))).status).toBe(200)
    expect((await bench.call('/v1/login', post({ username: person.email, password: goodPassword }))).status).toBe(401)
  })

  const linkOf = async (address: string) => {
    const [notice] = await mailsTo(bench, address)
    return new URL(/http\S+\/not-me\?\S+/.exec(notice?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
  }

  it('the "this was not me" link restores the email once within 7 days', async () => {
    const person = await verified()
    const next = signupBody().email
    await put({ email: next }, bearer(person))
    await bench.call('/v1/verify', post({ code: await codeOf(bench, next) }, bearer(person)))
    bench.pass(6 * 86_400_000)
    const token = await linkOf(person.email)
    const undo = () => bench.call('/v1/email_changes/undo', post({ token }))
    expect(await (await undo()).json()).toMatchObject({ object: 'done' })
    expect((await undo()).status).toBe(200)
    expect((await bench.call('/v1/login', post({ username: person.email, password: goodPassword }))).status).toBe(200)
    expect((await bench.call('/v1/login', post({ username: next, password: goodPassword }))).status).toBe(401)
    expect(
      await (await bench.call('/v1/oauth/token', post({ refresh_token: person.refresh_token }))).json(),
    ).toMatchObject({ type: 'token_expired' })
  })

  it('the "this was not me" link invalidates a code that was not entered yet', async () => {
    const person = await verified()
    const next = signupBody().email
    await put({ email: next }, bearer(person))
    await bench.call('/v1/email_changes/undo', post({ token: await linkOf(person.email) }))
    const { access_token } = (await (
      await bench.call('/v1/login', post({ username: person.email, password: goodPassword }))
    ).json()) as SignedUp
    const answer = await bench.call('/v1/verify', post({ code: await codeOf(bench, next) }, bearer({ access_token })))
    expect(await answer.json()).toMatchObject({ email: person.email, pending_email: null })
  })

  it.each(['', 'x', `ecd_1~abc~${'A'.repeat(43)}`])(
    'a “this was not me” link with the invalid code %j is rejected',
    async (token) => {
      expect([400, 410]).toContain((await bench.call('/v1/email_changes/undo', post({ token }))).status)
    },
  )

  it('a link of eight days returns 410', async () => {
    const person = await verified()
    await put({ email: signupBody().email }, bearer(person))
    const token = await linkOf(person.email)
    bench.pass(7 * 86_400_000 + 1)
    expect((await bench.call('/v1/email_changes/undo', post({ token }))).status).toBe(410)
  })

  it("a change to another account's email gets the same response and changes nothing", async () => {
    const [owner, rival] = [await verified(), await verified()]
    expect(await (await put({ email: rival.email }, bearer(owner))).json()).toMatchObject({
      pending_email: rival.email,
    })
    const answer = await bench.call('/v1/verify', post({ code: await codeOf(bench, rival.email) }, bearer(owner)))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type: 'email_in_use' })
  })

  it('the own email in another spelling is stored as typed', async () => {
    const person = await verified()
    const typed = person.email.replace('new', 'New')
    expect(await (await put({ email: typed }, bearer(person))).json()).toMatchObject({
      email: typed,
      pending_email: null,
    })
  })

  it('a sign-up while logged in changes the names and makes a new email pending', async () => {
    const person = await signUp()
    const next = signupBody().email
    const again = await bench.call(
      '/v1/signup',
      post(
        {
          first_name: 'Nadine',
          last_name: 'Roy-Tremblay',
          email: next,
          timezone: 'America/Halifax',
          password: goodPassword,
        },
        bearer(person),
      ),
    )
    expect(again.status).toBe(200)
    const body = await again.json()
    expect(body).toMatchObject({
      id: person.id,
      first_name: 'Nadine',
      last_name: 'Roy-Tremblay',
      timezone: 'America/Halifax',
      email: person.email,
      pending_email: next,
    })
    expect(body).not.toHaveProperty('access_token')
    expect((await bench.call('/v1/verify', post({ code: await codeOf(bench, next) }, bearer(person)))).status).toBe(200)
  })

  it('a sign-up while logged in with the same email sends the code again', async () => {
    const body = signupBody()
    const person = (await (await bench.call('/v1/signup', post(body))).json()) as SignedUp
    const again = () => bench.call('/v1/signup', post(body, bearer(person)))
    expect((await again()).status).toBe(200)
    expect(await mailsTo(bench, body.email)).toHaveLength(1)
    bench.pass(60_000)
    expect((await again()).status).toBe(200)
    expect(await mailsTo(bench, body.email)).toHaveLength(2)
  })
})
