import { dayWords, type Locale } from '#contract/date-format'
import { mayReadAnswer } from '#contract/booking/answer-fields'
import { isHealthQuestion, type Right } from '#contract/people/attendee'
import type { Field } from '#contract/offering/event'
import type { Answer, Registration } from '#contract/booking/registration'
import type { Text } from '../../../locales/choose-language.ts'

type Words = Pick<Text['registration'], 'yes' | 'no' | 'agree'>

/** An answer in words; empty for none. A file is shown by its question alone. */
export function answerWords(
  field: Pick<Field, 'type' | 'choices'> | undefined,
  value: Answer['value'],
  { words, locale }: { words: Words; locale: Locale },
): string {
  if (value === null || field?.type === 'file') return ''
  if (typeof value === 'boolean')
    return field?.type === 'consent' ? (value ? words.agree : words.no) : value ? words.yes : words.no
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  const label = (chosen: string) => field?.choices.find((choice) => choice.value === chosen)?.label ?? chosen
  if (Array.isArray(value)) return value.map(label).join(', ')
  if (typeof value === 'object')
    return Object.values(value)
      .filter((part) => typeof part === 'string' && part !== '')
      .join(', ')
  return field?.type === 'date' ? dayWords(value, locale) : label(value)
}

/** The answers of a place as its page lists them, in the order of the questions; files are listed elsewhere. */
export const answerLines = (
  { event, form_response }: Pick<Registration, 'event' | 'form_response'>,
  about: { words: Words; locale: Locale },
): { id: string; title: string; words: string }[] =>
  event.fields.flatMap((field) => {
    const answer = form_response.answers.find(({ field_id }) => field_id === field.id)
    const words = answer ? answerWords(field, answer.value, about) : ''
    return words === '' ? [] : [{ id: field.id, title: field.title, words }]
  })

/** The questions that a customer may read about a person: those about health only with the right `medical`. */
export function questionsFor(
  fields: readonly Field[],
  { relations }: Registration['attendee_profile'],
  customerId: string,
): Field[] {
  const rights: readonly Right[] = relations.find(({ customer_id }) => customer_id === customerId)?.rights ?? []
  return fields.filter((field) => mayReadAnswer(rights, { asksHealth: isHealthQuestion(field) }))
}

/** The words for the condition of a question, as in `Only if “Can swim?” is “Yes”`; null without one. */
export function conditionWords(
  { show_if }: Field,
  fields: readonly Field[],
  { words, onlyIf }: { words: Words; onlyIf: (question: string, answer: string) => string },
): string | null {
  const other = fields.find(({ id }) => id === show_if?.field)
  if (!show_if || !other) return null
  const { equals } = show_if
  const label = other.choices.find(({ value }) => value === equals)?.label
  return onlyIf(other.title, label ?? (typeof equals === 'boolean' ? (equals ? words.yes : words.no) : String(equals)))
}
