import { beforeAll, describe, it, expect } from 'vitest'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import {
  event,
  option,
  product,
  visits,
  membership,
  lesson,
  lessonOption,
  hours,
} from '../../../test-bench/file-parts.ts'
import { putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

describe('a program file with a malformed field', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })

  it.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'required', 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'too_long', 'name'],
    ['an unknown time zone', { timezone: 'Toronto' }, 'invalid_timezone', 'timezone'],
    ['an invalid website', { website: 'lakeside' }, 'invalid_url', 'website'],
    ['an invalid email', { email: 'hello' }, 'invalid_email', 'email'],
    ['an unknown field', { colour: 'red' }, 'unknown_parameter', 'colour'],
    [
      'an invalid colour',
      { preferences: { brand_accent_color: 'teal' } },
      'invalid_option',
      'preferences.brand_accent_color',
    ],
    [
      'a background URL that is a script',
      { preferences: { checkout_background_url: 'javascript:alert(1)' } },
      'invalid_url',
      'preferences.checkout_background_url',
    ],
    [
      'an overlay with an invalid colour',
      { preferences: { checkout_overlay_color: 'rgb(1, 2, 3)' } },
      'invalid_option',
      'preferences.checkout_overlay_color',
    ],
    [
      'an overlay opacity of half a percent',
      { preferences: { checkout_overlay_opacity: 0.5 } },
      'invalid_integer',
      'preferences.checkout_overlay_opacity',
    ],
    ['an event name of 101 characters', event({ name: 'x'.repeat(101) }), 'too_long', 'events[0].name'],
    ['an unknown type of program', { types: ['camp', 'circus' as never] }, 'invalid_option', 'types[1]'],
    ['an unknown type of event', event({ type: 'trip' as never }), 'invalid_option', 'events[0].type'],
    ['an invalid day', event({ starts_at: '2027-02-30T09:00' }), 'invalid_parameter', 'events[0].starts_at'],
    ['an option name of 51 characters', option({ name: 'x'.repeat(51) }), 'too_long', 'events[0].options[0].name'],
    ['a cost below zero', option({ cost: -1 }), 'invalid_amount', 'events[0].options[0].cost'],
    ['no number of places', option({ spots_total: null }), 'required', 'events[0].options[0].spots_total'],
    ['half a place', option({ spots_total: 1.5 }), 'invalid_parameter', 'events[0].options[0].spots_total'],
    ['a product of an unknown type', product({ type: 'hat' }), 'invalid_option', 'products[0].type'],
    ['a product name of 101 characters', product({ name: 'x'.repeat(101) }), 'too_long', 'products[0].name'],
    [
      'a variation with a cost below zero',
      product({ variations: [{ key: 'one', name: 'One', cost: -1 }] }),
      'invalid_amount',
      'products[0].variations[0].cost',
    ],
    [
      'an unsafe picture URL of a product',
      product({ picture_url: 'javascript:alert(1)' }),
      'invalid_url',
      'products[0].picture_url',
    ],
    [
      'a lesson of four minutes',
      lessonOption({ duration: 4 }),
      'invalid_integer',
      'appointment_types[0].options[0].duration',
    ],
    [
      'an invalid hour',
      hours({ days: ['mon'], from: '9 am', to: '17:00' }),
      'invalid_parameter',
      'appointment_types[0].opening_hours[0].from',
    ],
    [
      'an invalid weekday',
      hours({ days: ['monday'], from: '09:00', to: '17:00' }),
      'invalid_option',
      'appointment_types[0].opening_hours[0].days[0]',
    ],
    [
      'hours on no day',
      hours({ days: [], from: '09:00', to: '17:00' }),
      'invalid_parameter',
      'appointment_types[0].opening_hours[0].days',
    ],
    [
      'an unknown booking window',
      lesson({ period_type: 'forever' }),
      'invalid_option',
      'appointment_types[0].period_type',
    ],
    [
      'an invalid first day',
      lesson({ period_type: 'range', period_starts_on: '2027-02-30', period_ends_on: '2027-03-01' }),
      'invalid_parameter',
      'appointment_types[0].period_starts_on',
    ],
    [
      'a membership with an unknown billing period',
      membership({ billing_period: 'decade' }),
      'invalid_option',
      'membership_packages[0].billing_period',
    ],
    ['a package without a cost', visits({ cost: undefined }), 'required', 'session_packages[0].cost'],
    [
      'a package of no visits',
      visits({ allocated_amount: 0 }),
      'invalid_integer',
      'session_packages[0].allocated_amount',
    ],
    [
      'an unsafe picture URL',
      event({ picture_url: 'http://example.com/a.png' }),
      'invalid_url',
      'events[0].picture_url',
    ],
  ])('returns 400 for a program file with %s', async (_, change, type, path) => {
    const { status, error } = await putFile(bench, { ...shortestFile(), ...change } as WrittenFile, { isDryRun: true })
    expect([status, error.errors.map((each) => `${each.type} ${each.param}`)]).toEqual([400, [`${type} ${path}`]])
  })
})
