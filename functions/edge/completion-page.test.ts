import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../contract/money/order.ts'
import { dayMs, hourMs } from '../contract/limits.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { type Bench, collectInto, openBench } from '../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../test-bench/booking-desk.ts'
import { makeQuestion, makeWaiver } from '../test-bench/programs.ts'
import { mailsTo } from '../test-bench/sign-ups.ts'
import { answerCompletion } from './completion-page.ts'

const app = new Hono<Worker>()
  .onError(errorResponse)
  .all('/pg/:program_id/complete', requestContext, async (c, next) => (await answerCompletion(c)) ?? next())

let bench: Bench
let f: BookingDesk
let question: string
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench)
  question = await makeQuestion(bench, f.programId)
})

/** The date of birth of every child of the family. */
const bornOn = '2017-05-31'
async function send(path: string, fields?: Record<string, string> | FormData) {
  const executionCtx = collectInto(() => {})
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  const init = fields ? { method: 'POST', body } : {}
  const answer = await app.request(`${bench.env.SITE_ORIGIN}${path}`, init, { ...bench.env }, executionCtx)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** A booking of one child whose answers and waiver are open, and the page of the link in its mail. */
async function booked(more: object = {}) {
  const waiver = await makeWaiver(bench, f.programId)
  const event = await f.event([{ cost: 10_000 }], { questionIds: [question], waiverId: waiver })
  const people = [{ attendee_id: f.children[0], option_id: event.option_ids[0], to_complete: true }]
  const { status, body } = await f.bookByStaff<Order>({ ...f.bodyForStaff(event, { people }), ...more })
  expect(status).toBe(201)
  const mails = await mailsTo(bench, f.ada.email)
  const link = mails.flatMap(({ text }) => /\/pg\/\S+\/complete\?\S+/.exec(text) ?? []).at(-1) ?? ''
  const id = body.registrations[0]?.id ?? ''
  return { body, path: link.replace(/[).]+$/, ''), id, answer: `${id}.answer:short_text:${question}` }
}
const ownOrder = async (id: string) =>
  (await (await bench.call(`/v1/profile/orders/${id}`, { headers: f.ada.headers })).json()) as Order

describe('the page of a booking by staff', () => {
  it('the page asks for the date of birth before it shows a name', async () => {
    const { path } = await booked()
    const { status, text, headers } = await send(path)
    expect(status).toBe(200)
    expect(text).toContain('Date of birth of the child')
    expect(text).not.toContain('Maya')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  it('the form stores the answers and the waiver once, without a log-in', async () => {
    const { body, path, id, answer } = await booked()
    const shown = await send(path, { born_on: bornOn })
    expect(shown.text).toContain('T-shirt size')
    expect(shown.text).toContain('Canoeing has risks.')
    const fields = { born_on: bornOn, action: 'save', [answer]: 'Small', [`${id}.waiver`]: 'on' }
    const saved = await send(path, fields)
    expect([saved.status, saved.text.includes('everything is answered')]).toEqual([200, true])
    const [place] = (await ownOrder(body.id)).registrations
    expect(place?.form_response.answers).toMatchObject([{ field_id: question, value: 'Small' }])
    expect(place?.waiver?.version).toBe(1)
    await send(path, { ...fields, [answer]: 'Large' })
    expect((await ownOrder(body.id)).registrations[0]?.form_response.answers).toMatchObject([{ value: 'Small' }])
  })

  it('staff read the same link for a family without an email', async () => {
    const { body, path } = await booked()
    const answer = await bench.call(`${f.path}/${body.id}/link`, { headers: f.desk.headers })
    const { url } = (await answer.json()) as { url: string }
    expect(url.split('&lang')[0]?.endsWith(path.split('&lang')[0] ?? '-')).toBe(true)
  })

  it('a refused form names what is missing and keeps what was typed', async () => {
    const { path, id, answer } = await booked()
    const noWaiver = await send(path, { born_on: bornOn, action: 'save', [answer]: 'Small' })
    expect(noWaiver.text).toContain('Accept the waiver')
    expect(noWaiver.text).toContain('value="Small"')
    const noAnswer = await send(path, { born_on: bornOn, action: 'save', [`${id}.waiver`]: 'on' })
    expect(noAnswer.status).toBe(400)
  })

  it('six wrong dates of birth close the page for an hour', async () => {
    const { path } = await booked()
    const wide = bench.env.RATE_LIMITS
    bench.env.RATE_LIMITS = 'strict'
    for (let n = 1; n <= 6; n += 1) expect((await send(path, { born_on: `2017-01-0${n}` })).status).toBe(400)
    expect((await send(path, { born_on: bornOn })).status).toBe(429)
    bench.pass(hourMs + 1000)
    expect((await send(path, { born_on: bornOn })).status).toBe(200)
    bench.env.RATE_LIMITS = wide
  })

  it('the order is paid on the provider’s page, once all is answered', async () => {
    const { path, id, answer } = await booked({ paid_by: 'link' })
    const early = await send(path, { born_on: bornOn, action: 'pay' })
    expect(early.text).not.toContain('/confirm-payment/continue')
    await send(path, { born_on: bornOn, action: 'save', [answer]: 'Small', [`${id}.waiver`]: 'on' })
    const { status, text } = await send(path, { born_on: bornOn, action: 'pay' })
    expect(status).toBe(200)
    expect(text).toContain('/confirm-payment/continue?')
  })

  it('a field that the program requires of a child appears once, and is refused while it is missing or wrong', async () => {
    f = await openBookingDesk(bench, {
      preferences: { required_attendee_fields: ['date_of_birth', 'parent_name', 'emergency_contact_phone'] },
    })
    question = await makeQuestion(bench, f.programId)
    const { path, id, answer } = await booked()
    const child = f.children[0] ?? ''
    await bench.env.DB.prepare('UPDATE attendees SET emergency_contact_phone = NULL WHERE id = ?').bind(child).run()
    const shown = await send(path, { born_on: bornOn })
    expect(shown.text).toContain('Emergency phone')
    expect(shown.text).not.toContain(`name="${child}.date_of_birth"`)
    const rest = { born_on: bornOn, action: 'save', [answer]: 'Small', [`${id}.waiver`]: 'on' }
    const save = (name: string, phone: string) =>
      send(path, { ...rest, [`${child}.parent_name`]: name, [`${child}.emergency_contact_phone`]: phone })
    const stored = () =>
      bench.env.DB.prepare('SELECT parent_name, emergency_contact_phone AS phone FROM attendees WHERE id = ?')
        .bind(child)
        .first()
    for (const phone of ['', 'no phone', '123 4567']) {
      const refused = await save('Ada Roy', phone)
      expect([phone, refused.status, refused.text.includes(`${child}.emergency_contact_phone-error`)]).toEqual([
        phone,
        400,
        true,
      ])
      expect(refused.text).toContain('value="Ada Roy"')
      expect(await stored()).toEqual({ parent_name: null, phone: null })
    }
    expect((await save('Ada Roy', '416 555 0123')).text).toContain('everything is answered')
    expect(await stored()).toEqual({ parent_name: 'Ada Roy', phone: '+14165550123' })
    await save('Eve Mallory', '416 555 0199')
    expect(await stored()).toEqual({ parent_name: 'Ada Roy', phone: '+14165550123' })
  })

  it('a question that asks for a file takes it on the page', async () => {
    question = await makeQuestion(bench, f.programId, { type: 'file', title: 'Swimming badge' })
    const { body, path, id } = await booked()
    const name = `${id}.answer:file:${question}`
    expect((await send(path, { born_on: bornOn })).text).toContain('enctype="multipart/form-data"')
    const form = new FormData()
    for (const [field, text] of Object.entries({ born_on: bornOn, action: 'save', [`${id}.waiver`]: 'on' }))
      form.set(field, text)
    expect((await send(path, form)).status).toBe(400)
    form.set(name, new File(['%PDF-1.7\n%%EOF'], 'badge.pdf'))
    expect((await send(path, form)).text).toContain('everything is answered')
    const [place] = (await ownOrder(body.id)).registrations
    expect(place?.form_response.answers).toMatchObject([{ field_id: question, value: expect.stringMatching(/^file_/) }])
  })

  it('a forged, foreign or expired link shows nothing', async () => {
    const { path } = await booked()
    expect((await send(path.replace('token=', 'token=x'))).status).toBe(404)
    const other = await openBookingDesk(bench)
    expect((await send(path.replace(`/pg/${f.programId}/`, `/pg/${other.programId}/`))).status).toBe(404)
    bench.pass(61 * dayMs)
    expect((await send(path)).status).toBe(404)
  })
})
