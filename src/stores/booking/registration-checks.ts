import { checkAnswers } from '#contract/booking/answer-check'
import {
  answerName,
  answersOf,
  dayOf,
  isComing,
  isTicked,
  controlName,
  textOf,
  type Values,
} from '#contract/booking/form-controls'
import { Email, FullName, GivenPassword, HealthCardNumber, NewPassword, PersonName, Phone } from '#contract/field-rules'
import type { Field } from '#contract/offering/event'
import type { FileWords } from '../chosen-file.ts'
import type { SharedField } from '#contract/money/booking-request'
import { type MissingField, missingFields, missingSharedFields, sharedControls } from './missing-fields.ts'
import { birthDateFault } from '#contract/people/birth-date'
import { hasEligibleOption, selectedOption } from './option-eligibility.ts'
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
  /** The label of a person's field, of the person alone when `label` is null, or of a field of everyone. */
  of: (name: string | null, label: string | null) => string
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
  checkWeeks: string
  tickWaiver: string
}

const required: BrokenRule = { code: 'required' }
const select: BrokenRule = { code: 'invalid_option' }
type NameField = 'first_name' | 'last_name'
type PersonField = NameField | MissingField | SharedField
const fieldRules: Record<Exclude<PersonField, 'gender' | 'relation' | 'date_of_birth'>, Rule> = {
  first_name: PersonName,
  last_name: PersonName,
  health_card_number: HealthCardNumber,
  parent_name: FullName,
  emergency_contact_phone: Phone,
  emergency_contact_email: Email,
}
const logInRules: Record<string, Rule> = { email: Email, password: GivenPassword }
const signUpRules: Record<string, Rule> = {
  first_name: PersonName,
  last_name: PersonName,
  email: Email,
  phone: Phone,
  password: NewPassword,
}

/** The first rule that a value breaks; null when it is valid. */
function firstError(rule: Rule, value: unknown): BrokenRule | null {
  const issue = rule.safeParse(value).error?.issues[0]
  return issue ? { code: issue.message as CheckedRule, maximum: issue.params?.maximum } : null
}

/** The problems of the sign-up or log-in part. */
export const checkAccount = (values: Values, words: CheckWords): Problem[] =>
  Object.entries(textOf(values, 'you.mode') === 'known' ? logInRules : signUpRules).flatMap(([field, rule]) => {
    const name = `you.${field}`
    return fieldProblem(name, { field, who: null, rule: firstError(rule, textOf(values, name)) }, words)
  })

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
  const differing = missingSharedFields(setup, person).filter((field) => textOfField(field).trim() !== '')
  const names: NameField[] = person.attendee_id ? [] : ['first_name', 'last_name']
  const own = [...names, ...missingFields(setup, person, values), ...differing].flatMap((field) =>
    of(field, ruleOf(field, textOfField(field), today)),
  )
  const option = selectedOption(setup, person, values)
  const isPossible = option !== null && hasEligibleOption({ ...setup, options: [option] }, person, values)
  if (whyNot) return [problemOf(controlName(person, 'comes'), whyNot), ...own]
  return [
    ...own,
    ...of('option_id', isPossible ? null : select),
    ...answerProblems(setup.fields, person, values).map(({ field, rule }) => ({
      name: answerName(person, field.id),
      label: words.of(who, field.title),
      message: words.answer(rule, field.type),
    })),
  ]
}

/** The rule that the text of a person's field breaks. */
function ruleOf(field: PersonField, text: string, today: string): BrokenRule | null {
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

// The server reads phones by the program's country, and knows who may sign and the uploads.
const reading = {
  readPhone: (typed: string) => (firstError(Phone, typed) ? null : typed),
  maySign: () => true,
  mayUse: () => true,
}
/** The rules that the answers of a person break, by the same check as the server's. */
export function answerProblems(
  fields: readonly Field[],
  person: Person,
  values: Values,
): { field: Field; rule: BrokenRule }[] {
  const { faults } = checkAnswers(fields, answersOf(fields, person, values), reading)
  return faults.flatMap(({ type, field_id }) => {
    const field = fields.find(({ id }) => id === field_id)
    if (!field) return []
    const code = type === 'invalid_parameter' ? 'invalid_integer' : (type as CheckedRule)
    const ofDate = field.type === 'date' ? dateRule(dayOf(values, answerName(person, field.id))) : null
    return [{ field, rule: ofDate ?? { code, maximum: maxTextLength(field) } }]
  })
}

/** A problem at a field. When its sentence names the field, the label is only the person's name. */
function fieldProblem(
  name: string,
  { field, who, rule }: { field: string; who: string | null; rule: BrokenRule | null },
  words: CheckWords,
): Problem[] {
  if (rule === null) return []
  const enter = words.enter(field, rule)
  const label = enter === null ? words.label(field) : who === null ? enter : null
  return [{ name, label: words.of(who, label), message: enter ?? words.sentence(rule) }]
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
  return { name, label, message, isRefused: true }
}
