import { describe, expect, it } from 'vitest'
import type { BookingPreview } from '#contract/money/family-booking'
import { chosenRows, staffBookingOf } from '#contract/organisation/staff-booking-form'
import { callerFields } from '../../../page-input/desk-register.ts'
import { fieldOf, holdChoices, lettersOf, problemsOf, waivable, withOption } from './register-view.ts'

const now = Date.parse('2027-07-01T15:00:00Z')
const money = (value: number) => ({ value, currency_code: 'CAD', display: `$${value / 100}`, major_value: value / 100 })
const program = { name: 'Lakeside Camps', country: 'CA', timezone: 'America/Toronto' }
const item = { type: 'event_option' }
const previewOf = (total: number, more: object = {}) =>
  ({ items: [item], amount_total: money(total), refusals: [], ...more }) as unknown as BookingPreview

describe('the body of a booking by staff', () => {
  const fields = {
    ...{ customer_id: 'cus_1', event_id: 'evt_1', currency: 'CAD', paid_by: 'cash', 'who.att_1': '1', notify: '1' },
    ...{ 'option.att_1': 'opt_1', 'option.new1': 'opt_2', 'new1.first_name': 'Ruby', 'new1.last_name': 'Roy' },
    ...{ 'new1.relation': 'parent', 'new1.date_of_birth_year': '2018', 'new1.date_of_birth_month': '5' },
    'new1.date_of_birth_day': '2',
  }

  it('the ticked people come first, then the new ones', () => {
    expect(chosenRows(fields)).toEqual(['att_1', 'new1'])
    expect(staffBookingOf(fields)).toEqual({
      customer: { id: 'cus_1' },
      event_id: 'evt_1',
      people: [
        { attendee_id: 'att_1', option_id: 'opt_1', to_complete: false },
        {
          attendee: { first_name: 'Ruby', last_name: 'Roy', relation: 'parent', date_of_birth: '2018-05-02' },
          option_id: 'opt_2',
          to_complete: false,
        },
      ],
      paid_by: 'cash',
      notify: true,
    })
  })

  it('the emergency phone goes to new people and to those who lack one', () => {
    const phones = { emergency_contact_phone: '613-555-0168' }
    const [first, second] = (staffBookingOf({ ...fields, ...phones }) as { people: object[] }).people
    expect(first).not.toHaveProperty('attendee')
    expect(second).toHaveProperty('attendee.emergency_contact_phone', '613-555-0168')
    expect(staffBookingOf({ ...fields, ...phones, 'lacks.att_1': 'emergency_contact_phone' })).toMatchObject({
      people: [{ attendee_id: 'att_1', attendee: phones }, {}],
    })
    expect(fieldOf('people[0].attendee.emergency_contact_phone', ['new1']).field).toBe('emergency_contact_phone')
  })

  it('a new customer has names and what they can be reached by', () => {
    const caller = { first_name: 'Dana', last_name: 'Kessler', phone: '613-555-0168', email: '' }
    expect(staffBookingOf({ ...fields, ...caller, customer_id: '' })).toMatchObject({
      customer: { first_name: 'Dana', last_name: 'Kessler', phone: '613-555-0168' },
    })
  })

  it('only an unpaid place is held until a day', () => {
    const hold_until = '2027-07-04T21:00:00.000Z'
    expect(staffBookingOf({ ...fields, hold_until })).not.toHaveProperty('hold_until')
    expect(staffBookingOf({ ...fields, hold_until, paid_by: 'later' })).toMatchObject({ hold_until })
  })

  it('another price is in minor units, and text that is no amount is refused by the call', () => {
    const priced = (price: string) => staffBookingOf({ ...fields, price, price_reason: 'Goodwill' })
    expect(priced('280,00')).toMatchObject({ price: { amount: 28_000, reason: 'Goodwill' } })
    expect(priced('a lot')).toMatchObject({ price: { amount: Number.NaN } })
  })
})

it.each([
  ['613-555-0168', { phone: '613-555-0168' }],
  ['+1 (613) 555-0168 ext. 4', { phone: '+1 (613) 555-0168 ext. 4' }],
  ['Kessler2041', { last_name: 'Kessler2041', first_name: '', phone: '' }],
  ['dana@example.ca', { email: 'dana@example.ca' }],
  ['Dana de Kessler', { first_name: 'Dana', last_name: 'de Kessler' }],
])('a search for %s fills in a new customer', (text, filled) => {
  expect(callerFields(text)).toMatchObject(filled)
})

it('an unpaid place is held until five of a day before the camp', () => {
  const event = { starts_at: '2027-07-06T13:00:00Z', timezone: 'America/Toronto' }
  const choices = holdChoices(now, event, 'en-CA')
  expect(choices.map(({ value }) => value)).toEqual(['2027-07-02T21:00:00.000Z', '2027-07-04T21:00:00.000Z'])
  expect(choices.filter(({ isUsual }) => isUsual)).toHaveLength(1)
  const tomorrow = holdChoices(now, { ...event, starts_at: '2027-07-01T18:00:00Z' }, 'en-CA')
  expect(tomorrow.map(({ value }) => value)).toEqual(['2027-07-01T18:00:00.000Z'])
})

describe('the reasons against a booking', () => {
  it.each([
    ['people[0].option_id', 'who-att_1'],
    ['people[1].attendee.date_of_birth', 'new1-date_of_birth'],
    ['people[1].option_id', 'new1-first_name'],
    ['customer.email', 'email'],
    ['price.amount', 'price'],
    ['code', 'coupon'],
  ])('%s is shown at the field %s', (param, field) => {
    expect(fieldOf(param, ['att_1', 'new1']).field).toBe(field)
  })

  it('a preview names each person with what would work instead, and what an exception may waive', () => {
    const instead = [{ kind: 'option' as const, option_id: 'opt_2', name: 'Half day' }]
    const tooYoung = { person: 0, type: 'attendee_too_young', param: 'people[0].option_id', message: 'Too young' }
    const full = { person: 1, type: 'sold_out', param: 'people[1].option_id', message: 'Full', instead }
    const problems = problemsOf(null, previewOf(0, { refusals: [tooYoung, full] }), ['att_1', 'new1'])
    expect(problems.map(({ field, instead: offers }) => [field, offers.length])).toEqual([
      ['who-att_1', 0],
      ['new1-first_name', 1],
    ])
    expect(waivable(problems)).toEqual(['attendee_too_young'])
  })

  it('the button of another option chooses it for its person alone', () => {
    const values = { next: 'option:new1:opt_2', 'option.new1': 'opt_1', 'option.att_1': 'opt_1' }
    expect(withOption(values)).toMatchObject({ 'option.new1': 'opt_2', 'option.att_1': 'opt_1' })
  })
})

describe('the mails that leave', () => {
  const letters = (input: object, total = 39_437, language: 'en' | 'fr' = 'en') =>
    lettersOf({
      ...{ preview: previewOf(total), paidBy: 'cash', isToComplete: false, holdUntil: '2027-07-04T21:00:00.000Z' },
      ...{ customer: { first_name: 'Dana', language }, program, what: 'Canoe Week', now },
      ...input,
    }).map(({ subject }) => subject)

  it.each([
    ['money that was received: the confirmation', {}, ['Confirmed: Canoe Week (receipt …)']],
    [
      'a place to complete: a link, too',
      { isToComplete: true },
      ['Confirmed: Canoe Week (receipt …)', 'Your place at Lakeside Camps'],
    ],
    ['a payment link: the link alone', { paidBy: 'link' }, ['Your place at Lakeside Camps']],
    [
      'an offline order: until when the place is held',
      { paidBy: 'later' },
      [expect.stringMatching(/^Your place is held until /)],
    ],
  ])('%s', (_, input, subjects) => {
    expect(letters(input)).toEqual(subjects)
  })

  it('a mail is in the language of the family', () => {
    expect(letters({ paidBy: 'link' }, 39_437, 'fr')).toEqual(['Votre place chez Lakeside Camps'])
  })

  it('a place without a price is confirmed', () => {
    expect(letters({ paidBy: 'later' }, 0)).toEqual(['Confirmed: Canoe Week (receipt …)'])
  })
})
