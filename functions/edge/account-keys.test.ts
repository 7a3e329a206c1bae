import { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import type { Worker } from '../platform/context.ts'
import { deviceHeader, markDevice } from '../platform/identity/known-device.ts'
import { signLink } from '../platform/identity/signed-link.ts'
import { replacedKeys } from '../people/accounts/account-keys.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import type { Person } from '../test-bench/people.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'
import { goodPassword, mailsTo, post } from '../test-bench/sign-ups.ts'
import { calendarFeed } from './calendar-feed.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench)
})

const feed = new Hono<Worker>().route('/calendar', calendarFeed)
const statusOf = async (url: string) => (await feed.request(url, {}, bench.env)).status
const run = (statement: string, ...values: (string | number)[]) =>
  bench.env.DB.prepare(statement)
    .bind(...values)
    .run()

/** A customer with a paid order, and every URL and device mark that an account event must invalidate. */
async function customerWithKeys() {
  const person = await shop.customer()
  const order = await shop.cart(person)
  expect((await shop.pay(person, order)).status).toBe(201)
  const addressOf = async (path: string) => {
    const answer = await bench.call(path, { headers: person.headers })
    return ((await answer.json()) as { url: string }).url
  }
  return {
    person,
    calendars: [
      await addressOf('/v1/profile/calendar'),
      await addressOf(`/v1/profile/orders/${order.order_id}/calendar`),
    ],
    mark: markDevice(bench.env, person.email, bench.now()),
  }
}

async function resetPassword({ email }: Pick<Person, 'email'>) {
  bench.pass(3_600_000)
  await bench.call('/v1/recovery', post({ email, program_id: shop.programId }))
  const [mail] = await mailsTo(bench, email)
  const link = /\/recovery\/(rec_[\w-]+)/.exec(mail?.text ?? '')?.[1]
  const answer = await bench.call(`/v1/recovery/${link}`, post({ password: goodPassword }))
  expect(answer.status, await answer.clone().text()).toBe(200)
}

const logInWith = async (person: Person, mark: string) => {
  const count = async () =>
    (
      await bench.bareDb
        .prepare(
          "SELECT count(*) AS n FROM outbox WHERE kind = 'account.new_login' AND ref IN (SELECT id FROM sessions WHERE user_id = ?)",
        )
        .bind(person.identity.user_id)
        .first<{ n: number }>()
    )?.n ?? 0
  const before = await count()
  const body = { username: person.email, password: goodPassword }
  const answer = await bench.call('/v1/login', post(body, { [deviceHeader]: mark }))
  expect(answer.status, await answer.clone().text()).toBe(200)
  return { isNew: (await count()) > before }
}

const link = (purpose: 'new_login' | 'email_change', subject: string) =>
  signLink(bench.env, { purpose, subject, expiresAt: bench.now() + 3_600_000 })

const events: Record<keyof typeof replacedKeys, (person: Person) => Promise<void>> = {
  password_reset: resetPassword,
  log_in_undone: async (person) => {
    const token = await link('new_login', person.identity.session_id)
    expect((await bench.call('/v1/logins/undo', post({ token }))).status).toBe(200)
  },
  email_change_undone: async (person) => {
    const id = `ecd_${person.identity.user_id}`
    await run(
      'INSERT INTO email_changes (id, user_id, old_email, old_email_key, old_is_verified, new_email, created, expires_at) VALUES (?1, ?2, ?3, ?3, 1, ?4, ?5, ?6)',
      ...[id, person.identity.user_id, person.email, `new-${person.email}`, bench.now(), bench.now() + 3_600_000],
    )
    const token = await link('email_change', id)
    expect((await bench.call('/v1/email_changes/undo', post({ token }))).status).toBe(200)
  },
}

it.each(Object.keys(replacedKeys) as (keyof typeof replacedKeys)[])(
  'the event %s invalidates every calendar URL and device mark of the account',
  async (event) => {
    const { person, calendars, mark } = await customerWithKeys()
    await resetPassword(person)
    const known = markDevice(bench.env, person.email, bench.now())
    expect(await logInWith(person, known)).toEqual({ isNew: false })
    expect(await logInWith(person, mark)).toEqual({ isNew: true })
    const other = await customerWithKeys()
    const mine = await Promise.all(calendars.map(statusOf))
    expect(mine).toEqual([404, 404])

    const fresh = await customerWithKeys()
    expect(await Promise.all(fresh.calendars.map(statusOf))).toEqual([200, 200])
    bench.pass(1000)
    await events[event](fresh.person)
    expect(await Promise.all(fresh.calendars.map(statusOf))).toEqual([404, 404])
    expect(await Promise.all(other.calendars.map(statusOf))).toEqual([200, 200])
    await resetPassword(fresh.person)
    expect(await logInWith(fresh.person, fresh.mark)).toEqual({ isNew: true })
  },
)

it.each([
  ['a client', 'tablet', 404],
  ['a browser', null, 200],
] as const)(
  'the calendar URLs of an account whose session of %s was ended return %s: %i',
  async (_, client_id, status) => {
    const { person, calendars } = await customerWithKeys()
    const id = `ses_${person.identity.user_id}`
    await run(
      'INSERT INTO sessions (id, user_id, created, expires_at, client_id, program_id, scopes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)',
      ...([
        id,
        person.identity.user_id,
        bench.now(),
        bench.now() + 86_400_000,
        client_id,
        client_id && shop.programId,
        client_id && 'profile',
      ] as string[]),
    )
    const ended = await bench.call(`/v1/profile/sessions/${id}`, { ...person.json({}), method: 'DELETE' })
    expect(ended.status, await ended.clone().text()).toBe(200)
    expect(await Promise.all(calendars.map(statusOf))).toEqual([status, status])
  },
)
