import { languages } from '../field-rules.ts'
import type { FileText } from '../texts.ts'
import { datesOfFields } from './event-dates-of-fields.ts'
import { type EventFields, refundTiers } from './event-fields.ts'
import { keyFrom } from './written-words.ts'

const maxOptions = 50

/** The number of options that the form shows, at least one. */
export const numOptions = ({ options = '' }: EventFields): number =>
  Math.min(maxOptions, Math.max(1, /^\d{1,2}$/.test(options) ? Number(options) : 1))

const isOn = (value: string | undefined) => value === 'on'
const orNull = (value: string | undefined) => (value === undefined || value.trim() === '' ? null : value.trim())

/** The fields as the body of a call that creates or changes the event. Invalid text stays, so that the call refuses it. */
export function eventOfFields(fields: EventFields) {
  const venue = fields['venue'] ?? ''
  const isPlace = venue !== '' && venue !== 'online' && venue !== 'new'
  const wasVenue = fields['was_venue'] ?? ''
  const questions = Object.keys(fields)
    .filter((name) => name.startsWith('question.') && isOn(fields[name]))
    .map((name) => name.slice('question.'.length))
  const wasQuestions = (fields['was_questions'] ?? '').split(',').filter(Boolean)
  const rows = filledRows(fields)
  const keys = optionKeys(fields)
  const removed = rows.flatMap((at) =>
    isOn(fields[`option.${at}.remove`]) ? (orNull(fields[`option.${at}.key`]) ?? []) : [],
  )
  const { dates, gone } = datesOfFields(fields)
  const remove = {
    ...some('options', removed),
    ...some('series_dates', gone),
    ...some('venues', wasVenue !== '' && wasVenue !== venue ? [wasVenue] : []),
    ...some(
      'questions',
      wasQuestions.filter((key) => !questions.includes(key)),
    ),
  }
  const refund = fields['refund'] ?? 'as_is'
  return {
    type: fields['type'] ?? '',
    name: textOf(fields, 'name') ?? '',
    summary: textOf(fields, 'summary'),
    description: textOf(fields, 'description'),
    picture_text: textOf(fields, 'picture_text'),
    picture_url: orNull(fields['picture_url']),
    ...dates,
    // Without the tick the hours decide, unless the event says that it is by day.
    overnight: isOn(fields['overnight']) ? true : fields['was_overnight'] === 'off' ? false : null,
    online_event: venue === 'online',
    venues: isPlace ? [venue] : [],
    waitlist: isOn(fields['waitlist']),
    waiver: orNull(fields['waiver']),
    waiver_may_wait: isOn(fields['waiver_may_wait']),
    groups_shown: isOn(fields['groups_shown']),
    questions,
    ...(refund in refundTiers ? { refund: { tiers: [...refundTiers[refund as keyof typeof refundTiers]] } } : {}),
    options: sentRows(fields).map((at) => optionOf(fields, at, keys.get(at) ?? '')),
    ...(Object.keys(remove).length > 0 ? { remove } : {}),
  }
}

const some = (name: string, keys: readonly string[]) => (keys.length > 0 ? { [name]: keys } : {})

/** The text of its fields, one for each language; null without any. */
export function textOf(fields: EventFields, field: string): FileText | null {
  const texts = languages.flatMap((language) => {
    const text = orNull(fields[`${field}.${language}`])
    return text === null ? [] : [[language, text] as const]
  })
  const isTranslated = languages.filter((language) => `${field}.${language}` in fields).length > 1
  if (texts.length === 0) return null
  return isTranslated ? Object.fromEntries(texts) : (texts[0]?.[1] ?? null)
}

const shownOption = ['minimum_age', 'maximum_age', 'spots_total', 'cost', 'sale_starts_at', 'sale_ends_at'] as const
/** A row without a key and a text adds nothing. */
const isEmptyOption = (fields: EventFields, at: number): boolean =>
  ['key', ...shownOption, ...languages.map((language) => `name.${language}`)].every(
    (field) => orNull(fields[`option.${at}.${field}`]) === null,
  )

const filledRows = (fields: EventFields): number[] =>
  Array.from({ length: numOptions(fields) }, (_, at) => at).filter((at) => !isEmptyOption(fields, at))
/** The rows of the options that are sent, in their order. */
export const sentRows = (fields: EventFields): number[] =>
  filledRows(fields).filter((at) => !isOn(fields[`option.${at}.remove`]))

/** The key of each row: its own, or for a new option one that follows from its name. */
export function optionKeys(fields: EventFields): Map<number, string> {
  const rows = filledRows(fields)
  const own = (at: number) => orNull(fields[`option.${at}.key`])
  const used = new Set(rows.flatMap((at) => own(at) ?? []))
  return new Map(
    rows.map((at) => {
      const name = languages.map((language) => fields[`option.${at}.name.${language}`] ?? '').find(Boolean) ?? ''
      const made = keyFrom(name) || 'option'
      const key = own(at) ?? (used.has(made) ? `${made.slice(0, 60)}-${at + 1}` : made)
      used.add(key)
      return [at, key]
    }),
  )
}

function optionOf(fields: EventFields, at: number, key: string) {
  const field = (name: string) => orNull(fields[`option.${at}.${name}`])
  const name = textOf(fields, `option.${at}.name`)
  const cost = numberOf(field('cost'))
  return {
    key,
    name: name ?? '',
    minimum_age: numberOf(field('minimum_age')),
    maximum_age: numberOf(field('maximum_age')),
    ...(field('spots_total') === null ? {} : { spots_total: placesOf(field('spots_total')) }),
    ...(cost === 0 ? { free: true } : { free: false, cost }),
    sale_starts_at: field('sale_starts_at'),
    sale_ends_at: field('sale_ends_at'),
  }
}

/** Places as typed: a number, or “unlimited” in either language. Other text stays. */
export const placesOf = (text: string | null) =>
  /^(?:unlimited|illimit[ée]e?s?)$/i.test(text ?? '') ? 'unlimited' : numberOf(text)
const numberOf = (text: string | null): number | string | null =>
  text === null ? null : /^\d{1,9}(?:[.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : text
