import { signLink } from '../../functions/mail/signed-link.ts'
import { hashOfToken, newRefreshToken, refreshTokenMs } from '../../functions/accounts/refresh-token.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../functions/test-bench/people.ts'
import { makePlace } from '../../functions/test-bench/places.ts'
import { makeCoupon, makeProgram } from '../../functions/test-bench/programs.ts'
import { goodPassword, signupBody } from '../../functions/test-bench/sign-ups.ts'
import type { RequestOptions } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { postsOfOrganisers } from './posts-of-organisers.ts'
import { agreeAtBank, makeCarts, type Order, pay, type Shop } from './shop.ts'

/** A call that is ready to be made: where, by whom, with what; and another body that the same key must not be used for, null where a call takes none. */
export type Ready = { path: string; headers: Record<string, string>; body: unknown; other: unknown; status: number }
type Make = (site: ProofSite, shop: Shop) => Promise<Ready>

const api = '/api/v1'
const anyone = {}
const made = (status: number, path: string, person: Person | null, body: unknown, other: unknown): Ready => ({
  status,
  path: `${api}${path}`,
  headers: person?.headers ?? anyone,
  body,
  other,
})

/** Every POST of the API and how a first, good call of it comes about. A new POST without a row fails, a row without a POST too. */
export const postsOfApi: Record<string, Make> = {
  '/v1/signup': async () => {
    const email = `twice${unique()}@example.com`
    return made(201, '/signup', null, signupBody({ email }), signupBody({ email, first_name: 'Ben' }))
  },
  '/v1/login': async (site) => {
    const email = await signedUp(site)
    return made(
      200,
      '/login',
      null,
      { username: email, password: goodPassword },
      { username: email, password: 'another walrus kettle' },
    )
  },
  '/v1/logout': async (site, shop) => made(200, '/logout', await customer(site, shop), {}, null),
  '/v1/verify': async (site, shop) => {
    const person = await customer(site, shop, { verified: false })
    await site.call(`${api}/reverify`, person.json({}))
    return made(200, '/verify', person, { code: await codeOf(site, person.email) }, { code: '000000' })
  },
  '/v1/reverify': async (site, shop) =>
    made(200, '/reverify', await customer(site, shop, { verified: false }), {}, null),
  '/v1/email_changes/undo': async (site, shop) => {
    const [one, other] = [await emailChange(site, shop), await emailChange(site, shop)]
    return made(200, '/email_changes/undo', null, { token: one }, { token: other })
  },
  '/v1/oauth/token': async (site, shop) =>
    made(200, '/oauth/token', null, await refresh(site, shop), await refresh(site, shop)),
  '/v1/token/refresh': async (site, shop) =>
    made(200, '/token/refresh', null, await refresh(site, shop), await refresh(site, shop)),
  '/v1/oauth/revoke': async (site, shop) => {
    const [one, other] = [await refresh(site, shop), await refresh(site, shop)]
    return made(200, '/oauth/revoke', null, { token: one.refresh_token }, { token: other.refresh_token })
  },
  '/v1/profile/customer': async (site, shop) =>
    made(
      200,
      '/profile/customer',
      await customer(site, shop),
      { timezone: 'Europe/Zurich' },
      { timezone: 'America/Vancouver' },
    ),
  '/v1/profile/programs/{program_id}': async (site, shop) =>
    made(
      201,
      `/profile/programs/${shop.programId}`,
      await makeCustomer(site.bench),
      { is_subscribed: true },
      { is_subscribed: false },
    ),
  '/v1/profile/attendees': async (site, shop) => {
    const body = { first_name: 'Léa', last_name: 'Roy', relations: [{ relation: 'parent' }] }
    return made(201, '/profile/attendees', await customer(site, shop), body, { ...body, first_name: 'Lou' })
  },
  '/v1/profile/programs/{program_id}/attendees': async (site, shop) => {
    const person = await customer(site, shop)
    const elsewhere = await makeProgram(site.bench)
    const children = await Promise.all([1, 2].map(() => makeAttendee(site.bench, person, { programId: elsewhere })))
    const [one, other] = children.map(({ attendee_id }) => ({ attendee_id }))
    return made(201, `/profile/programs/${shop.programId}/attendees`, person, one, other)
  },
  '/v1/profile/registrations': async (site, shop) => {
    const person = await customer(site, shop)
    const [one, other] = await Promise.all(
      [1, 2].map(() => makeAttendee(site.bench, person, { programId: shop.programId })),
    )
    const input = (child = one) => ({
      event_id: shop.eventId,
      option_id: shop.optionId,
      customer_profile_id: person.profileId(shop.programId),
      attendee_profile_id: child?.attendee_profile_id,
    })
    return made(201, '/profile/registrations', person, input(), input(other))
  },
  '/v1/profile/registrations/{registration_id}/cancel': async (site, shop) => {
    const order = await cart(site, shop)
    await pay(site, order, 'pm_card_visa')
    return made(
      200,
      `/profile/registrations/${order.cart.registration_ids[0]}/cancel`,
      order.person,
      { reason: 'wrong_selection' },
      { reason: 'moved_away' },
    )
  },
  '/v1/profile/orders': async (site, shop) => {
    const { person, source } = await place(site, shop)
    const body = {
      program_id: shop.programId,
      customer_profile_id: person.profileId(shop.programId),
      timezone: 'America/Toronto',
    }
    return made(
      201,
      '/profile/orders',
      person,
      { ...body, items: [{ type: 'event_option', source, quantity: 1 }] },
      body,
    )
  },
  '/v1/profile/orders/{order_id}/items': async (site, shop) => {
    const order = await cart(site, shop)
    const [one, other] = [await place(site, shop, order.person), await place(site, shop, order.person)]
    const item = (source: string) => ({ type: 'event_option', source, quantity: 1 })
    return made(201, `/profile/orders/${order.cart.order_id}/items`, order.person, item(one.source), item(other.source))
  },
  '/v1/profile/orders/{order_id}/discounts': async (site, shop) => {
    const [order, code, other] = [await cart(site, shop), `TEN${unique()}`, `TWO${unique()}`]
    await Promise.all([code, other].map((each) => makeCoupon(site.bench, shop.programId, { code: each })))
    return made(201, `/profile/orders/${order.cart.order_id}/discounts`, order.person, { code }, { code: other })
  },
  '/v1/profile/orders/{order_id}/hold': async (site, shop) => ofOrder(await cart(site, shop), 'hold'),
  '/v1/profile/orders/{order_id}/quote': async (site, shop) => {
    const order = await cart(site, shop)
    // A cart whose places went back: quoting it takes them again.
    await site.sql("UPDATE registrations SET status = 'expired' WHERE order_id = ?", order.cart.order_id)
    return ofOrder(order, 'quote')
  },
  '/v1/profile/orders/{order_id}/cancel': async (site, shop) => {
    const order = await cart(site, shop)
    await pay(site, order, 'pm_card_visa')
    return { ...ofOrder(order, 'cancel'), body: { reason: 'wrong_selection' }, other: { reason: 'moved_away' } }
  },
  '/v1/profile/orders/{order_id}/payments': async (site, shop) => {
    const order = await cart(site, shop)
    const body = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
    return {
      ...ofOrder(order, 'payments'),
      status: 201,
      body,
      other: { ...body, payment_source_id: 'pm_card_mastercard' },
    }
  },
  '/v1/profile/orders/{order_id}/payments/{payment_id}/confirm': async (site, shop) => {
    const order = await cart(site, shop)
    const payment = await pay(site, order, 'pm_card_authenticationRequired')
    await agreeAtBank(site, payment)
    return ofOrder(order, `payments/${payment.id}/confirm`)
  },
  ...postsOfOrganisers,
}

/** The request of a ready call under a key. */
export const underKey = (ready: Ready, key: string, body: unknown = ready.body): RequestOptions => ({
  method: 'POST',
  headers: { ...ready.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
  body: JSON.stringify(body),
})

const ofOrder = ({ person, cart: { order_id } }: Order, act: string): Ready =>
  made(200, `/profile/orders/${order_id}/${act}`, person, {}, null)
const customer = (site: ProofSite, shop: Shop, more: { verified?: boolean } = {}) =>
  makeCustomer(site.bench, { programIds: [shop.programId], ...more })
const cart = async (site: ProofSite, shop: Shop) => (await makeCarts(site, shop, { count: 1 }))[0] as Order

async function place(site: ProofSite, shop: Shop, owner?: Person): Promise<{ person: Person; source: string }> {
  const person = owner ?? (await customer(site, shop))
  const child = await makeAttendee(site.bench, person, { programId: shop.programId })
  return {
    person,
    source: await makePlace(site.bench, person, {
      programId: shop.programId,
      event_id: shop.eventId,
      option_id: shop.optionId,
      ...child,
    }),
  }
}

async function signedUp(site: ProofSite): Promise<string> {
  const email = `known${unique()}@example.com`
  const answer = await site.call(`${api}/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(signupBody({ email })),
  })
  if (answer.status !== 201) throw new Error(`signing up answered ${answer.status} ${answer.text}`)
  return email
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
