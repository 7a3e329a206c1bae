import { beforeAll, describe, expect, it } from 'vitest'
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '../../contract/people/passkey.ts'
import { findFormFailure, findIdentity } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { browser } from '../../test-bench/edge.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { bearer, codeOf, goodPassword, mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'
import { softwarePasskey } from '../../test-bench/software-passkey.ts'

let bench: Bench
let programId: string
let email: string
let token: { access_token: string }
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  const body = signupBody()
  email = body.email
  token = (await (await bench.call('/v1/signup', post(body))).json()) as { access_token: string }
  await bench.call('/v1/verify', post({ code: await codeOf(bench, email) }, bearer(token)))
})
const path = (name: string) => `/pg/${programId}/${name}`
const passkeysPath = () => path('profile/account/passkeys')
type Visitor = ReturnType<typeof browser>
const loggedIn = async () => {
  const visitor = browser(bench)
  await visitor.form(path('login'), { username: email, password: goodPassword })
  return visitor
}
const ownPasskeys = async () => {
  const login = await bench.call('/v1/login', post({ username: email, password: goodPassword }))
  const headers = bearer((await login.json()) as { access_token: string })
  return ((await (await bench.call('/v1/profile/passkeys', { headers })).json()) as { data: Passkey[] }).data
}
const add = async (visitor: Visitor) => {
  const key = softwarePasskey({ origin: bench.env.SITE_ORIGIN, rpId: 'localhost' })
  const options = await visitor.script(passkeysPath(), { options: '1' })
  expect(options.headers.get('Cache-Control')).toBe('no-store')
  const credential = key.create((await options.json()) as PasskeyCreationOptions)
  return { key, answer: await visitor.form(passkeysPath(), { passkey: JSON.stringify(credential) }) }
}
const request = async (visitor: Visitor) =>
  (await (await visitor.script(path('login/passkey'), {})).json()) as PasskeyRequestOptions

describe('passkeys on pages', () => {
  it('a passkey log-in by form sets a cookie and gives JavaScript no token', async () => {
    const { key, answer } = await add(await loggedIn())
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `${path('profile/account')}?saved=passkey_added`,
    ])

    const visitor = browser(bench)
    const passkey = JSON.stringify(key.sign(await request(visitor)))
    const inside = await visitor.form(path('login'), { passkey, goto: '/pg/x/checkout/ord_1' })
    expect([inside.status, inside.headers.get('Location')]).toEqual([303, '/pg/x/checkout/ord_1'])
    const [refresh = ''] = inside.headers.getSetCookie().filter((line) => line.startsWith('__Host-refresh='))
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax']) expect(refresh.split('; ')).toContain(attribute)
    expect(await findIdentity(visitor.pageRequest(), bench.env)).toMatchObject({ first_name: 'Nadia' })

    const script = browser(bench)
    const body = await script.script(path('login'), { passkey: JSON.stringify(key.sign(await request(script))) })
    expect([body.status, await body.json()]).toEqual([200, {}])
    expect(await findIdentity(script.pageRequest(), bench.env)).not.toBeNull()
  })

  it('a browser that logged in with a passkey is known at its next log-in', async () => {
    const { key } = await add(await loggedIn())
    const visitor = browser(bench)
    const logIn = async () => visitor.form(path('login'), { passkey: JSON.stringify(key.sign(await request(visitor))) })
    const notices = async () =>
      (await mailsTo(bench, email)).filter(({ subject }) => /^New log-in/.test(subject)).length
    const before = await notices()
    await logIn()
    expect(await notices()).toBe(before + 1)
    await logIn()
    expect(await notices()).toBe(before + 1)
  })

  it.each(['not json', '{}', '[]', '"x"'])(
    'a passkey log-in with the invalid body %s returns to its page with an error',
    async (passkey) => {
      const visitor = browser(bench)
      const answer = await visitor.form(path('login'), { passkey, goto: '/pg/x' })
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path('login')}?goto=%2Fpg%2Fx`])
      const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'login')
      expect(failure?.values).not.toHaveProperty('passkey')
    },
  )

  it('a rejected passkey is reported on the log-in page', async () => {
    const { key } = await add(await loggedIn())
    const visitor = browser(bench)
    const passkey = JSON.stringify(key.sign({ challenge: 'bWFkZS11cA' }))
    await visitor.form(path('login'), { passkey })
    const failure = await findFormFailure(visitor.pageRequest(), bench.env, 'login')
    expect(failure).toMatchObject({ type: 'passkey_not_accepted', values: {} })
  })

  it('a wrong password is reported next to the passkey that it was typed for', async () => {
    const visitor = await loggedIn()
    await add(visitor)
    const [passkey] = await ownPasskeys()
    const passkey_id = passkey?.id ?? ''
    const renamed = await visitor.form(passkeysPath(), { passkey_id, name: 'Blue phone' })
    expect(renamed.headers.get('Location')).toBe(`${path('profile/account')}?saved=passkey_renamed`)
    expect((await ownPasskeys()).find(({ id }) => id === passkey_id)?.name).toBe('Blue phone')

    const remove = (password: string) => visitor.form(passkeysPath(), { passkey_id, remove: '1', password })
    const refused = await remove('not that one')
    expect(refused.headers.get('Location')).toBe(path('profile/account'))
    expect(await findFormFailure(visitor.pageRequest(), bench.env, 'passkey')).toMatchObject({
      type: 'password_incorrect',
      values: { passkey_id },
    })
    expect((await remove('')).headers.get('Location')).toBe(`${path('profile/account')}?saved=passkey_removed`)
    expect((await ownPasskeys()).map(({ id }) => id)).not.toContain(passkey_id)
  })

  it('a visitor gets no options for creating a passkey', async () => {
    expect((await browser(bench).script(passkeysPath(), { options: '1' })).status).toBe(401)
  })
})
