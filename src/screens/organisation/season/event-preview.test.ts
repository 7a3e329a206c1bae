import { describe, expect, it } from 'vitest'
import type { EventForm } from '#contract/organisation/event-form'
import type { Program } from '#contract/offering/program'
import { en } from '../../../locales/en.ts'
import { placeOf, previewOf } from './event-preview.ts'

const program = {
  ...{ default_currency: 'CAD', country: 'CA' },
  selling: { fee: { fixed: 0, percent: 0 }, taxes: [], prices_include_tax: false },
} as unknown as Program
const words = en.sale
const show = (fields: Record<string, string>) => previewOf(fields, { program, language: 'en', locale: 'en-CA', words })
const days = { first_day: '2027-08-23', last_day: '2027-08-27', starts: '09:00', ends: '16:00' }

describe('the card of the form of an event', () => {
  it('the days, hours and ages are those of the fields', () => {
    const ages = { options: '1', 'option.0.minimum_age': '8', 'option.0.maximum_age': '12' }
    expect(show({ ...days, ...ages })).toMatchObject({
      leaf: { days: '23–27', under: 'Mon–Fri' },
      ...{ hours: expect.stringMatching(/^9.am – 4.pm$/), ages: 'Ages 8–12', price: null },
    })
  })

  it('an option without a minimum age opens the event to every age below', () => {
    const ages = { options: '2', 'option.0.minimum_age': '8', 'option.1.maximum_age': '12' }
    expect(show(ages).ages).toBe('All ages')
  })

  it.each([{}, { ...days, first_day: 'soon' }, { ...days, ends: '' }, { ...days, last_day: '2027-08-01' }])(
    'fields without usable days have no leaf: %j',
    (fields) => {
      expect([show(fields).leaf, show(fields).hours]).toEqual([null, ''])
    },
  )

  it('a free option and an online event are named as on the site', () => {
    expect(show({ options: '1', 'option.0.cost': '0' }).price).toBe(words.free)
    const form = { venues: [{ key: 'dock', name: 'North Dock' }] } as EventForm
    expect(['online', 'dock', 'new', 'gone'].map((venue) => placeOf({ venue }, form, 'Online'))).toEqual([
      'Online',
      'North Dock',
      '',
      '',
    ])
  })
})
