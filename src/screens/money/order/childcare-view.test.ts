import { expect, it } from 'vitest'
import { textIn } from '../../../locales/choose-language.ts'
import { careLine, formWords, periodWords } from './childcare-view.ts'

const reader = { text: textIn('en'), locale: 'en-CA' as const }

it.each([
  ['CA', /T778/, 'Business number'],
  ['US', /Form 2441/, 'Identifying number (EIN)'],
  ['FR', /In short/, 'Tax number'],
])('%s has the lines of its own tax form', (country, title, number) => {
  const words = formWords(country, reader)
  expect(words.title).toMatch(title)
  expect(words.number).toBe(number)
})

it('a line has its dates, hours and receipts', () => {
  const when = {
    ...{ starts_at: '2027-07-05T13:00:00.000Z', ends_at: '2027-07-09T20:00:00.000Z', timezone: 'America/Toronto' },
    ...{ overnight: null, is_series: false, series_dates: [] },
  }
  const line = { when, receipt_numbers: ['2027-000184', '2028-000002'], is_overnight: false }
  expect(careLine(line as unknown as Parameters<typeof careLine>[0], reader)).toMatch(
    /^Mon, July\s5 to Fri, July\s9, 2027.*9\sam – 4\spm.*receipts 2027-000184, 2028-000002$/,
  )
})

it('a period is a day, a span, or none in a year without care', () => {
  expect(periodWords({ year: 2027, first_day: '2027-07-05', last_day: '2027-07-09' }, reader)).toBe(
    'July\u00a05, 2027 – July\u00a09, 2027',
  )
  expect(periodWords({ year: 2027, first_day: '2027-07-05', last_day: '2027-07-05' }, reader)).toBe('July\u00a05, 2027')
  expect(periodWords({ year: 2028, first_day: null, last_day: null }, reader)).toBe('None in 2028')
})
