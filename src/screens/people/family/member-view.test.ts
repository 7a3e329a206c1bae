import { describe, expect, it } from 'vitest'
import type { Attendee } from '#contract/people/attendee'
import {
  ageOf,
  healthErasedOn,
  isOwnEmergencyPhone,
  missingFields,
  relationsForChange,
  relationsForNew,
  sharedProfile,
  phoneWords,
} from './member-view.ts'
import { phoneNumber } from '../../../../functions/people/customers/phone-number.ts'

const person = (change: Partial<Attendee> = {}): Attendee =>
  ({
    id: 'att_1',
    first_name: 'Maya',
    last_name: 'Roy',
    phone: null,
    date_of_birth: '2017-05-31',
    health_card_last4: null,
    parent_name: null,
    emergency_contact_phone: '+14165550199',
    emergency_contact_email: null,
    relations: [{ customer_id: 'cus_1', relation: 'parent', rights: [] }],
    profiles: [],
    ...change,
  }) as unknown as Attendee
const self = (change: Partial<Attendee> = {}) =>
  person({ relations: [{ customer_id: 'cus_1', relation: 'self', rights: [] }], ...change })

describe('missing data of a person in a program', () => {
  it('the missing data are the required fields without a value', () => {
    const required = ['date_of_birth', 'health_card_number', 'emergency_contact_phone'] as const
    const guardian = { relations: [{ customer_id: 'cus_1', relation: 'parent', rights: ['view', 'medical'] }] } as const
    const seen = (change: Partial<Attendee>) => person({ ...structuredClone(guardian), ...change } as Partial<Attendee>)
    expect(missingFields(seen({}), required, 'cus_1')).toEqual(['health_card_number'])
    expect(missingFields(seen({ health_card_last4: '1234', date_of_birth: null }), required, 'cus_1')).toEqual([
      'date_of_birth',
    ])
    expect(missingFields(seen({}), [], 'cus_1')).toEqual([])
  })

  it('a health card does not count as missing for an adult who may not see it', () => {
    expect(missingFields(person(), ['health_card_number', 'parent_name'], 'cus_1')).toEqual(['parent_name'])
  })
})

describe('the relations to choose from', () => {
  it('the relation “self” is offered until the customer has an own attendee', () => {
    const blank = self({ date_of_birth: null })
    expect(relationsForNew([blank], 'cus_1')).toHaveLength(12)
    expect(relationsForNew([self()], 'cus_1')).toHaveLength(11)
    expect(relationsForNew([self()], 'cus_1')).not.toContain('self')
  })

  it('the customer keeps the relation to themselves', () => {
    expect(relationsForChange('self')).toEqual(['self'])
    expect(relationsForChange('friend')).not.toContain('self')
  })
})

it('a person is shared with a program while active in it', () => {
  const profile = (program_id: string, status: string) => ({ program_id, status }) as Attendee['profiles'][number]
  expect(sharedProfile(person({ profiles: [profile('lakeside', 'active')] }), 'lakeside')).not.toBeNull()
  expect(sharedProfile(person({ profiles: [profile('lakeside', 'disconnected')] }), 'lakeside')).toBeNull()
  expect(sharedProfile(person({ profiles: [profile('harbour', 'active')] }), 'lakeside')).toBeNull()
})

it.each([
  ['2027-05-30', 9],
  ['2027-05-31', 10],
])('a child of the family is %i years old on %s', (today, age) => expect(ageOf(person(), today)).toBe(age))

it('an emergency phone equal to the person’s own is noticed', () => {
  expect(isOwnEmergencyPhone(person({ phone: '+14165550199' }))).toBe(true)
  expect(isOwnEmergencyPhone(person({ emergency_contact_phone: null }))).toBe(false)
})

it.each([
  ['en-CA', 'America/Toronto', 'August\u00a012, 2031'],
  ['fr-CA', 'America/Toronto', '12\u00a0août 2031'],
  ['en-GB', 'Europe/London', '13\u00a0August 2031'],
] as const)(
  'the date on which health notes are erased is shown in %s in the zone %s as %s',
  (locale, timezone, expected) => {
    const kept = person({ health_kept_until: '2031-08-13T03:30:00.000Z' })
    expect(healthErasedOn(kept, timezone, locale)).toBe(expected)
    expect(healthErasedOn(person({ health_kept_until: null }), timezone, locale)).toBeNull()
  },
)

it.each([
  ['+14165550133', '+1 416 555 0133'],
  ['+33142685300', '+33 1 42 68 53 00'],
  ['call the office', 'call the office'],
  ['', ''],
])('the phone number %s is shown as %s', (stored, words) => expect(phoneWords(stored)).toBe(words))

it('a formatted phone number is parsed back to the same number', () => {
  for (const stored of ['+14165550133', '+33142685300', '+442079460018'])
    for (const country of ['CA', 'FR', null]) expect(phoneNumber(phoneWords(stored), country)).toBe(stored)
})
