import type { Language } from '#contract/field-rules'
import { type EventFields, fieldsOfEvent, fieldsOfOption } from '#contract/organisation/event-fields'
import type { EventForm } from '#contract/organisation/event-form'
import { fieldsOfQuestion } from '#contract/organisation/question-fields'
import { numOptions, optionKeys, placesOf } from '#contract/organisation/event-of-fields'
import type { FileEvent } from '#contract/organisation/file-events'
import type { FormFailure } from '../../../api/page-request.ts'

/** True if the event changed after the form was read. */
export const isStale = (failure: FormFailure | null): boolean =>
  failure?.type === 'state_conflict' && failure.param === 'version'

/** True if the typed question changed after it was read. */
export const isStaleQuestion = (failure: FormFailure | null): boolean =>
  failure?.type === 'state_conflict' && failure.param === 'q.version'

const rowsOf = (fields: EventFields): number[] => Array.from({ length: numOptions(fields) }, (_, at) => at)

/**
 * The fields that a page shows again, brought up to what is stored: a place or an option that was added is chosen
 * instead of added twice, and an option that is gone becomes a new one.
 */
export function fieldsShownAgain(given: EventFields, form: EventForm, language: Language): EventFields {
  const { event, venues, questions } = form
  const opened = questions.find(({ key }) => key === given['edit_question'])
  const typed = opened ? { ...given, ...fieldsOfQuestion(opened, language) } : given
  const name = (typed['place.name'] ?? '').trim()
  const added = typed['venue'] === 'new' && name !== '' ? venues.find((venue) => venue.name === name) : undefined
  const fields = added ? { ...typed, venue: added.key } : typed
  if (!event) return fields
  const stored = fieldsOfEvent(event.event, language)
  const keys = optionKeys(fields)
  const storedKeys = new Set(event.event.options.map(({ key }) => key))
  const keyAt = (at: number) => (storedKeys.has(keys.get(at) ?? '') ? (keys.get(at) ?? '') : '')
  return {
    ...fields,
    ...Object.fromEntries(rowsOf(fields).map((at) => [`option.${at}.key`, keyAt(at)])),
    was_venue: stored['was_venue'] ?? '',
    was_questions: stored['was_questions'] ?? '',
    was_overnight: stored['was_overnight'] ?? '',
    ...('dates' in stored && 'dates' in fields ? { was_dates: stored['dates'] ?? '' } : {}),
  }
}

/** What is stored now where it differs from what was typed, by control. An option is compared by its key. */
export function differences(typed: EventFields, event: FileEvent, language: Language): Map<string, string> {
  const byKey = new Map(event.options.map((option) => [option.key, option]))
  const options = rowsOf(typed).map((at) => {
    const option = byKey.get(typed[`option.${at}.key`] ?? '')
    return option ? fieldsOfOption(option, at, language) : {}
  })
  const stored: EventFields = Object.assign({}, fieldsOfEvent({ ...event, options: [] }, language), ...options)
  const names = Object.keys(stored).filter((name) => !/^(?:was_|options$|option\.\d+\.key$)/.test(name))
  const questions = Object.keys(typed).filter((name) => name.startsWith('question.') && !(name in stored))
  return notAsTyped(typed, stored, [...names, ...questions])
}

/** The names of stored options that the typed fields do not have. */
export function optionsBeyond(typed: EventFields, event: FileEvent, language: Language): string[] {
  const keys = new Set(rowsOf(typed).map((at) => typed[`option.${at}.key`]))
  return event.options
    .filter(({ key }) => !keys.has(key))
    .map(({ name }) => (typeof name === 'string' ? name : (name[language] ?? Object.values(name)[0] ?? '')))
}

/** What is stored now of the typed question where it differs, by control. */
export function questionDifferences(typed: EventFields, form: EventForm, language: Language): Map<string, string> {
  const stored = storedQuestion(typed, form, language)
  return notAsTyped(
    typed,
    stored,
    Object.keys(stored).filter((name) => !/^(?:question_key|q\.(?:version|values|was_choices))$/.test(name)),
  )
}

/** The fields with the stored version of the typed question. A choice in the words of either version keeps its value. */
export function onStoredQuestion(typed: EventFields, form: EventForm, language: Language): EventFields {
  const stored = storedQuestion(typed, form, language)
  const both = (name: string) => [typed[name], stored[name]].join('\n')
  return {
    ...typed,
    'q.version': stored['q.version'] ?? '',
    'q.values': both('q.values'),
    'q.was_choices': both('q.was_choices'),
  }
}

function storedQuestion(typed: EventFields, { questions }: EventForm, language: Language): EventFields {
  const question = questions.find(({ key }) => key === typed['question_key'])
  return question ? fieldsOfQuestion(question, language) : {}
}

const notAsTyped = (typed: EventFields, stored: EventFields, names: readonly string[]): Map<string, string> =>
  new Map(
    names.flatMap((name) =>
      plain(name, typed[name]) === plain(name, stored[name]) ? [] : [[name, stored[name] ?? ''] as const],
    ),
  )

// An amount and a number of places are equal however they are written.
function plain(name: string, text = ''): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim()
  return /\.(?:cost|spots_total)$/.test(name) && trimmed !== '' ? String(placesOf(trimmed)) : trimmed
}
