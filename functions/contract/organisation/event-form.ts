import * as z from 'zod/mini'
import { type Language, languages } from '../field-rules.ts'
import { questionTypes } from '../offering/event.ts'
import type { FileText } from '../texts.ts'
import type { FileEvent, FileOption } from './file-events.ts'
import { keyFrom } from './key-from.ts'
import { FileVenue } from './organiser.ts'
import { OrganiserEvent } from './organiser-event.ts'

const Named = z.strictObject({ key: z.string(), name: z.string() })
/** Query of GET event_form: the event to change; without it, the form of a new one. */
export const EventFormQuery = z.strictObject({ event_id: z.optional(z.string().check(z.maxLength(80))) })
/** What the form of an event offers: the event as it is, and what it may name. */
export const EventForm = z.strictObject({
  object: z.literal('event_form'),
  program_id: z.string(),
  event: z.nullable(OrganiserEvent),
  venues: z.array(Named),
  waivers: z.array(Named),
  questions: z.array(z.extend(Named, { type: z.enum(questionTypes), required: z.boolean() })),
})
export type EventForm = z.infer<typeof EventForm>

/** Body of POST venues: a place with its address; its key follows from its name. */
export const CreateVenueRequest = z.omit(FileVenue, { key: true, timezone: true })
export type CreateVenueRequest = z.infer<typeof CreateVenueRequest>
export const OrganiserVenue = z.strictObject({
  object: z.literal('organiser_venue'),
  program_id: z.string(),
  id: z.string(),
  key: z.string(),
  ...CreateVenueRequest.shape,
})
export type OrganiserVenue = z.infer<typeof OrganiserVenue>

/** The fields of the form as text. Those of an option are `option.0.cost`; those of a text are `name.en`. */
export type EventFields = Readonly<Record<string, string>>

export const refundTiers = {
  flexible: [
    { until: 'P14D', percent: 100 },
    { until: 'P3D', percent: 50 },
  ],
  strict: [{ until: 'P30D', percent: 50 }],
  none: [],
} as const satisfies Record<string, FileEvent['refund']['tiers']>
export type RefundChoice = keyof typeof refundTiers | 'as_is'

const maxOptions = 50
const maxDates = 200
/** Monday to Sunday. */
export const formWeekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The fields of an event as it is. `language` is that of the program. */
export function fieldsOfEvent(event: FileEvent, language: Language): Record<string, string> {
  const isSeries = event.series_dates.length > 0
  const tiers = JSON.stringify(event.refund.tiers)
  const refund = Object.entries(refundTiers).find(([, each]) => JSON.stringify(each) === tiers)?.[0] ?? 'as_is'
  return {
    type: event.type,
    ...textFields('name', event.name, language),
    ...textFields('summary', event.summary, language),
    ...textFields('description', event.description, language),
    ...textFields('picture_text', event.picture_text, language),
    ...(isSeries ? { dates: event.series_dates.map(dateLine).join('\n') } : spanFields(event)),
    overnight: event.overnight === true ? 'on' : '',
    venue: event.online_event ? 'online' : (event.venues[0] ?? ''),
    was_venue: event.venues[0] ?? '',
    picture_url: event.picture_url ?? '',
    waitlist: event.waitlist ? 'on' : '',
    waiver: event.waiver ?? '',
    waiver_may_wait: event.waiver_may_wait ? 'on' : '',
    refund,
    ...Object.fromEntries(event.questions.map((key) => [`question.${key}`, 'on'])),
    was_questions: event.questions.join(','),
    options: String(event.options.length),
    ...Object.assign({}, ...event.options.map((option, at) => fieldsOfOption(option, at, language))),
  }
}

const spanFields = ({ starts_at, ends_at }: FileEvent) => ({
  first_day: starts_at?.slice(0, 10) ?? '',
  last_day: ends_at?.slice(0, 10) ?? '',
  starts: starts_at?.slice(11, 16) ?? '',
  ends: ends_at?.slice(11, 16) ?? '',
})

function fieldsOfOption(option: FileOption, at: number, language: Language): Record<string, string> {
  const { key, name, minimum_age, maximum_age, spots_total, free, cost } = option
  const fields = {
    key,
    minimum_age: String(minimum_age ?? ''),
    maximum_age: String(maximum_age ?? ''),
    spots_total: String(spots_total),
    cost: free ? '0' : String(cost ?? ''),
    sale_starts_at: option.sale_starts_at?.slice(0, 16) ?? '',
    sale_ends_at: option.sale_ends_at?.slice(0, 16) ?? '',
    ...textFields('name', name, language),
  }
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`option.${at}.${field}`, value]))
}

const textFields = (field: string, text: FileText | null, language: Language): Record<string, string> =>
  typeof text === 'string' || text === null
    ? { [`${field}.${language}`]: text ?? '' }
    : Object.fromEntries(Object.entries(text).map(([each, value]) => [`${field}.${each}`, value ?? '']))

const dateLine = ({ starts_at, ends_at }: FileEvent['series_dates'][number]) => {
  const day = ends_at.slice(0, 10) === starts_at.slice(0, 10) ? '' : `${ends_at.slice(0, 10)} `
  return `${starts_at.slice(0, 10)} ${starts_at.slice(11, 16)} - ${day}${ends_at.slice(11, 16)}`
}

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
  const { dates, gone } = datesOf(fields)
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
    overnight: isOn(fields['overnight']) ? true : null,
    online_event: venue === 'online',
    venues: isPlace ? [venue] : [],
    waitlist: isOn(fields['waitlist']),
    waiver: orNull(fields['waiver']),
    waiver_may_wait: isOn(fields['waiver_may_wait']),
    questions,
    ...(refund in refundTiers ? { refund: { tiers: [...refundTiers[refund as keyof typeof refundTiers]] } } : {}),
    options: sentRows(fields).map((at) => optionOf(fields, at, keys.get(at) ?? '')),
    ...(Object.keys(remove).length > 0 ? { remove } : {}),
  }
}

const some = (name: string, keys: readonly string[]) => (keys.length > 0 ? { [name]: keys } : {})

function textOf(fields: EventFields, field: string): FileText | null {
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

const placesOf = (text: string | null) =>
  /^(?:unlimited|illimit[ée]e?s?)$/i.test(text ?? '') ? 'unlimited' : numberOf(text)
const numberOf = (text: string | null): number | string | null =>
  text === null ? null : /^\d{1,9}(?:[.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : text

type Dates = { starts_at: string; ends_at: string }
/** One stretch of days, its chosen weekdays, or the dates of a series by line. `gone` are the starts that are left out. */
function datesOf(fields: EventFields): { dates: object; gone: string[] } {
  if (fields['dates'] !== undefined) {
    const dates = linesOf(fields['dates']).map(dateOfLine)
    const starts = new Set(dates.map(({ starts_at }) => starts_at))
    const was = linesOf(fields['was_dates'] ?? '').map((line) => dateOfLine(line).starts_at)
    return { dates: { series_dates: dates }, gone: was.filter((start) => !starts.has(start)) }
  }
  const { first_day = '', last_day = '', starts = '', ends = '' } = fields
  const last = last_day === '' ? first_day : last_day
  const chosen = formWeekdays.filter((day) => isOn(fields[`day.${day}`]))
  const at = (day: string, hour: string) => (day === '' || hour === '' ? null : `${day}T${hour}`)
  if (chosen.length === 0) return { dates: { starts_at: at(first_day, starts), ends_at: at(last, ends) }, gone: [] }
  return { dates: { series_dates: datesOn(chosen, { first: first_day, last, starts, ends }) }, gone: [] }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, maxDates + 1)

const line = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}) ?[-–] ?(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{2}:\d{2})$/
// A line that is no date is sent as it is, and refused.
function dateOfLine(text: string): Dates {
  const [, day = '', from = '', until = day, to = ''] = line.exec(text) ?? []
  return day === '' ? { starts_at: text, ends_at: text } : { starts_at: `${day}T${from}`, ends_at: `${until}T${to}` }
}

type Span = { first: string; last: string; starts: string; ends: string }
function datesOn(days: readonly number[], { first, last, starts, ends }: Span): Dates[] {
  const dayMs = 86_400_000
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const count = Number.isNaN(from) || Number.isNaN(to) ? 0 : Math.min(1500, Math.floor((to - from) / dayMs) + 1)
  return Array.from({ length: Math.max(0, count) }, (_, at) => new Date(from + at * dayMs))
    .filter((day) => days.includes(day.getUTCDay() || 7))
    .map((day) => day.toISOString().slice(0, 10))
    .map((day) => ({ starts_at: `${day}T${starts}`, ends_at: `${day}T${ends}` }))
    .slice(0, maxDates + 1)
}
