import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench } from '../../../test-bench/bench.ts'
import { overHttp } from '../../../test-bench/over-http.ts'
import { organiserHeaders, shortestFile } from '../../../test-bench/program-file.ts'
import { makeCity } from './make-city.ts'
import { applyProgramFile, ProgramFileRefused } from './apply-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'program-'))
const client = { id: 'bench', secret: 'bench-secret-of-32-characters-x' }
let server: Awaited<ReturnType<typeof overHttp>>
beforeAll(async () => {
  server = await overHttp(await openBench())
})
afterAll(() => server.close())

const head = ['name: Camp', 'timezone: America/Toronto', 'default_currency: CAD', 'country: CA']
const event = (more: string) =>
  `events:\n  - { key: canoe, type: camp, name: Canoe, starts_at: 2027-07-05T09:00, ends_at: 2027-07-09T16:00${more === '' ? '' : `, ${more}`} }`
const option = (more: string) =>
  event(`options: [{ key: full, name: Full, cost: 320${more === '' ? '' : `, ${more}`}, spots_total: 12 }]`)

/** The mistakes of a file that starts with its program and `head`, without the file's name. */
async function mistakesOf(more: string, first = head): Promise<string[]> {
  const file = join(folder, `${shortestFile().program}.yaml`)
  writeFileSync(file, [`program: ${shortestFile().program}`, ...first, more, ''].join('\n'))
  const thrown = await applyProgramFile({ file, site: server.site, client }, true).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(ProgramFileRefused)
  return (thrown as ProgramFileRefused).lines.map((line) => line.replace(`${file}:`, ''))
}

describe('a program file with mistakes', () => {
  it.each<[string, string, string[]]>([
    ['an invalid website', 'website: lakeside', ['6:1  website: Enter an address like https://example.com.']],
    [
      'three fields of the program',
      "email: nobody\nphone: '12'\nwebsite: ftp://lakeside.example",
      [
        '6:1  email: Enter an email like name@example.com.',
        '7:1  phone: Enter a phone number with area code, without an extension.',
        '8:1  website: Enter an address like https://example.com.',
      ],
    ],
    [
      'two unknown fields',
      'colour: red\nevnts: []',
      ['6:1  colour: Unknown parameter.', '7:1  evnts: Unknown parameter. Did you mean events?'],
    ],
    [
      'an invalid colour and an unsafe logo URL',
      'preferences:\n  brand_accent_color: teal\n  logo: http://example.com/a.png',
      [
        '7:3  preferences.brand_accent_color: Please select an option.',
        '8:3  preferences.logo: Enter an address like https://example.com.',
      ],
    ],
    [
      'a strip from somewhere unsafe under a colour that is none and far too much of it',
      'preferences:\n  checkout_background_url: http://example.com/a.jpg\n  checkout_overlay_color: teal\n  checkout_overlay_opacity: 130',
      [
        '7:3  preferences.checkout_background_url: Enter an address like https://example.com.',
        '8:3  preferences.checkout_overlay_color: Please select an option.',
        '9:3  preferences.checkout_overlay_opacity: Enter a number up to 100.',
      ],
    ],
    [
      'an unknown preference',
      "preferences: { brand_colour: '#112233' }",
      ['6:16  preferences.brand_colour: Unknown parameter.'],
    ],
    [
      'a hold of a minute and a fee below zero',
      'selling:\n  hold_minutes: 1\n  fee: { percent: -1, fixed: a lot }',
      [
        '7:3  selling.hold_minutes: Enter a number of 5 or more.',
        '8:10  selling.fee.percent: Enter a number of 0 or more.',
        '8:23  selling.fee.fixed: Enter an amount above 0.',
      ],
    ],
    [
      'six taxes',
      'selling:\n  taxes:\n    - { name: T0, percent: 1 }\n    - { name: T1, percent: 1 }\n    - { name: T2, percent: 1 }\n    - { name: T3, percent: 1 }\n    - { name: T4, percent: 1 }\n    - { name: T5, percent: 1 }',
      ['7:3  selling.taxes: List at most 5.'],
    ],
    [
      'invalid embed origins',
      "selling: { embed_origins: ['*', 'https://lakeside.example/camps'] }",
      [
        '6:28  selling.embed_origins[0]: Enter an address like https://example.com.',
        '6:33  selling.embed_origins[1]: Enter an address like https://example.com.',
      ],
    ],
    [
      'a main language that it does not list',
      'language: fr\nlanguages: [en]',
      ['6:1  language: Name this language under languages too.'],
    ],
    ['an unsupported language', 'languages: [en, de]', ['6:17  languages[1]: Allowed: en, fr.']],
    [
      'a region and a postal code of different provinces',
      "address: { address_line_1: 1 Lake Rd, city: Perth, region: CA-XX, postcode: '12345', country: CA }",
      [
        '6:52  address.region: This does not exist in the country of the address.',
        '6:67  address.postcode: This does not exist in the country of the address.',
      ],
    ],
    [
      'a venue without its street',
      'venues:\n  - { key: dock, name: Dock, address: { city: Perth, country: CA } }',
      ['7:30  venues[0].address.address_line_1: Field is required.'],
    ],
    [
      'a venue with an unknown time zone and one without a name',
      "venues:\n  - { key: dock, name: Dock, timezone: Toronto, address: { address_line_1: 1 Lake Rd, city: Perth, region: CA-ON, postcode: K7H 1A1, country: CA } }\n  - { key: hall, name: '', address: { address_line_1: 1 Lake Rd, city: Perth, region: CA-ON, postcode: K7H 1A1, country: CA } }",
      ['7:30  venues[0].timezone: Choose a time zone from the list.', '8:18  venues[1].name: Field is required.'],
    ],
    [
      'half a place in a pool and no number in another pool',
      'pools:\n  - { key: bus, spots_total: 1.5 }\n  - { key: tent, spots_total: many }',
      ['7:17  pools[0].spots_total: Enter a whole number.', '8:18  pools[1].spots_total: Enter a whole number.'],
    ],
    [
      'a key with capitals and a repeated key',
      'pools:\n  - { key: Bus, spots_total: 1 }\n  - { key: van, spots_total: 1 }\n  - { key: van, spots_total: 2 }',
      [
        '7:7  pools[0].key: Use lower-case letters, digits and hyphens.',
        '8:5  pools.van: The key van is listed twice.',
      ],
    ],
    [
      'a waiver without a text',
      "waivers:\n  - { key: water, title: Water, text: '' }",
      ['7:33  waivers[0].text: Field is required.'],
    ],
    [
      'a question of an unknown type and one without choices',
      'questions:\n  - { key: shirt, title: Size, type: colour }\n  - { key: cap, title: Cap, type: dropdown }',
      [
        '7:32  questions[0].type: Allowed: short_text, long_text, number, date, phone, email, yes_no, single_choice, multi_choice, dropdown, file, address, consent, signature.',
        '8:5  questions.cap.choices: Name at least one choice.',
      ],
    ],
    [
      'a question that depends on itself, on nothing, and with choices that repeat',
      'questions:\n  - { key: a, title: A, type: short_text, show_if: { field: a, equals: x } }\n  - { key: b, title: B, type: short_text, show_if: { field: z, equals: x } }\n  - { key: c, title: C, type: dropdown, choices: [S, S] }',
      [
        '7:54  questions.a.show_if.field: No other question has the key a.',
        '8:54  questions.b.show_if.field: No other question has the key z.',
        '9:41  questions.c.choices: The same choice is listed twice.',
      ],
    ],
    [
      'a short text of 300 characters, and bounds the wrong way round',
      'questions:\n  - { key: a, title: A, type: short_text, max_length: 300 }\n  - { key: b, title: B, type: number, min: 5, max: 3 }',
      [
        '7:43  questions.a.max_length: A short text has at most 255 characters.',
        '8:47  questions.b.max: The largest is below the least.',
      ],
    ],
    [
      'an event without a type, a name and a key',
      'events:\n  - { starts_at: 2027-07-05T09:00 }',
      [
        '7:5  events[0].key: Field is required.',
        '7:5  events[0].type: Field is required.',
        '7:5  events[0].name: Field is required.',
        '7:5  events[0].ends_at: Say when it ends.',
      ],
    ],
    [
      'an event of an unknown type with a name of 101 characters',
      'events:\n  - key: canoe\n    type: trip\n    name: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n    starts_at: 2027-07-05T09:00\n    ends_at: 2027-07-09T16:00',
      [
        '8:5  events[0].type: Allowed: camp, class, event, clinic, competition, party, online, other.',
        '9:5  events[0].name: Use at most 100 characters.',
      ],
    ],
    [
      'an invalid day and an invalid hour',
      'events:\n  - key: canoe\n    type: camp\n    name: Canoe\n    starts_at: 2027-02-30T09:00\n    ends_at: 2027-07-09T25:00',
      [
        '10:5  events[0].starts_at: Write a time like 2027-07-05T09:00 or +30d 09:00.',
        '11:5  events[0].ends_at: Write a time like 2027-07-05T09:00 or +30d 09:00.',
      ],
    ],
    [
      'an event without times',
      'events:\n  - key: canoe\n    type: camp\n    name: Canoe',
      ['7:5  events.canoe.starts_at: Say when it starts.', '7:5  events.canoe.ends_at: Say when it ends.'],
    ],
    [
      'an end before the start, in a place nobody knows, with a waiver nobody knows',
      'events:\n  - key: canoe\n    type: camp\n    name: Canoe\n    starts_at: 2027-07-09T09:00\n    ends_at: 2027-07-05T16:00\n    venues: [dock]\n    waiver: water\n    questions: [shirt]',
      [
        '11:5  events.canoe.ends_at: The end must be after the start.',
        '12:5  events.canoe.venues: Nothing under venues has the key dock.',
        '13:5  events.canoe.waiver: Nothing under waivers has the key water.',
        '14:5  events.canoe.questions: Nothing under questions has the key shirt.',
      ],
    ],
    [
      'a new event in the past with a sale that has ended',
      'events:\n  - key: canoe\n    type: camp\n    name: Canoe\n    starts_at: 2020-07-05T09:00\n    ends_at: 2027-07-09T16:00\n    options:\n      - { key: full, name: Full, cost: 3, sale_ends_at: 2020-01-01T09:00, spots_total: 9 }',
      [
        '10:5  events.canoe.starts_at: A new event starts in the future.',
        '13:43  events.canoe.options.full.sale_ends_at: A new sale ends in the future.',
      ],
    ],
    [
      'a start in the second of two equal hours',
      'events:\n  - key: canoe\n    type: camp\n    name: Canoe\n    starts_at: 2027-11-07T01:30-05:00\n    ends_at: 2027-11-07T16:00',
      [
        '10:5  events.canoe.starts_at: On 2027-11-07 the clock of America/Toronto shows 01:30 twice, and this is the second time. Only the first can be kept: choose that, or another hour.',
      ],
    ],
    [
      'a published event without its required fields',
      event('status: published'),
      [
        '7:5  events.canoe.summary: A published event has a summary.',
        '7:5  events.canoe.venues: A published event has a venue, or is online.',
        '7:5  events.canoe.options: A published event has an option, or is registered for elsewhere.',
      ],
    ],
    [
      'a date of a series that ends before it starts',
      'events:\n  - key: canoe\n    type: class\n    name: Canoe\n    series_dates:\n      - { starts_at: 2027-07-05T09:00, ends_at: 2027-07-05T10:00 }\n      - { starts_at: 2027-07-12T09:00, ends_at: 2027-07-12T08:00 }',
      ['12:40  events.canoe.series_dates[1].ends_at: The end must be after the start.'],
    ],
    [
      'pre-registration for a sale that is open already',
      event('waitlist: true, preregistration_enabled: true'),
      [
        '7:116  events.canoe.preregistration_enabled: Nobody registers before a sale that is open at once. Say sale_starts_at of an option.',
      ],
    ],
    [
      'an online URL for an event that is not online',
      event('online_event_url: https://meet.example/a'),
      ['7:5  events.canoe.online_event: An event with an online address is an online event.'],
    ],
    [
      'an unknown time zone and an unsafe picture URL',
      event("timezone: Mars/Base, picture_url: 'javascript:alert(1)'"),
      [
        '7:100  events[0].timezone: Choose a time zone from the list.',
        '7:121  events[0].picture_url: Enter an address like https://example.com.',
      ],
    ],
    [
      'invalid refund tiers',
      event('refund: { tiers: [{ until: 14 days, percent: 100 }, { until: P3D, percent: 150 }] }'),
      [
        '7:120  events[0].refund.tiers[0].until: Write a time before the start like P14D or PT24H.',
        '7:166  events[0].refund.tiers[1].percent: Enter a number up to 100.',
      ],
    ],
    [
      'a session rule with missing fields',
      event('refund: { session: { late: keep } }'),
      [
        '7:110  events[0].refund.session.free_until: Field is required.',
        '7:121  events[0].refund.session.late: Allowed: keep_credit_used, return_credit, charge_fee.',
      ],
    ],
    [
      'the same venue twice',
      `venues:\n  - { key: dock, name: Dock, address: { address_line_1: 1 Lake Rd, city: Perth, region: CA-ON, postcode: K7H 1A1, country: CA } }\n${event('venues: [dock, dock]')}`,
      ['9:100  events.canoe.venues: The same key is listed twice.'],
    ],
    [
      'an option without a name and with a cost below zero',
      event('options: [{ key: full, cost: -1, spots_total: 9 }]'),
      [
        '7:110  events[0].options[0].name: Field is required.',
        '7:123  events[0].options[0].cost: Enter an amount above 0.',
      ],
    ],
    [
      'an option without a cost and one with a cost of nothing',
      event(
        'options: [{ key: full, name: Full, spots_total: 9 }, { key: half, name: Half, cost: 0, spots_total: unlimited }]',
      ),
      [
        '7:110  events.canoe.options.full.cost: Say what it costs, or that it is free.',
        '7:178  events.canoe.options.half.cost: Enter an amount above 0, or say free: true.',
      ],
    ],
    [
      'half a place',
      event('options: [{ key: a, name: A, free: true, spots_total: 2.5 }]'),
      ['7:141  events[0].options[0].spots_total: Write spots_total: 12, or spots_total: unlimited.'],
    ],
    [
      'reversed ages, a reversed sale and an unknown pool',
      option(
        'minimum_age: 12, maximum_age: 8, sale_starts_at: 2027-06-02T09:00, sale_ends_at: 2027-06-01T09:00, pools: [bus]',
      ),
      [
        '7:163  events.canoe.options.full.maximum_age: The oldest is younger than the youngest.',
        '7:213  events.canoe.options.full.sale_ends_at: The end must be after the start.',
        '7:245  events.canoe.options.full.pools: Nothing under pools has the key bus.',
      ],
    ],
    [
      'a sale after the event and a gender whose feature is off',
      option('gender: non_binary, sale_ends_at: 2027-08-01T09:00'),
      [
        '7:146  events.canoe.options.full.gender: Turn on features.expanded_gender for this.',
        '7:166  events.canoe.options.full.sale_ends_at: The sale must end before the event does.',
      ],
    ],
    [
      'two options with one key',
      event(
        'options: [{ key: full, name: Full, cost: 3, spots_total: 9 }, { key: full, name: Full, cost: 4, spots_total: 9 }]',
      ),
      ['7:110  events.canoe.options.full: The key full is listed twice.'],
    ],
    [
      'a coupon worth nothing, one worth both, one without a code',
      'coupons:\n  - { key: a, code: AAA }\n  - { key: b, code: BBB, amount_off: 5, percent_off: 5 }\n  - { key: c, percent_off: 5 }',
      [
        '7:5  coupons.a.amount_off: A coupon takes off either an amount or a percentage.',
        '8:26  coupons.b.amount_off: A coupon takes off either an amount or a percentage.',
        '9:5  coupons.c.code: A coupon has a code, or applies by itself.',
      ],
    ],
    [
      'a code that is too short, one that is taken, one for an event nobody knows',
      'coupons:\n  - { key: a, code: A, percent_off: 5 }\n  - { key: b, code: SAME, percent_off: 5 }\n  - { key: c, code: same, percent_off: 5 }\n  - { key: d, code: DDD, percent_off: 5, applies_to: { products: [canoe] } }',
      [
        '7:15  coupons[0].code: Use 3 to 40 letters, digits, hyphens and underscores.',
        '9:15  coupons.c.code: Another coupon has this code.',
        '10:56  coupons.d.applies_to.products: No event has the key canoe.',
      ],
    ],
    [
      'a coupon that ends before it starts and was used more often than it may be',
      'coupons:\n  - { key: a, code: AAA, percent_off: 101 }\n  - { key: b, code: BBB, percent_off: 5, redeem_after: 2027-02-01T00:00, redeem_before: 2027-01-01T00:00, max_redemptions: 1, redeemed_before: 2 }',
      [
        '7:26  coupons[0].percent_off: Enter a number up to 100.',
        '8:74  coupons.b.redeem_before: The end must be after the start.',
        '8:127  coupons.b.redeemed_before: This is more than max_redemptions.',
      ],
    ],
    [
      'a wrong form in one event and a broken rule in another',
      "events:\n  - { key: canoe, type: camp, name: '', starts_at: 2027-07-05T09:00, ends_at: 2027-07-01T16:00 }\n  - { key: kiln, type: camp, name: Kiln, starts_at: 2027-07-05T09:00, ends_at: 2027-07-01T16:00, venues: [dock] }\npools:\n  - { key: bus, spots_total: many }",
      [
        '7:31  events[0].name: Field is required.',
        '7:70  events.canoe.ends_at: The end must be after the start.',
        '8:71  events.kiln.ends_at: The end must be after the start.',
        '8:98  events.kiln.venues: Nothing under venues has the key dock.',
        '10:17  pools[0].spots_total: Enter a whole number.',
      ],
    ],
    [
      'a category within itself and a product without variations',
      'categories:\n  - { key: a, name: A, parent: b }\n  - { key: b, name: B, parent: a }\nproducts:\n  - { key: cap, name: Cap, category: hats }',
      [
        '7:24  categories.a.parent: A category cannot be inside itself.',
        '8:24  categories.b.parent: A category cannot be inside itself.',
        '10:5  products.cap.variations: A product has a variation: that is what one buys.',
        '10:28  products.cap.category: No category has the key hats.',
      ],
    ],
    [
      'appointments without hours and with reversed hours',
      "appointment_types:\n  - { key: a, name: A, status: published, summary: S, is_online_event: true, options: [{ key: o, name: O, free: true, duration: 30 }] }\n  - { key: b, name: B, opening_hours: [{ days: [mon, mon], from: '17:00', to: '09:00' }] }",
      [
        '7:5  appointment_types.a.opening_hours: A published appointment type has opening hours.',
        '8:42  appointment_types.b.opening_hours[0].days: The same day is listed twice.',
        '8:75  appointment_types.b.opening_hours[0].to: It closes after it opens. A day ends at 24:00.',
      ],
    ],
    ['the same field twice', 'email: a@example.com\nemail: b@example.com', ['7:1  Map keys must be unique']],
    [
      'brackets that are never closed',
      'pools: [{ key: bus, spots_total: 1 }',
      ['7:1  Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
  ])('a file with %s shows its mistakes', async (_, yaml, mistakes) => expect(await mistakesOf(yaml)).toEqual(mistakes))

  it('a large file gets all kinds of mistakes at once', async () => {
    const file = makeCity({ events: 500 })
    const events = (file.events ?? []).map((each, at) =>
      at === 400 ? { ...each, venues: ['nowhere'] } : at === 100 || at === 300 ? { ...each, type: 'trip' } : each,
    )
    const body = JSON.stringify({
      ...file,
      email: 'nobody',
      events,
      pools: [
        { key: 'bus', spots_total: 1 },
        { key: 'van', spots_total: 'many' },
        { key: 'bus', spots_total: 2 },
      ],
    })
    expect(body.length).toBeGreaterThan(250_000)
    const answer = await fetch(`${server.site}/api/v1/organiser/programs/${file.program}?dry_run=true`, {
      method: 'PUT',
      headers: organiserHeaders,
      body,
    })
    expect(((await answer.json()) as { errors: { param: string }[] }).errors.map(({ param }) => param).sort()).toEqual([
      'email',
      'events.event-400.venues',
      'events[100].type',
      'events[300].type',
      'pools.bus',
      'pools[1].spots_total',
    ])
  })

  it('the response has the lines of the mistakes in every YAML style', async () => {
    const { program } = shortestFile()
    const text = `{\n  "program": "${program}", "name": "Camp",\n  "timezone": "America/Toronto", "default_currency": "CAD", "country": "CA",\n  "email": "nobody",\n  "pools": [\n    { "key": "bus", "spots_total": 1 },\n    { "key": "bus",\n      "spots_total": 2 }\n  ]\n}`
    const put = async (query: string, body: string) =>
      (
        await fetch(`${server.site}/api/v1/organiser/programs/${program}?dry_run=${query}`, {
          method: 'PUT',
          headers: organiserHeaders,
          body,
        })
      ).json()
    expect(await put('true', text)).toMatchObject({
      code: 400,
      param: 'email',
      errors: [
        { type: 'invalid_email', param: 'email', line: 4 },
        { type: 'invalid_option', param: 'pools.bus', line: 6 },
      ],
    })
    const corrected = text.replace('nobody', 'somebody@example.com')
    expect(await put('true', corrected)).toMatchObject({
      object: 'program_plan',
      refusals: [{ type: 'invalid_option', path: 'pools.bus', line: 6 }],
    })
    expect(await put('false', corrected)).toMatchObject({
      code: 400,
      errors: [{ type: 'invalid_option', param: 'pools.bus', line: 6 }],
    })
    expect(await put('maybe', corrected)).toMatchObject({ code: 400, param: 'dry_run' })
    expect(await put('true', '{ "program": ')).toMatchObject({ code: 400, type: 'invalid_json' })
  })
})
