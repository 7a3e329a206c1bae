// Over 250 lines: feedback from the scheduled request through the API call and the page to the organisation, with one
// clock and one program.
import { dayMs, hourMs } from '../../contract/limits.ts'
import { asc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Feedback, OrganiserFeedback } from '../../contract/contact/feedback.ts'
import type { Message, MessageThread } from '../../contract/contact/message.ts'
import type { Notification } from '../../contract/delivery/notification.ts'
import type { List } from '../../contract/paging.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { instantOf, wallClock } from '../../contract/wall-clock.ts'
import type { Worker } from '../../platform/context.ts'
import { makeContext } from '../../platform/make-context.ts'
import { database } from '../../platform/database/database.ts'
import { attendeeProfiles, feedback, statusHistory } from '../../platform/database/tables.ts'
import { answerFeedback } from '../../edge/feedback-page.ts'
import { takeMailReply } from '../messages/take-mail-reply.ts'
import { requestContext } from '../../platform/middleware/request-context.ts'
import { addressLimit, type Bench, openBench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { receivedMail, withinBudget } from '../../test-bench/received-mail.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { deliverOutbox } from '../../deliver-outbox.ts'
import { openBudget } from '../../platform/run-budget.ts'
import { issueFeedback } from './issue-feedback.ts'
import { sendFeedbackDigests } from './send-digests.ts'

let bench: Bench
let shop: Shop
const organisation = `camp${unique()}@example.com`
beforeAll(async () => {
  bench = await openBench()
  bench.env.MAIL_REPLY_AUTHSERV_ID = 'mx.example'
  shop = await openShop(bench, {
    program: {
      features: { feedback: true },
      preferences: { camp_feedback_schedule: 'after_end', session_feedback_schedule: 'every_5th' },
    },
  })
  await bench.bareDb.prepare('UPDATE programs SET email = ? WHERE id = ?').bind(organisation, shop.programId).run()
})

// The places of this suite are unpaid, and the audit of a later suite would report them.
afterAll(async () => {
  const program = `program_id = '${shop.programId}'`
  await bench.bareDb.batch(
    ['feedback', 'registrations'].map((table) => bench.bareDb.prepare(`DELETE FROM ${table} WHERE ${program}`)),
  )
})

/** Runs the scheduled tasks for feedback and returns the mails. */
async function runClock(): Promise<void> {
  const ctx = makeContext({ env: bench.env, now: bench.now() })
  await issueFeedback(ctx)
  await sendFeedbackDigests(ctx)
  await deliverOutbox(openBudget(bench.env, 50_000))
}

/** Moves the clock to this hour in Toronto. */
function waitForHour(hour: number): void {
  const clock = wallClock(bench.now(), 'America/Toronto')
  const today = instantOf({ ...clock, hour, minute: 0 }, 'America/Toronto')
  bench.pass(
    (today > bench.now() ? today : instantOf({ ...clock, day: clock.day + 1, hour, minute: 0 }, 'America/Toronto')) -
      bench.now(),
  )
}
/** The child of a new customer, with a place in an event that ends in an hour. */
async function placeAt(
  eventId: string,
  optionId: string,
  input: { person?: Person; status?: RegistrationStatus } = {},
) {
  const person = input.person ?? (await shop.customer({ firstName: 'Nadia' }))
  const child = await makeAttendee(bench, person, { programId: shop.programId, firstName: 'Maya' })
  const place = { programId: shop.programId, event_id: eventId, option_id: optionId, ...child }
  const registration_id = await takePlace(person, place, input.status)
  return { person, child, registration_id }
}
/** Stores a place with its history, so that it is counted. */
async function takePlace(
  person: Person,
  place: Parameters<typeof makePlace>[2],
  status: RegistrationStatus = 'confirmed',
): Promise<string> {
  const id = await makePlace(bench, person, place)
  await bench.bareDb.prepare('UPDATE registrations SET status = ? WHERE id = ?').bind(status, id).run()
  return id
}
const endingSoon = (input: { type?: 'camp' | 'class' } = {}) =>
  makeEvent(bench, {
    programId: shop.programId,
    ...input,
    startsAt: bench.now() - hourMs,
    endsAt: bench.now() + hourMs,
  })
const linkOf = async (person: Person) => {
  const [mail] = (await mailsTo(bench, person.email)).filter(({ text }) => text.includes('/feedback?'))
  return new URL(/http\S+feedback\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
}
/** A customer who got a request, with the code of the mail and the feedback. */
async function requested(input: { person?: Person } = {}) {
  waitForHour(13)
  const { event_id, option_ids } = await endingSoon()
  const place = await placeAt(event_id, option_ids[0], input)
  bench.pass(4 * hourMs)
  await runClock()
  const code = (await linkOf(place.person)).searchParams.get('code') ?? ''
  const read = async (query = '') =>
    (await (await bench.call(`/v1/profile/feedback/${code}${query}`)).json()) as Feedback & { type?: string }
  const feedback_id = (await read()).id
  const save = (body: Record<string, unknown>, id = feedback_id) =>
    bench.call(`/v1/profile/feedback/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code, ...body }),
    })
  return { ...place, event_id, code, read, save, feedback_id }
}
const rowsOf = (registration_id: string) =>
  shop.db.select().from(feedback).where(eq(feedback.registration_id, registration_id))

describe('the scheduled request for feedback', () => {
  it('the request is sent once, two hours after the end', async () => {
    waitForHour(13)
    const { event_id, option_ids } = await endingSoon()
    const { person, registration_id } = await placeAt(event_id, option_ids[0])
    bench.pass(3 * hourMs - 60_000)
    await runClock()
    expect(await rowsOf(registration_id)).toEqual([])
    bench.pass(11 * 60_000)
    await runClock()
    bench.pass(hourMs)
    await runClock()
    expect(await rowsOf(registration_id)).toMatchObject([{ occasion: 'end', status: 'issued', rating: null }])
    const mails = (await mailsTo(bench, person.email)).filter(({ subject }) => subject.startsWith('How was'))
    expect(mails.map(({ subject }) => subject)).toEqual(['How was Canoe Week for Maya?'])
    for (const rating of [1, 2, 3, 4, 5]) expect(mails[0]?.html).toContain(`rating=${rating}`)
    const [row] = await rowsOf(registration_id)
    expect(mails[0]?.html).not.toContain(row?.code_hash)

    // The list of notifications has the request once, with the same link.
    await person.renew()
    const list = `/v1/programs/${shop.programId}/notifications?topic_group=feedback`
    const { data } = (await (await bench.call(list, { headers: person.headers })).json()) as List<Notification>
    const code = (await linkOf(person)).searchParams.get('code')
    expect(data).toMatchObject([
      { reason: 'feedback_request', registration_id, url: `/pg/${shop.programId}/feedback?code=${code}` },
    ])
  })

  it('customers who cancelled or were absent get no request', async () => {
    waitForHour(20)
    const { event_id, option_ids } = await endingSoon()
    const there = await placeAt(event_id, option_ids[0], { status: 'attended' })
    const away = await placeAt(event_id, option_ids[0], { status: 'no_show' })
    const cancelled = await placeAt(event_id, option_ids[0], { status: 'cancelled' })
    bench.pass(4 * hourMs)
    await runClock()
    expect(await rowsOf(there.registration_id)).toEqual([])
    waitForHour(8)
    await runClock()
    expect(await rowsOf(there.registration_id)).toHaveLength(1)
    expect(await rowsOf(away.registration_id)).toEqual([])
    expect(await rowsOf(cancelled.registration_id)).toEqual([])
  })

  it('a customer with an unconfirmed address gets a request after confirming it', async () => {
    waitForHour(13)
    const { event_id, option_ids } = await endingSoon()
    const person = await shop.customer({ verified: false })
    const { registration_id } = await placeAt(event_id, option_ids[0], { person })
    bench.pass(4 * hourMs)
    await runClock()
    expect(await rowsOf(registration_id)).toEqual([])
    await bench.bareDb
      .prepare('UPDATE users SET is_email_verified = 1 WHERE id = ?')
      .bind(person.identity.user_id)
      .run()
    bench.pass(11 * 60_000)
    await runClock()
    expect(await rowsOf(registration_id)).toHaveLength(1)
  })

  it('one in five of the classes booked singly gets a request', async () => {
    const person = await shop.customer()
    const child = await makeAttendee(bench, person, { programId: shop.programId })
    const counts: number[] = []
    const places: string[] = []
    for (let number = 1; number <= 5; number += 1) {
      waitForHour(13)
      const { event_id, option_ids } = await endingSoon({ type: 'class' })
      const place = { programId: shop.programId, event_id, option_id: option_ids[0], ...child }
      places.push(await takePlace(person, place))
      bench.pass(4 * hourMs)
      await runClock()
      counts.push((await rowsOf(places.at(-1) ?? '')).length)
    }
    expect(counts).toEqual([0, 0, 0, 0, 1])
  })

  it('parallel runs send one request', async () => {
    waitForHour(13)
    const { event_id, option_ids } = await endingSoon()
    const places = await Promise.all([1, 2, 3].map(() => placeAt(event_id, option_ids[0])))
    bench.pass(4 * hourMs)
    const run = () => issueFeedback(makeContext({ env: bench.env, now: bench.now() }))
    await Promise.all([1, 2, 3, 4, 5].map(run))
    await runClock()
    for (const { person, registration_id } of places) {
      expect(await rowsOf(registration_id)).toHaveLength(1)
      expect((await mailsTo(bench, person.email)).filter(({ subject }) => subject.startsWith('How was'))).toHaveLength(
        1,
      )
    }
  })

  it('codes expire after 60 days', async () => {
    const { registration_id, read, save } = await requested()
    bench.pass(60 * dayMs)
    expect(await read()).toMatchObject({ status: 'expired' })
    expect((await save({ rating: 5 })).status).toBe(410)
    await runClock()
    expect(await rowsOf(registration_id)).toMatchObject([{ status: 'expired', rating: null }])
  })
})

describe('GET and PUT feedback', () => {
  it('I-11: opening a link changes nothing', async () => {
    const { registration_id, read, feedback_id, code } = await requested()
    const before = await rowsOf(registration_id)
    for (let time = 0; time < 5; time += 1)
      expect(await read('?rating=1')).toMatchObject({ status: 'issued', rating: null, selected_rating: 1 })
    for (let time = 0; time < 5; time += 1) expect((await page(`?code=${code}&rating=1`)).status).toBe(200)
    expect(await rowsOf(registration_id)).toEqual(before)
    const steps = await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, feedback_id))
    expect(steps.map(({ to_status }) => to_status)).toEqual(['issued'])
    expect(before[0]?.code_hash).not.toContain(code)
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
  })

  it('I-11: 10,000 guesses of a code find nothing', async () => {
    const { registration_id, feedback_id } = await requested()
    const strict = { ...bench.env, RATE_LIMITS: 'strict' as const, ADDRESS_LIMIT: addressLimit() }
    const { api } = await import('../../api.ts')
    const headers = { 'CF-Connecting-IP': '203.0.113.9', 'Content-Type': 'application/json' }
    const counts: Record<number, number> = {}
    for (let guess = 0; guess < 10_000; guess += 1) {
      const code = Buffer.from(`guess-${guess}`.padEnd(16, 'x')).toString('base64url')
      const isSave = guess % 2 === 1
      const answer = await api.request(
        `${strict.SITE_ORIGIN}/v1/profile/feedback/${isSave ? feedback_id : code}`,
        isSave ? { method: 'PUT', headers, body: JSON.stringify({ code, rating: 1 }) } : { headers },
        strict,
      )
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
    }
    expect(Object.keys(counts)).toEqual(['404', '429'])
    expect(counts[404]).toBeLessThanOrEqual(30)
    expect(await rowsOf(registration_id)).toMatchObject([{ status: 'issued', rating: null }])
  })

  it('only the customer who was asked for feedback can save it by its id without a code', async () => {
    const { person, feedback_id, read } = await requested()
    const other = await makeCustomer(bench)
    await person.renew()
    const put = async (headers: Record<string, string>) => {
      const answer = await bench.call(`/v1/profile/feedback/${feedback_id}`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ rating: 4 }),
      })
      return [answer.status, ((await answer.json()) as { type?: string }).type]
    }
    expect(await put({})).toEqual([400, 'required'])
    expect(await put(other.headers)).toEqual([404, 'not_found'])
    expect(await read()).toMatchObject({ status: 'issued' })
    expect(await put(person.headers)).toEqual([200, undefined])
    expect(await read()).toMatchObject({ status: 'submitted', rating: 4 })
  })

  it('I-11: a code opens only its own feedback', async () => {
    const { save } = await requested()
    const other = await requested()
    expect((await save({ rating: 1 }, other.feedback_id)).status).toBe(404)
    const elsewhere = await openShop(bench)
    expect((await page(`?code=${other.code}`, {}, elsewhere.programId)).status).toBe(404)
    const fields = new URLSearchParams({ feedback_id: other.feedback_id, rating: '1' })
    const sent = await page(`?code=${other.code}`, { method: 'POST', body: fields }, elsewhere.programId)
    expect([sent.status, (await sent.text()).includes('This link doesn’t work')]).toEqual([404, true])
    expect(await other.read()).toMatchObject({ status: 'issued' })
  })

  it('feedback can be changed for 14 days', async () => {
    const { read, save, feedback_id, registration_id } = await requested()
    const saved = await (await save({ rating: 4, comments: 'More canoes,\r\nplease.' })).json()
    expect(saved).toMatchObject({ status: 'submitted', rating: 4, comments: 'More canoes,\nplease.' })
    expect((await save({ rating: 5 })).status).toBe(200)
    const steps = await shop.db
      .select()
      .from(statusHistory)
      .where(eq(statusHistory.object_id, feedback_id))
      .orderBy(asc(statusHistory.step))
    expect(steps.map(({ to_status }) => to_status)).toEqual(['issued', 'opened', 'submitted'])
    bench.pass(14 * dayMs + 1000)
    expect((await save({ rating: 1 })).status).toBe(409)
    expect(await rowsOf(registration_id)).toMatchObject([{ rating: 5, comments: null }])
    expect(await read()).toMatchObject({ status: 'submitted', rating: 5 })
  })

  it.each([
    [{}, 'rating', 'required'],
    [{ rating: 0 }, 'rating', 'out_of_range'],
    [{ rating: 6 }, 'rating', 'out_of_range'],
    [{ rating: 4, comments: 'x'.repeat(2001) }, 'comments', 'too_long'],
  ])('returns 400 with the field for %j', async (body, param, type) => {
    const answer = await bench.call('/v1/profile/feedback/fbk_1', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: 'x', ...body }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { param, type }])
  })

  it('a read takes one database round trip and a save two', async () => {
    const { code, feedback_id } = await requested()
    expect(await countTrips(bench, `/v1/profile/feedback/${code}`, {})).toEqual({ status: 200, trips: 1 })
    const body = JSON.stringify({ code, rating: 5 })
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body }
    expect(await countTrips(bench, `/v1/profile/feedback/${feedback_id}`, init)).toEqual({ status: 200, trips: 2 })
  })
})

const pages = new Hono<Worker>()
pages.all('/pg/:program_id/feedback', requestContext, async (c, next) => (await answerFeedback(c)) ?? next())
pages.all('*', (c) => c.text('next', 404))
const page = (query: string, init: RequestInit = {}, program_id = shop.programId) =>
  Promise.resolve(pages.request(`${bench.env.SITE_ORIGIN}/pg/${program_id}/feedback${query}`, init, { ...bench.env }))

describe('the feedback page', () => {
  const form = (code: string, fields: Record<string, string>) =>
    page(`?code=${code}`, { method: 'POST', body: new URLSearchParams(fields) })

  it('I-11: guesses on the page get 429 as a page', async () => {
    const { code, feedback_id, registration_id } = await requested()
    const strict = { ...bench.env, RATE_LIMITS: 'strict' as const, ADDRESS_LIMIT: addressLimit() }
    const send = (guess: string, init: RequestInit = {}) =>
      pages.request(`${bench.env.SITE_ORIGIN}/pg/${shop.programId}/feedback?code=${guess}&lang=fr`, init, strict)
    const statuses = []
    for (let guess = 0; guess < 40; guess += 1) statuses.push((await send(`guess-${guess}`)).status)
    expect(statuses).toEqual([...Array(30).fill(404), ...Array(10).fill(429)])
    expect((await send(code)).status).toBe(200)
    const refused = await send(code, { method: 'POST', body: new URLSearchParams({ feedback_id, rating: '4' }) })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
    expect(refused.headers.get('Content-Type')).toContain('text/html')
    expect(await refused.text()).toContain('Trop de tentatives.')
    expect(await rowsOf(registration_id)).toMatchObject([{ status: 'issued', rating: null }])
  })

  it('the page opens with the rating from the mail', async () => {
    const { code, feedback_id, registration_id } = await requested()
    const shown = await (await page(`?code=${code}&rating=4`)).text()
    expect(shown).toContain('How was it for Maya?')
    expect(shown).toMatch(/value="4"[^>]* checked/)
    expect(shown).not.toContain('<script')
    withinBudget(shown)
    const path = `/pg/${shop.programId}/feedback?code=${code}`
    expect(await countTrips(bench, path, {}, pages)).toEqual({ status: 200, trips: 1 })
    const first = { method: 'POST', body: new URLSearchParams({ feedback_id, rating: '3' }) }
    expect(await countTrips(bench, path, first, pages)).toEqual({ status: 303, trips: 2 })
    const sent = await form(code, { feedback_id, rating: '4', comments: 'Lovely <b>' })
    expect(sent.status).toBe(303)
    const thanks = await page(new URL(sent.headers.get('Location') ?? '', bench.env.SITE_ORIGIN).search)
    expect(await thanks.text()).toMatch(/Thank you[\s\S]*4 of 5, good[\s\S]*Lovely &lt;b&gt;/)
    expect(await rowsOf(registration_id)).toMatchObject([{ rating: 4, comments: 'Lovely <b>' }])
    expect(await (await page(`?code=${code}&edit=1`)).text()).toContain('Save changes')
  })

  it('a form with a missing field keeps its text', async () => {
    const { code, feedback_id, registration_id } = await requested()
    const refused = await form(code, { feedback_id, comments: 'Nice' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toMatch(/Choose 1 to 5\.[\s\S]*autofocus[\s\S]*>Nice<\/textarea>/)
    const long = await form(code, { feedback_id, rating: '2', comments: 'x'.repeat(2001) })
    expect(await long.text()).toMatch(/value="2"[^>]* checked[\s\S]*id="comments-error"/)
    expect(await rowsOf(registration_id)).toMatchObject([{ status: 'issued' }])
  })

  it('an unknown or expired link shows an error page in the reader’s language', async () => {
    expect(await (await page('?code=made-up&lang=fr')).text()).toContain('Ce lien ne fonctionne pas')
    const { code } = await requested()
    bench.pass(61 * dayMs)
    const gone = await page(`?code=${code}&lang=fr`)
    expect([gone.status, (await gone.text()).includes('plus valable')]).toEqual([410, true])
    expect((await page(`?code=${code}`, {}, 'no-such-program')).status).toBe(404)
  })
})

describe('feedback for an organisation', () => {
  const client = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
  const call = (query = '') =>
    bench.call(`/v1/organiser/programs/${shop.programId}/feedback${query}`, { headers: client })

  it('the organisation can list feedback and download it as a file', async () => {
    const { save, event_id, person } = await requested()
    await save({ rating: 2, comments: '=HYPERLINK("https://evil.example")' })
    const list = (await (await call(`?event_id=${event_id}`)).json()) as List<OrganiserFeedback>
    expect(list).toMatchObject({
      total: 1,
      data: [{ rating: 2, customer_profile: { email: person.email }, attendee_profile: { first_name: 'Maya' } }],
    })
    expect(((await (await call(`?event_id=${event_id}&rating=5`)).json()) as List<unknown>).total).toBe(0)
    const file = await call(`/export?event_id=${event_id}`)
    expect(file.headers.get('Content-Type')).toContain('text/csv')
    expect(await file.text()).toContain(`"2","'=HYPERLINK(""https://evil.example"")"`)
  })

  it('new feedback is mailed once a day', async () => {
    const digestsWith = async (words: string) =>
      (await mailsTo(bench, organisation)).filter(({ text }) => text.includes(words)).length
    const first = await requested()
    const second = await requested()
    bench.pass(dayMs)
    await runClock()
    await first.save({ rating: 5, comments: 'Maya wants to come back.' })
    await runClock()
    await second.save({ rating: 1, comments: 'It rained.' })
    await first.save({ rating: 4, comments: 'Maya wants to come back.' })
    bench.pass(hourMs)
    await runClock()
    expect([await digestsWith('Maya wants to come back.'), await digestsWith('It rained.')]).toEqual([1, 0])
    bench.pass(dayMs)
    await runClock()
    expect([await digestsWith('Maya wants to come back.'), await digestsWith('It rained.')]).toEqual([1, 1])
  })

  it('feedback that arrives after the digest is in the next one', async () => {
    const digestsWith = async () =>
      (await mailsTo(bench, organisation)).filter(({ text }) => text.includes('Too short.')).length
    const first = await requested()
    const second = await requested()
    bench.pass(dayMs)
    await runClock()
    await first.save({ rating: 5, comments: 'Erase me.' })
    await runClock()
    await bench.bareDb
      .prepare('DELETE FROM feedback WHERE program_id = ? AND digested_at IS NOT NULL')
      .bind(shop.programId)
      .run()
    await second.save({ rating: 3, comments: 'Too short.' })
    bench.pass(60_000)
    await runClock()
    expect([await digestsWith(), (await rowsOf(second.registration_id))[0]?.digested_at]).toEqual([0, null])
    bench.pass(dayMs)
    await runClock()
    bench.pass(hourMs)
    await runClock()
    expect(await digestsWith()).toBe(1)
  })

  /** The reply addresses in the newest digest, found by the given link texts. */
  async function answerLinks(...words: string[]) {
    const [mail] = (await mailsTo(bench, organisation)).filter(({ text }) => words.every((each) => text.includes(each)))
    const texts = words.map((each) => mail?.text.slice(mail.text.indexOf(each)) ?? '')
    return { mail, to: texts.map((text) => /mailto:(\S+?)\?subject=\S+/.exec(text)?.[1] ?? '') }
  }
  const bring = async (to: string, text: string) => {
    const vouched = { 'Authentication-Results': 'mx.example; dmarc=pass header.from=example.com' }
    const from = { From: `Jo Tremblay <${organisation}>`, 'Message-ID': `<${text.length}@camp.example>` }
    const raw = receivedMail({ ...from, To: to, ...vouched }, text)
    const ctx = makeContext({ env: bench.env, now: bench.now() })
    const taken = await takeMailReply(ctx, new TextEncoder().encode(raw), to)
    await deliverOutbox(openBudget(bench.env, 50_000))
    return taken
  }
  const threadsOf = async ({ headers, renew }: Person) => {
    await renew()
    const { data } = (await (await bench.call('/v1/profile/messages', { headers })).json()) as List<Message>
    return Promise.all(
      data.map(async ({ id }) => {
        const thread = await bench.call(`/v1/profile/messages/${id}`, { headers })
        const { subject, registration_id, messages } = (await thread.json()) as MessageThread
        return { subject, registration_id, messages: messages.map(({ sender, body }) => [sender, body]) }
      }),
    )
  }

  it('the organisation answers one family through its link in the digest', async () => {
    const first = await requested()
    const second = await requested()
    bench.pass(dayMs)
    await runClock()
    await first.save({ rating: 5, comments: 'The canoes were new.' })
    await second.save({ rating: 2, comments: 'The lake was cold.' })
    bench.pass(dayMs)
    await runClock()
    const { mail, to } = await answerLinks('The canoes were new.', 'The lake was cold.')
    expect(mail?.html).toContain(`href="mailto:${to[1]}?subject=`)
    expect(new Set([...to, organisation]).size).toBe(3)
    expect(mail?.headers['Reply-To']).toBe(organisation)

    // An empty answer starts no conversation.
    expect(await bring(to[1] ?? '', '> The lake was cold.')).toEqual({ refused: 'empty' })
    expect(await threadsOf(second.person)).toEqual([])
    const answers = await Promise.all([0, 1].map(() => bring(to[1] ?? '', 'We bring wetsuits next week.')))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const thread = {
      subject: expect.stringMatching(/^Feedback: .+, Maya$/),
      registration_id: second.registration_id,
      messages: [
        ['customer', 'Rating: 2 of 5\n\nThe lake was cold.'],
        ['organiser', 'We bring wetsuits next week.'],
      ],
    }
    expect([await threadsOf(second.person), await threadsOf(first.person)]).toEqual([[thread], []])
    const [received] = await mailsTo(bench, second.person.email)
    expect(received?.text).toContain('We bring wetsuits next week.')
    // The family's reply reaches the organisation, at the address of the digest.
    await bring(received?.headers['Reply-To'] ?? '', 'I am not the family')
    expect((await threadsOf(second.person))[0]?.messages).toHaveLength(2)
  })

  it('a reply to a digest and an answer through the API are in the same conversation', async () => {
    const { save, feedback_id, person, registration_id } = await requested()
    const write = async (body: Record<string, unknown>, program_id = shop.programId) => {
      const init = { method: 'POST', headers: { ...client, 'Content-Type': 'application/json' } }
      const answer = await bench.call(`/v1/organiser/programs/${program_id}/messages`, {
        ...init,
        body: JSON.stringify({ feedback_id, body: 'Thank you.', ...body }),
      })
      return { status: answer.status, body: (await answer.json()) as Message & { param?: string } }
    }
    expect(await write({})).toMatchObject({ status: 404, body: { param: 'feedback_id' } })
    bench.pass(dayMs)
    await runClock()
    await save({ rating: 4, comments: 'Paid with 4242 4242 4242 4242.' })
    bench.pass(dayMs)
    await runClock()
    const { mail, to } = await answerLinks('Paid with')
    expect(mail?.headers['Reply-To']).toBe(to[0])
    expect((await write({})).body).toMatchObject({ registration_id, sender: 'organiser', num_messages: 2 })
    await bring(to[0] ?? '', 'And see you next year.')
    expect((await threadsOf(person))[0]?.messages).toEqual([
      ['customer', 'Rating: 4 of 5\n\nPaid with •••• 4242.'],
      ['organiser', 'Thank you.'],
      ['organiser', 'And see you next year.'],
    ])
    const elsewhere = await openShop(bench)
    expect((await write({}, elsewhere.programId)).status).toBe(404)
  })

  it('the mean rating of a person is shown from three ratings on', async () => {
    const db = database(bench.env.DB)
    const person = await shop.customer()
    const child = await makeAttendee(bench, person, { programId: shop.programId })
    const average = async () => {
      const [row] = await db.select().from(attendeeProfiles).where(eq(attendeeProfiles.id, child.attendee_profile_id))
      return row?.average_feedback
    }
    const averages: (number | null | undefined)[] = []
    for (const rating of [5, 4, 4]) {
      waitForHour(13)
      const { event_id, option_ids } = await endingSoon()
      const place = { programId: shop.programId, event_id, option_id: option_ids[0], ...child }
      await takePlace(person, place)
      bench.pass(4 * hourMs)
      await runClock()
      const code = (await linkOf(person)).searchParams.get('code') ?? ''
      const { id } = (await (await bench.call(`/v1/profile/feedback/${code}`)).json()) as Feedback
      await bench.call(`/v1/profile/feedback/${id}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code, rating }),
      })
      averages.push(await average())
    }
    expect(averages).toEqual([null, null, 4.3])
  })
})
