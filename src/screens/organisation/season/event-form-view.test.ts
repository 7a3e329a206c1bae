import { describe, expect, it } from 'vitest'
import { fieldsOfEvent } from '#contract/organisation/event-fields'
import { FileEvent } from '#contract/organisation/file-events'
import type { EventForm } from '#contract/organisation/event-form'
import {
  fieldsOfQuestion,
  hasQuestion,
  questionOfFields,
  withoutQuestion,
} from '#contract/organisation/question-fields'
import type { FormFailure } from '../../../api/page-request.ts'
import { en } from '../../../locales/en.ts'
import {
  differences,
  fieldsShownAgain,
  isStale,
  isStaleQuestion,
  onStoredQuestion,
  optionsBeyond,
  questionDifferences,
} from './event-form-changes.ts'
import { controlOf, emptyFields, errorsOf, optionRows, readyChecks } from './event-form-view.ts'

const fields = {
  ...{ 'name.en': 'Otter', options: '3', 'option.0.name.en': '', 'option.1.name.en': 'Half', 'option.1.cost': '10' },
  ...{ 'option.2.key': 'full', 'option.2.name.en': 'Full' },
}
const failure = (more: Partial<FormFailure>): FormFailure => ({
  ...{ form: 'desk-event', type: 'required', message: 'From the call.', param: null, errors: [], values: fields },
  ...more,
})

describe('an error of the form of an event', () => {
  it.each([
    ['name', 'name.en'],
    ['name.fr', 'name.fr'],
    ['starts_at', 'first_day'],
    ['ends_at', 'last_day'],
    ['series_dates[1].starts_at', 'first_day'],
    ['venues', 'venue'],
    ['key', 'name.en'],
    ['options', 'option.0.name.en'],
    ['options[0].cost', 'option.1.cost'],
    ['options[1].name', 'option.2.name.en'],
    ['options.full.spots_total', 'option.2.spots_total'],
    ['options.half.free', 'option.1.cost'],
    ['place.city', 'place.city'],
    ['q.title', 'q.title.en'],
    ['q.choices', 'q.choices.en'],
    ['q.key', 'q.key'],
  ])('an error of %s belongs to the control %s', (param, control) => {
    expect(controlOf(param, fields, 'en')).toBe(control)
  })

  it('an error is shown once for its control, in the words of the page', () => {
    const error = (param: string, type = 'required') => ({ type, param, message: 'From the call.' })
    const errors = [error('name'), error('name.en'), error('options.half.cost'), error('ends_at', 'end_before_start')]
    const words = en.deskEvent.errors
    expect([...errorsOf(failure({ errors: [...errors, error('terms')] }), en.deskEvent, 'en')]).toEqual([
      ['name.en', words.of.name],
      ['option.1.cost', words.noWayToPay],
      ['last_day', words.order],
      ['terms', 'From the call.'],
    ])
    expect(errorsOf(failure({ type: 'state_conflict', param: 'version' }), en.deskEvent, 'en').size).toBe(0)
  })
})

describe('an event that changed meanwhile', () => {
  it('a stored text is shown where the typed text differs', () => {
    const event = FileEvent.parse({ key: 'otter', type: 'camp', name: 'Otter', summary: 'Stored' })
    const typed = { ...fieldsOfEvent(event, 'en'), 'summary.en': 'Typed' }
    expect([...differences(typed, event, 'en')]).toEqual([['summary.en', 'Stored']])
    expect(differences(fieldsOfEvent(event, 'en'), event, 'en').size).toBe(0)
    expect([isStale(failure({ type: 'state_conflict', param: 'version' })), isStale(failure({}))]).toEqual([
      true,
      false,
    ])
  })

  const option = (key: string, name: string) => ({ key, name, cost: 345, spots_total: 14 })
  const week = FileEvent.parse({
    ...{ key: 'otter', type: 'camp', name: 'Otter', questions: ['swim'], venues: ['dock'] },
    options: [option('half', 'Half'), option('full', 'Full')],
  })

  it('options are compared by key, and an amount is the same however it is written', () => {
    const rows = { options: '2', 'option.0.key': 'full', 'option.0.name.en': 'Full', 'option.0.cost': '345.00' }
    const typed = { ...fieldsOfEvent(week, 'en'), ...rows, 'option.1.key': '', 'option.1.name.en': 'Third' }
    expect([...differences(typed, week, 'en')]).toEqual([])
    expect([...differences({ ...typed, 'option.0.cost': '350', 'question.tee': 'on' }, week, 'en')]).toEqual([
      ['option.0.cost', '345'],
      ['question.tee', ''],
    ])
    expect(optionsBeyond(typed, week, 'en')).toEqual(['Half'])
  })

  it('fields that are shown again name what is stored by now', () => {
    const form = {
      event: { event: week },
      venues: [{ key: 'pine', name: 'Pine Point' }],
      questions: [],
    } as unknown as EventForm
    const rows = { options: '3', 'option.0.key': 'gone', 'option.0.name.en': 'Gone', 'option.1.name.en': 'Full' }
    const typed = { ...rows, venue: 'new', 'place.name': 'Pine Point', was_venue: 'old', was_questions: '' }
    expect(fieldsShownAgain(typed, form, 'en')).toMatchObject({
      ...{ venue: 'pine', was_venue: 'dock', was_questions: 'swim' },
      ...{ 'option.0.key': '', 'option.1.key': 'full', 'option.2.key': '' },
    })
    expect(fieldsShownAgain(typed, { ...form, event: null, venues: [] }, 'en')).toEqual(typed)
  })
})

describe('the list of what is ready', () => {
  const openOf = (given: Record<string, string>) =>
    readyChecks(given, 'en').flatMap(({ name, isDone, isNeeded }) => (isNeeded && !isDone ? [name] : []))

  it('every field that the site needs is open until it is filled', () => {
    expect(openOf(emptyFields(null))).toEqual(['name', 'summary', 'when', 'venue', 'options'])
    const option = { options: '1', 'option.0.cost': '0', 'option.0.spots_total': '12' }
    const days = { first_day: '2027-07-05', starts: '09:00', ends: '16:00' }
    expect(openOf({ 'name.en': 'A', 'summary.en': 'B', venue: 'online', ...days, ...option })).toEqual([])
    expect(
      openOf({ 'name.en': 'A', 'summary.en': 'B', venue: 'dock', dates: 'x', ...option, 'option.0.cost': '' }),
    ).toEqual(['options'])
  })

  it('an added option is one more row', () => {
    expect(optionRows({ options: '2' })).toEqual([0, 1])
    expect(optionRows({ options: '2', add: 'option' })).toEqual([0, 1, 2])
  })
})

describe('the fields of a question', () => {
  const size = {
    ...{ key: 'size', name: 'Size', title: { en: 'Size', fr: 'Taille' }, type: 'dropdown' as const },
    ...{ required: true, is_health: false, version: 'v2' },
    choices: [
      { value: 's', label: { en: 'Small', fr: 'Petit' } },
      { value: 'm', label: 'Medium' },
    ],
  }

  it('a choice whose words stay keeps its value, in any order', () => {
    const fields = { ...fieldsOfQuestion(size, 'en'), 'q.language': 'en' }
    expect(questionOfFields(fields)).toMatchObject({ title: size.title, type: 'dropdown', required: true })
    expect(questionOfFields({ ...fields, 'q.choices.en': 'Large\nSmall', 'q.choices.fr': '\nPetit' }).choices).toEqual([
      { value: 'Large', label: { en: 'Large' } },
      { value: 's', label: { en: 'Small', fr: 'Petit' } },
    ])
    expect(questionOfFields({ ...fields, 'q.type': 'yes_no' }).choices).toEqual([])
  })

  it('a question that changed meanwhile shows what is stored where it differs, and takes the stored version', () => {
    const form = { event: null, venues: [], waivers: [], questions: [size] } as unknown as EventForm
    const before = { ...size, title: 'Size', choices: [{ value: 'l', label: 'Large' }], version: 'v1' }
    const typed = { ...fieldsOfQuestion(before, 'en'), 'q.language': 'en', 'q.choices.en': 'Small\nLarge' }
    expect(questionOfFields(typed).version).toBe('v1')
    expect([...questionDifferences(typed, form, 'en')]).toEqual([
      ['q.title.fr', 'Taille'],
      ['q.choices.en', 'Small\nMedium'],
      ['q.choices.fr', 'Petit'],
    ])
    expect(questionDifferences(fieldsOfQuestion(size, 'en'), form, 'en').size).toBe(0)
    const body = questionOfFields(onStoredQuestion(typed, form, 'en'))
    expect([body.version, body.choices.map(({ value }) => value)]).toEqual(['v2', ['s', 'l']])
    const refused = failure({ type: 'state_conflict', param: 'q.version' })
    expect([isStaleQuestion(refused), isStale(refused), errorsOf(refused, en.deskEvent, 'en').size]).toEqual([
      true,
      false,
      0,
    ])
  })

  it('the question that is opened fills its fields, and a saved one leaves them empty', () => {
    const form = { event: null, venues: [], waivers: [], questions: [size] } as unknown as EventForm
    const shown = fieldsShownAgain({ 'name.en': 'Otter', edit_question: 'size' }, form, 'en')
    expect(shown).toMatchObject({ 'name.en': 'Otter', question_key: 'size', 'q.choices.en': 'Small\nMedium' })
    expect([hasQuestion(shown), hasQuestion(withoutQuestion(shown))]).toEqual([true, false])
  })
})
