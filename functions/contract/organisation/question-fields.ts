import { type Language, languages } from '../field-rules.ts'
import { type EventFields, textFields } from './event-fields.ts'
import type { OrganiserQuestion } from './event-form.ts'
import { textOf } from './event-of-fields.ts'

/** The kinds of question whose answer is one or several of its choices. */
export const choiceTypes = ['single_choice', 'multi_choice', 'dropdown'] as const

type Question = Pick<OrganiserQuestion, 'key' | 'title' | 'type' | 'required' | 'is_health' | 'choices' | 'version'>

/** The fields of a question in the form of an event: its choices have one line each. */
export function fieldsOfQuestion(question: Question, language: Language): Record<string, string> {
  const choices = question.choices.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: choice } : choice,
  )
  const inLanguage = (each: Language) =>
    choices.map(({ label }) => (typeof label === 'string' ? (each === language ? label : '') : (label[each] ?? '')))
  return {
    question_key: question.key,
    'q.version': question.version,
    'q.type': question.type,
    'q.required': question.required ? 'on' : '',
    'q.health': question.is_health ? 'on' : '',
    ...textFields('q.title', question.title, language),
    ...Object.fromEntries(languages.map((each) => [`q.choices.${each}`, inLanguage(each).join('\n').trimEnd()])),
    'q.was_choices': inLanguage(language).join('\n'),
    'q.values': choices.map(({ value }) => value).join('\n'),
  }
}

const lines = (text = ''): string[] => text.replaceAll('\r\n', '\n').split('\n')

/** True when the fields have a question that is not saved yet. */
export const hasQuestion = (fields: EventFields): boolean =>
  (fields['question_key'] ?? '') !== '' ||
  languages.some((each) => [`q.title.${each}`, `q.choices.${each}`].some((name) => (fields[name] ?? '').trim() !== ''))

/** The fields of a question as the body of its call. A choice whose words stay keeps its value. */
export function questionOfFields(fields: EventFields) {
  const own: Language = fields['q.language'] === 'fr' ? 'fr' : 'en'
  const type = fields['q.type'] ?? ''
  const others = languages.filter((each) => each !== own && `q.choices.${each}` in fields)
  const values = lines(fields['q.values'])
  const before = lines(fields['q.was_choices'])
  const choices = lines(fields[`q.choices.${own}`]).flatMap((line, at) => {
    const label = line.trim()
    if (label === '') return []
    const words = others.map((each) => [each, lines(fields[`q.choices.${each}`])[at]?.trim() ?? ''] as const)
    const value = values[before.indexOf(label)] ?? ''
    return [
      {
        value: value === '' ? label : value,
        label: { [own]: label, ...Object.fromEntries(words.filter(([, text]) => text !== '')) },
      },
    ]
  })
  return {
    title: textOf(fields, 'q.title') ?? '',
    type,
    required: fields['q.required'] === 'on',
    is_health: fields['q.health'] === 'on',
    choices: (choiceTypes as readonly string[]).includes(type) ? choices : [],
    ...(fields['q.version'] ? { version: fields['q.version'] } : {}),
  }
}

/** The fields without those of the question. */
export const withoutQuestion = (fields: EventFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'question_key' && !name.startsWith('q.')))
