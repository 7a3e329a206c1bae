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
    ['an unknown currency', { default_currency: 'XQQ' }, 'currency_not_supported', 'default_currency'],
    [
      'offline payment without instructions (C2)',
      { selling: { offline: true } },
      'required',
      'selling.offline_instructions',
    ],
    ['a main language that it does not list', { language: 'fr' }, 'invalid_option', 'language'],
    [
      'an invalid postal code',
      { address: { address_line_1: '1 Lake Rd', city: 'Perth', region: 'CA-ON', postcode: '12345', country: 'CA' } },
      'invalid_postcode',
      'address.postcode',
    ],
    [
      'an unknown region',
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
      'a start in the second of two equal hours',
      event({ starts_at: '2027-11-07T01:30-05:00', ends_at: '2027-11-07T12:00' }),
      'invalid_date',
      'events.canoe.starts_at',
    ],
    [
      'an end in the second of two equal hours of its own zone',
      event({ timezone: 'Europe/Paris', starts_at: '2027-10-30T20:00', ends_at: '2027-10-31T01:30Z' }),
      'invalid_date',
      'events.canoe.ends_at',
    ],
    [
      'a date of a series in the second of two equal hours',
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
      'a sale that ends in the second of two equal hours',
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
      'a coupon that begins in the second of two equal hours',
      coupon({ redeem_after: '2027-11-07T01:00-05:00' }),
      'invalid_date',
      'coupons.ten.redeem_after',
    ],
    [
      'a sale of a product that begins in the second of two equal hours',
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
    ['an unknown venue', event({ venues: ['dock'] }), 'not_found', 'events.canoe.venues'],
    ['an unknown waiver', event({ waiver: 'water' }), 'not_found', 'events.canoe.waiver'],
    [
      'pre-registration for a sale that is open already',
      event({ preregistration_enabled: true, options: [{ key: 'o', name: 'O', cost: 1, spots_total: 'unlimited' }] }),
      'required',
      'events.canoe.preregistration_enabled',
    ],
    ['an option without a cost', option({ cost: null }), 'required', 'events.canoe.options.full.cost'],
    [
      'a cost of nothing for an option that is not marked free',
      option({ cost: 0 }),
      'invalid_amount',
      'events.canoe.options.full.cost',
    ],
    [
      'an amount smaller than cards can charge in its currency',
      { ...option({ cost: 1.234 }), default_currency: 'KWD' },
      'invalid_amount',
      'events.canoe.options.full.cost',
    ],
    ['a cost with half a cent', option({ cost: 1.005 }), 'invalid_amount', 'events.canoe.options.full.cost'],
    [
      'a minimum age above the maximum age',
      option({ minimum_age: 12, maximum_age: 8 }),
      'out_of_range',
      'events.canoe.options.full.maximum_age',
    ],
    [
      'a sale that ends after the event',
      option({ sale_ends_at: '2027-08-01T09:00' }),
      'sale_after_event',
      'events.canoe.options.full.sale_ends_at',
    ],
    [
      'a new sale that has ended',
      option({ sale_ends_at: '2026-08-01T09:00' }),
      'date_in_past',
      'events.canoe.options.full.sale_ends_at',
    ],
    [
      'a gender whose feature is off',
      option({ gender: 'non_binary' }),
      'invalid_option',
      'events.canoe.options.full.gender',
    ],
    ['an unknown pool', option({ pools: ['bus'] }), 'not_found', 'events.canoe.options.full.pools'],
    ['a choice question without choices', question({ type: 'dropdown' }), 'invalid_option', 'questions.shirt.choices'],
    [
      'a question that depends on itself',
      question({ show_if: { field: 'shirt', equals: 'x' } }),
      'not_found',
      'questions.shirt.show_if.field',
    ],
    [
      'a rolling lesson without a number of days',
      lesson({ period_type: 'rolling' }),
      'required',
      'appointment_types.swim.max_booking_time',
    ],
    [
      'an unlimited lesson with a number of days',
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
      'a range for a rolling lesson',
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
    ['a lesson at an unknown venue', lesson({ venues: ['dock'] }), 'not_found', 'appointment_types.swim.venues'],
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
      'a lesson whose cost has half a cent',
      lessonOption({ cost: 1.005 }),
      'invalid_amount',
      'appointment_types.swim.options.half.cost',
    ],
    [
      'a lesson with a pre-registration list',
      lesson({ is_preregistration_enabled: true }),
      'feature_disabled',
      'appointment_types.swim.is_preregistration_enabled',
    ],
    [
      'a repeated duration',
      lesson({
        options: [
          { key: 'a', name: 'A', cost: 1, duration: 30 },
          { key: 'a', name: 'B', cost: 2, duration: 60 },
        ],
      }),
      'invalid_option',
      'appointment_types.swim.options.a',
    ],
    ['a visit package that costs nothing', visits({ cost: 0 }), 'invalid_amount', 'session_packages.ten.cost'],
    [
      'a visit package in instalments without a deposit',
      visits({ payment_plan: { parts: [{ days_after: 30 }] } }),
      'required',
      'session_packages.ten.payment_plan.deposit_percent',
    ],
    [
      'a visit package whose deposit is the whole price',
      visits({ payment_plan: { deposit_amount: 120, parts: [{ days_after: 30 }] } }),
      'out_of_range',
      'session_packages.ten.payment_plan.deposit_amount',
    ],
    [
      'a visit package with an instalment without a day',
      visits({ payment_plan: { deposit_percent: 40, parts: [{}] } }),
      'required',
      'session_packages.ten.payment_plan.parts[0]',
    ],
    [
      'a visit package with an instalment after its expiry',
      visits({
        expiry_amount: 2,
        expiry_period: 'week',
        payment_plan: { deposit_percent: 40, parts: [{ days_after: 15 }] },
      }),
      'out_of_range',
      'session_packages.ten.payment_plan.parts[0].days_after',
    ],
    [
      'a visit package whose cost has half a cent',
      visits({ cost: 1.005 }),
      'invalid_amount',
      'session_packages.ten.cost',
    ],
    [
      'a visit package without a number of visits',
      visits({ allocated_amount: null }),
      'required',
      'session_packages.ten.allocated_amount',
    ],
    [
      'a number of visits for an unlimited package',
      visits({ is_unlimited: true }),
      'invalid_option',
      'session_packages.ten.allocated_amount',
    ],
    [
      'an expiry amount without its period',
      visits({ expiry_amount: 6 }),
      'required',
      'session_packages.ten.expiry_period',
    ],
    [
      'an expiry period without its amount',
      visits({ expiry_period: 'month' }),
      'required',
      'session_packages.ten.expiry_amount',
    ],
    [
      'a number of credits without a period',
      membership({ allocated_amount: 4 }),
      'required',
      'membership_packages.pass.allocated_period',
    ],
    [
      'a credit period without a number',
      membership({ allocated_period: 'month' }),
      'required',
      'membership_packages.pass.allocated_amount',
    ],
    [
      'total credits that are granted in each period',
      membership({ allocated_amount: 4, allocated_period: 'total', allocate_credits_on_period: true }),
      'invalid_option',
      'membership_packages.pass.allocate_credits_on_period',
    ],
    [
      'an expiry of credits for a membership without credits',
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
      'an event for an unknown package',
      { features: { online_payments: true, sessions: true }, ...event({ restrict_to: { session_packages: ['ten'] } }) },
      'not_found',
      'events.canoe.restrict_to.session_packages',
    ],
    [
      'an event for a package whose feature is off',
      { ...membership({}), ...event({ restrict_to: { membership_packages: ['pass'] } }) },
      'feature_disabled',
      'events.canoe.restrict_to.membership_packages',
    ],
    ['a coupon worth nothing', coupon({ percent_off: null }), 'required', 'coupons.ten.amount_off'],
    ['a coupon without a code', coupon({ code: null }), 'required', 'coupons.ten.code'],
    ['a product without a variation', product({ variations: [] }), 'required', 'products.shirt.variations'],
    ['an unknown category', product({ category: 'wear' }), 'not_found', 'products.shirt.category'],
    [
      'a sale of a product that ends before it starts',
      product({ sale_starts_at: '2027-07-05T09:00', sale_ends_at: '2027-07-05T09:00' }),
      'end_before_start',
      'products.shirt.sale_ends_at',
    ],
    [
      'a new sale of a product that has ended',
      product({ sale_ends_at: '2026-08-01T09:00' }),
      'date_in_past',
      'products.shirt.sale_ends_at',
    ],
    [
      'a product whose cost has half a cent',
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
      'an unknown parent category',
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
      'an event that promotes an unknown product',
      event({ promoted_products: ['shirt'] }),
      'not_found',
      'events.canoe.promoted_products',
    ],
    [
      'a coupon for an unknown event',
      coupon({ applies_to: { products: ['canoe'] } }),
      'not_found',
      'coupons.ten.applies_to.products',
    ],
  ])('the program file is rejected for %s', async (_, change, type, path) => {
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
