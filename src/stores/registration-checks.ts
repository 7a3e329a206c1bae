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

/** What the form may say of a value, by the code of the broken rule. */
export const checkedRules = [
  'date_in_future',
  'date_too_old',
  'invalid_characters',
  'invalid_date',
  'invalid_email',
  'invalid_health_card',
  'invalid_integer',
  'invalid_option',
  'invalid_phone',
  'out_of_range',
  'required',
  'too_long',
  'too_short',
] as const
type CheckedRule = (typeof checkedRules)[number]
export type RuleSentences = Record<CheckedRule, string>
/** The rule that a value breaks; `maximum` is that of `too_long`. */
export type BrokenRule = { code: CheckedRule; maximum?: number | undefined }

type Issue = { message: string; params?: { maximum?: number } }
type Rule = { safeParse: (value: unknown) => { success: boolean; error?: { issues: Issue[] } | undefined } }
/** Sentences of the page by the broken rule; labels as the summary says them. */
export type CheckWords = {
  sentence: (broken: BrokenRule) => string
  label: (field: string) => string
  of: (name: string, label: string) => string
  chooseSomeone: string
  tickWaiver: string
  /** For a refusal at somebody that came without words. */
  attendeeProblem: string
}

const required: BrokenRule = { code: 'required' }
const select: BrokenRule = { code: 'invalid_option' }
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

/** The first rule that a value breaks; null when it is fine. */
function broken(rule: Rule, value: unknown): BrokenRule | null {
  const issue = rule.safeParse(value).error?.issues[0]
  return issue ? { code: issue.message as CheckedRule, maximum: issue.params?.maximum } : null
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
  const of = (field: string, rule: BrokenRule | null) =>
    problem(nameOf(person, field), words.of(name, words.label(field)), rule, words)
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

function birthDayProblem(bornOn: string, today: string): BrokenRule | null {
  if (bornOn >= today) return { code: 'date_in_future' }
  return bornOn < `${Number(today.slice(0, 4)) - oldestYears}${today.slice(4)}` ? { code: 'date_too_old' } : null
}

function optionProblem(
  setup: RegistrationSetup,
  person: Person,
  values: Values,
  option: RegistrationSetup['options'][number] | null,
): BrokenRule | null {
  if (!option) return select
  const isHeld = person.place?.option_id === option.id
  const fit = fitsOption(option, whoIs(person, values), setup.event.firstDay)
  const mayStillFit = !fit.ok && (fit.why === 'born_on_needed' || fit.why === 'gender_needed')
  return (option.isOpen || isHeld) && (fit.ok || mayStillFit) ? null : select
}

/** The rule that one answer breaks, by the type of its question. */
export function answerProblem(field: Field, person: Person, values: Values): BrokenRule | null {
  const value = answerValue(field, person, values)
  const raw = textOf(values, answerName(person, field.id)).trim()
  const isChoice = ['yes_no', 'single_choice', 'multi_choice', 'dropdown'].includes(field.type)
  if (field.type === 'number' && raw !== '' && value === null) return { code: 'invalid_integer' }
  if (value === null) return field.validations.required && field.type !== 'file' ? (isChoice ? select : required) : null
  if (field.type === 'number') {
    const { min, max } = field.validations
    return (min !== null && (value as number) < min) || (max !== null && (value as number) > max)
      ? { code: 'out_of_range' }
      : null
  }
  if (field.type === 'date') return isRealDay(raw) ? null : { code: 'invalid_date' }
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

const problem = (name: string, label: string, rule: BrokenRule | null, words: CheckWords): Problem[] =>
  rule === null ? [] : [{ name, label, message: words.sentence(rule) }]
