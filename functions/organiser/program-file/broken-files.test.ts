import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, bench } from '../../test-bench/bench.ts'
import { overHttp } from '../../test-bench/over-http.ts'
import { putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'
import { applyProgramFile, ProgramFileRefused } from './apply-file.ts'

type Event = NonNullable<WrittenFile['events']>[number]
const event = (change: Partial<Event>): Partial<WrittenFile> => ({
  events: [
    {
      key: 'canoe',
      type: 'camp',
      name: 'Canoe',
      starts_at: '2027-07-05T09:00',
      ends_at: '2027-07-09T16:00',
      ...change,
    },
  ],
})
const option = (change: object): Partial<WrittenFile> =>
  event({ options: [{ key: 'full', name: 'Full', cost: 320, ...change }] })
const coupon = (change: object): Partial<WrittenFile> => ({
  coupons: [{ key: 'ten', code: 'TEN', percent_off: 10, ...change }],
})
const product = (change: object): Partial<WrittenFile> => ({
  products: [{ key: 'shirt', name: 'Shirt', variations: [{ key: 'one', name: 'One', cost: 24 }], ...change }],
})
const visits = (change: object): Partial<WrittenFile> => ({
  session_packages: [{ key: 'ten', name: 'Ten swims', cost: 120, allocated_amount: 10, ...change }],
})
const membership = (change: object): Partial<WrittenFile> => ({
  membership_packages: [{ key: 'pass', name: 'Pass', cost: 45, billing_period: 'month', ...change }],
})
const question = (change: object): Partial<WrittenFile> => ({
  questions: [{ key: 'shirt', title: 'Size', type: 'short_text', ...change }],
})
const lesson = (change: object): Partial<WrittenFile> => ({
  appointment_types: [
    {
      key: 'swim',
      name: 'Swim lesson',
      opening_hours: [{ days: ['mon'], from: '09:00', to: '17:00' }],
      options: [{ key: 'half', name: 'Half an hour', cost: 45, duration: 30 }],
      ...change,
    },
  ],
})
const lessonOption = (change: object): Partial<WrittenFile> =>
  lesson({ options: [{ key: 'half', name: 'Half an hour', cost: 45, duration: 30, ...change }] })
const hours = (...opening_hours: object[]): Partial<WrittenFile> => lesson({ opening_hours })

describe('a file with a mistake', () => {
  let b: Bench
  beforeAll(async () => {
    b = await bench()
  })

  it.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'required', 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'too_long', 'name'],
    ['a zone that is none', { timezone: 'Toronto' }, 'invalid_timezone', 'timezone'],
    ['a website that is none', { website: 'lakeside' }, 'invalid_url', 'website'],
    ['an email that is none', { email: 'hello' }, 'invalid_email', 'email'],
    ['a field nobody knows', { colour: 'red' }, 'unknown_parameter', 'colour'],
    [
      'a colour that is none',
      { preferences: { brand_accent_color: 'teal' } },
      'invalid_option',
      'preferences.brand_accent_color',
    ],
    [
      'a strip that is a script',
      { preferences: { checkout_background_url: 'javascript:alert(1)' } },
      'invalid_url',
      'preferences.checkout_background_url',
    ],
    [
      'an overlay that is no colour',
      { preferences: { checkout_overlay_color: 'rgb(1, 2, 3)' } },
      'invalid_option',
      'preferences.checkout_overlay_color',
    ],
    [
      'half a percent of it',
      { preferences: { checkout_overlay_opacity: 0.5 } },
      'invalid_integer',
      'preferences.checkout_overlay_opacity',
    ],
    ['an event name of 101 characters', event({ name: 'x'.repeat(101) }), 'too_long', 'events[0].name'],
    ['a type of event that is none', event({ type: 'trip' as never }), 'invalid_option', 'events[0].type'],
    ['a day that is none', event({ starts_at: '2027-02-30T09:00' }), 'invalid_parameter', 'events[0].starts_at'],
    ['an option name of 51 characters', option({ name: 'x'.repeat(51) }), 'too_long', 'events[0].options[0].name'],
    ['a cost below zero', option({ cost: -1 }), 'invalid_amount', 'events[0].options[0].cost'],
    ['half a place', option({ spots_total: 1.5 }), 'invalid_integer', 'events[0].options[0].spots_total'],
    ['a product of no kind', product({ type: 'hat' }), 'invalid_option', 'products[0].type'],
    ['a product name of 101 characters', product({ name: 'x'.repeat(101) }), 'too_long', 'products[0].name'],
    [
      'a variation that costs less than nothing',
      product({ variations: [{ key: 'one', name: 'One', cost: -1 }] }),
      'invalid_amount',
      'products[0].variations[0].cost',
    ],
    [
      'a picture of a product from somewhere unsafe',
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
      'an hour that is none',
      hours({ days: ['mon'], from: '9 am', to: '17:00' }),
      'invalid_parameter',
      'appointment_types[0].opening_hours[0].from',
    ],
    [
      'a weekday that is none',
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
    ['a window nobody knows', lesson({ period_type: 'forever' }), 'invalid_option', 'appointment_types[0].period_type'],
    [
      'a first day that is none',
      lesson({ period_type: 'range', period_starts_on: '2027-02-30', period_ends_on: '2027-03-01' }),
      'invalid_parameter',
      'appointment_types[0].period_starts_on',
    ],
    [
      'a membership that is paid when',
      membership({ billing_period: 'decade' }),
      'invalid_option',
      'membership_packages[0].billing_period',
    ],
    ['a package without a cost', visits({ cost: undefined }), 'required', 'session_packages[0].cost'],
    ['no visits', visits({ allocated_amount: 0 }), 'invalid_integer', 'session_packages[0].allocated_amount'],
    [
      'a picture from somewhere unsafe',
      event({ picture_url: 'http://example.com/a.png' }),
      'invalid_url',
      'events[0].picture_url',
    ],
  ])('400 for %s', async (_, change, type, path) => {
    const { status, error } = await putFile(b, { ...shortestFile(), ...change } as WrittenFile, { isDryRun: true })
    expect([status, error.errors.map((each) => `${each.type} ${each.param}`)]).toEqual([400, [`${type} ${path}`]])
  })

  it.each<[string, object, string, string]>([
    [
      'a feature that is not built yet',
      { features: { account_balance: true } },
      'feature_disabled',
      'features.account_balance',
    ],
    ['a currency that is none', { default_currency: 'XQQ' }, 'currency_not_supported', 'default_currency'],
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
        options: [{ key: 'full', name: 'Full', cost: 1, sale_ends_at: '2027-11-07T01:30-05:00' }],
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
      event({ status: 'published', online_event: true, options: [{ key: 'o', name: 'O', cost: 1 }] }),
      'required',
      'events.canoe.summary',
    ],
    [
      'a published event without a place',
      event({ status: 'published', summary: 'S', options: [{ key: 'o', name: 'O', cost: 1 }] }),
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
    ['a list nobody can join yet', event({ waitlist: true }), 'feature_disabled', 'events.canoe.waitlist'],
    [
      'a registration before a sale that is open at once',
      event({ preregistration_enabled: true, options: [{ key: 'o', name: 'O', cost: 1 }] }),
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
    ['a file to send in', question({ type: 'file' }), 'feature_disabled', 'questions.shirt.type'],
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
      { features: { sessions: true }, ...event({ restrict_to: { session_packages: ['ten'] } }) },
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
  ])('is refused for %s', async (_, change, type, path) => {
    const file = { ...shortestFile(), ...change } as WrittenFile
    const { status, plan } = await putFile(b, file, { isDryRun: true })
    expect([status, plan.refusals.map((refusal) => `${refusal.type} ${refusal.path}`)]).toEqual([
      200,
      [`${type} ${path}`],
    ])
    expect((await putFile(b, file)).error).toMatchObject({ type, param: path })
    expect((await b.call(`/v1/explore/programs/${file.program}`)).status).toBe(404)
  })

  it('200 with the same file again once the mistake is put right', async () => {
    const file = { ...shortestFile(), ...option({}) } as WrittenFile
    expect((await putFile(b, file)).status).toBe(200)
  })
})

describe('applyProgramFile', () => {
  let site = ''
  let server: Awaited<ReturnType<typeof overHttp>>
  const folder = mkdtempSync(join(tmpdir(), 'program-'))
  const client = { id: 'bench', secret: 'bench-secret-of-32-characters-x' }

  beforeAll(async () => {
    server = await overHttp(await bench())
    site = server.site
  })
  afterAll(() => server.close())

  const write = (lines: string[]) => {
    const file = join(folder, `${shortestFile().program}.yaml`)
    writeFileSync(file, lines.join('\n'))
    return file
  }
  const refusalOf = async (lines: string[], secret = client.secret) => {
    const file = write(lines)
    const thrown = await applyProgramFile({ file, site, client: { ...client, secret } }).catch(
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(ProgramFileRefused)
    return (thrown as ProgramFileRefused).lines.map((line) => line.replace(`${file}:`, ''))
  }
  const head = () => [
    `program: ${shortestFile().program}`,
    'name: Camp',
    'timezone: America/Toronto',
    'default_currency: CAD',
    'country: CA',
  ]

  it('applies a file, and finds nothing to change the second time', async () => {
    const file = write([...head(), 'pools: [{ key: bus, spots_total: 20 }]'])
    expect(
      (await applyProgramFile({ file, site, client })).changes.map(({ action, path }) => `${action} ${path}`),
    ).toEqual(['create program', 'create pools.bus'])
    expect((await applyProgramFile({ file, site, client })).changes.map(({ action }) => action)).toEqual(['keep'])
  })

  it('shows every mistake by its line and field', async () => {
    expect(
      await refusalOf([...head(), 'email: nobody', 'pools:', '  - { key: bus, spots_total: many }', 'colour: red']),
    ).toEqual([
      '6:1  email: Enter an email like name@example.com.',
      '8:17  pools[0].spots_total: Enter a whole number.',
      '9:1  colour: This is not known here.',
    ])
  })

  it('shows what contradicts itself by its line too', async () => {
    expect(
      await refusalOf([
        ...head(),
        'events:',
        '  - key: canoe',
        '    type: camp',
        '    name: Canoe',
        '    starts_at: +9d 09:00',
        '    ends_at: +8d 09:00',
        '    venues: [dock]',
      ]),
    ).toEqual([
      '11:5  events.canoe.ends_at: The end must be after the start.',
      '12:5  events.canoe.venues: Nothing under venues has the key dock.',
    ])
  })

  it.each([
    ['missing', [], ['1:1  program: Say which program this is, like lakeside-camps.'], -1],
    ['a number', ['program: 12'], ['1:1  program: Say which program this is, like lakeside-camps.'], 0],
    [
      'no name of an address',
      ['program: My Camp'],
      ['1:1  program: Say which program this is, like lakeside-camps.'],
      0,
    ],
  ])('shows every mistake when the program is %s', async (_, first, said, moved) => {
    const rest = [
      'email: nobody',
      'pools:',
      '  - { key: bus, spots_total: 1 }',
      '  - { key: bus, spots_total: 2 }',
      'questions: [{ key: cap, title: Cap, type: dropdown }]',
      'colour: red',
    ]
    const line = (number: number) => number + moved
    expect(await refusalOf([...first, ...head().slice(1), ...rest])).toEqual([
      ...said,
      `${line(6)}:1  email: Enter an email like name@example.com.`,
      `${line(8)}:5  pools.bus: The key bus stands here twice.`,
      `${line(10)}:13  questions.cap.choices: Name at least one choice.`,
      `${line(11)}:1  colour: This is not known here.`,
    ])
  })

  it('says where the file cannot be read, and when the credentials are wrong', async () => {
    expect((await refusalOf([...head(), 'name: Twice']))[0]).toMatch(/^6:1 /)
    expect(await refusalOf(head(), 'wrong-secret-of-32-characters-xx')).toEqual([
      'The site answered 401. The credentials are not right.',
    ])
    expect(await refusalOf(['# Nothing yet.'])).toContain(
      '1:1  program: Say which program this is, like lakeside-camps.',
    )
  })
})
