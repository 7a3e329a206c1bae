import { beforeAll, describe, expect, it } from 'vitest'
import type { Token } from '../../contract/people/account.ts'
import type { List } from '../../contract/paging.ts'
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '../../contract/people/passkey.ts'
import { signLink } from '../../platform/identity/signed-link.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { bearer, codeOf, goodPassword, mailsTo, post, read, signupBody } from '../../test-bench/sign-ups.ts'
import { softwarePasskey } from '../../test-bench/software-passkey.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const minute = 60_000

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

const device = () => softwarePasskey({ origin: bench.env.SITE_ORIGIN, rpId: 'localhost' })
const start = (person: Person, body: object = {}) => bench.call('/v1/profile/passkeys/options', person.json(body))
const add = (person: Person, body: object) =>
  bench.call('/v1/profile/passkeys', person.json(body, { 'User-Agent': phone }))
const options = () => read<PasskeyRequestOptions>(bench.call('/v1/login/passkey/options', post({})))
const logIn = (credential: object) => bench.call('/v1/login/passkey', post({ credential, program_id: programId }))
const remove = (person: Person, id: string, body: object = {}) =>
  bench.call(`/v1/profile/passkeys/${id}`, { ...person.json(body), method: 'DELETE' })
const listOf = async (person: Person) =>
  (await read<List<Passkey>>(bench.call('/v1/profile/passkeys', { headers: person.headers }))).data
const refusal = async (answer: Response | Promise<Response>) => {
  const response = await answer
  return [response.status, (await read<{ type: string }>(response)).type]
}
const notAccepted = [422, 'passkey_not_accepted']

/** A customer of the program with a passkey. */
async function withPasskey() {
  const person = await makeCustomer(bench, { programIds: [programId] })
  const key = device()
  const credential = key.create(await read<PasskeyCreationOptions>(start(person)))
  const made = await read<Passkey>(add(person, { credential }))
  return { person, key, id: made.id }
}

describe('creating a passkey', () => {
  it('a new passkey is discoverable and named after the device', async () => {
    const { person, key, id } = await withPasskey()
    const second = await read<PasskeyCreationOptions>(start(person))
    expect(second).toMatchObject({
      rp: { id: 'localhost', name: 'Muster' },
      user: { id: Buffer.from(person.identity.user_id).toString('base64url'), name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', id: key.id, transports: ['internal'] }],
    })
    expect(await listOf(person)).toMatchObject([{ id, name: 'Chrome on Android', last_used_at: null }])
    expect((await mailsTo(bench, person.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^A passkey was added to your account/),
    ])
  })

  it('creating a passkey needs a confirmed address and a recent log-in or the password', async () => {
    const unknown = await makeCustomer(bench, { programIds: [programId], verified: false })
    expect(await refusal(start(unknown))).toEqual([403, 'email_not_verified'])

    const body = signupBody()
    const token = await read<Token>(bench.call('/v1/signup', post(body)))
    const later = (answer: object, more: object = {}) =>
      bench.call('/v1/profile/passkeys/options', post(answer, bearer(token, more as Record<string, string>)))
    const code = await codeOf(bench, body.email)
    await bench.call('/v1/verify', post({ code }, bearer(token)))
    expect((await later({})).status).toBe(200)
    bench.pass(9.9 * minute)
    expect((await later({})).status).toBe(200)
    const aged = await makeCustomer(bench, { programIds: [programId] })
    bench.pass(10 * minute + 1)
    await aged.renew()
    expect(await refusal(start(aged))).toEqual([400, 'required'])
    expect(await refusal(start(aged, { password: goodPassword }))).toEqual([400, 'password_incorrect'])

    const person = await makeCustomer(bench, { programIds: [programId] })
    await bench.env.DB.prepare(`UPDATE sessions SET client_id = 'canoe-app' WHERE id = ?`)
      .bind(person.identity.session_id)
      .run()
    expect(await refusal(start(person))).toEqual([403, 'transition_not_allowed'])
  })

  it.each([
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['a key of another site', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
  ])('a new passkey with %s is rejected', async (_, forged) => {
    const person = await makeCustomer(bench, { programIds: [programId] })
    const made = await read<PasskeyCreationOptions>(start(person))
    expect(await refusal(add(person, { credential: device().create(made, forged) }))).toEqual(notAccepted)
    // A refused passkey uses up its challenge.
    expect(await refusal(add(person, { credential: device().create(made) }))).toEqual(notAccepted)
    expect(await listOf(person)).toEqual([])
  })

  it('a challenge can be used once in its own session', async () => {
    const [one, two] = [await makeCustomer(bench), await makeCustomer(bench)]
    const made = await read<PasskeyCreationOptions>(start(one))
    expect(await refusal(add(two, { credential: device().create(made) }))).toEqual(notAccepted)
    const credential = device().create(made)
    expect((await add(one, { credential, name: 'Kitchen tablet' })).status).toBe(201)
    expect(await refusal(add(one, { credential: device().create(made) }))).toEqual(notAccepted)
    const late = await read<PasskeyCreationOptions>(start(one))
    bench.pass(5 * minute + 1)
    expect(await refusal(add(one, { credential: device().create(late) }))).toEqual(notAccepted)
    const ofLogIn = { ...late, challenge: (await options()).challenge }
    expect(await refusal(add(one, { credential: device().create(ofLogIn) }))).toEqual(notAccepted)
  })

  it('a credential can be stored once over all accounts', async () => {
    const { person, key } = await withPasskey()
    const other = await makeCustomer(bench)
    const made = await read<PasskeyCreationOptions>(start(other))
    expect(await refusal(add(other, { credential: key.create(made) }))).toEqual(notAccepted)
    const user_id = person.identity.user_id
    const row = 'INSERT INTO passkeys (id, user_id, credential_id, public_key, name, created) VALUES (?, ?, ?, ?, ?, 0)'
    const insert = (number: number) =>
      bench.env.DB.prepare(row).bind(`${user_id}_${number}`, user_id, `${user_id}_${number}`, 'x', 'Key').run()
    for (let number = 2; number <= 20; number++) await insert(number)
    await expect(insert(21)).rejects.toThrow(/passkey_limit/)
    expect(await refusal(start(person))).toEqual([409, 'state_conflict'])
  })
})

describe('logging in with a passkey', () => {
  it('a passkey log-in starts a session as a password does', async () => {
    const { person, key, id } = await withPasskey()
    const request = await options()
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(request).not.toHaveProperty('allowCredentials')
    const answer = await logIn(key.sign(request))
    expect(answer.status, await answer.clone().text()).toBe(200)
    const token = await read<Token>(answer)
    const profile = await read<{ email: string }>(bench.call('/v1/profile', { headers: bearer(token) }))
    expect(profile.email).toBe(person.email)
    expect(await listOf(person)).toMatchObject([{ id, last_used_at: new Date(bench.now()).toISOString() }])
    expect((await mailsTo(bench, person.email))[0]?.subject).toMatch(/^New log-in/)
  })

  it('a signature is accepted once within five minutes', async () => {
    const { key } = await withPasskey()
    const signed = key.sign(await options())
    expect((await logIn(signed)).status).toBe(200)
    expect(await refusal(logIn(signed))).toEqual(notAccepted)
    const late = await options()
    bench.pass(5 * minute + 1)
    expect(await refusal(logIn(key.sign(late)))).toEqual(notAccepted)
    expect(await refusal(logIn(key.sign({ challenge: 'bWFkZS11cA' })))).toEqual(notAccepted)
  })

  it('one of many concurrent requests with the same signature succeeds', async () => {
    const { key } = await withPasskey()
    const signed = key.sign(await options())
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await logIn(signed)).status))
    expect(statuses.sort()).toEqual([200, 422, 422, 422, 422])
  })

  it.each([
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['an origin with another port', { origin: 'http://localhost:1' }],
    ['a key of another site', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['no user handle', { userHandle: '' }],
  ])('a passkey log-in with %s is rejected', async (_, forged) => {
    const { key } = await withPasskey()
    const request = await options()
    expect(await refusal(logIn(key.sign(request, forged)))).toEqual(notAccepted)
    expect(await refusal(logIn(key.sign(request)))).toEqual(notAccepted)
    expect((await logIn(key.sign(await options()))).status).toBe(200)
  })

  it('a passkey log-in is rejected with another customer’s credential', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const signed = mine.key.sign(await options())
    expect(await refusal(logIn({ ...signed, id: theirs.key.id, rawId: theirs.key.id }))).toEqual(notAccepted)
    const userHandle = Buffer.from(theirs.person.identity.user_id).toString('base64url')
    expect(await refusal(logIn(mine.key.sign(await options(), { userHandle })))).toEqual(notAccepted)
    const unknown = device()
    unknown.create({ challenge: 'x', user: { id: userHandle } })
    expect(await refusal(logIn(unknown.sign(await options())))).toEqual(notAccepted)
  })

  it('a passkey is rejected after a copy of its key was used', async () => {
    const { key } = await withPasskey()
    expect((await logIn(key.sign(await options(), { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 3, 0])
      expect(await refusal(logIn(key.sign(await options(), { counter })))).toEqual(notAccepted)
    expect((await logIn(key.sign(await options(), { counter: 8 }))).status).toBe(200)
    const { key: uncounted } = await withPasskey()
    for (let times = 0; times < 2; times++)
      expect((await logIn(uncounted.sign(await options(), { counter: 0 }))).status).toBe(200)
  })

  it('a passkey cannot open a closed account', async () => {
    const { person, key } = await withPasskey()
    await bench.env.DB.prepare('UPDATE users SET is_active = 0 WHERE id = ?').bind(person.identity.user_id).run()
    expect(await refusal(logIn(key.sign(await options())))).toEqual([403, 'account_inactive'])
  })
})

describe('managing passkeys', () => {
  it('a passkey can be renamed', async () => {
    const { person, id } = await withPasskey()
    const rename = (name: string) =>
      bench.call(`/v1/profile/passkeys/${id}`, { ...person.json({ name }), method: 'PUT' })
    expect(await read(rename(' Blue phone '))).toMatchObject({ id, name: 'Blue phone' })
    expect(await refusal(rename(''))).toEqual([400, 'required'])
    expect(await refusal(rename('x'.repeat(61)))).toEqual([400, 'too_long'])
    expect(await listOf(person)).toMatchObject([{ name: 'Blue phone' }])
  })

  it('a passkey can be removed after a recent log-in or with the password', async () => {
    const { person, key, id } = await withPasskey()
    bench.pass(10 * minute + 1)
    await person.renew()
    expect(await refusal(remove(person, id))).toEqual([400, 'required'])
    expect(await refusal(remove(person, id, { password: 'a wrong password' }))).toEqual([400, 'password_incorrect'])
    const token = await read<Token>(logIn(key.sign(await options())))
    const here = { headers: { 'Content-Type': 'application/json', ...bearer(token) }, body: '{}' }
    expect((await bench.call(`/v1/profile/passkeys/${id}`, { ...here, method: 'DELETE' })).status).toBe(200)
    expect(await refusal(logIn(key.sign(await options())))).toEqual(notAccepted)
    expect(await listOf(person)).toEqual([])
    expect((await mailsTo(bench, person.email))[0]?.subject).toMatch(/^A passkey was removed/)
    expect(await refusal(remove(person, id))).toEqual([404, 'not_found'])
  })

  it('the “this was not me” link removes all passkeys', async () => {
    const { person, key } = await withPasskey()
    const token = await signLink(bench.env, {
      purpose: 'new_login',
      subject: person.identity.session_id,
      expiresAt: bench.now() + minute,
    })
    expect((await bench.call('/v1/logins/undo', post({ token }))).status).toBe(200)
    expect(await refusal(logIn(key.sign(await options())))).toEqual(notAccepted)
  })

  it('a password reset removes all passkeys, because an intruder may have added one', async () => {
    const { person, key } = await withPasskey()
    await bench.call('/v1/recovery', post({ email: person.email, program_id: programId }))
    const link = (await mailsTo(bench, person.email)).flatMap(
      ({ text }) => /\/recovery\/(rec_[\w-]+)/.exec(text)?.[1] ?? [],
    )
    const password = 'canoe sunrise lantern'
    expect((await bench.call(`/v1/recovery/${link[0]}`, post({ password }))).status).toBe(200)
    expect(await refusal(logIn(key.sign(await options())))).toEqual(notAccepted)
    expect((await mailsTo(bench, person.email)).map(({ text }) => text).join()).toContain('any passkeys were removed')
  })

  it('the scheduled run deletes used challenges and removed passkeys', async () => {
    const { person, id } = await withPasskey()
    await options()
    await remove(person, id)
    const count = (table: string, where = '1') =>
      bench.env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first('n')
    bench.pass(86_400_000 + 6 * minute)
    await bench.tick()
    expect(await count('passkey_challenges')).toBe(0)
    expect(await count('passkeys', `id = '${id}'`)).toBe(1)
    bench.pass(6 * 86_400_000)
    await bench.tick()
    expect(await count('passkeys', `id = '${id}'`)).toBe(0)
  })
})
