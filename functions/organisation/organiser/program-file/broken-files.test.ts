import { beforeAll, describe, it, expect } from 'vitest'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import {
  event,
  option,
  coupon,
  product,
  visits,
  membership,
  question,
  lesson,
  lessonOption,
  hours,
} from '../../../test-bench/file-parts.ts'
import { putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

describe('a file that contradicts itself', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })

  it.each<[string, object, string, string]>([
    ['a currency that is none', { default_currency: 'XQQ' }, 'currency_not_supported', 'default_currency'],
    ['C2: paying later without saying how', { selling: { offline: true } }, 'required', 'selling.offline_instructions'],
    ['a language it does not speak', { language: 'fr' }, 'invalid_option', 'language'],
    [
      'a postal code that is none',
      { address: { address_line_1: '1 Lake Rd', city: 'Perth', region: 'CA-ON', postcode: '12345', country: 'CA' } },
      'invalid_postcode',
      'address.postcode',
    ],
    [
      'a region that is none',
      { address: { address_line_1: '1 Lake Rd', city: 'Perth', region: 'CA-XX', postcode: 'K7H 1A1', country: 'CA' } },
      'invalid_region',
      'address.region',
    ],
    [
      'the same key twice',
      {
        pools: [
          { key: 'bus', spots_total: 1 },
          { key: 'bus', spots_total: 2 },
        ],
      },
      'invalid_option',
      'pools.bus',
    ],
    ['an event without a time', event({ starts_at: null }), 'required', 'events.canoe.starts_at'],
    ['an end before the start', event({ ends_at: '2027-07-01T09:00' }), 'end_before_start', 'events.canoe.ends_at'],
    ['a new event in the past', event({ starts_at: '2020-07-05T09:00' }), 'date_in_past', 'events.canoe.starts_at'],
    [
      'a start when the clock shows that hour again',
      event({ starts_at: '2027-11-07T01:30-05:00', ends_at: '2027-11-07T12:00' }),
      'invalid_date',
      'events.canoe.starts_at',
    ],
    [
      'an end when the clock of its own zone shows that hour again',
      event({ timezone: 'Europe/Paris', starts_at: '2027-10-30T20:00', ends_at: '2027-10-31T01:30Z' }),
      'invalid_date',
      'events.canoe.ends_at',
    ],
    [
      'a date of a series when the clock shows that hour again',
      event({
        series_dates: [
          { starts_at: '2027-12-05T01:00', ends_at: '2027-12-05T02:00' },
          { starts_at: '2027-11-07T00:30', ends_at: '2027-11-07T06:30Z' },
        ],
      }),
      'invalid_date',
      'events.canoe.series_dates[1].ends_at',
    ],
    [
      'a sale that ends when the clock shows that hour again',
      event({
        starts_at: '2027-11-09T09:00',
        ends_at: '2027-11-09T12:00',
        options: [
          { key: 'full', name: 'Full', cost: 1, sale_ends_at: '2027-11-07T01:30-05:00', spots_total: 'unlimited' },
        ],
      }),
      'invalid_date',
      'events.canoe.options.full.sale_ends_at',
    ],
    [
      'a coupon from when the clock shows that hour again',
      coupon({ redeem_after: '2027-11-07T01:00-05:00' }),
      'invalid_date',
      'coupons.ten.redeem_after',
    ],
    [
      'a sale of a product from when the clock shows that hour again',
      product({ sale_starts_at: '2027-11-07T01:00-05:00' }),
      'invalid_date',
      'products.shirt.sale_starts_at',
    ],
    [
      'a published event without a summary',
      event({
        status: 'published',
        online_event: true,
        options: [{ key: 'o', name: 'O', cost: 1, spots_total: 'unlimited' }],
      }),
      'required',
      'events.canoe.summary',
    ],
    [
      'a published event without a place',
      event({
        status: 'published',
        summary: 'S',
        options: [{ key: 'o', name: 'O', cost: 1, spots_total: 'unlimited' }],
      }),
      'required',
      'events.canoe.venues',
    ],
    [
      'a published event without an option',
      event({ status: 'published', summary: 'S', online_event: true }),
      'required',
      'events.canoe.options',
    ],
    ['a venue nobody knows', event({ venues: ['dock'] }), 'not_found', 'events.canoe.venues'],
    ['a waiver nobody knows', event({ waiver: 'water' }), 'not_found', 'events.canoe.waiver'],
    [
      'a registration before a sale that is open at once',
      event({ preregistration_enabled: true, options: [{ key: 'o', name: 'O', cost: 1, spots_total: 'unlimited' }] }),
      'required',
      'events.canoe.preregistration_enabled',
    ],
    ['an option without a cost', option({ cost: null }), 'required', 'events.canoe.options.full.cost'],
    [
      'an option for nothing that is not called free',
      option({ cost: 0 }),
      'invalid_amount',
      'events.canoe.options.full.cost',
    ],
    [
      'fils that no card is charged',
      { ...option({ cost: 1.234 }), default_currency: 'KWD' },
      'invalid_amount',
      'events.canoe.options.full.cost',
    ],
    ['half a cent', option({ cost: 1.005 }), 'invalid_amount', 'events.canoe.options.full.cost'],
    [
      'ages the wrong way round',
      option({ minimum_age: 12, maximum_age: 8 }),
      'out_of_range',
      'events.canoe.options.full.maximum_age',
    ],
    [
      'a sale after the event',
      option({ sale_ends_at: '2027-08-01T09:00' }),
      'sale_after_event',
      'events.canoe.options.full.sale_ends_at',
    ],
    [
      'a new sale that is over',
      option({ sale_ends_at: '2026-08-01T09:00' }),
      'date_in_past',
      'events.canoe.options.full.sale_ends_at',
    ],
    [
      'a gender that needs its feature',
      option({ gender: 'non_binary' }),
      'invalid_option',
      'events.canoe.options.full.gender',
    ],
    ['a pool nobody knows', option({ pools: ['bus'] }), 'not_found', 'events.canoe.options.full.pools'],
    ['a choice without choices', question({ type: 'dropdown' }), 'invalid_option', 'questions.shirt.choices'],
    [
      'a condition on itself',
      question({ show_if: { field: 'shirt', equals: 'x' } }),
      'not_found',
      'questions.shirt.show_if.field',
    ],
    [
      'a lesson that says not for how many days',
      lesson({ period_type: 'rolling' }),
      'required',
      'appointment_types.swim.max_booking_time',
    ],
    [
      'a lesson that says for how many days and for ever',
      lesson({ max_booking_time: 30 }),
      'invalid_option',
      'appointment_types.swim.max_booking_time',
    ],
    [
      'a range without an end',
      lesson({ period_type: 'range', period_starts_on: '+1d' }),
      'required',
      'appointment_types.swim.period_ends_on',
    ],
    [
      'a range that ends before it begins',
      lesson({ period_type: 'range', period_starts_on: '+9d', period_ends_on: '+1d' }),
      'end_before_start',
      'appointment_types.swim.period_ends_on',
    ],
    [
      'a range for a lesson that rolls',
      lesson({ period_type: 'rolling', max_booking_time: 9, period_ends_on: '+9d' }),
      'invalid_option',
      'appointment_types.swim.period_ends_on',
    ],
    [
      'hours that close before they open',
      hours({ days: ['mon'], from: '09:00', to: '17:00' }, { days: ['tue'], from: '17:00', to: '09:00' }),
      'end_before_start',
      'appointment_types.swim.opening_hours[1].to',
    ],
    [
      'hours that overlap',
      hours({ days: ['mon'], from: '09:00', to: '12:00' }, { days: ['mon', 'tue'], from: '11:00', to: '13:00' }),
      'invalid_option',
      'appointment_types.swim.opening_hours[1]',
    ],
    [
      'the same weekday twice',
      hours({ days: ['mon', 'mon'], from: '09:00', to: '12:00' }),
      'invalid_option',
      'appointment_types.swim.opening_hours[0].days',
    ],
    [
      'a lesson longer than the day',
      lessonOption({ duration: 600 }),
      'out_of_range',
      'appointment_types.swim.options.half.duration',
    ],
    ['a lesson at a venue nobody knows', lesson({ venues: ['dock'] }), 'not_found', 'appointment_types.swim.venues'],
    [
      'a published lesson without a place',
      lesson({ status: 'published', summary: 'S' }),
      'required',
      'appointment_types.swim.venues',
    ],
    [
      'a published lesson without hours',
      lesson({ status: 'published', summary: 'S', is_online_event: true, opening_hours: [] }),
      'required',
      'appointment_types.swim.opening_hours',
    ],
    ['a lesson without a cost', lessonOption({ cost: null }), 'required', 'appointment_types.swim.options.half.cost'],
    [
      'a lesson for half a cent',
      lessonOption({ cost: 1.005 }),
      'invalid_amount',
      'appointment_types.swim.options.half.cost',
    ],
    [
      'a lesson with a list nobody can join yet',
      lesson({ is_preregistration_enabled: true }),
      'feature_disabled',
      'appointment_types.swim.is_preregistration_enabled',
    ],
    [
      'the same length twice',
      lesson({
        options: [
          { key: 'a', name: 'A', cost: 1, duration: 30 },
          { key: 'a', name: 'B', cost: 2, duration: 60 },
        ],
      }),
      'invalid_option',
      'appointment_types.swim.options.a',
    ],
    ['visits that cost nothing', visits({ cost: 0 }), 'invalid_amount', 'session_packages.ten.cost'],
    [
      'visits in parts without a deposit',
      visits({ payment_plan: { parts: [{ days_after: 30 }] } }),
      'required',
      'session_packages.ten.payment_plan.deposit_percent',
    ],
    [
      'visits in parts with a deposit of the whole price',
      visits({ payment_plan: { deposit_amount: 120, parts: [{ days_after: 30 }] } }),
      'out_of_range',
      'session_packages.ten.payment_plan.deposit_amount',
    ],
    [
      'visits in parts without a day',
      visits({ payment_plan: { deposit_percent: 40, parts: [{}] } }),
      'required',
      'session_packages.ten.payment_plan.parts[0]',
    ],
    [
      'visits in parts after they are over',
      visits({
        expiry_amount: 2,
        expiry_period: 'week',
        payment_plan: { deposit_percent: 40, parts: [{ days_after: 15 }] },
      }),
      'out_of_range',
      'session_packages.ten.payment_plan.parts[0].days_after',
    ],
    ['visits for half a cent', visits({ cost: 1.005 }), 'invalid_amount', 'session_packages.ten.cost'],
    [
      'visits without a number',
      visits({ allocated_amount: null }),
      'required',
      'session_packages.ten.allocated_amount',
    ],
    [
      'a number of what is without limit',
      visits({ is_unlimited: true }),
      'invalid_option',
      'session_packages.ten.allocated_amount',
    ],
    [
      'visits that are good for six of what',
      visits({ expiry_amount: 6 }),
      'required',
      'session_packages.ten.expiry_period',
    ],
    [
      'visits that are good for how many months',
      visits({ expiry_period: 'month' }),
      'required',
      'session_packages.ten.expiry_amount',
    ],
    [
      'credits for how long',
      membership({ allocated_amount: 4 }),
      'required',
      'membership_packages.pass.allocated_period',
    ],
    [
      'how many credits a month',
      membership({ allocated_period: 'month' }),
      'required',
      'membership_packages.pass.allocated_amount',
    ],
    [
      'credits for all of it in each period',
      membership({ allocated_amount: 4, allocated_period: 'total', allocate_credits_on_period: true }),
      'invalid_option',
      'membership_packages.pass.allocate_credits_on_period',
    ],
    [
      'an end of credits where there are none',
      membership({ expiry_amount: 4, expiry_period: 'week' }),
      'invalid_option',
      'membership_packages.pass.expiry_amount',
    ],
    [
      'the same package twice',
      { session_packages: [1, 2].map(() => ({ key: 'ten', name: 'Ten', cost: 1, allocated_amount: 1 })) },
      'invalid_option',
      'session_packages.ten',
    ],
    [
      'an event for a package nobody knows',
      { features: { online_payments: true, sessions: true }, ...event({ restrict_to: { session_packages: ['ten'] } }) },
      'not_found',
      'events.canoe.restrict_to.session_packages',
    ],
    [
      'an event for a package nobody can find',
      { ...membership({}), ...event({ restrict_to: { membership_packages: ['pass'] } }) },
      'feature_disabled',
      'events.canoe.restrict_to.membership_packages',
    ],
    ['a coupon worth nothing', coupon({ percent_off: null }), 'required', 'coupons.ten.amount_off'],
    ['a coupon without a code', coupon({ code: null }), 'required', 'coupons.ten.code'],
    ['a product without a variation', product({ variations: [] }), 'required', 'products.shirt.variations'],
    ['a category nobody knows', product({ category: 'wear' }), 'not_found', 'products.shirt.category'],
    [
      'a sale of a product that ends before it starts',
      product({ sale_starts_at: '2027-07-05T09:00', sale_ends_at: '2027-07-05T09:00' }),
      'end_before_start',
      'products.shirt.sale_ends_at',
    ],
    [
      'a new sale of a product that is over',
      product({ sale_ends_at: '2026-08-01T09:00' }),
      'date_in_past',
      'products.shirt.sale_ends_at',
    ],
    [
      'half a cent for a product',
      product({ variations: [{ key: 'one', name: 'One', cost: 1.005 }] }),
      'invalid_amount',
      'products.shirt.variations.one.cost',
    ],
    [
      'the same variation twice',
      product({
        variations: [
          { key: 'one', name: 'One', cost: 1 },
          { key: 'one', name: 'Two', cost: 2 },
        ],
      }),
      'invalid_option',
      'products.shirt.variations.one',
    ],
    [
      'a parent nobody knows',
      { categories: [{ key: 'warm', name: 'Warm', parent: 'wear' }] },
      'not_found',
      'categories.warm.parent',
    ],
    [
      'a category in itself',
      { categories: [{ key: 'warm', name: 'Warm', parent: 'warm' }] },
      'invalid_option',
      'categories.warm.parent',
    ],
    [
      'an event that promotes a product nobody knows',
      event({ promoted_products: ['shirt'] }),
      'not_found',
      'events.canoe.promoted_products',
    ],
    [
      'a coupon for an event nobody knows',
      coupon({ applies_to: { products: ['canoe'] } }),
      'not_found',
      'coupons.ten.applies_to.products',
    ],
  ])('the file is rejected for %s', async (_, change, type, path) => {
    const file = { ...shortestFile(), ...change } as WrittenFile
    const { status, plan } = await putFile(bench, file, { isDryRun: true })
    expect([status, plan.refusals.map((refusal) => `${refusal.type} ${refusal.path}`)]).toEqual([
      200,
      [`${type} ${path}`],
    ])
    expect((await putFile(bench, file)).error).toMatchObject({ type, param: path })
    expect((await bench.call(`/v1/explore/programs/${file.program}`)).status).toBe(404)
  })

  it('returns 200 for the same file without the mistake', async () => {
    const file = { ...shortestFile(), ...option({}) } as WrittenFile
    expect((await putFile(bench, file)).status).toBe(200)
  })
})
