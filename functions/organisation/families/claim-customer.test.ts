import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CustomerMerge } from '../../contract/organisation/customer-merge.ts'
import type { Family } from '../../contract/organisation/people.ts'
import { makeContext } from '../../platform/make-context.ts'
import { everyNoteAbout } from './notes.ts'
import { answerJoin } from '../../edge/join-page.ts'
import type { Worker } from '../../platform/context.ts'
import { errorResponse } from '../../platform/middleware/error-response.ts'
import { requestContext } from '../../platform/middleware/request-context.ts'
import { type Bench, collectInto, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { makeCustomer, type Person, sessionCookie } from '../../test-bench/people.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let f: BookingDesk
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench)
})

const ruby = { first_name: 'Ruby', last_name: 'Kessler', relation: 'parent', date_of_birth: '2016-02-19' }
const dana = { first_name: 'Dana', last_name: 'Kessler', phone: '613-555-0168' }
async function booked<Body = Order>(customer: object, child: object = ruby) {
  const event = await f.event([{ cost: 100 }], { startsAt: bench.now() + 60 * dayMs })
  return f.bookByStaff<Body>({
    ...f.bodyForStaff(event, { customer }),
    people: [{ attendee: child, option_id: event.option_ids[0] }],
  })
}
const customerOf = async ({ body }: { body: Order }) =>
  (await bench.env.DB.prepare('SELECT customer_id FROM orders WHERE id = ?')
    .bind(body.id)
    .first<string>('customer_id')) ?? ''
const linksTo = async (email: string) =>
  (await mailsTo(bench, email)).flatMap(({ text }) => /https?:\S+\/join\?\S+/.exec(text)?.[0] ?? [])
const tokenIn = (link = '') => new URL(link).searchParams.get('token') ?? ''
async function claim<Body = CustomerMerge>(person: Person, body: object) {
  const answer = await bench.call('/v1/profile/customer_claims', person.json(body))
  return { status: answer.status, body: (await answer.json()) as Body }
}

/** Dana, whom staff booked for by phone, and who then gave the email of their account. */
async function offered() {
  const first = await booked(dana)
  const id = await customerOf(first)
  expect((await booked({ id, email: f.ada.email }, { ...ruby, first_name: 'Max' })).status).toBe(201)
  await bench.tick()
  const [link = ''] = await linksTo(f.ada.email)
  return { id, order: first.body, link, token: tokenIn(link) }
}

describe('taking over a customer without a log-in', () => {
  it('the owner of the account adds the bookings with the link and a date of birth', async () => {
    const { id, order, token } = await offered()
    expect((await bench.call(`/v1/profile/orders/${order.id}`, { headers: f.ada.headers })).status).toBe(404)
    const { status, body } = await claim(f.ada, { token, born_on: '2016-02-19' })
    expect([status, body.merge_from, body.moves.orders, body.moves.attendees]).toEqual([200, id, 2, 2])
    expect((await bench.call(`/v1/profile/orders/${order.id}`, { headers: f.ada.headers })).status).toBe(200)
    await bench.tick()
    const subjects = (await mailsTo(bench, f.ada.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('in your account now')).length).toBe(1)
  })

  it('the link that completes a booking is a proof as well', async () => {
    const { order, token } = await offered()
    const answer = await bench.call(`${f.path}/${order.id}/link`, { headers: f.desk.headers })
    const completion_token = tokenIn(((await answer.json()) as { url: string }).url)
    const wrong = await claim<ErrorBody>(f.ada, { token, completion_token: `${completion_token}x` })
    expect([wrong.status, wrong.body.param]).toEqual([404, 'completion_token'])
    expect((await claim(f.ada, { token, completion_token })).status).toBe(200)
  })

  it('refuses a wrong date, another account, and a forged or expired link', async () => {
    const { token } = await offered()
    const refusal = async (person: Person, body: object) => {
      const { status, body: error } = await claim<ErrorBody>(person, body)
      return [status, error.type, error.param]
    }
    const born_on = '2016-02-19'
    expect(await refusal(f.ada, { token, born_on: '2016-02-20' })).toEqual([400, 'invalid_date', 'born_on'])
    expect(await refusal(f.ada, { token })).toEqual([400, 'required', 'born_on'])
    const other = await makeCustomer(bench, { programIds: [f.programId] })
    expect(await refusal(other, { token, born_on })).toEqual([409, 'state_conflict', 'token'])
    expect(await refusal(f.ada, { token: `x${token}`, born_on })).toEqual([400, 'token_invalid', 'token'])
    bench.pass(11 * dayMs)
    await f.ada.renew()
    expect(await refusal(f.ada, { token, born_on })).toEqual([400, 'token_invalid', 'token'])
  })

  it('six wrong dates close it for an hour', async () => {
    const { token } = await offered()
    bench.env.RATE_LIMITS = 'strict'
    for (let day = 1; day <= 6; day += 1)
      expect((await claim(f.ada, { token, born_on: `2017-01-0${day}` })).status).toBe(400)
    expect((await claim(f.ada, { token, born_on: '2016-02-19' })).status).toBe(429)
  })

  it('an account elsewhere is invited too, and the program learns nothing about it', async () => {
    const elsewhere = await openBookingDesk(bench)
    const { email } = elsewhere.ada
    const made = await booked({ ...dana, email })
    expect([made.status, made.body.customer_profile.email]).toEqual([201, ''])
    await bench.tick()
    const [link] = await linksTo(email)
    const { status } = await claim(elsewhere.ada, { token: tokenIn(link), born_on: '2016-02-19' })
    expect(status).toBe(200)
    const { customer_id } = elsewhere.ada.identity
    const family = await read<Family>(
      bench.call(`/v1/organiser/programs/${f.programId}/people/${customer_id}`, { headers: f.desk.headers }),
    )
    expect(family.attendees.data.map(({ first_name }) => first_name)).toEqual(['Ruby'])
    const profile = await bench.env.DB.prepare(
      'SELECT is_subscribed FROM customer_profiles WHERE customer_id = ? AND program_id = ?',
    )
      .bind(customer_id, f.programId)
      .first<number>('is_subscribed')
    expect(profile).toBe(0)
  })

  it('the same email given again on one day sends one mail', async () => {
    const { id } = await offered()
    await booked({ id, email: f.ada.email }, { ...ruby, first_name: 'Otto' })
    await bench.tick()
    expect((await linksTo(f.ada.email)).length).toBe(1)
  })
})

describe('the data of a customer without a log-in', () => {
  it('the notes about them are in the archive of the account that took them over', async () => {
    const { id, token } = await offered()
    await bench.call(`/v1/organiser/programs/${f.programId}/people/${id}/notes`, f.desk.json({ text: 'Calls early.' }))
    await claim(f.ada, { token, born_on: '2016-02-19' })
    const ctx = makeContext({ env: bench.env, now: bench.now() })
    const notes = await everyNoteAbout(ctx, f.ada.identity.customer_id)
    expect(notes.map(({ text }) => text)).toEqual(['Calls early.'])
    expect(await everyNoteAbout(ctx, id)).toEqual([])
  })

  it('their names are erased with the account, and the merge can no longer be undone', async () => {
    const { id, token } = await offered()
    await claim(f.ada, { token, born_on: '2016-02-19' })
    bench.pass(70 * dayMs)
    await f.ada.renew()
    await bench.env.DB.prepare('UPDATE sessions SET created = ? WHERE id = ?')
      .bind(bench.now(), f.ada.identity.session_id)
      .run()
    const answer = await bench.call('/v1/profile/customer', { method: 'DELETE', headers: f.ada.headers })
    expect(answer.status).toBe(202)
    bench.pass(15 * dayMs)
    await bench.tick()
    const { results } = await bench.env.DB.prepare(
      'SELECT u.first_name, u.phone FROM customers AS c JOIN users AS u ON u.id = c.user_id WHERE c.id IN (?, ?)',
    )
      .bind(id, f.ada.identity.customer_id)
      .all<{ first_name: string; phone: string | null }>()
    expect(results.map(({ phone }) => phone)).toEqual([null, null])
    expect(results.map(({ first_name }) => first_name)).not.toContain('Dana')
    const children = await bench.env.DB.prepare(
      "SELECT count(*) AS n FROM attendees WHERE first_name IN ('Ruby', 'Dana') AND last_name = 'Kessler' AND id IN (SELECT attendee_id FROM relations WHERE customer_id IN (?, ?))",
    )
      .bind(id, f.ada.identity.customer_id)
      .first<number>('n')
    expect(children).toBe(0)
    const until = await bench.env.DB.prepare('SELECT undo_until AS at FROM customer_merges WHERE merge_from = ?')
      .bind(id)
      .first<number>('at')
    expect(until).toBe(0)
  })
})

describe('the page of the link', () => {
  const app = new Hono<Worker>()
    .onError(errorResponse)
    .all('/pg/:program_id/join', requestContext, async (c, next) => (await answerJoin(c)) ?? next())
  async function send(
    link: string,
    { cookie = '', fields }: { cookie?: string; fields?: Record<string, string> } = {},
  ) {
    const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
    const answer = await app.request(
      link,
      { ...init, headers: { Cookie: cookie } },
      { ...bench.env },
      collectInto(() => {}),
    )
    return { status: answer.status, text: await answer.text() }
  }
  it('the page asks a visitor to log in, names no child, and adds nothing without the date of birth', async () => {
    const { link, id } = await offered()
    const visitor = await send(link)
    expect([visitor.status, visitor.text.includes('/login?')]).toEqual([200, true])
    const cookie = await sessionCookie(bench, f.ada.identity.session_id)
    const shown = await send(link, { cookie })
    expect([shown.text.includes('Date of birth'), shown.text.includes('Ruby')]).toEqual([true, false])
    const wrong = await send(link, { cookie, fields: { born_on: '2001-01-01' } })
    expect([wrong.status, wrong.text.includes('aria-invalid')]).toEqual([400, true])
    const right = await send(link, { cookie, fields: { born_on: '2016-02-19' } })
    expect([right.status, right.text.includes('in your account now')]).toEqual([200, true])
    const merged = await bench.env.DB.prepare('SELECT merge_into FROM customer_merges WHERE merge_from = ?')
      .bind(id)
      .first<string>('merge_into')
    expect(merged).toBe(f.ada.identity.customer_id)
  })

  it('a forged link shows nothing', async () => {
    const { link } = await offered()
    expect((await send(link.replace('token=', 'token=x'))).status).toBe(404)
  })
})
