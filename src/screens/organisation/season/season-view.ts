import { capitalise, dateSpan, formatDate, type Locale, monthHeading } from '#contract/date-format'
import type { ErrorBody } from '#contract/api-error'
import type { Language } from '#contract/field-rules'
import type { SeasonCopy, SeasonEvent } from '#contract/organisation/season'
import * as eventStates from '#contract/states/event-states'
import type { EventStatus } from '#contract/states/event-states'
import { wallClock } from '#contract/wall-clock'
import type { Text } from '../../../locales/choose-language.ts'

export type SeasonState =
  | 'draft'
  | 'scheduled'
  | 'on_sale'
  | 'full'
  | 'closed'
  | 'elsewhere'
  | 'under_way'
  | 'ended'
  | 'hidden'
  | 'cancelled'
  | 'archived'

type Option = SeasonEvent['options'][number]
const isPast = (moment: string | null, now: number) => moment !== null && Date.parse(moment) <= now
const isFull = ({ spots_total, spots_taken }: Option) => spots_total !== null && spots_taken >= spots_total

/** The state of an event as its organisation says it: what its status, its time and its options mean together. */
export function stateOf(event: SeasonEvent, now: number): SeasonState {
  if (event.status === 'unpublished') return 'hidden'
  if (event.status !== 'published') return event.status
  if (isPast(event.ends_at, now)) return 'ended'
  if (event.is_elsewhere) return 'elsewhere'
  const open = event.options.filter(({ is_closed, sale_ends_at }) => !is_closed && !isPast(sale_ends_at, now))
  if (open.length === 0) return isPast(event.starts_at, now) ? 'under_way' : 'closed'
  if (open.every(isFull)) return 'full'
  if (isPast(event.starts_at, now)) return 'under_way'
  return open.every(({ sale_starts_at }) => sale_starts_at !== null && !isPast(sale_starts_at, now))
    ? 'scheduled'
    : 'on_sale'
}

/** The places of an event in all options: how many, how many of them are taken or held, and how many are sold. */
export function placesOf({ options, sold }: SeasonEvent) {
  const totals = options.map(({ spots_total }) => spots_total)
  const total = totals.includes(null) ? null : totals.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  const taken = options.reduce((sum, each) => sum + each.spots_taken, 0)
  return { total, sold, held: Math.max(0, taken - sold), over: total === null ? 0 : Math.max(0, taken - total) }
}

/** When its sale opens: the first start of an option that has one. */
export const opensAt = ({ options }: SeasonEvent): string | null =>
  options
    .flatMap(({ sale_starts_at }) => sale_starts_at ?? [])
    .toSorted()
    .at(0) ?? null

export const daysOf = ({ starts_at, ends_at, timezone }: SeasonEvent, locale: Locale): string =>
  dateSpan(wallClock(starts_at, timezone), wallClock(ends_at, timezone), locale)

/** The events by the month of their start, in the order of the page. */
export const byMonth = (events: readonly SeasonEvent[], locale: Locale): { heading: string; events: SeasonEvent[] }[] =>
  [
    ...Map.groupBy(events, ({ starts_at, timezone }) =>
      capitalise(monthHeading(wallClock(starts_at, timezone), locale)),
    ),
  ].map(([heading, group]) => ({ heading, events: group }))

/** Ages as two ends; null where there is none. */
export const agesOf = ({ minimum_age, maximum_age }: Pick<SeasonEvent, 'minimum_age' | 'maximum_age'>) =>
  minimum_age === null && maximum_age === null ? null : ([minimum_age, maximum_age] as const)

/** What an event lacks for a change: its field, and the sentence of the call. */
export type Missing = { key: string; field: string; message: string }

/** The mistakes of a call for several events, by event and field. */
export const missingOf = ({ errors, message }: Pick<ErrorBody, 'errors' | 'message'>): Missing[] =>
  errors.length === 0
    ? [{ key: '', field: '', message }]
    : errors.map((error) => {
        const [section = '', key = '', ...field] = (error.param ?? '').split('.')
        const isOfEvent = section === 'events'
        return { key: isOfEvent ? key : '', field: isOfEvent ? field.join('.') : '', message: error.message }
      })

/** The buttons that a selection of events may have. A group shows no button that none of its events can take. */
export const actsOf = (events: readonly SeasonEvent[]): ('publish' | 'unpublish' | 'copy' | 'archive')[] => {
  const may = (to: EventStatus) =>
    events.some(({ status }) => (eventStates.transitions[status] as readonly EventStatus[]).includes(to))
  return [
    ...(may('published') ? (['publish'] as const) : []),
    ...(may('unpublished') ? (['unpublish'] as const) : []),
    'copy',
    ...(events.some(({ status }) => eventStates.inProgramFile.has(status)) ? (['archive'] as const) : []),
  ]
}

const acts = ['publish', 'unpublish', 'copy', 'archive'] as const
export type SeasonAct = (typeof acts)[number]
export const readAct = (values: Readonly<Record<string, string>>): SeasonAct | null =>
  acts.find((act) => act === values['act']) ?? null

/** The number of weeks by which a copy moves, as typed; by default a year. */
export const weeksOf = (values: Readonly<Record<string, string>>): string =>
  /^[1-9]\d{0,2}$/.test(values['weeks'] ?? '') ? (values['weeks'] ?? '') : '52'

/** The page's words for what an event lacks; null where only the call has a sentence. */
export function missingWords({ field }: Missing, act: SeasonAct, words: Text['deskSeason']): string | null {
  const { missing } = words
  if (field === 'status') return act === 'archive' ? missing.archive : missing.status
  if (field.endsWith('.cost')) return missing.cost
  return (missing as Record<string, string>)[field] ?? null
}

/** The copies of a preview with their days. */
export const copiedRows = ({ copies }: SeasonCopy, locale: Locale, language: Language) =>
  copies.map(({ action, event }) => ({
    name: typeof event.name === 'string' ? event.name : (event.name[language] ?? Object.values(event.name)[0] ?? ''),
    days: dateSpan(writtenDay(event.starts_at), writtenDay(event.ends_at), locale),
    isNew: action === 'create',
  }))

/** The discounts of a preview, with their new days. */
export const offerRows = (
  { offers }: SeasonCopy,
  { copy }: Pick<Text['deskSeason'], 'copy'>,
  { locale, timezone }: { locale: Locale; timezone: string },
) =>
  offers.map(({ key, name, code, action, redeem_after, redeem_before, is_enabled }) => ({
    name: name ?? code ?? key,
    code: code ?? copy.automatic,
    days: [
      ...(redeem_after ? [copy.offerFrom(formatDate(redeem_after, { locale, timezone }))] : []),
      ...(redeem_before ? [copy.offerUntil(formatDate(redeem_before, { locale, timezone }))] : []),
    ].join(' '),
    result: action === 'create' && !is_enabled ? copy.offerOff : copy.offerActions[action],
    isLeft: action === 'leave',
  }))

/** A local time of the program file, as the clock there shows it. */
const writtenDay = (text: string | null) => wallClock(`${(text ?? '').slice(0, 16)}:00Z`, 'UTC')
