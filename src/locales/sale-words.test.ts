import { describe, expect, it } from 'vitest'
import { exampleEvent, exampleProgram, priceOf } from '../screens/example-program.ts'
import { leafWords, shapeOf, shortHours, weekdaysOf } from './event-times.ts'
import { addedWords, cardPrice, pricesNote } from './price-words.ts'
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

describe('when a card says it is', () => {
  it.each([
    {
      name: 'a week of days',
      times: {},
      days: '5–9',
      en: ['Mon–Fri', '9 am to 4 pm'],
      fr: ['lun.–ven.', '9 h à 16 h'],
    },
    {
      name: 'one day',
      times: { ends_at: '2027-07-05T16:00:00Z' },
      days: '5',
      en: ['Mon', '9 am to noon'],
      fr: ['lun.', '9 h à midi'],
    },
    {
      name: 'an evening past midnight',
      times: { starts_at: '2027-07-05T23:30:00Z', ends_at: '2027-07-06T04:30:00Z' },
      days: '5',
      en: ['Mon', '7:30 pm to 12:30 am'],
      fr: ['lun.', '19 h 30 à 0 h 30'],
    },
    {
      name: 'nights away',
      times: { starts_at: '2027-08-20T21:00:00Z', ends_at: '2027-08-22T19:00:00Z' },
      days: '20–22',
      en: ['Fri–Sun', 'From 5 pm Friday'],
      fr: ['ven.–dim.', 'Dès 17 h vendredi'],
    },
    {
      name: 'two months',
      times: { starts_at: '2027-07-26T13:00:00Z', ends_at: '2027-08-06T20:00:00Z' },
      days: '26',
      en: ['to 6 Aug', '9 am to 4 pm'],
      fr: ['au 6 août', '9 h à 16 h'],
    },
    {
      name: 'the same weekday again',
      times: series(saturdays),
      days: '5',
      en: ['Sat × 3', '9 to 9:45 am'],
      fr: ['sam. × 3', '9 h à 9 h 45'],
    },
    {
      name: 'single dates',
      times: series(mixed),
      days: '5',
      en: ['2 dates', '9 to 9:45 am'],
      fr: ['2 dates', '9 h à 9 h 45'],
    },
    {
      name: 'dates day after day',
      times: series(weekdays),
      days: '5–7',
      en: ['Mon–Wed', '9 am to noon'],
      fr: ['lun.–mer.', '9 h à midi'],
    },
  ])('$name', ({ times, days, en, fr }) => {
    const event = { ...exampleEvent, ...times }
    const shape = shapeOf(event)
    expect(leafWords(shape, weekdaysOf(event), 'en').days).toBe(days)
    expect([leafWords(shape, weekdaysOf(event), 'en').under, shortHours(shape, 'en')].map(plain)).toEqual(en)
    expect([leafWords(shape, weekdaysOf(event), 'fr').under, shortHours(shape, 'fr')].map(plain)).toEqual(fr)
  })
})

describe('what a card says it costs', () => {
  it.each([
    { minimum: priceOf(34500), maximum: priceOf(34500), en: '$345', fr: '345 $' },
    { minimum: priceOf(34500), maximum: priceOf(38500), en: 'from $345', fr: 'à partir de 345 $' },
    { minimum: priceOf(4850), maximum: priceOf(4850), en: '$48.50', fr: '48,50 $' },
    { minimum: priceOf(115000), maximum: priceOf(115000), en: '$1,150', fr: '1 150 $' },
    { minimum: priceOf(0), maximum: priceOf(0), en: 'Free', fr: 'Gratuit' },
    { minimum: priceOf(0), maximum: priceOf(4500), en: 'Free to $45', fr: 'De 0 $ à 45 $' },
    { minimum: null, maximum: null, en: undefined, fr: undefined },
  ])('$en', ({ minimum, maximum, en, fr }) => {
    expect(plain(cardPrice({ minimum, maximum, currency: 'CAD' }, 'en'))).toBe(en)
    expect(plain(cardPrice({ minimum, maximum, currency: 'CAD' }, 'fr'))).toBe(fr)
  })

  const selling = exampleProgram.selling
  const hst = selling.taxes
  it.each([
    {
      selling,
      en: 'Prices are before 13% HST and a $3 booking fee.',
      fr: 'Prix avant la TVH (13 %) et les frais de réservation de 3 $.',
    },
    {
      selling: { ...selling, fee: { percent: 250, fixed: 50, included: false } },
      en: 'Prices are before 13% HST and a booking fee of 2.5% + $0.50.',
      fr: 'Prix avant la TVH (13 %) et les frais de réservation de 2,5 % + 0,50 $.',
    },
    {
      selling: { ...selling, taxes: hst.map((tax) => ({ ...tax, included: true })) },
      en: 'Prices are before a $3 booking fee. Prices include 13% HST.',
      fr: 'Prix avant les frais de réservation de 3 $. Les prix comprennent la TVH (13 %).',
    },
    { selling: { ...selling, fee: { percent: 0, fixed: 0, included: false }, taxes: [] }, en: '', fr: '' },
  ])('names fee and tax: $en', ({ selling: by, en, fr }) => {
    expect(plain(pricesNote({ ...exampleProgram, selling: by }, 'en'))).toBe(en)
    expect(plain(pricesNote({ ...exampleProgram, selling: by }, 'fr'))).toBe(fr)
  })

  it('adds up nothing that stands in the price already', () => {
    const included = {
      ...exampleProgram,
      selling: {
        ...selling,
        fee: { ...selling.fee, included: true },
        taxes: hst.map((tax) => ({ ...tax, included: true })),
      },
    }
    expect(addedWords(priceOf(34500), exampleProgram, 'en')).toBe('+ $3.00 fee + $44.85 tax')
    expect(addedWords(priceOf(34500), included, 'en')).toBe('')
    expect(addedWords(priceOf(0), exampleProgram, 'en')).toBe('')
  })
})

describe('how a sale stands', () => {
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
    { sale: { ...sale, status: 'not_started' as const }, en: 'Opens 1 May, 9 am', fr: 'Dès le 1er mai, 9 h' },
    {
      sale: { ...sale, status: 'not_started' as const, opensAt: '2026-12-01T14:00:00Z' },
      en: 'Opens 1 December 2026, 9 am',
      fr: 'Dès le 1er décembre 2026, 9 h',
    },
    { sale: { ...sale, status: 'restricted' as const }, en: 'Members only', fr: 'Réservé aux membres' },
    { sale: { ...sale, status: 'ended' as const }, en: 'Sale ended', fr: 'Vente terminée' },
    {
      sale: { ...sale, status: 'event_cancelled' as const },
      en: 'Cancelled by the organiser',
      fr: 'Annulé par l’organisation',
    },
  ])('$en', ({ sale: input, en, fr }) => {
    expect(plain(saleBadge(input, 'en')?.words)).toBe(en)
    expect(plain(saleBadge(input, 'fr')?.words)).toBe(fr)
  })

  it('says nothing about a state it does not know', () =>
    expect(saleBadge({ ...sale, status: 'from_the_future' as never }, 'en')).toBeNull())
})
