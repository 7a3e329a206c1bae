import {
  Day,
  Email,
  HealthCardNumber,
  isRealDay,
  line,
  NewPassword,
  optionalLine,
  PersonName,
  Phone,
} from '#contract/field-rules'
import type { Field } from '#contract/event'
import { longTextLength, oldestYears, shortTextLength } from '#contract/limits'
import { type AskedField, askedFields } from './asked-fields.ts'
import { fitsOption, optionOf, whoIs } from './fits-option.ts'
import { answerValue, shownFields } from './form-answers.ts'
import {
  answerName,
  calledName,
  hasPlace,
  isComing,
  isTicked,
  nameOf,
  type Person,
  type Problem,
  type RegistrationSetup,
  textOf,
  type Values,
} from './registration-setup.ts'

type Rule = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } | undefined }
}
/** English sentence → sentence of the page; labels as the summary says them. */
export type CheckWords = {
  sentence: (english: string) => string
  label: (field: string) => string
  of: (name: string, label: string) => string
  chooseSomeone: string
  tickWaiver: string
  /** For a refusal at somebody that came without words (site.txt §8). */
  attendeeProblem: string
}

const required = 'Field is required.'
const select = 'Please select an option.'
const ruleOfField: Record<AskedField, Rule> = {
  date_of_birth: Day,
  health_card_number: HealthCardNumber,
  parent_name: line(80),
  emergency_contact_phone: Phone,
  emergency_contact_email: Email,
  gender: line(20),
}
const ruleOfYou: [string, Rule][] = [
  ['first_name', PersonName],
  ['last_name', PersonName],
  ['email', Email],
  ['phone', Phone],
  ['password', NewPassword],
]

/** The first sentence a value breaks, in English; null when it is fine. */
function broken(rule: Rule, value: unknown): string | null {
  const read = rule.safeParse(value)
  return read.success ? null : (read.error?.issues[0]?.message ?? required)
}

/** Problems of the sign-up or log-in part. */
export function checkYou(values: Values, words: CheckWords): Problem[] {
  const isKnown = textOf(values, 'you.mode') === 'known'
  const rules = isKnown ? ruleOfYou.filter(([field]) => field === 'email') : ruleOfYou
  const problems = rules.flatMap(([field, rule]) =>
    problem(`you.${field}`, words.label(field), broken(rule, textOf(values, `you.${field}`)), words),
  )
  return isKnown && textOf(values, 'you.password') === ''
    ? [...problems, ...problem('you.password', words.label('password'), required, words)]
    : problems
}

/** Everything wrong with the people of the form, in the order it is shown. */
export function checkPeople(
  setup: RegistrationSetup,
  people: Person[],
  values: Values,
  words: CheckWords,
  today: string,
): Problem[] {
  const coming = people.filter((person) => isComing(person, values) && !hasPlace(person))
  if (coming.length === 0)
    return [
      {
        name: people[0] ? nameOf(people[0], 'comes') : 'add',
        label: words.chooseSomeone,
        message: words.chooseSomeone,
      },
    ]
  const problems = coming.flatMap((person) => checkPerson({ setup, person, values, words, today }))
  if (setup.waiver && !isTicked(values, 'waiver'))
    problems.push({ name: 'waiver', label: words.tickWaiver, message: words.tickWaiver })
  return problems
}

function checkPerson({
  setup,
  person,
  values,
  words,
  today,
}: {
  setup: RegistrationSetup
  person: Person
  values: Values
  words: CheckWords
  today: string
}): Problem[] {
  const name = calledName(person, values)
  const of = (field: string, english: string | null) =>
    problem(nameOf(person, field), words.of(name, words.label(field)), english, words)
  const given = (field: string) => textOf(values, nameOf(person, field))
  const option = optionOf(setup, person, values)
  const names = person.attendee_id
    ? []
    : [
        ...of('first_name', broken(PersonName, given('first_name'))),
        ...of('last_name', broken(PersonName, given('last_name'))),
        ...of('relation', given('relation') === '' ? select : null),
      ]
  return [
    ...names,
    ...askedFields(setup, person, values).flatMap((field) =>
      of(
        field,
        field === 'gender'
          ? given(field) === ''
            ? select
            : null
          : (broken(ruleOfField[field], given(field)) ??
              (field === 'date_of_birth' ? birthDayProblem(given(field).trim(), today) : null)),
      ),
    ),
    ...of('option_id', optionProblem(setup, person, values, option)),
    ...shownFields(setup.fields, person, values).flatMap((field) =>
      problem(answerName(person, field.id), words.of(name, field.title), answerProblem(field, person, values), words),
    ),
  ]
}

function birthDayProblem(bornOn: string, today: string): string | null {
  if (bornOn >= today) return 'Enter a date in the past.'
  return bornOn < `${Number(today.slice(0, 4)) - oldestYears}${today.slice(4)}`
    ? 'Enter a date less than 125 years ago.'
    : null
}

function optionProblem(
  setup: RegistrationSetup,
  person: Person,
  values: Values,
  option: RegistrationSetup['options'][number] | null,
): string | null {
  if (!option) return select
  const isHeld = person.place?.option_id === option.id
  const fit = fitsOption(option, whoIs(person, values), setup.event.firstDay)
  const mayStillFit = !fit.ok && (fit.why === 'born_on_needed' || fit.why === 'gender_needed')
  return (option.isOpen || isHeld) && (fit.ok || mayStillFit) ? null : select
}

/** What is wrong with one answer (decisions.md §12 "Question types"), as an English sentence. */
export function answerProblem(field: Field, person: Person, values: Values): string | null {
  const value = answerValue(field, person, values)
  const raw = textOf(values, answerName(person, field.id)).trim()
  const isChoice = ['yes_no', 'single_choice', 'multi_choice', 'dropdown'].includes(field.type)
  if (field.type === 'number' && raw !== '' && value === null) return 'Enter a whole number.'
  if (value === null) return field.validations.required && field.type !== 'file' ? (isChoice ? select : required) : null
  if (field.type === 'number') {
    const { min, max } = field.validations
    return (min !== null && (value as number) < min) || (max !== null && (value as number) > max)
      ? 'Choose a value from the range.'
      : null
  }
  if (field.type === 'date') return isRealDay(raw) ? null : 'Enter a date like 2017-05-31.'
  if (field.type === 'phone') return broken(Phone, raw)
  if (field.type === 'email') return broken(Email, raw)
  if (field.type === 'address')
    return Object.values(value as Record<string, unknown>).some((part) => part === null) ? required : null
  if (field.type === 'short_text' || field.type === 'long_text')
    return broken(optionalLine(mostOf(field)), raw.replace(/\n/g, ' '))
  return null
}

/** Most characters of a text answer. */
export function mostOf(field: Field): number {
  const most = field.type === 'long_text' ? longTextLength : shortTextLength
  return Math.min(field.validations.max_length ?? most, most)
}

const problem = (name: string, label: string, english: string | null, words: CheckWords): Problem[] =>
  english === null ? [] : [{ name, label, message: words.sentence(english) }]
