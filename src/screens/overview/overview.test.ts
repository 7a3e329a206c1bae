import { describe, expect, it } from 'vitest'
import type { User } from '#contract/people/account'
import { money } from '#contract/display-money'
import type { Order } from '#contract/money/order'
import type { Registration } from '#contract/booking/registration'
import type { FamilyList } from '../../api/load-member.ts'
import { textIn } from '../../locales/choose-language.ts'
import { exampleProgramContext } from '../example-program.ts'
import { nextBooking, whenWords } from './next-booking.ts'
import { toDoList } from './to-do.ts'
import { whatToBring } from '#contract/booking/what-to-bring'

const now = Date.parse('2027-07-04T18:00:00Z')
const waiver = { waiver_id: 'wai_1', version: 2, title: 'Water safety', text: 'Wear a vest.' }
const place = (who: string, event: string, startsAt: string, more: object = {}, ofEvent: object = {}) =>
  ({
    id: `reg_${who}_${event}`,
    status: 'confirmed',
    event_id: event,
    attendee_profile: { first_name: who },
    waiver: null,
    event: { name: event, starts_at: startsAt, timezone: 'America/Toronto', waiver: null, ...ofEvent },
    ...more,
  }) as unknown as Registration

describe('the next booking', () => {
  it('the next booking is the nearest one, with all its attendees', () => {
    const places = ['Maya', 'Samuel'].map((who) => place(who, 'evt_1', '2027-07-05T13:00:00Z'))
    const later = [6, 7, 8, 9].map((day) => place('Maya', `evt_${day}`, `2027-07-0${day}T13:00:00Z`))
    const next = nextBooking([...places, ...later])
    expect([next?.place, next?.also, next?.later]).toEqual([places[0], ['Samuel'], later.slice(0, 3)])
    expect(nextBooking([])).toBeNull()
    // Three people in the same event are one booking.
    const together = ['Maya', 'Samuel', 'Louis'].map((who) => place(who, 'evt_6', '2027-07-06T13:00:00Z'))
    expect(nextBooking([...places, ...together, ...later.slice(1)])?.later).toEqual([...together, ...later.slice(1, 3)])
  })

  // Now it is 2 pm in Toronto, which is four hours behind UTC.
  it.each([
    ['2027-07-04T17:59:00Z', 'Now'],
    ['2027-07-02T13:00:00Z', 'Now'],
    ['2027-07-04T22:00:00Z', 'Today'],
    ['2027-07-05T03:59:00Z', 'Today'],
    ['2027-07-05T04:00:00Z', 'Tomorrow'],
    ['2027-07-07T13:00:00Z', 'In 3 days'],
    ['2027-07-11T13:00:00Z', 'Sun, July 11'],
  ])('a booking that starts at %s is announced as: %s', (starts_at, words) => {
    const event = { starts_at, timezone: 'America/Toronto' }
    expect(whenWords(event, { now, locale: 'en-CA', words: textIn('en').overview }).replaceAll('\u00a0', ' ')).toBe(
      words,
    )
  })
})

describe('what to bring', () => {
  it.each([
    ['Paddle all week.\n\n## Bring\n\n- A hat\n- Lunch\n\n## Not needed\n\nA canoe.', '- A hat\n- Lunch'],
    ['# What to bring:\nA hat', 'A hat'],
    ['Une semaine.\r\n\r\n### À apporter\r\n\r\n- Un chapeau', '- Un chapeau'],
    ['## Quoi apporter ##\n- Un lunch', '- Un lunch'],
    ['## Bring\n\n## Prices\n\nFree.', null],
    ['Please bring a hat.', null],
    ['## Bring a friend\n\nHalf price.', null],
    [null, null],
  ])('the items to bring from %j are %j', (description, bring) => expect(whatToBring(description)).toBe(bring))
})

describe('the open tasks of a customer', () => {
  const context = exampleProgramContext('en')
  const user = {
    email: 'nadia@example.com',
    pending_email: null,
    is_email_verified: true,
    is_email_bounced: false,
  } as User
  const order = (more: object) =>
    ({
      id: 'ord_1',
      status: 'draft',
      items: [{ product_name: 'Canoe Week' }],
      amount_due: money(11_493, 'CAD', 'en'),
      amount_remaining: money(11_493, 'CAD', 'en'),
      hold_expires_at: '2027-07-04T18:20:00Z',
      due_at: null,
      ...more,
    }) as unknown as Order
  const list = (input: { user?: User; orders?: Order[]; places?: Registration[]; family?: FamilyList }) =>
    toDoList({ user, orders: [], places: [], family: null, memberships: [], now, ...input }, context)

  it('a customer without open tasks has an empty list', () => {
    const accepted = { waiver: { waiver_id: 'wai_1', version: 2, accepted_at: '2027-07-01T12:00:00Z' } }
    expect(list({ places: [place('Maya', 'evt_1', '2027-07-05T13:00:00Z', accepted, { waiver })] })).toEqual([])
  })

  it.each([
    ['a cart that is held', {}, '/pg/lakeside/checkout/ord_1'],
    [
      'a payment that needs a bank step',
      { status: 'requires_action', hold_expires_at: null },
      '/pg/lakeside/checkout/ord_1',
    ],
    [
      'an order payable at the office',
      { status: 'pending', due_at: '2027-07-09T16:00:00Z', hold_expires_at: null },
      '/pg/lakeside/profile/orders/ord_1',
    ],
    ['a cart with a lapsed hold', { hold_expires_at: '2027-07-04T17:59:00Z' }, null],
    ['an emptied cart', { items: [] }, null],
    [
      'a pending order with nothing due',
      {
        status: 'pending',
        due_at: '2027-07-09T16:00:00Z',
        hold_expires_at: null,
        amount_due: money(0, 'CAD', 'en'),
        amount_remaining: money(0, 'CAD', 'en'),
      },
      null,
    ],
  ])('an order is an open task only while its customer has to act: %s', (_, more, href) => {
    expect(list({ orders: [order(more)] }).map((each) => 'href' in each && each.href)).toEqual(href ? [href] : [])
  })

  it.each<[string, object, string[], string | null]>([
    ['no required field', {}, [], null],
    ['a date of birth', { date_of_birth: null }, ['date_of_birth'], '/pg/lakeside/profile/family/att_1/edit-personal'],
    [
      'an emergency phone',
      { emergency_contact_phone: null },
      ['date_of_birth', 'emergency_contact_phone'],
      '/pg/lakeside/profile/family/att_1/edit-emergency',
    ],
    [
      'a date of birth of a person whom the customer may only view',
      { date_of_birth: null, rights: ['view'] },
      ['date_of_birth'],
      null,
    ],
    [
      'a date of birth of a person who is not in the program',
      { date_of_birth: null, profiles: [] },
      ['date_of_birth'],
      null,
    ],
  ])('the open tasks of a family that lacks %s are right', (_, more, required, href) => {
    const { rights = ['view', 'manage'], ...fields } = more as { rights?: string[] }
    const attendee = {
      ...{ id: 'att_1', first_name: 'Maya', date_of_birth: '2018-03-03', emergency_contact_phone: '+14165550123' },
      ...{ profiles: [{ program_id: context.program.id, status: 'active' }], ...fields },
      relations: [{ customer_id: 'cus_1', relation: 'parent', rights }],
    }
    const family = { customer: { id: 'cus_1' }, attendees: [attendee] } as unknown as FamilyList
    const preferences = { ...context.program.preferences, required_attendee_fields: required }
    const asking = { ...context, program: { ...context.program, preferences } } as typeof context
    const results = toDoList({ user, orders: [], places: [], family, memberships: [], now }, asking)
    expect(results.map((each) => 'href' in each && each.href)).toEqual(href ? [href] : [])
    if (href) expect(results[0]).toMatchObject({ title: 'Maya’s details', action: 'Fill in Maya’s details' })
  })

  it('an unpaid order is listed with its amount and deadline', () => {
    const [due] = list({
      orders: [order({ status: 'pending', due_at: '2027-07-09T16:00:00Z', hold_expires_at: null })],
    })
    expect(due).toMatchObject({ title: '$114.93 due for Canoe Week', text: expect.stringContaining('July\u00a09') })
    const [free] = list({
      orders: [order({ amount_due: money(0, 'CAD', 'en'), amount_remaining: money(0, 'CAD', 'en') })],
    })
    expect(free?.title).toBe('Finish your order for Canoe Week')
  })

  it.each([
    ['not accepted', {}, '2027-07-05T13:00:00Z', 1],
    [
      'accepted in an older version',
      { waiver: { waiver_id: 'wai_1', version: 1, accepted_at: '' } },
      '2027-07-05T13:00:00Z',
      1,
    ],
    ['unsigned for a cancelled place', { status: 'cancelled' }, '2027-07-05T13:00:00Z', 0],
    ['unsigned for an event that has begun', {}, '2027-07-04T13:00:00Z', 0],
  ])('an unsigned waiver is listed as a task or not: the waiver is %s', (_, more, startsAt, count) => {
    const toDo = list({ places: [place('Maya', 'evt_1', startsAt, more, { waiver })] })
    expect(toDo.map(({ title }) => title)).toEqual(Array(count).fill('Water safety, for Maya'))
  })

  it('a bounced email is listed first with its remedy', () => {
    const bounced = { ...user, is_email_bounced: true }
    const [first, ...others] = list({ user: bounced })
    expect(first).toMatchObject({
      title: 'Our emails aren’t reaching you',
      text: expect.stringContaining('nadia@example.com'),
      href: expect.stringContaining('/profile/edit'),
    })
    expect(others).toEqual([])
    // The reader has already asked for a new address, so the problem is solved.
    expect(list({ user: { ...bounced, pending_email: 'next@example.com' } })).toMatchObject([
      { href: expect.stringContaining('/verify') },
    ])
  })

  it.each([
    [{ is_email_verified: false }, 'We sent a code to nadia@example.com.'],
    [{ pending_email: 'next@example.com' }, 'We sent a code to next@example.com.'],
  ])('an unconfirmed email is listed as a task: %j', (more, text) => {
    expect(list({ user: { ...user, ...more } })).toMatchObject([{ text, href: expect.stringContaining('/verify') }])
  })
})
