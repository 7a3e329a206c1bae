import {
  type DatePart,
  datePartName,
  type DateParts,
  textOf,
  toDay,
  type Values,
} from '#contract/booking/form-controls'
import { isRealDay } from '#contract/instant'

export type DateOrder = { isMonthFirst: boolean; today: string }

/** The name and the part of a control for a date; null for any other control. */
export function datePartOf(control: string): { name: string; part: DatePart } | null {
  const match = /^(.+)~(day|month|year)$/.exec(control)
  return match ? { name: match[1] as string, part: match[2] as DatePart } : null
}

/** The values of the three fields, as typed or parsed from the whole date. */
export function dateParts(values: Values, name: string): DateParts {
  const [year = '', month = '', day = ''] = textOf(values, name).split('-')
  const shown = (part: DatePart, whole: string) =>
    (values[datePartName(name, part)] as string | undefined) ?? whole.replace(/^0/, '')
  return { day: shown('day', day), month: shown('month', month), year: shown('year', year) }
}

/** The last year with these digits that is not in the future: `17` is 2017, `64` is 1964. */
function fullYear(year: string, today: string): string {
  if (!/^\d\d$/.test(year)) return year
  return String(Number(year) + (Number(year) > Number(today.slice(2, 4)) ? 1900 : 2000))
}

const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/**
 * The month that begins with these letters, at least three, in English or French. Null when no month or two months
 * begin with them.
 */
function monthOf(word: string): string | null {
  const names = (language: string) =>
    Array.from({ length: 12 }, (_, month) =>
      withoutAccents(
        new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2027, month, 15)),
      ),
    )
  const months = new Set(
    word.length < 3
      ? []
      : ['en', 'fr'].flatMap((language) =>
          names(language).flatMap((name, month) => (name.startsWith(word) ? [String(month + 1)] : [])),
        ),
  )
  return months.size === 1 ? ([...months][0] ?? null) : null
}

/**
 * A complete date in any usual notation, as yyyy-mm-dd; null for anything else. For a date of digits only, the page's
 * order decides when both orders are valid.
 */
export function readWrittenDate(text: string, { isMonthFirst, today }: DateOrder): string | null {
  const plain = withoutAccents(text)
    .replace(/t\d\d:.*/, '')
    .replace(/^\s*(\d{4})(\d\d)(\d\d)\s*$/, '$1-$2-$3')
  const figures = plain.match(/\d+/g) ?? []
  const month = (plain.match(/[a-z]+/g) ?? []).map(monthOf).find(Boolean)
  const [first = '', second = '', third = ''] = figures
  if (figures.length !== (month ? 2 : 3)) return null

  const isYearFirst = first.length > 2
  const isDayFirst = Number(first) > 12 || (Number(second) <= 12 && !isMonthFirst)
  const [year, monthFigure, day] = month
    ? isYearFirst
      ? [first, month, second]
      : [second, month, first]
    : isYearFirst
      ? [first, second, third]
      : isDayFirst
        ? [third, second, first]
        : [third, first, second]
  const written = toDay({ year: fullYear(year, today), month: monthFigure, day })
  return isRealDay(written) ? written : null
}

const withParts = (values: Values, name: string, parts: DateParts): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(parts).map(([part, text]) => [datePartName(name, part as DatePart), text])),
  [name]: toDay(parts),
})

/** The values with the whole date in the three fields of `name`; null when the text is not a date. */
export function withWholeDate(
  values: Values,
  name: string,
  { text, order }: { text: string; order: DateOrder },
): Values | null {
  const day = readWrittenDate(text, order)
  return day === null ? null : withParts(values, name, dateParts({ [name]: day }, name))
}

/** The values after a part changed. A whole date that is entered at once, as by autofill, fills all three fields. */
export function withDatePart(
  values: Values,
  { name, part, text, order }: { name: string; part: DatePart; text: string; order: DateOrder },
): Values {
  const parts = dateParts(values, name)
  const isTyped = text.length <= parts[part].length + 1
  return (
    (isTyped ? null : withWholeDate(values, name, { text, order })) ??
    withParts(values, name, { ...parts, [part]: text.trim() })
  )
}

/**
 * The values after the reader leaves a date field: a whole date fills all three fields, and a two-digit year is
 * completed.
 */
export function withFinishedDate(values: Values, name: string, order: DateOrder): Values {
  const parts = dateParts(values, name)
  for (const text of Object.values(parts)) {
    const whole = withWholeDate(values, name, { text, order })
    if (whole) return whole
  }
  return withParts(values, name, { ...parts, year: fullYear(parts.year, order.today) })
}
