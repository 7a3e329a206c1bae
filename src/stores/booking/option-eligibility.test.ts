import { describe, expect, it } from 'vitest'
import { checkEligibility, selectedOption, fullYears } from './option-eligibility.ts'
import { member, option } from './registration-form-fixture.ts'
import type { RegistrationSetup } from './registration-setup.ts'

const limits = (minimum_age: number | null, maximum_age: number | null, gender: 'female' | 'male' | null = null) => ({
  minimum_age,
  maximum_age,
  gender,
})

describe('full years on the first day', () => {
  it.each([
    { bornOn: '2017-07-05', day: '2027-07-05', years: 10 },
    { bornOn: '2017-07-06', day: '2027-07-05', years: 9 },
    { bornOn: '2017-01-01', day: '2027-12-31', years: 10 },
    { bornOn: '2016-02-29', day: '2027-02-28', years: 10 },
    { bornOn: '2016-02-29', day: '2027-03-01', years: 11 },
  ])('$bornOn is $years on $day', ({ bornOn, day, years }) => expect(fullYears(bornOn, day)).toBe(years))
})

describe('whether a person fits an option', () => {
  const day = '2027-07-05'
  it.each([
    { name: 'the youngest who may come', option: limits(8, 12), bornOn: '2019-07-05', gender: null, fit: { ok: true } },
    {
      name: 'one day too young',
      option: limits(8, 12),
      bornOn: '2019-07-06',
      gender: null,
      fit: { ok: false, why: 'too_young', years: 7 },
    },
    {
      name: 'the last day before thirteen',
      option: limits(8, 12),
      bornOn: '2014-07-06',
      gender: null,
      fit: { ok: true },
    },
    {
      name: 'thirteen on the first day',
      option: limits(8, 12),
      bornOn: '2014-07-05',
      gender: null,
      fit: { ok: false, why: 'too_old', years: 13 },
    },
    {
      name: 'age unknown where it matters',
      option: limits(8, null),
      bornOn: null,
      gender: null,
      fit: { ok: false, why: 'born_on_needed' },
    },
    {
      name: 'age unknown where it does not',
      option: limits(null, null),
      bornOn: null,
      gender: null,
      fit: { ok: true },
    },
    {
      name: 'gender unknown where it matters',
      option: limits(null, null, 'female'),
      bornOn: null,
      gender: null,
      fit: { ok: false, why: 'gender_needed' },
    },
    {
      name: 'another gender',
      option: limits(8, 12, 'female'),
      bornOn: null,
      gender: 'male' as const,
      fit: { ok: false, why: 'other_gender' },
    },
    {
      name: 'the right gender',
      option: limits(null, null, 'female'),
      bornOn: null,
      gender: 'female' as const,
      fit: { ok: true },
    },
  ])('$name', ({ option, bornOn, gender, fit }) =>
    expect(checkEligibility(option, { bornOn, gender }, day)).toEqual(fit),
  )
})

describe('the option a person takes', () => {
  const older = { ...option('older'), minimum_age: 11, maximum_age: 14 }
  const girls = { ...option('girls'), gender: 'female' as const }
  const taken = { ...option('taken'), isOpen: false }
  const setup = {
    event: { firstDay: '2027-07-05' },
    options: [option('first'), older, girls, taken],
  } as unknown as RegistrationSetup
  const bornOn = (date_of_birth: string | null) => member('maya', { date_of_birth })
  it.each([
    { name: 'is the one of the link', wish: 'older', person: bornOn('2015-05-31'), takes: 'older' },
    { name: 'is the one of the link while the age is unknown', wish: 'older', person: bornOn(null), takes: 'older' },
    {
      name: 'is the one of the link while the gender is unknown',
      wish: 'girls',
      person: bornOn(null),
      takes: 'girls',
    },
    {
      name: 'is the only one that fits when that of the link does not',
      wish: 'older',
      person: bornOn('2018-05-31'),
      takes: 'first',
    },
    { name: 'is never one that is sold out', wish: 'taken', person: bornOn('2015-05-31'), takes: undefined },
    {
      name: 'is what was chosen, even against the link',
      wish: 'older',
      person: bornOn('2015-05-31'),
      chosen: 'first',
      takes: 'first',
    },
  ])('$name', ({ wish, person, chosen = '', takes }) =>
    expect(selectedOption({ ...setup, optionId: wish }, person, { 'maya.option_id': chosen })?.id).toBe(takes),
  )
  it('is the only one that fits where the link names none', () =>
    expect(selectedOption({ ...setup, options: [option('first'), older] }, bornOn('2018-05-31'), {})?.id).toBe('first'))
})
