import { dayWords, type Locale } from '#contract/date-format'
import { eventWhen } from '#contract/event-times'
import type { ChildcareReceipt } from '#contract/money/childcare-receipt'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { sideBySide } from '../../../locales/fill-in.ts'

type Reader = Pick<ProgramContext, 'text' | 'locale'>
type Line = ChildcareReceipt['lines'][number]

/** The words of the tax form of a country: T778 in Canada, Form 2441 in the United States, else plain ones. */
export function formWords(country: string, { text }: Pick<Reader, 'text'>) {
  const { CA, US, other } = text.childcare.forms
  return country === 'CA' ? CA : country === 'US' ? US : other
}

/** Dates, hours and receipts of a line: `July 12–16, 2027, 9 am – 4 pm · receipt 2027-000184`. */
export function careLine(
  { when, is_overnight, receipt_numbers }: Line,
  { text: { childcare: words }, locale }: Reader,
) {
  const { days, hours } = eventWhen(when, locale)
  return sideBySide(days, hours, is_overnight ? words.overnight : null, words.receipts(receipt_numbers))
}

/** The first and last day of care in the year; a sentence when it was all in other years. */
export function periodWords(
  { first_day, last_day, year }: Pick<ChildcareReceipt, 'first_day' | 'last_day' | 'year'>,
  { text, locale }: { text: Reader['text']; locale: Locale },
): string {
  if (first_day === null || last_day === null) return text.childcare.noDays(year)
  const [first, last] = [dayWords(first_day, locale), dayWords(last_day, locale)]
  return first === last ? first : `${first} – ${last}`
}
