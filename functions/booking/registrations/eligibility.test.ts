import { describe, expect, it } from 'vitest'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import { checkPerson, checkSale, missingFields } from './eligibility.ts'
import { type BookedTimes, overlap } from '../../contract/booked-times.ts'

const starts_at = Date.parse('2027-07-05T02:00:00Z')
const toronto = { starts_at, timezone: 'America/Toronto' }
const open = { minimum_age: null, maximum_age: null, gender: null }

describe('who may register for an option', () => {
  it.each([
    { what: 'any person for an option without limits', option: open, bornOn: null, gender: null, type: undefined },
    {
      what: 'a person of the minimum age on the first day',
      option: { ...open, minimum_age: 10 },
      bornOn: '2017-07-04',
      gender: null,
      type: undefined,
    },
    {
      what: 'a person whose birthday is the day after the first day',
      option: { ...open, minimum_age: 10 },
      bornOn: '2017-07-05',
      gender: null,
      type: 'attendee_too_young',
    },
    {
      what: 'a person of the maximum age',
      option: { ...open, maximum_age: 12 },
      bornOn: '2014-07-05',
      gender: null,
      type: undefined,
    },
    {
      what: 'a person who turns thirteen on the first day',
      option: { ...open, maximum_age: 12 },
      bornOn: '2014-07-04',
      gender: null,
      type: 'attendee_too_old',
    },
    {
      what: 'a person without a date of birth under an age limit',
      option: { ...open, minimum_age: 1 },
      bornOn: null,
      gender: null,
      type: 'attendee_dob_required',
    },
    {
      what: 'a person without a date of birth for a minimum age of zero',
      option: { ...open, minimum_age: 0 },
      bornOn: '2027-01-01',
      gender: null,
      type: undefined,
    },
    {
      what: 'a girl for an option for girls',
      option: { ...open, gender: 'female' as const },
      bornOn: null,
      gender: 'female',
      type: undefined,
    },
    {
      what: 'a boy for an option for girls',
      option: { ...open, gender: 'female' as const },
      bornOn: null,
      gender: 'male',
      type: 'gender_not_eligible',
    },
    {
      what: 'a person without a gender for an option for girls',
      option: { ...open, gender: 'female' as const },
      bornOn: null,
      gender: null,
      type: 'gender_not_eligible',
    },
  ])('the registration of $what is answered with $type', ({ option, bornOn, gender, type }) =>
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
    'the registration for an event that is $status with the sale status $sale is answered with $type',
    ({ status, sale, now, type }) =>
      expect(checkSale({ status, starts_at, has_external_registration: false }, sale, now)?.type).toBe(type),
  )

  it('an event with external registration cannot be booked here', () =>
    expect(checkSale({ status: 'published', starts_at, has_external_registration: true }, 'on_sale', 0)?.type).toBe(
      'option_not_on_sale',
    ))

  it('the error lists the missing required fields', () => {
    const person = {
      date_of_birth: '2017-05-31',
      has_health_card: false,
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

describe('two bookings of one person', () => {
  const booked = (dates: [string, string][], overnight: boolean | null = null): BookedTimes => ({
    dates: dates.map(([from, to]) => ({ starts_at: Date.parse(`${from}-04:00`), ends_at: Date.parse(`${to}-04:00`) })),
    timezone: 'America/Toronto',
    overnight,
  })
  const at = (from: string, to: string, overnight: boolean | null = null) => booked([[from, to]], overnight)
  const mornings = at('2027-08-02T09:00', '2027-08-06T12:00')
  const wholeDays = at('2027-08-02T09:00', '2027-08-06T16:00')
  const lessons = booked([
    ['2027-08-02T10:00', '2027-08-02T11:00'],
    ['2027-08-09T10:00', '2027-08-09T11:00'],
  ])
  it.each([
    {
      what: 'two events one after the other',
      one: mornings,
      other: at('2027-08-06T12:00', '2027-08-06T13:00'),
      is: false,
    },
    {
      what: 'an event within the hours of another',
      one: wholeDays,
      other: at('2027-08-03T10:00', '2027-08-03T11:00'),
      is: true,
    },
    {
      what: 'two events that share their last hour',
      one: mornings,
      other: at('2027-08-06T11:59', '2027-08-06T13:00'),
      is: true,
    },
    { what: 'two half-day camps', one: mornings, other: at('2027-08-02T13:00', '2027-08-06T16:00'), is: false },
    { what: 'a lesson after a camp day', one: mornings, other: at('2027-08-04T14:00', '2027-08-04T14:30'), is: false },
    { what: 'an evening in a camp week', one: wholeDays, other: at('2027-08-04T18:00', '2027-08-04T20:00'), is: false },
    {
      what: 'an evening during a sleepaway camp',
      one: at('2027-08-02T09:00', '2027-08-06T16:00', true),
      other: at('2027-08-04T18:00', '2027-08-04T20:00'),
      is: true,
    },
    {
      what: 'an evening during a stay that ends earlier in the day than it starts',
      one: at('2027-08-06T17:00', '2027-08-08T14:00'),
      other: at('2027-08-07T18:00', '2027-08-07T20:00'),
      is: true,
    },
    { what: 'a day between two lessons', one: lessons, other: at('2027-08-05T09:00', '2027-08-05T16:00'), is: false },
    { what: 'one lesson of a series', one: lessons, other: at('2027-08-09T09:00', '2027-08-09T16:00'), is: true },
    { what: 'a series booked twice', one: lessons, other: lessons, is: true },
  ])('two bookings overlap ($is): $what', ({ one, other, is }) => {
    expect(overlap(one, other)).toBe(is)
    expect(overlap(other, one)).toBe(is)
  })

  it('the hours of a camp stay the same in local time across a clock change', () => {
    const camp = {
      dates: [{ starts_at: Date.parse('2027-03-12T14:00:00Z'), ends_at: Date.parse('2027-03-15T16:00:00Z') }],
      timezone: 'America/Toronto',
      overnight: null,
    }
    const before = {
      ...camp,
      dates: [{ starts_at: Date.parse('2027-03-15T12:00:00Z'), ends_at: Date.parse('2027-03-15T13:00:00Z') }],
    }
    const during = {
      ...camp,
      dates: [{ starts_at: Date.parse('2027-03-15T13:00:00Z'), ends_at: Date.parse('2027-03-15T14:00:00Z') }],
    }
    expect([overlap(camp, before), overlap(camp, during)]).toEqual([false, true])
  })
})
