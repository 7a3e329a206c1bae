import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp, Token } from '../../contract/people/account.ts'
import type { List } from '../../contract/paging.ts'
import type { Session } from '../../contract/people/session.ts'
import { findIdentity } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { bearer, codeOf, goodPassword, mailsTo, post, read, signupBody } from '../../test-bench/sign-ups.ts'
import { deviceName } from '../../platform/identity/device-name.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

const signUp = async (device = laptop) => {
  const body = signupBody()
  return read<SignedUp>(bench.call('/v1/signup', post(body, { 'User-Agent': device })))
}
const logIn = (email: string, device: string, password = goodPassword) =>
  bench.call('/v1/login', post({ username: email, password, program_id: programId }, { 'User-Agent': device }))
const sessionsOf = (token: Token) => read<List<Session>>(bench.call('/v1/profile/sessions', { headers: bearer(token) }))
const remove = (token: Token, path: string) =>
  bench.call(`/v1/profile/sessions${path}`, { method: 'DELETE', headers: bearer(token) })
const refresh = (token: Token) => bench.call('/v1/oauth/token', post({ refresh_token: token.refresh_token }))
const statusOf = async (token: Token) => (await bench.call('/v1/profile', { headers: bearer(token) })).status

describe('the name of a device', () => {
  it.each([
    [phone, 'Chrome', 'Android'],
    [laptop, 'Firefox', 'Windows'],
    [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0', 'Edge', 'Mac'],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile',
      'Samsung Internet',
      'Android',
    ],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0.0.0 Safari/537.36', 'Chrome', 'ChromeOS'],
    ['curl/8.9.1', null, null],
    ['<script>alert(1)</script>', null, null],
    [`${'('.repeat(100_000)}Firefox/1`, null, null],
    [null, null, null],
  ])('the device name of the browser %s is “%s on %s”', (userAgent, name, system) =>
    expect(deviceName(userAgent)).toEqual({ browser: name, system }),
  )
})

describe('GET profile/sessions', () => {
  it('the sessions are listed with their devices, last used first', async () => {
    const first = await signUp()
    bench.pass(3_600_000)
    const second = await read<Token>(logIn(first.email, phone))
    expect((await sessionsOf(second)).data).toMatchObject([
      { object: 'session', browser: 'Chrome', system: 'Android', is_current: true },
      { browser: 'Firefox', system: 'Windows', is_current: false },
    ])
    bench.pass(60_000)
    const renewed = await read<Token>(refresh(first))
    const [newest, older] = (await sessionsOf(renewed)).data
    expect(newest).toMatchObject({ browser: 'Firefox', is_current: true })
    expect(newest?.last_used).toBe(new Date(bench.now()).toISOString())
    expect(await read(bench.call(`/v1/profile/sessions/${older?.id}`, { headers: bearer(renewed) }))).toEqual(older)
  })

  it('sessions that have ended are not listed', async () => {
    const first = await signUp()
    bench.pass(31 * 86_400_000)
    const second = await read<Token>(logIn(first.email, phone))
    expect((await sessionsOf(second)).data).toMatchObject([{ is_current: true }])
    const third = await read<Token>(logIn(first.email, laptop))
    await bench.call('/v1/logout', post({}, bearer(third)))
    expect((await sessionsOf(second)).total).toBe(1)
  })

  it('a session is updated by page views at most once an hour', async () => {
    const visitor = browser(bench)
    const body = signupBody()
    await visitor.form(`/pg/${programId}/signup`, body as unknown as Record<string, string>, { 'User-Agent': phone })
    const token = await read<Token>(logIn(body.email, laptop))
    const open = async () => {
      const work: Promise<unknown>[] = []
      const ctx = { waitUntil: (each: Promise<unknown>) => void work.push(each) } as unknown as ExecutionContext
      await findIdentity(visitor.pageRequest(), bench.env, ctx)
      await Promise.all(work)
      return (await sessionsOf(token)).data.find(({ is_current }) => !is_current)?.last_used
    }
    bench.pass(120_000)
    const first = await open()
    expect(first).toBe(new Date(bench.now()).toISOString())
    bench.pass(60_000)
    expect(await open()).toBe(first)
  })
})

describe('DELETE profile/sessions', () => {
  it('A-14: logging out one device ends its session at once', async () => {
    const here = await signUp()
    const [there, other] = [await read<Token>(logIn(here.email, phone)), await read<Token>(logIn(here.email, phone))]
    const { data } = await sessionsOf(there)
    const id = data.find(({ is_current }) => is_current)?.id
    expect(await statusOf(there)).toBe(200)
    for (let time = 0; time < 2; time++)
      expect(await read(remove(here, `/${id}`))).toEqual({
        object: 'done',
        type: 'session_ended',
        message: 'That device is logged out.',
      })
    expect(await statusOf(there)).toBe(401)
    const write = { ...post({ first_name: 'New' }, bearer(there)), method: 'PUT' }
    expect((await bench.call('/v1/profile', write)).status).toBe(401)
    expect(await read(refresh(there))).toMatchObject({ type: 'token_expired' })
    expect([await statusOf(here), await statusOf(other)]).toEqual([200, 200])
  })

  it('A-14: logging out elsewhere ends every session but the current one', async () => {
    const here = await signUp()
    const others = [await read<Token>(logIn(here.email, phone)), await read<Token>(logIn(here.email, laptop))]
    expect((await remove(here, '')).status).toBe(200)
    expect(await Promise.all([here, ...others].map(statusOf))).toEqual([200, 401, 401])
    expect((await sessionsOf(here)).total).toBe(1)
  })

  it("returns 404 for another customer's session", async () => {
    const [mine, theirs] = [await signUp(), await signUp()]
    const id = (await sessionsOf(theirs)).data[0]?.id
    expect((await remove(mine, `/${id}`)).status).toBe(404)
    expect(await statusOf(theirs)).toBe(200)
  })

  it('the buttons of the account page log out devices without JavaScript', async () => {
    const [here, there] = [browser(bench), browser(bench)]
    const body = signupBody()
    await here.form(`/pg/${programId}/signup`, body as unknown as Record<string, string>, { 'User-Agent': laptop })
    const credentials = { username: body.email, password: goodPassword }
    await there.form(`/pg/${programId}/login`, credentials, { 'User-Agent': phone })
    const id = (await findIdentity(there.pageRequest(), bench.env))?.identity.session_id ?? ''
    const page = `/pg/${programId}/profile/account`
    const answer = await here.form(page, { session_id: id })
    expect(answer.headers.get('Location')).toBe(`${page}?saved=session`)
    expect(await findIdentity(there.pageRequest(), bench.env)).toBeNull()

    await there.form(`/pg/${programId}/login`, credentials, { 'User-Agent': phone })
    expect((await here.form(page, { other_sessions: '1' })).headers.get('Location')).toBe(`${page}?saved=sessions`)
    expect(await findIdentity(there.pageRequest(), bench.env)).toBeNull()
    expect(await findIdentity(here.pageRequest(), bench.env)).not.toBeNull()
    const late = await there.form(page, { other_sessions: '1' })
    expect(late.headers.get('Location')).toMatch(new RegExp(`^/pg/${programId}/login\\?program_id=${programId}&goto=`))
  })
})

describe('the mail about a new device', () => {
  const verified = async () => {
    const person = await signUp()
    await bench.call('/v1/verify', post({ code: await codeOf(bench, person.email) }, bearer(person)))
    return person
  }
  const noticesTo = async (email: string) =>
    (await mailsTo(bench, email)).filter(({ subject }) => subject.startsWith('New log-in'))
  const linkOf = (text: string) => new URL(/http\S+\/not-me\?\S+/.exec(text)?.[0] ?? '')
  const deny = (text: string) => bench.call('/v1/logins/undo', post({ token: linkOf(text).searchParams.get('token') }))

  it('the mail about a new device is sent to a confirmed address only', async () => {
    const [person, unconfirmed] = [await verified(), await signUp()]
    await logIn(unconfirmed.email, phone)
    expect(await noticesTo(unconfirmed.email)).toEqual([])
    const visitor = browser(bench)
    const again = () => visitor.form(`/pg/${programId}/login`, { username: person.email, password: goodPassword })
    await again()
    await again()
    await logIn(person.email, phone, 'not that one')
    const notices = await noticesTo(person.email)
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain('Unknown device')
    await logIn(person.email, phone)
    expect((await noticesTo(person.email))[0]?.text).toContain('Chrome on Android')
  })

  it('the link in the mail ends every session and the password, once', async () => {
    const person = await verified()
    const thief = await read<Token>(logIn(person.email, phone))
    const theirs = signupBody().email
    await bench.call('/v1/profile/email', post({ email: theirs }, bearer(thief)))
    await bench.call('/v1/verify', post({ code: await codeOf(bench, theirs) }, bearer(thief)))
    const [notice] = await noticesTo(person.email)
    expect(linkOf(notice?.text ?? '').searchParams.get('program_id')).toBe(programId)
    expect((await deny(notice?.text ?? '')).status).toBe(200)
    expect([await statusOf(person), await statusOf(thief)]).toEqual([401, 401])
    for (const email of [person.email, theirs]) expect((await logIn(email, phone)).status).toBe(401)

    await bench.call('/v1/recovery', post({ email: person.email, program_id: programId }))
    const mail = (await mailsTo(bench, person.email)).find(({ text }) => text.includes('/recovery/'))
    const id = /\/recovery\/(rec_[\w-]+)/.exec(mail?.text ?? '')?.[1]
    const next = 'nine herons over water'
    expect((await bench.call(`/v1/recovery/${id}`, post({ password: next }))).status).toBe(200)
    expect((await deny(notice?.text ?? '')).status).toBe(200)
    expect((await logIn(person.email, phone, next)).status).toBe(200)
  })

  it('the link in the mail cancels what was started in that log-in', async () => {
    const person = await verified()
    const there = await read<Token>(logIn(person.email, phone))
    const [notice] = await noticesTo(person.email)
    await bench.call(`/v1/profile/programs/${programId}`, post({}, bearer(there)))
    const child = { first_name: 'Maya', last_name: 'Roy', relations: [{ relation: 'parent' }] }
    const { id } = await read<{ id: string }>(bench.call('/v1/profile/attendees', post(child, bearer(there))))
    const sent = await bench.call(
      '/v1/profile/invitations',
      post(
        {
          ...{ program_id: programId, attendee_ids: [id], first_name: 'Eve', last_name: 'Eaves' },
          ...{ email: 'eve@example.com', relation: 'parent', rights: ['manage'] },
        },
        bearer(there),
      ),
    )
    expect(sent.status, await sent.clone().text()).toBe(201)
    const leaving = await bench.call('/v1/profile/customer', { ...post({}, bearer(there)), method: 'DELETE' })
    expect(leaving.status, await leaving.clone().text()).toBe(202)
    expect((await deny(notice?.text ?? '')).status).toBe(200)
    const of = async (table: string, column: string) =>
      bench.env.DB.prepare(
        `SELECT ${column} AS value FROM ${table} WHERE customer_id = (SELECT c.id FROM customers AS c JOIN users AS u ON u.id = c.user_id WHERE u.email = ?)`,
      )
        .bind(person.email)
        .first()
    expect(await of('invitations', 'status')).toEqual({ value: 'revoked' })
    expect(await of('account_deletions', 'withdrawn_at IS NOT NULL')).toEqual({ value: 1 })
    expect((await mailsTo(bench, person.email)).map(({ subject }) => subject).join()).toMatch(/stays|keep|kept/i)
  })

  it('the mailed link reverts the access that the reported log-in granted or removed', async () => {
    const person = await verified()
    const first = { first_name: 'Maya', last_name: 'Roy', relations: [{ relation: 'parent' }] }
    const { id } = await read<{ id: string }>(bench.call('/v1/profile/attendees', post(first, bearer(person))))
    bench.pass(60_000)
    const there = await read<Token>(logIn(person.email, phone))
    const [notice] = await noticesTo(person.email)
    await bench.call(`/v1/profile/programs/${programId}`, post({}, bearer(there)))
    const codeTo = async (email: string) =>
      /\/invitations\/([\w-]{43})/.exec((await mailsTo(bench, email)).map(({ text }) => text).join('\n'))?.[1] ?? ''
    const pass = async (from: { access_token: string }, to: { email: string; access_token: string }) => {
      const body = {
        ...{ program_id: programId, attendee_ids: [id], first_name: 'Eve', last_name: 'Eaves', email: to.email },
        ...{ relation: 'parent', rights: ['manage'] },
      }
      expect((await bench.call('/v1/profile/invitations', post(body, bearer(from)))).status).toBe(201)
      const accepted = await bench.call(`/v1/invitations/${await codeTo(to.email)}/accept`, post({}, bearer(to)))
      expect(accepted.status, await accepted.clone().text()).toBe(200)
    }
    const [eve, mallory] = [await verified(), await verified()]
    await pass(there, eve)
    await pass(eve, mallory)
    const members = async (whose: { access_token: string }) =>
      (await bench.call(`/v1/profile/attendees/${id}/members`, { headers: bearer(whose) })).status
    const mine = `(SELECT c.id FROM customers AS c JOIN users AS u ON u.id = c.user_id WHERE u.email = '${person.email}')`
    const owner = await bench.env.DB.prepare(`SELECT ${mine} AS id`).first<{ id: string }>()
    const removed = await bench.call(`/v1/profile/attendees/${id}/members/${owner?.id}`, {
      headers: bearer(eve),
      method: 'DELETE',
    })
    expect([removed.status, await members(eve), await members(mallory)]).toEqual([200, 200, 200])

    expect((await deny(notice?.text ?? '')).status).toBe(200)
    expect([await members(eve), await members(mallory)]).toEqual([404, 404])
    const left = await bench.env.DB.prepare('SELECT customer_id, rights FROM relations WHERE attendee_id = ?')
      .bind(id)
      .all()
    expect(left.results).toEqual([{ customer_id: owner?.id, rights: '["view","manage"]' }])
    const sent = await bench.env.DB.prepare('SELECT DISTINCT status FROM invitations WHERE attendee_ids LIKE ?')
      .bind(`%${id}%`)
      .all()
    expect(sent.results).toEqual([{ status: 'revoked' }])
  })

  it('the link in the mail expires after seven days', async () => {
    const person = await verified()
    await logIn(person.email, phone)
    const [notice] = await noticesTo(person.email)
    const link = linkOf(notice?.text ?? '')
    const fields = Object.fromEntries(link.searchParams)
    const visitor = browser(bench)
    expect(await statusOf(person)).toBe(200)
    const done = await visitor.form('/not-me?lang=en', fields)
    expect(done.headers.get('Location')).toBe(`/not-me?done=1&about=login&program_id=${programId}&lang=en`)
    expect(await statusOf(person)).toBe(401)
    bench.pass(7 * 86_400_000 + 1)
    const late = await visitor.form('/not-me', fields)
    expect(late.headers.get('Location')).toContain('token=')
    expect((await deny(notice?.text ?? '')).status).toBe(410)
  })
})
