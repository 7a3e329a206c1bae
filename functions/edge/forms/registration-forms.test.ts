import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { FormFailure } from '../../contract/people/account.ts'
import { findFormFailure, findIdentity } from '../../in-process.ts'
import type { Worker } from '../../platform/context.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, collectInto, openBench } from '../../test-bench/bench.ts'
import {
  type BookableEvent,
  type BookingFamily,
  openBookingFamily,
  rowsWritten,
} from '../../test-bench/booking-family.ts'
import { makeAttendee, sessionCookie, unique } from '../../test-bench/people.ts'
import { makeCoupon, makeQuestion, makeWaiver } from '../../test-bench/programs.ts'
import { takenOf } from '../../test-bench/registering.ts'
import { goodPassword, signupBody } from '../../test-bench/sign-ups.ts'
import { pdf } from '../../test-bench/uploads.ts'
import { formRoutes } from './answer-form.ts'
import { registrationForms } from './registration-forms.ts'

let bench: Bench
let f: BookingFamily
let question: string
let session: string
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  f = await openBookingFamily(bench, { features: { appointments: true } })
  question = await makeQuestion(bench, f.programId, { title: 'Allergies', type: 'long_text', required: false })
  session = await sessionCookie(bench, f.ada.identity.session_id)
})

type Page = { failure: FormFailure | null; customer: string | null }
// The page is the response itself: what it would show, and to whom.
const site = new Hono<Worker>().route('/', formRoutes(registrationForms)).all('*', async (c) =>
  c.json({
    failure: await findFormFailure(c.req.raw, c.env, 'registration'),
    customer: (await findIdentity(c.req.raw, c.env))?.first_name ?? null,
  }),
)

type Fields = Record<string, string | File>
const send = ({ event_id }: BookableEvent, fields: Fields, cookie = session) =>
  sendTo(`evt/${event_id}`, fields, cookie)
type Headers = Record<string, string>
async function post(path: string, fields: Fields, headersOf: Headers, query = ''): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ key: unique(), ...fields })) body.set(name, value)
  const waiting: Promise<unknown>[] = []
  const headers = { Origin: new URL(bench.env.SITE_ORIGIN).origin, 'Sec-Fetch-Site': 'same-origin', ...headersOf }
  const answer = await site.request(
    `${bench.env.SITE_ORIGIN}/pg/${f.programId}/${path}/register${query}`,
    { method: 'POST', headers, body },
    bench.env,
    collectInto((work) => void waiting.push(work)),
  )
  await Promise.allSettled(waiting)
  return answer
}
async function sendTo(path: string, fields: Fields, cookie = session, query = '') {
  const answer = await post(path, fields, { Cookie: cookie }, query)
  const location = answer.headers.get('Location')
  const page = location === null ? ((await answer.json()) as Page) : null
  return { status: answer.status, location, page, cookies: answer.headers.getSetCookie() }
}
const paramsOf = ({ page }: { page: Page | null }) => page?.failure?.errors.map(({ param }) => param)

const existing = ({ option_ids }: BookableEvent, key = f.children[0] ?? '') => ({
  [`${key}.comes`]: 'on',
  [`${key}.option_id`]: option_ids[0],
})
const newChild = ({ option_ids }: BookableEvent, key = 'new-1', firstName = 'Ida') => ({
  [`${key}.comes`]: 'on',
  [`${key}.first_name`]: firstName,
  [`${key}.last_name`]: 'Roy',
  [`${key}.relation`]: 'parent',
  [`${key}.date_of_birth~day`]: '31',
  [`${key}.date_of_birth~month`]: '5',
  [`${key}.date_of_birth~year`]: '2018',
  [`${key}.option_id`]: option_ids[0],
})
const account = (email: string, more: Fields = {}) => ({
  'you.mode': 'new',
  'you.first_name': 'Noor',
  'you.last_name': 'Roy',
  'you.email': email,
  'you.phone': '416 555 0123',
  'you.password': goodPassword,
  ...more,
})
const orderOf = async (location: string | null): Promise<Order> => {
  const id = /ord_\w+/.exec(location ?? '')?.[0]
  return (await bench.call(`/v1/profile/orders/${id}`, { headers: f.ada.headers })).json() as Promise<Order>
}
const cartId = async () =>
  bench.env.DB.prepare('SELECT id FROM orders WHERE program_id = ?').bind(f.programId).first<string>('id')
const codeOf = async (percent_off: number): Promise<string> => {
  const code = `CODE${unique().toUpperCase()}`
  await makeCoupon(bench, f.programId, { code, percent_off })
  return code
}
const namesIn = ({ items }: Order) => items.map(({ attendee_name }) => attendee_name)

describe('the registration form, without JavaScript', () => {
  it('leaves the places in the cart and goes on to the events, when more is booked', async () => {
    const event = await f.event()
    const saved = await send(event, { ...existing(event), next: 'more' })
    expect(saved.location).toMatch(/\/checkout\/ord_\w+\?next=explore$/)
    expect(namesIn(await orderOf(saved.location))).toEqual(['Maya Roy'])
    expect(paramsOf(await send(event, { ...newChild(event), 'new-1.first_name': '', next: 'more' }))).toEqual([
      'people[0].attendee.first_name',
    ])
  })

  it('books an existing and a new child in one post, once for each key', async () => {
    const event = await f.event()
    const fields = { ...existing(event), ...newChild(event), key: 'one' }
    const first = await send(event, fields)
    expect([first.status, first.location]).toEqual([303, expect.stringContaining(`/pg/${f.programId}/checkout/ord_`)])
    expect(namesIn(await orderOf(first.location))).toEqual(['Maya Roy', 'Ida Roy'])
    expect((await send(event, fields)).location).toBe(first.location)
    expect(await takenOf(bench, event.option_ids[0])).toBe(2)
  })

  it('makes an account and books two children in one post', async () => {
    const event = await f.event()
    const { email } = signupBody()
    const sent = await send(event, { ...account(email), ...newChild(event), ...newChild(event, 'new-2', 'Tom') }, '')
    expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('/checkout/ord_')])
    const [cookie = ''] = sent.cookies.filter((line) => line.startsWith('__Host-refresh='))
    const visitor = new Request(bench.env.SITE_ORIGIN, { headers: { Cookie: cookie.split(';')[0] ?? '' } })
    expect(await findIdentity(visitor, bench.env)).toMatchObject({ first_name: 'Noor' })
    expect(await takenOf(bench, event.option_ids[0])).toBe(2)
  })

  it('a refused child is shown at its field with every typed value, and the place of the other is held', async () => {
    const event = await f.event([{ cost: 34_500, spots: 1 }], { questionIds: [question] })
    const typed = {
      ...existing(event),
      ...newChild(event),
      'new-1.health_card_number': '1234 567 897',
      [`new-1.q.${question}`]: 'Bees. '.repeat(200),
    }
    const refused = await send(event, { ...typed, 'you.password': 'Canary-1' })
    expect([refused.status, paramsOf(refused), refused.cookies]).toEqual([422, ['people[1].option_id'], []])
    expect(refused.page?.failure?.values).toMatchObject(typed)
    expect(JSON.stringify(refused.page)).not.toContain('Canary')
    expect(await takenOf(bench, event.option_ids[0])).toBe(1)
  })

  it('a form without the waiver names it with every other refusal, and holds nothing', async () => {
    const event = await f.event([{ cost: 34_500, minimumAge: 12 }], {
      waiverId: await makeWaiver(bench, f.programId),
    })
    const refused = await send(event, { ...existing(event), ...newChild(event) })
    expect([refused.status, paramsOf(refused)]).toEqual([
      422,
      ['people[0].attendee_id', 'people[1].attendee.date_of_birth', 'waiver'].map((param) =>
        param.startsWith('people') ? expect.stringMatching(/^people\[\d\]/) : param,
      ),
    ])
    const open = await f.event([{ cost: 34_500 }], { waiverId: await makeWaiver(bench, f.programId) })
    expect(paramsOf(await send(open, existing(open)))).toEqual(['waiver'])
    expect(await takenOf(bench, open.option_ids[0])).toBe(0)
    expect((await send(open, { ...existing(open), waiver: 'on' })).status).toBe(303)
    // The place in the cart of the form is no other booking of the child.
    const again = { ...existing(open), order_id: (await cartId()) ?? '' }
    expect(paramsOf(await send(open, again))).toEqual(['waiver'])
    const signed = f.children[0] ?? ''
    expect(paramsOf(await send(open, { ...again, ...newChild(open), signed }))).toEqual(['waiver'])
    expect((await send(open, { ...again, signed })).status).toBe(303)
  })

  it('a form whose session has ended is shown again with its values', async () => {
    const event = await f.event()
    const before = await rowsWritten(bench)
    const refused = await send(event, existing(event), '')
    expect([refused.status, refused.page?.failure?.type]).toEqual([401, 'not_authenticated'])
    expect(refused.page?.failure?.values).toMatchObject(existing(event))
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('a log-in within the form keeps everything that was typed', async () => {
    const event = await f.event()
    const { email } = signupBody()
    await send(event, { ...account(email), next: 'enter' }, '')
    const typed = { ...newChild(event), 'new-1.health_card_number': '1234 567 897' }
    const login = (password: string) =>
      send(event, { ...typed, 'you.mode': 'known', 'you.email': email, 'you.password': password, next: 'enter' }, '')
    const refused = await login('not that one')
    expect([refused.status, paramsOf(refused), refused.page?.customer]).toEqual([401, ['you.password'], null])
    expect(refused.page?.failure?.values).toMatchObject(typed)
    const entered = await login(goodPassword)
    expect([entered.status, entered.page?.customer]).toEqual([200, 'Noor'])
    expect(entered.page?.failure).toMatchObject({ message: '', values: typed })
    expect(entered.page?.failure?.values).not.toHaveProperty('you.password')
    expect(entered.cookies.some((line) => line.startsWith('__Host-refresh='))).toBe(true)
    expect(await takenOf(bench, event.option_ids[0])).toBe(0)
  })

  it('an account that cannot be made is refused at its fields', async () => {
    const event = await f.event()
    const refused = await send(event, { ...account('no email', { 'you.password': 'short' }), ...newChild(event) }, '')
    expect([refused.status, paramsOf(refused)?.toSorted()]).toEqual([400, ['you.email', 'you.password']])
  })

  it('a button that changes the form sends nothing', async () => {
    const event = await f.event()
    const before = await rowsWritten(bench)
    const shown = await send(event, { ...newChild(event), next: 'add' })
    expect([shown.status, shown.page?.failure?.message, shown.page?.customer]).toEqual([200, '', 'Nadia'])
    expect(shown.page?.failure?.values).toMatchObject({ next: 'add', 'new-1.first_name': 'Ida' })
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('a full event holds nothing', async () => {
    const event = await f.event([{ cost: 34_500, spots: 0 }])
    const refused = await send(event, { ...existing(event), ...newChild(event) })
    expect([refused.status, paramsOf(refused)]).toEqual([409, ['people[0].option_id', 'people[1].option_id']])
  })

  it('the page of a refused form has what each person can have instead', async () => {
    const event = await f.event([{ spots: 1 }, { name: 'Half day' }])
    const instead = [expect.objectContaining({ option_id: event.option_ids[1] })]
    const held = await send(event, { ...existing(event), ...newChild(event) })
    expect(held.page?.failure?.refusals).toEqual([expect.objectContaining({ person: 1, instead })])
    const nothing = await send(event, newChild(event))
    expect([nothing.status, nothing.page?.failure?.refusals]).toEqual([
      409,
      [expect.objectContaining({ person: 0, instead })],
    ])
  })

  it('a place joins the cart of the form, or a new one when that cart is gone', async () => {
    const [week1, week2] = [await f.event(), await f.event(undefined, { startsAt: bench.now() + 60 * 86_400_000 })]
    const order_id = /ord_\w+/.exec((await send(week1, existing(week1))).location ?? '')?.[0] ?? ''
    expect((await send(week2, { ...existing(week2), order_id })).location).toContain(order_id)
    const sibling = existing(week2, f.children[1])
    const other = await send(week2, { ...sibling, order_id: 'ord_gone' })
    expect(other.location).not.toContain(order_id)
    expect(namesIn(await orderOf(other.location))).toEqual(['Samuel Roy'])
  })

  it('a second post keeps the held place of one child, mends the other, and releases the place of a child who stays away', async () => {
    const event = await f.event([{ cost: 34_500, maximumAge: 12 }, { cost: 20_000 }])
    const [older, younger] = [f.children[0] ?? '', f.children[1] ?? '']
    const typed = { ...existing(event, older), ...existing(event, younger), ...newChild(event) }
    const born = { 'new-1.date_of_birth~year': '1990' }
    expect((await send(event, { ...typed, ...born })).status).toBe(422)
    const cart = await orderOf(await cartId())
    const held = cart.registrations.map(({ id, attendee_profile: { attendee_id } }) => `${attendee_id}:${id}`).join(' ')
    const all: Fields = { ...typed, ...born, 'new-1.option_id': event.option_ids[1] ?? '' }
    const coming = Object.fromEntries(Object.entries(all).filter(([name]) => name !== `${younger}.comes`))
    const mended = await send(event, { ...coming, order_id: cart.id, held })
    expect(mended.location).toContain(cart.id)
    expect(namesIn(await orderOf(mended.location)).toSorted()).toEqual(['Ida Roy', 'Maya Roy'])
    expect(await takenOf(bench, event.option_ids[0])).toBe(1)
  })

  it('a place to release that is held no longer does not stop the others', async () => {
    const event = await f.event()
    const [older, younger] = [f.children[0] ?? '', f.children[1] ?? '']
    await send(event, existing(event, older))
    const again = { ...existing(event, older), order_id: (await cartId()) ?? '', held: `${younger}:reg_gone` }
    expect((await send(event, again)).location).toContain(again.order_id)
  })

  it('a new cart gets the code of the link, and an open cart does not', async () => {
    const [week1, week2] = [await f.event(), await f.event(undefined, { startsAt: bench.now() + 60 * 86_400_000 })]
    const [code, better] = [await codeOf(1000), await codeOf(2000)]
    const order = await orderOf((await send(week1, { ...existing(week1), code })).location)
    expect(order.discounts.map(({ coupon }) => coupon.code)).toEqual([code])
    const joined = await send(week2, { ...existing(week2), order_id: order.id, code: better })
    expect((await orderOf(joined.location)).discounts.map(({ coupon }) => coupon.code)).toEqual([code])
  })

  it('a refused code of the link is named, and the places are held', async () => {
    const event = await f.event()
    const refused = await send(event, { ...existing(event), code: 'NOSUCHCODE' })
    expect([refused.status, refused.page?.failure?.errors]).toEqual([
      422,
      [{ type: 'coupon_not_found', param: 'code', message: 'This code isn’t valid.' }],
    ])
    const held = await orderOf(await cartId())
    expect([namesIn(held), held.discounts]).toEqual([['Maya Roy'], []])
    expect((await send(event, { ...existing(event), order_id: held.id })).location).toContain(held.id)
  })

  it('several times of an appointment type are booked in one post', async () => {
    const { type_id, option_ids } = await makeAppointmentType(bench, f.programId)
    const starts_at = ['2027-01-06T14:00:00.000Z', '2027-01-13T14:00:00.000Z'].join(' ')
    const [key = ''] = f.children
    const person = { [`${key}.comes`]: 'on', [`${key}.option_id`]: option_ids[0] ?? '' }
    const sent = await sendTo(`apt/${type_id}`, { ...person, starts_at })
    const { registrations } = await orderOf(sent.location)
    expect(
      registrations
        .map(({ event }) => event.starts_at)
        .toSorted()
        .join(' '),
    ).toBe(starts_at)
    const refused = await sendTo(`apt/${type_id}`, { ...existing(await f.event()), ...person, starts_at })
    expect([refused.status, refused.page?.failure?.values]).toEqual([409, expect.objectContaining(person)])
  })

  describe('with a number of weeks', () => {
    const starts = ['2027-01-06T14:00:00.000Z', '2027-01-13T14:00:00.000Z', '2027-01-20T14:00:00.000Z']
    async function lesson() {
      const { type_id, option_ids } = await makeAppointmentType(bench, f.programId)
      const of = (key: string) => ({ [`${key}.comes`]: 'on', [`${key}.option_id`]: option_ids[0] ?? '' })
      const sendWeeks = (fields: Fields, query = '', cookie = session) =>
        sendTo(`apt/${type_id}`, fields, cookie, query)
      const bookedOn = async (location: string | null) =>
        (await orderOf(location)).registrations.map(({ event }) => event.starts_at).toSorted()
      return { of, sendWeeks, bookedOn, event: { event_id: type_id, option_ids } }
    }

    it('weeks whose dates were not shown book nothing, and their page has everything that was typed', async () => {
      const { of, sendWeeks, bookedOn } = await lesson()
      const typed = { ...of(f.children[0] ?? ''), weeks: '3' }
      for (const next of ['', 'more'])
        for (const query of ['', '?weeks=2']) {
          const before = await rowsWritten(bench)
          const shown = await sendWeeks({ ...typed, next, starts_at: starts[0] ?? '' }, query)
          expect([shown.status, shown.page?.failure?.message]).toEqual([200, ''])
          expect(shown.page?.failure?.values).toMatchObject(typed)
          expect(await rowsWritten(bench)).toBe(before)
        }
      const booked = await sendWeeks({ ...typed, starts_at: starts.join(' ') }, '?weeks=3')
      expect(await bookedOn(booked.location)).toEqual(starts)
    })

    it('one week books its date alone, also from a page that showed several', async () => {
      const { of, sendWeeks, bookedOn } = await lesson()
      const typed = { ...of(f.children[0] ?? ''), weeks: '1' }
      const booked = await sendWeeks({ ...typed, starts_at: starts.join(' ') }, '?weeks=3')
      expect(await bookedOn(booked.location)).toEqual(starts.slice(0, 1))
    })

    it('a new parent has an account when the dates are shown, and a parent whose session has ended logs in', async () => {
      const { of, sendWeeks, event } = await lesson()
      const typed = { ...newChild(event), weeks: '3', starts_at: starts[0] ?? '' }
      const shown = await sendWeeks({ ...account(signupBody().email), ...typed }, '', '')
      expect([shown.status, shown.page?.customer]).toEqual([200, 'Noor'])
      expect(shown.page?.failure?.values).toMatchObject(typed)
      const ended = await sendWeeks({ ...of(f.children[0] ?? ''), weeks: '3' }, '', '')
      expect([ended.status, ended.page?.failure?.type]).toEqual([401, 'not_authenticated'])
    })

    it('the script, which shows the dates at once, books the dates that it sends', async () => {
      const { of, event, bookedOn } = await lesson()
      const fields = { ...of(f.children[0] ?? ''), weeks: '3', starts_at: starts.slice(0, 2).join(' ') }
      const answer = await post(`apt/${event.event_id}`, fields, { Cookie: session, Accept: 'application/json' })
      expect(await bookedOn(((await answer.json()) as Order).id)).toEqual(starts.slice(0, 2))
    })
  })

  it('a file that answers a question is stored, and kept when the form is refused', async () => {
    const permit = await makeQuestion(bench, f.programId, { title: 'Permit', type: 'file' })
    const event = await f.event([{ cost: 34_500, minimumAge: 4 }], { questionIds: [permit] })
    const small = await makeAttendee(bench, f.ada, { programId: f.programId, bornOn: '2026-05-01' })
    const [key = ''] = f.children
    const file = new File([pdf()], 'permit.pdf', { type: 'application/pdf' })
    const bad = new File(['#!/bin/sh\n'], 'permit.pdf', { type: 'application/pdf' })
    const name = `${key}.q.${permit}`
    const unsent = await send(event, { ...existing(event), [`${name}~file`]: bad })
    expect(paramsOf(unsent)).toEqual([`people[0].form_response.answers[${permit}]`])
    const refused = await send(event, {
      ...existing(event, small.attendee_id),
      ...existing(event),
      [`${name}~file`]: file,
    })
    const stored = refused.page?.failure?.values[name] ?? ''
    expect([refused.status, stored]).toEqual([422, expect.stringMatching(/^file_/)])
    const redrawn = await send(event, { ...existing(event), [`${name}~file`]: file, next: 'add' })
    expect(redrawn.page?.failure).toMatchObject({
      message: '',
      values: { [name]: expect.stringMatching(/^file_/), [`${name}~name`]: 'permit.pdf' },
    })
  })

  it('a file that was sent without an account is named, so that its page asks for it again', async () => {
    const event = await f.event()
    const file = new File([pdf()], 'permit.pdf', { type: 'application/pdf' })
    const form = { ...newChild(event), 'new-1.q.que_1~file': file }
    const added = await send(event, { ...form, next: 'add' }, '')
    const refused = await send(event, { ...form, ...account('not an address') }, '')
    for (const { page } of [added, refused]) {
      expect(page?.failure?.values['new-1.q.que_1~name']).toBe('permit.pdf')
      expect(page?.failure?.values['new-1.q.que_1']).toBeUndefined()
    }
  })
})

describe('the registration form, sent by its script', () => {
  const ask = async ({ event_id }: BookableEvent, fields: Fields, cookie = session) => {
    const answer = await post(`evt/${event_id}`, fields, { Cookie: cookie, Accept: 'application/json' })
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    return { status: answer.status, body: (await answer.json()) as Order & FormFailure, cookies: cookies.join('; ') }
  }

  it('answers the order with what was refused, and its page under the same key books nothing again', async () => {
    const event = await f.event([{ cost: 34_500, spots: 1 }])
    const typed = { ...existing(event), ...newChild(event), key: 'two', timezone: 'America/Toronto' }
    const { status, body } = await ask(event, typed)
    expect([status, body.object, body.refusals?.map(({ param }) => param)]).toEqual([
      201,
      'order',
      ['people[1].option_id'],
    ])
    const before = await rowsWritten(bench)
    const page = await send(event, typed)
    expect([page.status, paramsOf(page)]).toEqual([422, ['people[1].option_id']])
    expect(await rowsWritten(bench)).toBe(before)
  })

  it('answers a refusal by field', async () => {
    const event = await f.event([{ cost: 34_500 }])
    const { status, body } = await ask(event, { ...newChild(event), 'new-1.first_name': '' })
    expect([status, body.errors.map(({ param }) => param)]).toEqual([400, ['people[0].attendee.first_name']])
  })

  it('logs the customer in, also when the booking is refused', async () => {
    const event = await f.event([{ cost: 34_500, spots: 0 }])
    for (const next of ['enter', '']) {
      const typed = { ...account(signupBody().email), ...newChild(event), next, key: unique() }
      const { status, cookies } = await ask(event, typed, '')
      expect([status, (await send(event, typed, cookies)).page?.customer]).toEqual([next ? 200 : 409, 'Noor'])
    }
  })

  it('answers the price without a booking', async () => {
    const event = await f.event([{ cost: 34_500 }])
    const before = await rowsWritten(bench)
    const { status, body } = await ask(event, { ...existing(event), next: 'price' })
    expect([status, body.amount_subtotal.value]).toEqual([200, 34_500])
    expect(await rowsWritten(bench)).toBe(before)
  })
})
