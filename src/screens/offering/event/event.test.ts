import { describe, expect, it } from 'vitest'
import { eventWhen } from '#contract/event-times'
import type { EventOption } from '#contract/offering/event'
import { exampleEvent, exampleOption, exampleProgram, exampleProgramContext, priceOf } from '../../example-program.ts'
import { eventData } from './event-data.ts'
import { eventState } from './event-state.ts'
import { offerOf } from './offer.ts'
import { optionRow } from './option-row.ts'
import { packageLinks } from './package-links.ts'
import { fileRow } from './file-row.ts'
import { dateLeaves } from './when-words.ts'

const plain = (words: string | null | undefined) => words?.replaceAll(/[\u00a0\u202f]/g, ' ')
const programContext = exampleProgramContext('en')
const rowOf = (option: Partial<EventOption>, event = exampleEvent) =>
  optionRow({ ...exampleOption, ...option }, event, programContext)
const offerFor = (options: EventOption[], event = exampleEvent) =>
  offerOf(
    options,
    options.map((option) => optionRow(option, event, programContext)),
    { programContext, event },
  )

describe('options of an event', () => {
  it.each([
    { sale_status: 'on_sale', hasLink: true, words: 'Available' },
    { sale_status: 'sold_out', hasLink: false, words: 'Sold out' },
    { sale_status: 'waitlist', hasLink: false, words: 'Sold out' },
    { sale_status: 'restricted', hasLink: false, words: 'Members only' },
    { sale_status: 'not_started', hasLink: false, words: 'Not open yet' },
    { sale_status: 'ended', hasLink: false, words: 'Sale ended' },
    { sale_status: 'closed', hasLink: false, words: 'Registration closed' },
    { sale_status: 'event_cancelled', hasLink: false, words: 'Cancelled by the organiser' },
  ] as const)('an option with the status $sale_status shows “$words”', ({ sale_status, hasLink, words }) => {
    const row = rowOf({ sale_status })
    expect([row.register !== null, row.badge?.words]).toEqual([hasLink, words])
  })

  it('an option links to registration with itself selected', () =>
    expect(rowOf({}).register).toBe('/pg/lakeside/evt/evt_canoe/register?option_id=opt_full'))
  it('an option has no registration link when the event cannot be booked here', () => {
    const closed = [
      { status: 'cancelled' as const },
      { lifecycle: 'ended' as const },
      { has_external_registration: true },
    ].map((change) => rowOf({}, { ...exampleEvent, ...change }).register)
    expect(closed).toEqual([null, null, null])
  })
  it('U8: an option shows the total price before its components', () =>
    expect([rowOf({}).price, rowOf({}).parts, rowOf({ cost: priceOf(0), free: true }).price]).toEqual([
      '$393.24 in total',
      '$345.00 + $3.00 booking fee + $45.24 HST',
      'Free',
    ]))
  it('an option names its group when it is narrower than the event’s', () => {
    expect([
      rowOf({ gender: 'female', minimum_age: 10 }).who,
      rowOf({ minimum_age: null, maximum_age: null }).who,
      rowOf({}).who,
    ]).toEqual(['Ages 10 to 12 · For girls', 'All ages', null])
  })
  it('an option shows when its sale opens', () => {
    const order_availability = { ...exampleOption.order_availability, sale_starts_at: '2027-05-01T13:00:00Z' }
    expect(
      [exampleEvent, { ...exampleEvent, preregistration_enabled: true }].map((event) =>
        plain(rowOf({ sale_status: 'not_started', order_availability }, event).why),
      ),
    ).toEqual(['Registration opens May 1, 9 am (Toronto time).', 'Registration opens May 1, 9 am (Toronto time).'])
  })
  it('an option that needs a package is never called free', () => {
    expect([
      rowOf({ cost: priceOf(0), free: true, sale_status: 'restricted' }).price,
      rowOf({ sale_status: 'restricted' }).price,
    ]).toEqual(['Included with a pass', '$393.24 in total'])
  })
})

describe('the state of an event', () => {
  const brief = (sale_status: EventOption['sale_status']) => ({
    options_brief: { ...exampleEvent.options_brief, sale_status },
  })
  const forMembers = { restrict_to_package_ids: ['mpk_1'] }
  const full = { order_availability: { ...exampleEvent.order_availability, is_sold_out: true } }
  it.each<[string, Partial<typeof exampleEvent>]>([
    ['open', {}],
    ['open', brief('not_started')],
    ['open', brief('closed')],
    ['open', brief('ended')],
    ['cancelled', { status: 'cancelled', has_external_registration: true, lifecycle: 'ended' }],
    ['ended', { lifecycle: 'ended', has_external_registration: true }],
    [
      'elsewhere',
      { has_external_registration: true, preregistration_enabled: true, ...forMembers, ...brief('sold_out') },
    ],
    ['sold_out', brief('sold_out')],
    ['sold_out', brief('waitlist')],
    ['sold_out', { ...forMembers, ...brief('restricted'), ...full }],
    ['members', { ...forMembers, ...brief('restricted') }],
    ['members', { ...forMembers, ...brief('not_started'), preregistration_enabled: true }],
    ['open', { ...forMembers, ...brief('ended') }],
    ['preregister', { preregistration_enabled: true, ...brief('not_started') }],
    ['open', { preregistration_enabled: true }],
    ['sold_out', { preregistration_enabled: true, ...brief('sold_out') }],
  ])('an event is %s when it has %j', (state, change) => expect(eventState({ ...exampleEvent, ...change })).toBe(state))

  it('an event for members links to the packages that cover it', () => {
    const packages = [
      { id: 'mpk_1', object: 'membership_package' as const, name: 'Pass', is_discontinued: false },
      { id: 'mpk_2', object: 'membership_package' as const, name: 'Old pass', is_discontinued: true },
      { id: 'spk_1', object: 'session_package' as const, name: 'Ten swims', is_discontinued: false },
    ]
    const features = (on: Record<string, boolean>) => ({
      ...programContext,
      features: { memberships_enabled: false, sessions_enabled: false, ...on } as never,
    })
    expect(packageLinks({ packages }, features({ memberships_enabled: true }))).toEqual([
      { name: 'Pass', href: '/pg/lakeside/packages/membership?page_of=mpk_1#mpk_1' },
      { name: 'Old pass', href: null },
      { name: 'Ten swims', href: null },
    ])
    expect(
      packageLinks({ packages }, { ...features({ sessions_enabled: true }), to: exampleProgramContext('fr').to })[2]
        ?.href,
    ).toBe('/pg/lakeside/packages/session?page_of=spk_1&lang=fr#spk_1')
  })
})

describe('the main button of an event', () => {
  const early = { ...exampleOption, id: 'opt_early', cost: priceOf(38500) }
  it('the button names the lowest price on sale', () => {
    expect([
      offerFor([early, exampleOption])?.price,
      offerFor([early, exampleOption])?.isFrom,
      offerFor([exampleOption])?.isFrom,
    ]).toEqual(['$393.24 in total', true, false])
  })
  it('the button names both prices when one option is free', () => {
    const free = { ...exampleOption, id: 'opt_free', cost: priceOf(0) }
    expect([offerFor([free, early])?.price, offerFor([free, early])?.isFrom, offerFor([free])?.price]).toEqual([
      'Free to $438.44',
      false,
      'Free',
    ])
  })
  it('the button selects the option when there is only one', () => {
    expect([offerFor([exampleOption])?.register, offerFor([exampleOption, early])?.register]).toEqual([
      '/pg/lakeside/evt/evt_canoe/register?option_id=opt_full',
      '/pg/lakeside/evt/evt_canoe/register',
    ])
    expect([
      offerFor([exampleOption])?.isOne,
      offerFor([exampleOption, { ...early, sale_status: 'sold_out' }])?.isOne,
      offerFor([exampleOption, early])?.isOne,
    ]).toEqual([true, true, false])
  })
  it('there is no button when nothing is on sale', () =>
    expect([offerFor([{ ...exampleOption, sale_status: 'sold_out' }]), offerFor([])]).toEqual([null, null]))
})

describe('the times of an event in words', () => {
  const dates = ['2027-06-05T13:00:00Z', '2027-06-12T13:00:00Z', '2027-06-19T14:00:00Z'].map((starts_at) => ({
    starts_at,
    ends_at: new Date(Date.parse(starts_at) + 2_700_000).toISOString(),
  }))
  const swim = {
    ...exampleEvent,
    is_series: true,
    series_dates: dates,
    starts_at: '2027-06-05T13:00:00Z',
    ends_at: '2027-06-19T14:45:00Z',
  }
  it.each([
    {
      event: exampleEvent,
      en: ['Mon, July 5 to Fri, July 9, 2027', '9 am – 4 pm (Toronto time)'],
      fr: ['Lun. 5 juill. au ven. 9 juill. 2027', '9 h à 16 h (heure de Toronto)'],
    },
    {
      event: swim,
      en: ['Sat, June 5 to Sat, June 19, 2027 · 3 dates', '9 – 9:45 am (Toronto time)'],
      fr: ['Sam. 5 juin au sam. 19 juin 2027 · 3 dates', '9 h à 9 h 45 (heure de Toronto)'],
    },
    {
      event: { ...exampleEvent, starts_at: '2027-08-20T21:00:00Z', ends_at: '2027-08-22T19:00:00Z', overnight: true },
      en: [
        'Fri, August 20 to Sun, August 22, 2027',
        'Starts Fri, August 20, 5 pm, ends Sun, August 22, 3 pm (Toronto time)',
      ],
      fr: ['Ven. 20 août au dim. 22 août 2027', 'Début ven. 20 août, 17 h, fin dim. 22 août, 15 h (heure de Toronto)'],
    },
  ])('the time of an event reads $en', ({ event, en, fr }) => {
    expect(Object.values(eventWhen(event, 'en-CA')).map(plain)).toEqual(en)
    expect(Object.values(eventWhen(event, 'fr-CA')).map(plain)).toEqual(fr)
  })
  it('a series has a calendar leaf for every date', () => {
    expect(
      dateLeaves(swim, 'en-CA').map(({ month, day, weekday, hours }) => [month, day, weekday, plain(hours)]),
    ).toEqual([
      ['Jun', 5, 'Sat', undefined],
      ['Jun', 12, 'Sat', undefined],
      ['Jun', 19, 'Sat', '10 – 10:45 am'],
    ])
  })
})

describe('an event for search engines', () => {
  const page = {
    selling: exampleProgram.selling,
    url: 'https://book.example/pg/lakeside/evt/evt_canoe',
    image: '/pictures/tent.svg',
    organizer: 'https://book.example/pg/lakeside',
  }
  it('T5: structured data has the event’s local time and final price', () => {
    expect(eventData(exampleEvent, [exampleOption], page)).toMatchObject({
      '@type': 'Event',
      startDate: '2027-07-05T09:00:00-04:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: [{ '@type': 'Place', name: 'Pine Point', address: { addressLocality: 'Mirror Lake' } }],
      offers: [{ price: 393.24, priceCurrency: 'CAD', availability: 'https://schema.org/InStock' }],
      image: ['https://book.example/pictures/tent.jpg'],
    })
  })
  it('T5: an evening event stays on its day in every time zone', () => {
    const startOf = (starts_at: string, timezone: string) =>
      eventData({ ...exampleEvent, starts_at, timezone }, [], page)['startDate']
    expect([
      startOf('2027-07-06T00:30:00Z', 'America/Toronto'),
      startOf('2027-01-06T01:30:00Z', 'America/Toronto'),
      startOf('2027-01-06T01:30:00Z', 'America/St_Johns'),
      startOf('2027-01-06T01:30:00Z', 'Asia/Kolkata'),
      startOf('2027-01-06T01:30:00Z', 'UTC'),
    ]).toEqual([
      '2027-07-05T20:30:00-04:00',
      '2027-01-05T20:30:00-05:00',
      '2027-01-05T22:00:00-03:30',
      '2027-01-06T07:00:00+05:30',
      '2027-01-06T01:30:00+00:00',
    ])
  })
  it('structured data marks a cancelled or an online event', () => {
    expect(eventData({ ...exampleEvent, status: 'cancelled' }, [], page)['eventStatus']).toBe(
      'https://schema.org/EventCancelled',
    )
    expect(eventData({ ...exampleEvent, online_event: true, venues: [] }, [], page)).toMatchObject({
      location: [{ '@type': 'VirtualLocation' }],
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    })
  })
})

describe('the attachments of an event', () => {
  const file = {
    id: 'fil_1',
    object: 'file' as const,
    name: 'Bring',
    url: '/files/a.pdf',
    content_type: 'application/pdf',
    size: 1798,
  }

  it.each([
    { change: {}, en: 'PDF, 2 kB', fr: 'PDF, 2 ko', isHere: true },
    { change: { size: null, content_type: 'image/png' }, en: 'Picture', fr: 'Image', isHere: true },
    {
      change: { size: 1_440_000, url: 'https://www.files.example/a.pdf' },
      en: 'PDF, 1.4 MB, on files.example',
      fr: 'PDF, 1,4 Mo, sur files.example',
      isHere: false,
    },
    { change: { size: 20, content_type: 'text/x-unheard-of' }, en: 'File, 1 kB', fr: 'Fichier, 1 ko', isHere: true },
  ])('an attachment is described as “$en” before the download', ({ change, en, fr, isHere }) => {
    const rows = (['en', 'fr'] as const).map((language) => fileRow({ ...file, ...change }, language))
    expect(rows.map(({ about }) => plain(about))).toEqual([en, fr])
    expect(rows.map((row) => row.isHere)).toEqual([isHere, isHere])
  })
})
