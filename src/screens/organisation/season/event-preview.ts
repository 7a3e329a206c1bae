import type { Locale } from '#contract/date-format'
import { shapeOf } from '#contract/event-times'
import type { Language } from '#contract/field-rules'
import { leafWords } from '#contract/leaf-words'
import type { Program } from '#contract/offering/program'
import { datesOfFields } from '#contract/organisation/event-dates-of-fields'
import type { EventFields } from '#contract/organisation/event-fields'
import type { EventForm } from '#contract/organisation/event-form'
import { sentRows } from '#contract/organisation/event-of-fields'
import { writtenAmount } from '#contract/organisation/written-amount'
import type { Text } from '../../../locales/choose-language.ts'
import { shortHours, weekdaysOf } from '../../../locales/event-times.ts'
import { parentsPrice } from './event-form-view.ts'

/** The card that families see of the fields: its calendar leaf, lines and price, each null or empty without its field. */
export type Preview = {
  leaf: { month: string; days: string; under: string } | null
  hours: string
  ages: string
  price: string | null
}

type In = { program: Program; language: Language; locale: Locale; words: Text['sale'] }

export function previewOf(fields: EventFields, { program, language, locale, words }: In): Preview {
  const times = timesOf(fields)
  const shape = times && shapeOf(times)
  const rows = sentRows(fields)
  const agesIn = (name: string) => rows.map((at) => Number(fields[`option.${at}.${name}`] || Number.NaN))
  const [minimums, maximums] = [agesIn('minimum_age'), agesIn('maximum_age')]
  const end = (all: number[], pick: (...ages: number[]) => number) =>
    all.length === 0 || all.some(Number.isNaN) ? null : pick(...all)
  return {
    leaf: times && shape && leafWords(shape, weekdaysOf(times), locale),
    hours: shape ? shortHours(shape, locale) : '',
    ages: words.shortAges({ minimum: end(minimums, Math.min), maximum: end(maximums, Math.max) }),
    price: priceOf(),
  }

  function priceOf(): string | null {
    const written = rows.map((at) => fields[`option.${at}.cost`] ?? '')
    const amounts = written.map((text) => writtenAmount(text, program.default_currency))
    const sorted = amounts.filter((amount) => amount !== null).toSorted((a, b) => a - b)
    const [lowest, highest] = [sorted[0], sorted.at(-1)]
    if (lowest === undefined || highest === undefined) return null
    const seen = (amount: number) => parentsPrice(written[amounts.indexOf(amount)] ?? '', program, language) ?? ''
    if (highest === 0) return words.free
    if (lowest === 0) return words.freeTo(seen(highest))
    return lowest === highest ? seen(lowest) : words.from(seen(lowest))
  }
}

// The fields have local times. They are read as times of UTC, because only the day and the hour are shown.
function timesOf(fields: EventFields) {
  const { dates } = datesOfFields(fields)
  const series = 'series_dates' in dates ? dates.series_dates : []
  const [starts, ends] =
    'series_dates' in dates ? [series[0]?.starts_at, series.at(-1)?.ends_at] : [dates.starts_at, dates.ends_at]
  const at = (time: string | null | undefined) => Date.parse(`${time}Z`)
  const period = (from: string | null | undefined, until: string | null | undefined) => ({
    starts_at: at(from),
    ends_at: at(until),
  })
  const all = [period(starts, ends), ...series.map((date) => period(date.starts_at, date.ends_at))]
  const [whole] = all
  if (!whole || all.some(({ starts_at, ends_at }) => !(starts_at < ends_at))) return null
  const overnight = fields['overnight'] === 'on' ? true : fields['was_overnight'] === 'off' ? false : null
  return { ...whole, timezone: 'UTC', overnight, is_series: series.length > 0, series_dates: all.slice(1) }
}

/** The name of the chosen place; empty without one. */
export const placeOf = (fields: EventFields, { venues }: EventForm, online: string): string =>
  fields['venue'] === 'online'
    ? online
    : fields['venue'] === 'new'
      ? (fields['place.name'] ?? '')
      : (venues.find(({ key }) => key === fields['venue'])?.name ?? '')
