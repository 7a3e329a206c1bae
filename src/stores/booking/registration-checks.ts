import {
  answerName,
  isComing,
  isTicked,
  controlName,
  textOf,
  type Values,
  answerValue,
  visibleFields,
} from '#contract/booking/form-controls'
import { Email, FullName, HealthCardNumber, NewPassword, optionalLine, PersonName, Phone } from '#contract/field-rules'
import type { Field } from '#contract/offering/event'
import type { FileWords } from '../chosen-file.ts'
import type { SharedField } from '#contract/money/booking-request'
import { type MissingField, missingFields, missingSharedFields, sharedControls } from './missing-fields.ts'
import { fitOf, mayFit } from '#contract/booking/person-fit'
import { birthDateFault } from '#contract/people/birth-date'
import { selectedOption, personDetails } from './option-eligibility.ts'
import { maxTextLength } from './form-answers.ts'
import type { Problem, RegistrationSetup } from './registration-setup.ts'
import { displayName, hasPlace, hasSigned, type Person } from './family-people.ts'
import { isRealDay } from '#contract/instant'

/** Codes of the rules for which the form has a sentence. */
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
/** The rule that a value breaks. `maximum` is only given for `too_long`. */
export type BrokenRule = { code: CheckedRule; maximum?: number | undefined }

type Issue = { message: string; params?: { maximum?: number } }
type Rule = { safeParse: (value: unknown) => { success: boolean; error?: { issues: Issue[] } | undefined } }
/** Sentences of the page by broken rule, and labels for the summary. */
export type CheckWords = {
  sentence: (broken: BrokenRule) => string
  label: (field: string) => string
  /** The label of a person's field, or of the person alone when `label` is null. */
  of: (name: string, label: string | null) => string
  /**
   * The sentence for an empty field or an invalid date, which names the field. Null when the rule's own sentence is
   * used.
   */
  enter: (field: string, broken: BrokenRule) => string | null
  /** The sentence for an answer, by the type of its question. */
  answer: (broken: BrokenRule, type: Field['type']) => string
  /** The sentences for a file that was not uploaded. */
  file: FileWords
  /** The reason for which no option suits a person; null when an option does. */
  whyNot: (setup: RegistrationSetup, person: Person, values: Values) => string | null
  chooseSomeone: string
  /** The sentence for weeks that could not be booked. */
  weeksMissed: string
  tickWaiver: string
}

const required: BrokenRule = { code: 'required' }
const select: BrokenRule = { code: 'invalid_option' }
const fieldRules: Record<Exclude<MissingField | SharedField, 'gender' | 'relation' | 'date_of_birth'>, Rule> = {
  health_card_number: HealthCardNumber,
  parent_name: FullName,
  emergency_contact_phone: Phone,
  emergency_contact_email: Email,
}
const accountRules: [string, Rule][] = [
  ['first_name', PersonName],
  ['last_name', PersonName],
  ['email', Email],
  ['phone', Phone],
  ['password', NewPassword],
]

/** The first rule that a value breaks; null when it is valid. */
function firstError(rule: Rule, value: unknown): BrokenRule | null {
  const issue = rule.safeParse(value).error?.issues[0]
  return issue ? { code: issue.message as CheckedRule, maximum: issue.params?.maximum } : null
}

/** The problems of the sign-up or log-in part. */
export function checkAccount(values: Values, words: CheckWords): Problem[] {
  const isLogin = textOf(values, 'you.mode') === 'known'
  const ruleOf = ([field, rule]: [string, Rule]) =>
    isLogin && field === 'password'
      ? textOf(values, 'you.password') === ''
        ? required
        : null
      : firstError(rule, textOf(values, `you.${field}`))
  return accountRules
    .filter(([field]) => !isLogin || field === 'email' || field === 'password')
    .flatMap((each) => fieldProblem(`you.${each[0]}`, { field: each[0], who: null, rule: ruleOf(each) }, words))
}

/** A problem whose sentence is also its label. */
const problemOf = (name: string, message: string): Problem => ({ name, label: message, message })

/** The problems of the people in the form, in display order. */
export function checkPeople(
  setup: RegistrationSetup,
  people: Person[],
  values: Values,
  words: CheckWords,
  today: string,
): Problem[] {
  const attending = people.filter((person) => isComing(person, values) && !hasPlace(person))
  if (attending.length === 0)
    return [problemOf(people[0] ? controlName(people[0], 'comes') : 'add', words.chooseSomeone)]
  const { appointment } = setup
  const tooMany = appointment && attending[appointment.places]
  if (tooMany) return [problemOf(controlName(tooMany, 'comes'), appointment.tooMany)]
  const problems = [
    ...attending.flatMap((person) => checkPerson({ setup, values, words, today }, person)),
    ...sharedControls(setup, attending, values).flatMap(({ field, name }) =>
      fieldProblem(name, { field, who: null, rule: ruleOf(field, textOf(values, name), today) }, words),
    ),
  ]
  const { waiver } = setup
  if (waiver && !isTicked(values, 'waiver') && !attending.every((person) => hasSigned(waiver, person)))
    problems.push(problemOf('waiver', words.tickWaiver))
  return problems
}

function checkPerson(
  { setup, values, words, today }: { setup: RegistrationSetup; values: Values; words: CheckWords; today: string },
  person: Person,
): Problem[] {
  const who = displayName(person, values)
  const whyNot = words.whyNot(setup, person, values)
  const of = (field: string, rule: BrokenRule | null) =>
    fieldProblem(controlName(person, field), { field, who, rule }, words)
  const textOfField = (field: string) => textOf(values, controlName(person, field))
  const names = person.attendee_id
    ? []
    : [
        ...of('first_name', firstError(PersonName, textOfField('first_name'))),
        ...of('last_name', firstError(PersonName, textOfField('last_name'))),
      ]
  const differing = missingSharedFields(setup, person).filter((field) => textOfField(field).trim() !== '')
  const missing = [...missingFields(setup, person, values), ...differing].flatMap((field) =>
    of(field, ruleOf(field, textOfField(field), today)),
  )
  if (whyNot) return [...names, problemOf(controlName(person, 'comes'), whyNot), ...missing]
  return [
    ...names,
    ...missing,
    ...of('option_id', optionProblem(setup, person, values)),
    ...visibleFields(setup.fields, person, values).flatMap((field) => {
      const rule = answerProblem(field, person, values)
      const label = words.of(who, field.title)
      return rule ? [{ name: answerName(person, field.id), label, message: words.answer(rule, field.type) }] : []
    }),
  ]
}

/** The rule that the text of a person's field breaks. */
function ruleOf(field: MissingField | SharedField, text: string, today: string): BrokenRule | null {
  if (field === 'gender' || field === 'relation') return text === '' ? select : null
  const birthFault = field === 'date_of_birth' ? birthDateFault(text, today) : null
  if (field === 'date_of_birth') return dateRule(text) ?? (birthFault && { code: birthFault })
  return firstError(fieldRules[field], text)
}

/** A complete date must exist in the calendar. An incomplete date counts as missing. */
function dateRule(text: string): BrokenRule | null {
  if (isRealDay(text)) return null
  return /^\d{1,4}-\d\d-\d\d$/.test(text) ? { code: 'invalid_date' } : required
}

function optionProblem(setup: RegistrationSetup, person: Person, values: Values): BrokenRule | null {
  const option = selectedOption(setup, person, values)
  if (!option) return select
  const isHeld = person.place?.option_id === option.id
  const fit = fitOf(option, personDetails(person, values), setup.event.firstDay)
  return (option.isOpen || isHeld) && mayFit(fit) ? null : select
}

/** The rule that an answer breaks, by the type of its question. */
export function answerProblem(field: Field, person: Person, values: Values): BrokenRule | null {
  const value = answerValue(field, person, values)
  const raw = textOf(values, answerName(person, field.id)).trim()
  const isChoice = ['yes_no', 'single_choice', 'multi_choice', 'dropdown'].includes(field.type)
  if (field.type === 'number' && raw !== '' && value === null) return { code: 'invalid_integer' }
  if (value === null) return field.validations.required ? (isChoice ? select : required) : null
  if (field.type === 'number') {
    const { min, max } = field.validations
    return (min !== null && (value as number) < min) || (max !== null && (value as number) > max)
      ? { code: 'out_of_range' }
      : null
  }
  if (field.type === 'date') return dateRule(raw)
  if (field.type === 'phone') return firstError(Phone, raw)
  if (field.type === 'email') return firstError(Email, raw)
  if (field.type === 'address')
    return Object.values(value as Record<string, unknown>).some((part) => part === null) ? required : null
  if (field.type === 'short_text' || field.type === 'long_text')
    return firstError(optionalLine(maxTextLength(field)), raw.replace(/\n/g, ' '))
  return null
}

/** A problem at a field. When its sentence names the field, the label is only the person's name. */
function fieldProblem(
  name: string,
  { field, who, rule }: { field: string; who: string | null; rule: BrokenRule | null },
  words: CheckWords,
): Problem[] {
  if (rule === null) return []
  const enter = words.enter(field, rule)
  const label = words.label(field)
  if (enter === null)
    return [{ name, label: who === null ? label : words.of(who, label), message: words.sentence(rule) }]
  return [{ name, label: who === null ? enter : words.of(who, null), message: enter }]
}

/** A server refusal as a problem of the form, labelled with the person's name. */
export function serverProblem(
  { name, message }: { name: string; message: string },
  { people, values, words }: { people: Person[]; values: Values; words: CheckWords },
): Problem {
  const person = people.find((each) => name.startsWith(`${each.key}.`))
  const label = person
    ? person.first_name || textOf(values, controlName(person, 'first_name'))
    : words.label(name.replace(/^(?:you|all)\./, ''))
  return { name, label, message }
}
