import { describe, expect, it } from 'vitest'
import { fitOf, mayFit } from './person-fit.ts'

const limits = (minimum_age: number | null, maximum_age: number | null, gender: 'female' | 'male' | null = null) => ({
  minimum_age,
  maximum_age,
  gender,
})

describe('whether an option suits a person', () => {
  const day = '2027-07-05'
  it.each([
    {
      name: 'a person of the minimum age',
      option: limits(8, 12),
      bornOn: '2019-07-05',
      gender: null,
      fit: { ok: true },
    },
    {
      name: 'a person who is one day too young',
      option: limits(8, 12),
      bornOn: '2019-07-06',
      gender: null,
      fit: { ok: false, why: 'too_young', years: 7 },
    },
    {
      name: 'a person on the last day before the thirteenth birthday',
      option: limits(8, 12),
      bornOn: '2014-07-06',
      gender: null,
      fit: { ok: true },
    },
    {
      name: 'a person who turns thirteen on the first day',
      option: limits(8, 12),
      bornOn: '2014-07-05',
      gender: null,
      fit: { ok: false, why: 'too_old', years: 13 },
    },
    {
      name: 'a person of unknown age with an age limit',
      option: limits(8, null),
      bornOn: null,
      gender: null,
      fit: { ok: false, why: 'age_unknown' },
    },
    {
      name: 'a person of unknown age without an age limit',
      option: limits(null, null),
      bornOn: null,
      gender: null,
      fit: { ok: true },
    },
    {
      name: 'a person of unknown gender with a gender limit',
      option: limits(null, null, 'female'),
      bornOn: null,
      gender: null,
      fit: { ok: false, why: 'gender_unknown' },
    },
    {
      name: 'a person of another gender',
      option: limits(8, 12, 'female'),
      bornOn: null,
      gender: 'male' as const,
      fit: { ok: false, why: 'other_gender' },
    },
    {
      name: 'a person of the required gender',
      option: limits(null, null, 'female'),
      bornOn: null,
      gender: 'female' as const,
      fit: { ok: true },
    },
  ])('whether an option suits $name', ({ option, bornOn, gender, fit }) =>
    expect(fitOf(option, { date_of_birth: bornOn, gender }, day)).toEqual(fit),
  )
})

describe('whether an option could suit once a missing fact is known', () => {
  it.each([
    { fit: { ok: true } as const, may: true },
    { fit: { ok: false, why: 'age_unknown' } as const, may: true },
    { fit: { ok: false, why: 'gender_unknown' } as const, may: true },
    { fit: { ok: false, why: 'other_gender' } as const, may: false },
    { fit: { ok: false, why: 'too_young', years: 7 } as const, may: false },
  ])('whether a person with the result $fit could still suit the option: $may', ({ fit, may }) =>
    expect(mayFit(fit)).toBe(may),
  )
})
