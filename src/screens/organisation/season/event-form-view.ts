import { dateSpan, type Locale } from '#contract/date-format'
import type { Language } from '#contract/field-rules'
import type { EventFields } from '#contract/organisation/event-fields'
import { numOptions, optionKeys, sentRows } from '#contract/organisation/event-of-fields'
import type { EventForm } from '#contract/organisation/event-form'
import { isUploadedPicture } from '#contract/offering/picture-address'
import { type QuestionType, questionTypes } from '#contract/offering/event'
import { displayMoney } from '#contract/display-money'
import type { Program } from '#contract/offering/program'
import * as eventStates from '#contract/states/event-states'
import type { EventStatus } from '#contract/states/event-states'
import { writtenAmount } from '#contract/organisation/written-amount'
import { wallClock } from '#contract/wall-clock'
import { linePrice } from '#pricing/line-price'
import type { FormFailure } from '../../../api/page-request.ts'
import type { Text } from '../../../locales/choose-language.ts'
import { isStale, isStaleQuestion } from './event-form-changes.ts'

type Words = Text['deskEvent']

/** The language of the texts of a program. */
export const ownLanguage = ({ language }: Pick<Program, 'language'>): Language => (language === 'fr' ? 'fr' : 'en')

/** The fields of a new event: one camp with one option, open from its first day to its last. */
export const emptyFields = (venue: string | null): EventFields => ({
  ...{ type: 'camp', starts: '09:00', ends: '16:00', refund: 'flexible', waitlist: 'on', options: '1' },
  venue: venue ?? '',
})

/** The control that an error of a call is about. */
export function controlOf(param: string, fields: EventFields, language: Language): string {
  if (param.startsWith('place.')) return param
  const question = /^q\.(title|choices|type|key)/.exec(param)?.[1]
  if (question) return question === 'title' || question === 'choices' ? `q.${question}.${language}` : `q.${question}`
  const option = /^options(?:\[(\d+)\]|\.([^.[]+))(?:\.(.+))?$/.exec(param)
  if (option) {
    const [, index, key, field = 'name'] = option
    const rows = sentRows(fields)
    const named = [...optionKeys(fields)].find(([, each]) => each === key)?.[0]
    const row = (index === undefined ? named : rows[Number(index)]) ?? 0
    const part = field === 'key' || field === 'name' ? `name.${language}` : field === 'free' ? 'cost' : field
    return `option.${row}.${part}`
  }
  const [first = '', second] = param.split(/[.[]/)
  if (first === 'options') return `option.0.name.${language}`
  if (texts.includes(first)) return `${first}.${second === 'en' || second === 'fr' ? second : language}`
  if (first === 'starts_at') return 'first_day'
  if (first === 'ends_at') return 'last_day'
  if (first === 'series_dates') return 'dates' in fields ? 'dates' : 'first_day'
  if (first === 'venues' || first === 'online_event') return 'venue'
  if (first === 'key') return `name.${language}`
  // An uploaded picture has no field for its address.
  if (first === 'picture_url' && isUploadedPicture(fields['picture_url'] ?? '')) return 'picture'
  return first
}
const texts: readonly string[] = ['name', 'summary', 'description', 'picture_text']

/** The errors of a refused form by control, in the words of the page where it has some. */
export function errorsOf(failure: FormFailure | null, words: Words, language: Language): Map<string, string> {
  if (!failure || failure.type === 'none' || isStale(failure) || isStaleQuestion(failure)) return new Map()
  const { values } = failure
  const all = failure.errors.length > 0 ? failure.errors : [{ ...failure, param: failure.param ?? '' }]
  const found = new Map<string, string>()
  for (const { type, param, message } of all) {
    const control = controlOf(param ?? '', values, language)
    if (!found.has(control)) found.set(control, sentenceOf(control, type, values) ?? message)
  }
  return found

  function sentenceOf(control: string, type: string, fields: EventFields): string | null {
    const name = control.replace(/^option\.\d+\./, 'option.').replace(/\.(?:en|fr)$/, '')
    const isTyped = (fields[control] ?? '').trim() !== ''
    if (name === 'option.cost' && type === 'required' && isTyped) return words.errors.noWayToPay
    if (type === 'date_in_past') return words.errors.past
    if (type === 'end_before_start') return words.errors.order
    if (type === 'sold_out') return words.errors.taken
    if (type === 'has_future_registrations') return words.errors.sold
    if (type === 'too_long') return null
    if (name === 'picture' && type !== 'file_type' && type !== 'file_too_large') return null
    return (words.errors.of as Record<string, string>)[name] ?? null
  }
}

export type Check = { name: keyof Words['ready']['items']; control: string; isDone: boolean; isNeeded: boolean }

/** What an event needs for the site, and what helps families, each with its control. */
export function readyChecks(fields: EventFields, language: Language): Check[] {
  const has = (name: string) => (fields[name] ?? '').trim() !== ''
  const rows = sentRows(fields)
  const isPriced = (at: number) => ['cost', 'spots_total'].every((name) => has(`option.${at}.${name}`))
  const first = rows.find((at) => !isPriced(at)) ?? rows[0] ?? 0
  const needed = (name: Check['name'], control: string, isDone: boolean): Check => ({
    name,
    control,
    isDone,
    isNeeded: true,
  })
  const helpful = (name: Check['name'], control: string, isDone: boolean): Check => ({
    ...needed(name, control, isDone),
    isNeeded: false,
  })
  return [
    needed('name', `name.${language}`, has(`name.${language}`)),
    needed('summary', `summary.${language}`, has(`summary.${language}`)),
    needed(
      'when',
      'dates' in fields ? 'dates' : 'first_day',
      has('dates') || (has('first_day') && has('starts') && has('ends')),
    ),
    needed('venue', 'venue', has('venue')),
    needed('options', `option.${first}.cost`, rows.length > 0 && rows.every(isPriced)),
    helpful(
      'ages',
      `option.${rows[0] ?? 0}.minimum_age`,
      rows.some((at) => has(`option.${at}.minimum_age`) || has(`option.${at}.maximum_age`)),
    ),
    helpful('description', `description.${language}`, has(`description.${language}`)),
    helpful(
      'picture',
      has('picture_url') ? `picture_text.${language}` : 'picture',
      has('picture_url') && has(`picture_text.${language}`),
    ),
  ]
}

/** The rows of options that the page shows; a pressed “Add an option” shows one more. */
export const optionRows = (fields: EventFields): number[] =>
  Array.from({ length: numOptions(fields) + (fields['add'] ? 1 : 0) }, (_, at) => at)

/** The price that parents see for a typed one, with fees and taxes; null for a free option and for no price. */
export function parentsPrice(text: string, program: Program, language: Language): string | null {
  const amount = writtenAmount(text, program.default_currency)
  if (!amount) return null
  return displayMoney(
    linePrice(amount, program.selling).total,
    { currency: program.default_currency, program },
    language,
  )
}

/** The kinds of question that the form offers: every kind but those that need more than words, and the question’s own. */
export const newQuestionTypes = (own: QuestionType | null): QuestionType[] =>
  questionTypes.filter((type) => type === own || !otherwiseMade.includes(type))
const otherwiseMade: readonly QuestionType[] = ['address', 'consent', 'signature']

/** The picture that the form can show: one of this site, or the one that the page of the event has already. */
export function shownPicture(address: string, { event }: EventForm): string | null {
  const isOnPage = event?.event.status === 'published' && address === event.event.picture_url
  return address !== '' && (address.startsWith('/') || isOnPage) ? address : null
}

export const mayPublish = (status: EventStatus | null): boolean =>
  status !== null && (eventStates.transitions[status] as readonly EventStatus[]).includes('published')

/** The days of the fields, such as “August 23 to 27, 2027”; null without days. */
export function daysOfFields(fields: EventFields, locale: Locale): string | null {
  const starts = (fields['dates'] ?? '').split('\n')
  const days =
    'dates' in fields ? [starts[0], starts.at(-1)] : [fields['first_day'], fields['last_day'] || fields['first_day']]
  const [from, until] = days.map((day) => Date.parse(`${day?.slice(0, 10)}T00:00Z`))
  if (from === undefined || until === undefined || Number.isNaN(from + until)) return null
  return dateSpan(wallClock(from, 'UTC'), wallClock(until, 'UTC'), locale)
}
