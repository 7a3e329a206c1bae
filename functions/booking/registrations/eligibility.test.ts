import { describe, expect, it } from 'vitest'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import { checkPerson, checkSale, missingFields } from './eligibility.ts'
import { overlap } from '../../contract/event-times.ts'

const starts_at = Date.parse('2027-07-05T02:00:00Z')
const toronto = { starts_at, timezone: 'America/Toronto' }
const open = { minimum_age: null, maximum_age: null, gender: null }

describe('who may take an option', () => {
  it.each([
    { what: 'any person without limits', option: open, bornOn: null, gender: null, type: undefined },
    {
      what: 'exactly the minimum on the first day',
      option: { ...open, minimum_age: 10 },
      bornOn: '2017-07-04',
      gender: null,
      type: undefined,
    },
    {
      what: 'a birthday one day after the first, as the event counts days',
      option: { ...open, minimum_age: 10 },
      bornOn: '2017-07-05',
      gender: null,
      type: 'attendee_too_young',
    },
    {
      what: 'exactly the maximum',
      option: { ...open, maximum_age: 12 },
      bornOn: '2014-07-05',
      gender: null,
      type: undefined,
    },
    {
      what: 'thirteen on the first day',
      option: { ...open, maximum_age: 12 },
      bornOn: '2014-07-04',
      gender: null,
      type: 'attendee_too_old',
    },
    {
      what: 'no date of birth with an age limit',
      option: { ...open, minimum_age: 1 },
      bornOn: null,
      gender: null,
      type: 'attendee_dob_required',
    },
    {
      what: 'a minimum age of zero',
      option: { ...open, minimum_age: 0 },
      bornOn: '2027-01-01',
      gender: null,
      type: undefined,
    },
    {
      what: 'a girl among girls',
      option: { ...open, gender: 'female' as const },
      bornOn: null,
      gender: 'female',
      type: undefined,
    },
    {
      what: 'a boy among girls',
      option: { ...open, gender: 'female' as const },
      bornOn: null,
      gender: 'male',
      type: 'gender_not_eligible',
    },
    {
      what: 'a person without a gender among girls',
      option: { ...open, gender: 'female' as const },
      bornOn: null,
      gender: null,
      type: 'gender_not_eligible',
    },
  ])('$what: $type', ({ option, bornOn, gender, type }) =>
    expect(checkPerson(option, { date_of_birth: bornOn, gender: gender as Gender | null }, toronto)?.type).toBe(type),
  )

  it.each([
    { status: 'published', sale: 'on_sale', now: starts_at - 1, type: undefined },
    { status: 'published', sale: 'sold_out', now: starts_at - 1, type: undefined },
    { status: 'published', sale: 'waitlist', now: starts_at - 1, type: undefined },
    { status: 'published', sale: 'not_started', now: starts_at - 1, type: 'sale_not_started' },
    { status: 'published', sale: 'ended', now: starts_at - 1, type: 'sale_ended' },
    { status: 'published', sale: 'closed', now: starts_at - 1, type: 'option_not_on_sale' },
    { status: 'published', sale: 'restricted', now: starts_at - 1, type: 'membership_required' },
    { status: 'cancelled', sale: 'event_cancelled', now: starts_at - 1, type: 'option_not_on_sale' },
    { status: 'published', sale: 'on_sale', now: starts_at, type: 'already_started' },
  ] as { status: EventStatus; sale: SaleStatus; now: number; type: string | undefined }[])(
    'an event that is $status and $sale: $type',
    ({ status, sale, now, type }) =>
      expect(checkSale({ status, starts_at, has_external_registration: false }, sale, now)?.type).toBe(type),
  )

  it('an event with external registration cannot be booked here', () =>
    expect(checkSale({ status: 'published', starts_at, has_external_registration: true }, 'on_sale', 0)?.type).toBe(
      'option_not_on_sale',
    ))

  it('the refusal lists the required fields that are missing', () => {
    const person = {
      date_of_birth: '2017-05-31',
      health_card_last4: null,
      parent_name: '',
      emergency_contact_phone: '+14165550142',
      emergency_contact_email: null,
    }
    expect(
      missingFields(
        ['date_of_birth', 'health_card_number', 'parent_name', 'emergency_contact_phone', 'emergency_contact_email'],
        person,
      ),
    ).toEqual(['health_card_number', 'parent_name', 'emergency_contact_email'])
    expect(missingFields([], person)).toEqual([])
  })
})

describe('two dates of one person', () => {
  const series = (...dates: [number, number][]) => dates.map(([starts_at, ends_at]) => ({ starts_at, ends_at }))
  const at = (from: number, to: number) => series([from, to])
  it.each([
    { what: 'one after the other', one: at(1, 2), other: at(2, 3), is: false },
    { what: 'one within the other', one: at(1, 9), other: at(3, 4), is: true },
    { what: 'that share a moment', one: at(1, 3), other: at(2, 4), is: true },
    { what: 'between two lessons of a series', one: series([1, 2], [8, 9]), other: at(4, 5), is: false },
    { what: 'with one lesson of a series', one: series([1, 2], [8, 9]), other: at(8, 10), is: true },
    { what: 'of two parallel series', one: series([1, 2], [8, 9]), other: series([2, 3], [8, 9]), is: true },
  ])('dates $what overlap: $is', ({ one, other, is }) => {
    expect(overlap(one, other)).toBe(is)
    expect(overlap(other, one)).toBe(is)
  })
})
