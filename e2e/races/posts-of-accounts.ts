import type { CardChargeConsent } from '../../functions/contract/money/card-charges.ts'
import type { PasskeyCreationOptions } from '../../functions/contract/people/passkey.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { softwarePasskey } from '../../functions/test-bench/software-passkey.ts'
import { signLink } from '../../functions/platform/identity/signed-link.ts'
import { hashOfToken, newRefreshToken, refreshTokenMs } from '../../functions/people/accounts/refresh-token.ts'
import { unique } from '../../functions/test-bench/people.ts'
import { bearer, goodPassword, signupBody } from '../../functions/test-bench/sign-ups.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { api, customer, made, type Make, type Ready } from './ready-post.ts'
import type { Shop } from './shop.ts'

/** The POSTs that sign up, log in and out, and change an email or a password. */
export const postsOfAccounts: Record<string, Make> = {
  '/v1/signup': async () => {
    const email = `twice${unique()}@example.com`
    return made(201, '/signup', null, signupBody({ email }), signupBody({ email, first_name: 'Ben' }))
  },
  '/v1/login': async (site) => {
    const { email } = await signUp(site)
    return made(
      200,
      '/login',
      null,
      { username: email, password: goodPassword },
      { username: email, password: 'another walrus kettle' },
    )
  },
  '/v1/login/passkey/options': async () => made(200, '/login/passkey/options', null, {}, null),
  '/v1/login/passkey': async (site, shop) => {
    const person = await customer(site, shop)
    const passkey = await addedPasskey(site, person)
    const signed = async () => ({
      credential: passkey.sign(await posted<{ challenge: string }>(site, '/login/passkey/options', {}, {})),
    })
    return made(200, '/login/passkey', null, await signed(), await signed())
  },
  '/v1/profile/passkeys/options': async (site, shop) =>
    made(200, '/profile/passkeys/options', await customer(site, shop), {}, { password: goodPassword }),
  '/v1/profile/passkeys': async (site, shop) => {
    const person = await customer(site, shop)
    const credential = softwarePasskey(relyingParty(site)).create(await creationOptions(site, person))
    return made(201, '/profile/passkeys', person, { credential }, { credential, name: 'Kitchen tablet' })
  },
  '/v1/logout': async (site, shop) => made(200, '/logout', await customer(site, shop), {}, null),
  '/v1/verify': async (site, shop) => {
    const person = await customer(site, shop, { verified: false })
    await site.call(`${api}/reverify`, person.json({}))
    return made(200, '/verify', person, { code: await codeOf(site, person.email) }, { code: '000000' })
  },
  '/v1/reverify': async (site, shop) =>
    made(200, '/reverify', await customer(site, shop, { verified: false }), {}, null),
  '/v1/profile/calendar': async (site, shop) => made(200, '/profile/calendar', await customer(site, shop), {}, null),
  '/v1/profile/email': async (site) => {
    const person = await signUp(site)
    const code = await codeOf(site, person.email)
    await site.call(`${api}/verify`, {
      method: 'POST',
      headers: { ...json, ...person.headers },
      body: JSON.stringify({ code }),
    })
    const body = { email: `new${person.email}`, password: goodPassword }
    const ready = made(200, '/profile/email', null, body, { ...body, email: `else${person.email}` })
    return { ...ready, headers: person.headers }
  },
  '/v1/profile/password': async (site) => {
    const to = (password: string) => ({ old_password: goodPassword, password, confirm_password: password })
    const ready = made(200, '/profile/password', null, to('nine herons over water'), to('ten geese over water'))
    return { ...ready, headers: (await signUp(site)).headers }
  },
  '/v1/recovery': async (site, shop) => {
    const [first, second] = [await signUp(site), await signUp(site)]
    const body = ({ email }: { email: string }) => ({ email, program_id: shop.programId })
    return made(200, '/recovery', null, body(first), body(second))
  },
  '/v1/recovery/{recovery_id}': async (site, shop) => {
    const { email } = await signUp(site)
    const body = { email, program_id: shop.programId }
    await site.call(`${api}/recovery`, { method: 'POST', headers: json, body: JSON.stringify(body) })
    const id = await inMailTo(site, email, /\/recovery\/(rec_[\w-]+)/)
    return made(
      200,
      `/recovery/${id}`,
      null,
      { password: 'nine herons over water' },
      { password: 'ten geese over water' },
    )
  },
  '/v1/profile/programs/{program_id}/payment_methods/setup': async (site, shop) =>
    made(200, `/profile/programs/${shop.programId}/payment_methods/setup`, await customer(site, shop), {}, null),
  '/v1/profile/programs/{program_id}/payment_methods/consent': async (site, shop) => {
    const selling = { card_charges: 'You may charge my stored card for a late pick-up.' }
    await site.call(`${api}/organiser/programs/${shop.programId}/settings`, {
      method: 'PUT',
      headers: organiserHeaders,
      body: JSON.stringify({ selling }),
    })
    const person = await customer(site, shop)
    const path = `/profile/programs/${shop.programId}/payment_methods/consent`
    const { offered } = (await site.call(`${api}${path}`, { headers: person.headers })).body as CardChargeConsent
    return made(200, path, person, { version: offered?.version ?? '' }, { version: 'b0c4f1a2d3e49586' })
  },
  '/v1/profile/programs/{program_id}/payment_methods/{source_id}/attach': async (site, shop) => {
    const path = `/profile/programs/${shop.programId}/payment_methods/pm_card_visa/attach`
    return made(201, path, await customer(site, shop), { is_default: true }, { is_default: false })
  },
  '/v1/profile/programs/{program_id}/payment_methods/{source_id}/detach': async (site, shop) =>
    ofCard(site, shop, 'detach'),
  '/v1/profile/programs/{program_id}/payment_methods/{source_id}/set_default': async (site, shop) =>
    ofCard(site, shop, 'set_default'),
  '/v1/profile/export': async (site, shop) => {
    const person = await customer(site, shop)
    return made(202, '/profile/export', person, { program_id: shop.programId }, {})
  },
  '/v1/profile/customer/restore': async (site, shop) => {
    const person = await customer(site, shop)
    await site.call(`${api}/profile/customer`, {
      method: 'DELETE',
      headers: { ...json, ...person.headers },
      body: JSON.stringify({ program_id: shop.programId }),
    })
    return made(200, '/profile/customer/restore', person, {}, null)
  },
  '/insights/events': async () => ({
    ...made(202, '', null, { url: '/', type: 'login' }, { url: '/', type: 'sign_up' }),
    path: '/api/insights/events',
  }),
  '/v1/support': async () => {
    const body = {
      reporter_name: 'Nadia Roy',
      reporter_email: `known${unique()}@example.com`,
      type: 'idea',
      summary: 'A map of the camp',
      description: 'Where is the lake?',
    }
    return made(201, '/support', null, body, { ...body, summary: 'Another idea' })
  },
  '/v1/email_changes/undo': async (site, shop) => {
    const [one, other] = [await emailChange(site, shop), await emailChange(site, shop)]
    return made(200, '/email_changes/undo', null, { token: one }, { token: other })
  },
  '/v1/logins/undo': async (site, shop) => {
    const [one, other] = [await logInLink(site, shop), await logInLink(site, shop)]
    return made(200, '/logins/undo', null, { token: one }, { token: other })
  },
  '/v1/oauth/token': async (site, shop) =>
    made(200, '/oauth/token', null, await refresh(site, shop), await refresh(site, shop)),
  '/v1/oauth/authorize': async (site, shop) => {
    const body = {
      response_type: 'code',
      client_id: 'canoe-app',
      redirect_uri: 'https://canoe.example/back',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      is_allowed: true,
    }
    return made(200, '/oauth/authorize', await customer(site, shop), body, { ...body, is_allowed: false })
  },
  '/v1/token/refresh': async (site, shop) =>
    made(200, '/token/refresh', null, await refresh(site, shop), await refresh(site, shop)),
  '/v1/oauth/revoke': async (site, shop) => {
    const [one, other] = [await refresh(site, shop), await refresh(site, shop)]
    return made(200, '/oauth/revoke', null, { token: one.refresh_token }, { token: other.refresh_token })
  },
}

// The second of two stored cards, so that making it the default changes something.
async function ofCard(site: ProofSite, shop: Shop, act: string): Promise<Ready> {
  const person = await customer(site, shop)
  const methods = `/profile/programs/${shop.programId}/payment_methods`
  const store = async (source: string) =>
    (await site.call(`${api}${methods}/${source}/attach`, person.json({}))).body as { id: string }
  await store('pm_card_visa')
  const { id } = await store('pm_card_mastercard')
  return made(200, `${methods}/${id}/${act}`, person, {}, null)
}

const json = { 'Content-Type': 'application/json' }

async function signUp(site: ProofSite): Promise<{ email: string; headers: Record<string, string> }> {
  const email = `known${unique()}@example.com`
  const body = JSON.stringify(signupBody({ email }))
  const answer = await site.call(`${api}/signup`, { method: 'POST', headers: json, body })
  if (answer.status !== 201) throw new Error(`signing up answered ${answer.status} ${answer.text}`)
  return { email, headers: bearer(answer.body) }
}

const relyingParty = ({ url }: ProofSite) => ({ origin: url, rpId: new URL(url).hostname })

async function posted<Answer>(site: ProofSite, path: string, headers: Record<string, string>, body: unknown) {
  const options = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }
  return (await site.call(`${api}${path}`, options)).body as Answer
}

const creationOptions = (site: ProofSite, person: { headers: Record<string, string> }) =>
  posted<PasskeyCreationOptions>(site, '/profile/passkeys/options', person.headers, {})

async function addedPasskey(site: ProofSite, person: { headers: Record<string, string> }) {
  const passkey = softwarePasskey(relyingParty(site))
  const credential = passkey.create(await creationOptions(site, person))
  await posted(site, '/profile/passkeys', person.headers, { credential })
  return passkey
}

async function inMailTo(site: ProofSite, email: string, pattern: RegExp): Promise<string> {
  await site.tick()
  const mails = (await site.call(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body as { text: string }[]
  return mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0] ?? ''
}

async function codeOf(site: ProofSite, email: string): Promise<string> {
  await site.tick()
  const mails = (await site.call(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body as { subject: string }[]
  return mails.find(({ subject }) => /^\d{6} /.test(subject))?.subject.slice(0, 6) ?? ''
}

async function emailChange(site: ProofSite, shop: Shop): Promise<string> {
  const person = await customer(site, shop)
  const id = `emh_${unique()}`
  const expires = site.now() + 86_400_000
  await site.sql(
    'INSERT INTO email_changes (id, user_id, old_email, new_email, created, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    person.identity.user_id,
    person.email,
    `new${person.email}`,
    site.now(),
    expires,
  )
  return signLink(site.bench.env, { purpose: 'email_change', subject: id, expiresAt: expires })
}

async function logInLink(site: ProofSite, shop: Shop): Promise<string> {
  const { identity } = await customer(site, shop)
  const expiresAt = site.now() + 86_400_000
  return signLink(site.bench.env, { purpose: 'new_login', subject: identity.session_id, expiresAt })
}

async function refresh(site: ProofSite, shop: Shop): Promise<{ grant_type: string; refresh_token: string }> {
  const { identity } = await customer(site, shop)
  const token = newRefreshToken()
  await site.sql(
    'INSERT INTO refresh_tokens (hash, session_id, issued_at, expires_at) VALUES (?, ?, ?, ?)',
    hashOfToken(token),
    identity.session_id,
    site.now(),
    site.now() + refreshTokenMs,
  )
  return { grant_type: 'refresh_token', refresh_token: token }
}
