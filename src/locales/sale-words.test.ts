import { describe, expect, it } from 'vitest'
import { exampleEvent, exampleProgram, priceOf } from '../screens/example-program.ts'
import { shapeOf } from '#contract/event-times'
import { leafWords } from '#contract/leaf-words'
import { shortHours, weekdaysOf } from './event-times.ts'
import { cardPrice, pricesNote, pricesSentence, priceWords } from './price-words.ts'
import { saleBadge } from './sale-badge.ts'

const plain = (words: string | null | undefined) => words?.replaceAll(/[\u00a0\u202f]/g, ' ')
const saturdays = ['2027-06-05', '2027-06-12', '2027-06-19'].map((day) => ({
  starts_at: `${day}T13:00:00Z`,
  ends_at: `${day}T13:45:00Z`,
}))
const weekdays = ['2027-07-05', '2027-07-06', '2027-07-07'].map((day) => ({
  starts_at: `${day}T13:00:00Z`,
  ends_at: `${day}T16:00:00Z`,
}))
const mixed = ['2027-06-05', '2027-06-08'].map((day) => ({
  starts_at: `${day}T13:00:00Z`,
  ends_at: `${day}T13:45:00Z`,
}))
const series = (dates: { starts_at: string; ends_at: string }[]) => ({
  is_series: true,
  series_dates: dates,
  starts_at: dates[0]?.starts_at ?? '',
  ends_at: dates.at(-1)?.ends_at ?? '',
})

describe('the dates on a card', () => {
  it.each([
    {
      name: 'a camp of a week',
      times: {},
      days: '5–9',
      en: ['Mon–Fri', '9 am – 4 pm'],
      fr: ['lun.–ven.', '9 h à 16 h'],
    },
    {
      name: 'an event of one day',
      times: { ends_at: '2027-07-05T16:00:00Z' },
      days: '5',
      en: ['Mon', '9 am – noon'],
      fr: ['lun.', '9 h à midi'],
    },
    {
      name: 'an evening past midnight',
      times: { starts_at: '2027-07-05T23:30:00Z', ends_at: '2027-07-06T04:30:00Z' },
      days: '5',
      en: ['Mon', '7:30 pm – 12:30 am'],
      fr: ['lun.', '19 h 30 à 0 h 30'],
    },
    {
      name: 'a stay of several nights',
      times: { starts_at: '2027-08-20T21:00:00Z', ends_at: '2027-08-22T19:00:00Z', overnight: true },
      days: '20–22',
      en: ['Fri–Sun', 'From 5 pm Friday'],
      fr: ['ven.–dim.', 'Dès 17 h vendredi'],
    },
    {
      name: 'a camp across two months',
      times: { starts_at: '2027-07-26T13:00:00Z', ends_at: '2027-08-06T20:00:00Z' },
      days: '26',
      en: ['to Aug 6', '9 am – 4 pm'],
      fr: ['au 6 août', '9 h à 16 h'],
    },
    {
      name: 'a series on one weekday',
      times: series(saturdays),
      days: '5',
      en: ['Sat × 3', '9 – 9:45 am'],
      fr: ['sam. × 3', '9 h à 9 h 45'],
    },
    {
      name: 'a series of single dates',
      times: series(mixed),
      days: '5',
      en: ['2 dates', '9 – 9:45 am'],
      fr: ['2 dates', '9 h à 9 h 45'],
    },
    {
      name: 'a series on consecutive days',
      times: series(weekdays),
      days: '5–7',
      en: ['Mon–Wed', '9 am – noon'],
      fr: ['lun.–mer.', '9 h à midi'],
    },
  ])('the dates on a card are short for $name', ({ times, days, en, fr }) => {
    const event = { ...exampleEvent, ...times }
    const shape = shapeOf(event)
    expect(leafWords(shape, weekdaysOf(event), 'en-CA').days).toBe(days)
    expect([leafWords(shape, weekdaysOf(event), 'en-CA').under, shortHours(shape, 'en-CA')].map(plain)).toEqual(en)
    expect([leafWords(shape, weekdaysOf(event), 'fr-CA').under, shortHours(shape, 'fr-CA')].map(plain)).toEqual(fr)
  })
})

describe('the price in words', () => {
  const selling = exampleProgram.selling
  const none = { ...selling, fee: { percent: 0, fixed: 0, included: false }, taxes: [] }
  const hst = selling.taxes

  it.each([
    { minimum: 34500, maximum: 34500, en: '$393.24', fr: '393,24 $' },
    { minimum: 34500, maximum: 38500, en: 'from $393.24', fr: 'à partir de 393,24 $' },
    { minimum: 34500, maximum: 34500, by: none, en: '$345', fr: '345 $' },
    { minimum: 4850, maximum: 4850, by: none, en: '$48.50', fr: '48,50 $' },
    { minimum: 115000, maximum: 115000, by: none, en: '$1,150', fr: '1 150 $' },
    { minimum: 0, maximum: 0, en: 'Free', fr: 'Gratuit' },
    { minimum: 0, maximum: 4500, en: 'Free to $54.24', fr: 'De 0 $ à 54,24 $' },
    {
      minimum: 34500,
      maximum: 34500,
      by: { ...selling, show_prices: 'before_tax' as const },
      en: '$348',
      fr: '348 $',
    },
  ])('U8: a card says $en with the fee and the tax', ({ minimum, maximum, by = selling, en, fr }) => {
    const range = { minimum: priceOf(minimum), maximum: priceOf(maximum), currency: 'CAD', selling: by }
    expect([plain(cardPrice(range, 'en')), plain(cardPrice(range, 'fr'))]).toEqual([en, fr])
  })

  it('a card has no price when nothing is sold', () =>
    expect(cardPrice({ minimum: null, maximum: null, currency: 'CAD', selling }, 'en')).toBeNull())

  it.each([
    {
      by: selling,
      en: ['$393.24 in total', '$345.00 + $3.00 booking fee + $45.24 HST'],
      fr: ['393,24 $ au total', '345,00 $ + 3,00 $ de frais de réservation + 45,24 $ de TVH'],
    },
    {
      by: { ...selling, show_prices: 'before_tax' as const },
      en: ['$348.00 + tax', '$345.00 + $3.00 booking fee · $45.24 HST added at checkout'],
      fr: ['348,00 $ + taxes', '345,00 $ + 3,00 $ de frais de réservation · 45,24 $ de TVH en sus'],
    },
    {
      by: { ...selling, taxes: hst.map((tax) => ({ ...tax, included: true })) },
      en: ['$348.00 in total', '$345.00 + $3.00 booking fee · includes $40.04 HST'],
      fr: ['348,00 $ au total', '345,00 $ + 3,00 $ de frais de réservation · dont 40,04 $ de TVH'],
    },
    {
      by: { ...none, fee: { ...selling.fee, included: true } },
      en: ['$345.00', 'includes $3.00 booking fee'],
      fr: ['345,00 $', 'dont 3,00 $ de frais de réservation'],
    },
    { by: none, en: ['$345.00', ''], fr: ['345,00 $', ''] },
  ])('U8: a page shows the price $en.0 with the line $en.1', ({ by, en, fr }) => {
    const wordsIn = (language: 'en' | 'fr') => {
      const { price, parts } = priceWords(34500, 'CAD', by, language)
      return [price, parts].map(plain)
    }
    expect([wordsIn('en'), wordsIn('fr')]).toEqual([en, fr])
  })

  const gst = { name: 'GST', percent: 500, included: false }
  it.each([
    { by: selling, en: 'fee and HST included', fr: 'frais et TVH compris' },
    {
      by: { ...selling, taxes: [gst, { ...gst, name: 'QST' }] },
      en: 'fee, GST and QST included',
      fr: 'frais, TPS et TVQ compris',
    },
    { by: { ...none, taxes: hst }, en: 'HST included', fr: 'TVH comprise' },
    {
      by: { ...selling, show_prices: 'before_tax' as const },
      en: 'fee included, HST added at checkout',
      fr: 'frais compris, TVH en sus',
    },
    { by: none, en: '', fr: '' },
  ])('U8: a list describes its prices with “$en”', ({ by, en, fr }) => {
    expect([plain(pricesNote(by, 'en')), plain(pricesNote(by, 'fr'))]).toEqual([en, fr])
    expect(pricesSentence(by, 'en')).toBe(en && `${en[0]?.toUpperCase()}${en.slice(1)}.`)
  })
})

describe('the badge of a sale', () => {
  const sale = {
    status: 'on_sale' as const,
    places: null,
    opensAt: '2027-05-01T13:00:00Z',
    timezone: 'America/Toronto',
    startsAt: '2027-07-05T13:00:00Z',
  }
  it.each([
    { sale: { ...sale, places: null }, en: undefined, fr: undefined },
    { sale: { ...sale, places: 11 }, en: undefined, fr: undefined },
    { sale: { ...sale, places: 10 }, en: '10 places left', fr: 'Plus que 10 places' },
    { sale: { ...sale, places: 1 }, en: 'Last place', fr: 'Dernière place' },
    { sale: { ...sale, places: 0 }, en: 'Sold out', fr: 'Complet' },
    { sale: { ...sale, status: 'sold_out' as const }, en: 'Sold out', fr: 'Complet' },
    {
      sale: { ...sale, status: 'sold_out' as const, soldOutText: 'See you next year' },
      en: 'See you next year',
      fr: 'See you next year',
    },
    {
      sale: { ...sale, status: 'sold_out' as const, soldOutText: 'A sentence that is far too long for a badge' },
      en: 'Sold out',
      fr: 'Complet',
    },
    { sale: { ...sale, status: 'not_started' as const }, en: 'Opens May 1', fr: 'Dès le 1er mai' },
    {
      sale: { ...sale, status: 'not_started' as const, opensAt: '2026-12-01T14:00:00Z' },
      en: 'Opens December 1, 2026',
      fr: 'Dès le 1er décembre 2026',
    },
    { sale: { ...sale, status: 'restricted' as const }, en: 'Members only', fr: 'Réservé aux membres' },
    { sale: { ...sale, status: 'ended' as const }, en: 'Sale ended', fr: 'Vente terminée' },
    {
      sale: { ...sale, status: 'event_cancelled' as const },
      en: 'Cancelled by the organiser',
      fr: 'Annulé par l’organisation',
    },
  ])('the badge of a sale reads “$en”', ({ sale: input, en, fr }) => {
    expect(plain(saleBadge(input, 'en-CA')?.words)).toBe(en)
    expect(plain(saleBadge(input, 'fr-CA')?.words)).toBe(fr)
  })

  it('an unknown state of a sale has no badge', () =>
    expect(saleBadge({ ...sale, status: 'from_the_future' as never }, 'en-CA')).toBeNull())
})
