import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/field-rules.ts'
import type { ImportField } from '../../../contract/organisation/event-import.ts'
import { importWords } from '../../../contract/sentences/import-words.ts'
import { importFieldRows } from './import-fields.ts'
import { mapColumns } from './map-columns.ts'
import { orderOf, readDay, readHour, readMoment } from './read-dates.ts'

const words = importWords.en
const none = { keys: new Map(), names: [] }
const lists = {
  venues: none,
  waivers: none,
  questions: none,
  products: none,
  session_packages: none,
  membership_packages: none,
}
const valuesOf = (field: ImportField, text: string, currency = 'CAD') => {
  const read = importFieldRows[field].read(text, { currency, order: null, lists, words, seen: new Map() })
  return read.ok ? read.values : null
}

const daysBefore = (days: number) => ({ days_before: days, due_on: null })
const dueOn = (day: string) => ({ days_before: null, due_on: day })
const tier = (until: string, percent: number) => ({ until, percent })

describe('the cells of a spreadsheet', () => {
  it.each([
    ['2027-06-21', '2027-06-21'],
    ['2027/6/21', '2027-06-21'],
    ['6/21/2027', '2027-06-21'],
    ['21.06.27', '2027-06-21'],
    ['6/6/2027', '2027-06-06'],
    ['June 21, 2027', '2027-06-21'],
    ['Mon, Jun 21st 2027', '2027-06-21'],
    ['21-Jun-27', '2027-06-21'],
    ['lundi 21 juin 2027', '2027-06-21'],
    ['1er juillet 2027', '2027-07-01'],
    ['mar 1 2027', '2027-03-01'],
    ['31 août 2027', '2027-08-31'],
  ])('%s is the day %s', (text, day) => expect(readDay(text, null)).toEqual({ day }))

  it.each(['', '6/31/2027', 'June', 'June 21', '21', 'next week', '2027-6', '6/7/2027/1', '13/13/2027'])(
    '“%s” is not a day',
    (text) => expect(readDay(text, 'month_first')).toBeNull(),
  )

  it('an ambiguous day needs the order of day and month, which another cell may prove', () => {
    expect(readDay('6/7/2027', null)).toBe('ambiguous')
    expect(readDay('6/7/2027', 'month_first')).toEqual({ day: '2027-06-07' })
    expect(readDay('6/7/2027', 'day_first')).toEqual({ day: '2027-07-06' })
    expect(['6/7/2027', '21/6/2027', '6/21/2027 9:00'].map(orderOf)).toEqual([null, 'day_first', 'month_first'])
  })

  it.each([
    ['9:00 AM', '09:00'],
    ['9am', '09:00'],
    ['12:15 p.m.', '12:15'],
    ['12 AM', '00:00'],
    ['16:30', '16:30'],
    ['16:30:00', '16:30'],
    ['9 h 30', '09:30'],
    ['16h', '16:00'],
    ['Noon', '12:00'],
    ['9', null],
    ['25:00', null],
    ['13 pm', null],
    ['9:60', null],
    ['soon', null],
  ])('“%s” is the time of day %s', (text, hour) => expect(readHour(text)).toBe(hour))

  it.each([
    ['2027-06-21T09:00', { day: '2027-06-21', hour: '09:00' }],
    ['6/21/2027 9:00 AM', { day: '2027-06-21', hour: '09:00' }],
    ['21 juin 2027 9 h 30', { day: '2027-06-21', hour: '09:30' }],
    ['June 21, 2027', { day: '2027-06-21', hour: null }],
    ['6/21/2027 soon', null],
  ])('“%s” is a day with its time', (text, moment) => expect(readMoment(text, null)).toEqual(moment))

  it.each<[ImportField, string, object | null]>([
    ['price', '$395', { free: false, cost: 395 }],
    ['price', '1,204.50', { free: false, cost: 1204.5 }],
    ['price', '49,50 $', { free: false, cost: 49.5 }],
    ['price', 'CA$40', { free: false, cost: 40 }],
    ['price', '40 CAD', { free: false, cost: 40 }],
    ['price', 'Free', { free: true, cost: null }],
    ['price', 'USD 40', null],
    ['price', '-5', null],
    ['price', '0', null],
    ['places', '12', { spots_total: 12 }],
    ['places', 'Unlimited', { spots_total: 'unlimited' }],
    ['places', '12.5', null],
    ['ages', '6-12', { minimum_age: 6, maximum_age: 12 }],
    ['ages', '6 à 12 ans', { minimum_age: 6, maximum_age: 12 }],
    ['ages', '60+', { minimum_age: 60 }],
    ['ages', 'kids', null],
    ['times', '9:00 AM - 4 PM', { starts_time: '09:00', ends_time: '16:00' }],
    ['times', '9:00', null],
    ['type', 'Camps', { type: 'camp' }],
    ['waitlist', 'Oui', { waitlist: true }],
    ['gender', 'Girls', { gender: 'female' }],
    ['gender', 'Co-ed', { gender: null }],
    ['deposit', '25%', { deposit_percent: 25 }],
    ['deposit', '$100', { deposit_amount: 100 }],
    ['tags', 'arts, clay', { tags: ['arts', 'clay'] }],
    ['key', 'Day Camp #1', { key: 'day-camp-1' }],
    ['key', '???', null],
    ['sale_starts', '2027-03-01', { sale_starts_at: '2027-03-01T00:00' }],
    ['sale_ends', '2027-03-01', { sale_ends_at: '2027-03-01T23:59' }],
    ['balance_on', '2027-03-01 9:00', null],
    ['instalments', '60; 30 days', { instalments: [daysBefore(60), daysBefore(30)] }],
    ['instalments', '2027-05-01 | June 1, 2027', { instalments: [dueOn('2027-05-01'), dueOn('2027-06-01')] }],
    ['instalments', '60; later', null],
    ['instalments', '5/6/2027', null],
    [
      'refund',
      '100% until 14 days before; 50% until 48 hours',
      { 'refund.tiers': [tier('P14D', 100), tier('PT48H', 50)] },
    ],
    ['refund', 'Full until 1 week before', { 'refund.tiers': [tier('P1W', 100)] }],
    ['refund', '50 % jusqu’à 2 jours avant', { 'refund.tiers': [tier('P2D', 50)] }],
    ['refund', 'No refunds', { 'refund.tiers': [] }],
    ['refund', '50% until Monday', null],
    ['refund', 'half', null],
    ['refund_kept', '10%', { 'refund.retention.percent': 10, 'refund.retention.fixed': 0 }],
    ['refund_kept', '$25', { 'refund.retention.percent': 0, 'refund.retention.fixed': 25 }],
    ['membership_packages', 'Everyone', { 'restrict_to.membership_packages': [] }],
    ['membership_packages', 'Gold', null],
    ['option_fr', 'Résidents', { 'name.fr': 'Résidents' }],
  ])('a cell of %s with “%s” means %j', (field, text, values) => expect(valuesOf(field, text)).toEqual(values))
})

describe('the columns of a spreadsheet', () => {
  it('a name, its other names and a mapping name a field, and two columns of one field are a mistake', () => {
    const { columns, mistakes } = mapColumns(
      ['ID', 'Date de début', 'Max. Age', 'Prix', 'X'],
      { X: 'places' },
      { isSaved: false, language: 'en', words },
    )
    expect([columns, mistakes]).toEqual([['key', 'starts_on', 'maximum_age', 'price', 'places'], []])
    const twice = mapColumns(['ID', 'Fee', 'Price'], {}, { isSaved: false, language: 'en', words })
    expect(twice.mistakes).toMatchObject([{ param: 'rows[1].Price', message: expect.stringContaining('both price') }])
    expect(mapColumns(['Fee'], {}, { isSaved: false, language: 'en', words }).mistakes).toMatchObject([
      { type: 'required', param: 'rows[1]' },
    ])
    expect(mapColumns(['ID', 'Fee'], { Gone: 'price' }, { isSaved: true, language: 'en', words }).mistakes).toEqual([])
  })

  it('a text in the language of the program is the text itself, and another language is a field of its own', () => {
    const columnsIn = (language: Language) =>
      mapColumns(['Nom', 'English name', 'option_fr'], {}, { isSaved: false, language, words })
    expect(columnsIn('fr').columns).toEqual(['name', 'name_en', 'option'])
    expect(columnsIn('en').mistakes).toMatchObject([{ message: expect.stringContaining('both name') }])
  })
})
