import { describe, expect, it } from 'vitest'
import type { MembershipPackage, SessionPackage } from '#contract/offering/package'
import { exampleProgram, exampleProgramContext, priceOf } from '../../example-program.ts'
import type { SessionCreditEntry } from '#contract/booking/session-credit'
import { entryWords, isTold } from './own-packages.ts'
import { packageData } from './package-data.ts'
import { packageWords } from './package-words.ts'
import { firstIndexOnPage, readPackagePage } from '../../../page-input/package-page.ts'
import { readSkip } from '../../../page-input/input-values.ts'
import { teaserWords } from './teaser-words.ts'

const plain = (words: string | null) => words?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null
const common = {
  program_id: 'lakeside',
  description: null,
  include_fee: false,
  for: null,
  is_discontinued: false,
  terms: null,
  events: [],
  num_events: 0,
  appointment_types: [],
  created: '2026-11-01T12:00:00Z',
  updated: '2026-11-01T12:00:00Z',
}
const swims: SessionPackage = {
  id: 'spk_1',
  object: 'session_package',
  name: 'Ten lake swims',
  price: priceOf(12_000),
  allocated_amount: 10,
  is_unlimited: false,
  expiry_amount: 12,
  expiry_period: 'month',
  instalments: [],
  ...common,
}
const pass: MembershipPackage = {
  id: 'mpk_1',
  object: 'membership_package',
  name: 'Swim pass',
  price: priceOf(4500),
  billing_period: 'month',
  allocated_amount: null,
  allocated_period: null,
  is_unlimited: true,
  allocate_credits_on_period: false,
  trial_days: null,
  trial_needs_card: true,
  trial_again: false,
  num_periods: null,
  anchor_day: null,
  expiry_amount: null,
  expiry_period: null,
  ...common,
}
const wordsOf = (item: SessionPackage | MembershipPackage, language: 'en' | 'fr' = 'en') =>
  packageWords(item, exampleProgramContext(language))
const linesOf = (item: SessionPackage | MembershipPackage, language: 'en' | 'fr' = 'en') => {
  const { price, period, each, facts } = wordsOf(item, language)
  return [[price, period, each].filter(Boolean).join(', '), ...facts].map(plain)
}

describe('a session package in words', () => {
  it.each<{ change: Partial<SessionPackage>; en: string[]; fr: string[] }>([
    {
      change: {},
      en: ['$138.99, about $13.90 a visit', 'Good for 12 months'],
      fr: ['138,99 $, environ 13,90 $ la visite', 'Valable 12 mois'],
    },
    {
      change: { allocated_amount: 7 },
      en: ['$138.99, about $19.86 a visit', 'Good for 12 months'],
      fr: ['138,99 $, environ 19,86 $ la visite', 'Valable 12 mois'],
    },
    {
      change: { allocated_amount: 1, expiry_amount: 1, expiry_period: 'year' },
      en: ['$138.99', 'Good for 1 year'],
      fr: ['138,99 $', 'Valable 1 an'],
    },
    {
      change: { allocated_amount: null, is_unlimited: true, expiry_amount: 90, expiry_period: 'day' },
      en: ['$138.99', 'Good for 90 days'],
      fr: ['138,99 $', 'Valable 90 jours'],
    },
    {
      change: { expiry_amount: null, expiry_period: null },
      en: ['$138.99, about $13.90 a visit', 'Good until used'],
      fr: ['138,99 $, environ 13,90 $ la visite', 'Valable jusqu’à la dernière visite'],
    },
  ])('a package with $change is described', ({ change, en, fr }) =>
    expect([linesOf({ ...swims, ...change }), linesOf({ ...swims, ...change }, 'fr')]).toEqual([en, fr]),
  )

  it('U8: the components of the price leave out an included fee', () => {
    expect([wordsOf(swims).parts, wordsOf({ ...swims, include_fee: true }).parts].map(plain)).toEqual([
      '$120.00 + $3.00 booking fee + $15.99 HST',
      '$120.00 + $15.60 HST · includes $3.00 booking fee',
    ])
  })

  it('a package names every appointment and event it covers, and counts the events that the call leaves out', () => {
    const events = Array.from({ length: 8 }, (_, index) => ({ id: `evt_${index}`, name: `Evening ${index}` }))
    const appointment_types = [{ id: 'apt_1', name: 'Open lanes' }]
    const words = wordsOf({ ...swims, events, num_events: 30, appointment_types }, 'fr')
    expect([words.opens.map(({ name }) => name), words.opens.slice(0, 2).map(({ href }) => href), words.more]).toEqual([
      ['Open lanes', ...events.map(({ name }) => name)],
      ['/pg/lakeside/schedule/apt_1?lang=fr', '/pg/lakeside/evt/evt_0?lang=fr'],
      22,
    ])
    expect(wordsOf({ ...swims, events: events.slice(0, 2), num_events: 2 }).more).toBe(0)
  })

  it('a package can be requested by mail if the program has an address', () => {
    expect(wordsOf({ ...swims, name: 'Ten & more' }).mailHref).toBe(
      'mailto:hello@lakeside.example?subject=Ten%20%26%20more',
    )
    expect(packageWords(swims, exampleProgramContext('en', { ...exampleProgram, email: null })).mailHref).toBeNull()
  })
})

describe('a membership in words', () => {
  const studio = { allocated_amount: 2, allocated_period: 'month' as const, is_unlimited: false }
  it.each<{ change: Partial<MembershipPackage>; en: string[]; fr: string[] }>([
    {
      change: {},
      en: ['$54.24, a month', 'As many visits as you like', 'Billed every month until you cancel'],
      fr: ['54,24 $, par mois', 'Autant de visites que vous voulez', 'Facturé chaque mois jusqu’à l’annulation'],
    },
    {
      change: { billing_period: 'year', price: priceOf(24_000) },
      en: ['$274.59, a year, about $22.88 a month', 'As many visits as you like', 'Billed every year until you cancel'],
      fr: [
        '274,59 $, par an, environ 22,88 $ par mois',
        'Autant de visites que vous voulez',
        'Facturé chaque année jusqu’à l’annulation',
      ],
    },
    {
      change: { billing_period: 'quarter', price: priceOf(10_000), is_unlimited: false },
      en: ['$116.39, every three months, about $38.80 a month', 'Billed every three months until you cancel'],
      fr: [
        '116,39 $, tous les trois mois, environ 38,80 $ par mois',
        'Facturé tous les trois mois jusqu’à l’annulation',
      ],
    },
    {
      change: { ...studio, allocate_credits_on_period: true },
      en: [
        '$54.24, a month',
        '2 visits a month',
        'Unused visits expire at the end of each period',
        'Billed every month until you cancel',
      ],
      fr: [
        '54,24 $, par mois',
        '2 visites par mois',
        'Les visites non utilisées expirent à la fin de chaque période',
        'Facturé chaque mois jusqu’à l’annulation',
      ],
    },
    {
      change: {
        ...studio,
        allocated_amount: 1,
        allocated_period: 'billing_period',
        billing_period: 'week',
        expiry_amount: 2,
        expiry_period: 'week',
      },
      en: [
        '$54.24, a week',
        '1 visit a week',
        'Unused visits stay good for 2 weeks',
        'Billed every week until you cancel',
      ],
      fr: [
        '54,24 $, par semaine',
        '1 visite par semaine',
        'Les visites non utilisées restent valables 2 semaines',
        'Facturé chaque semaine jusqu’à l’annulation',
      ],
    },
    {
      change: { ...studio, allocated_period: 'total', billing_period: 'once' },
      en: ['$54.24, once', '2 visits in all', 'Paid once'],
      fr: ['54,24 $, une seule fois', '2 visites en tout', 'Payé une seule fois'],
    },
  ])('a membership with $change is described', ({ change, en, fr }) =>
    expect([linesOf({ ...pass, ...change }), linesOf({ ...pass, ...change }, 'fr')]).toEqual([en, fr]),
  )
})

describe('the short text that advertises packages', () => {
  const of = <Item>(...data: Item[]) => ({
    count: data.length,
    total: data.length,
    page: 0,
    page_count: 1,
    access_limited: false,
    data,
  })
  it.each([
    {
      lists: { session: of(swims), membership: of(pass) },
      en: 'Ten lake swims: $138.99, so about $13.90 a visit. Swim pass: $54.24 a month.',
      fr: 'Ten lake swims : 138,99 $, donc environ 13,90 $ la visite. Swim pass : 54,24 $ par mois.',
    },
    {
      lists: { session: of({ ...swims, allocated_amount: 1 }), membership: null },
      en: 'Ten lake swims: $138.99.',
      fr: 'Ten lake swims : 138,99 $.',
    },
    {
      lists: { session: of<SessionPackage>(), membership: of({ ...pass, billing_period: 'once' as const }) },
      en: 'Swim pass: $54.24 once.',
      fr: 'Swim pass : 54,24 $ une seule fois.',
    },
  ])('the text that advertises packages reads $en', ({ lists, en, fr }) =>
    expect([
      plain(teaserWords(lists, exampleProgramContext('en'))),
      plain(teaserWords(lists, exampleProgramContext('fr'))),
    ]).toEqual([en, fr]),
  )
})

describe('packages for search engines', () => {
  it('structured data has products sold online in plain words', () => {
    const page = {
      selling: exampleProgram.selling,
      url: ({ id }: { id: string }) => `https://book.example/pg/lakeside/packages#${id}`,
      image: undefined,
      brand: 'Lakeside Camps',
    }
    const described = { ...swims, description: '# Swim *more*\n\n- **Ten** visits\n- [Main Beach](https://x.example)' }
    expect(packageData([described, { ...pass, billing_period: 'quarter' }], page)).toEqual({
      '@graph': [
        expect.objectContaining({
          '@type': 'Product',
          name: 'Ten lake swims',
          description: 'Swim more Ten visits Main Beach',
          offers: expect.objectContaining({
            price: 138.99,
            priceCurrency: 'CAD',
            availability: 'https://schema.org/InStock',
            priceSpecification: undefined,
          }),
        }),
        expect.objectContaining({
          url: 'https://book.example/pg/lakeside/packages#mpk_1',
          offers: expect.objectContaining({
            price: 54.24,
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: 54.24,
              priceCurrency: 'CAD',
              referenceQuantity: { '@type': 'QuantitativeValue', value: 3, unitCode: 'MON' },
            },
          }),
        }),
      ],
    })
  })
})

describe('the pages of packages', () => {
  it.each([
    [undefined, { kind: null, limit: 6, skip: 0 }],
    ['session', { kind: 'session', limit: 20, skip: 40, pageOf: null }],
    ['membership', { kind: 'membership', limit: 20, skip: 40, pageOf: null }],
    ['sessions', null],
    ['session/spk_1', null],
  ])('the URL of the packages page that ends in “%s” is parsed', (word, page) =>
    expect(readPackagePage(word, new URLSearchParams('skip=40&page_of=%3Cb%3E'))).toEqual(page),
  )
  it('the list opens at the page of the requested package', () => {
    const input = readPackagePage('session', new URLSearchParams('skip=7&page_of=spk_1'))
    expect([
      input?.pageOf,
      input && firstIndexOnPage(input, { page: 2 }),
      input && firstIndexOnPage({ ...input, pageOf: null }, { page: 0 }),
    ]).toEqual(['spk_1', 40, 7])
  })
  it.each([
    ['20', 20],
    ['-1', 0],
    ['1e3', 0],
    ['9999999', 0],
    [null, 0],
  ])('the packages page reads skip=%s as %s', (input, skip) => expect(readSkip(input)).toBe(skip))
})

describe('the history of a pass', () => {
  const entry: SessionCreditEntry = {
    id: 'cre_1',
    object: 'session_credit_entry',
    session_credit_id: 'crd_1',
    kind: 'redeem',
    amount: -1,
    package_name: 'Ten lake swims',
    registration_id: null,
    booking_title: 'Open lanes',
    booking_starts_at: null,
    attendee_name: 'Maya Roy',
    redemption_id: 'rdm_1',
    redemption_status: 'redeemed',
    note: 'Evening',
    text_languages: {},
    created: '2027-07-05T17:00:00Z',
  }
  it.each([
    ['a visit used at the desk', {}, ['Used at the desk', '1 visit']],
    ['a visit returned at the desk', { kind: 'return', amount: 1 }, ['Returned', '1 visit back']],
    ['an unlimited visit', { amount: 0 }, ['Used at the desk', '']],
    [
      'a returned unlimited visit',
      { amount: 0, redemption_status: 'returned' },
      ['Used at the desk, then returned', ''],
    ],
  ] satisfies [string, Partial<SessionCreditEntry>, string[]][])('%s is named', (_, part, [what, count]) => {
    const shown = { ...entry, ...part }
    expect(isTold(shown)).toBe(true)
    expect(entryWords(shown, exampleProgramContext('en'))).toMatchObject({ what, count })
  })

  it('a visit used at the desk names the person, the event and the note', () => {
    expect(plain(entryWords(entry, exampleProgramContext('en')).about)).toBe('Maya Roy · Open lanes · Evening')
  })
})
