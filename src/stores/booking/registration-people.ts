import { everyone } from '#contract/money/booking-request'
import { answerName, controlName, isComing, textOf, type Values } from '#contract/booking/form-controls'
import { hasEligibleOption } from './option-eligibility.ts'
import { valuesFromEarlier, valuesFromHeldPlaces } from './form-answers.ts'
import type { RegistrationSetup } from './registration-setup.ts'
import { displayName, hasPlace, type Person } from './family-people.ts'

/** Key of the first row, while there is no person. */
export const firstNewKey = 'new-1'
export const emptyPerson = {
  attendee_id: null,
  profile_id: null,
  first_name: '',
  last_name: '',
  date_of_birth: null,
  gender: null,
  knownFields: [],
  place: null,
  repeats: [],
}
const maxNewPeople = 12

/** An unused row key; null when the form is full. */
function nextNewKey(people: Person[]): string | null {
  const taken = new Set(people.map(({ key }) => key))
  for (let index = 1; index <= maxNewPeople; index += 1) if (!taken.has(`new-${index}`)) return `new-${index}`
  return null
}

/** Questions whose answers may be copied: not health, consent or signature. */
export const copyableFields = ({ fields, health }: Pick<RegistrationSetup, 'fields' | 'health'>): string[] =>
  fields
    .filter(({ id, type }) => !health.includes(id) && type !== 'consent' && type !== 'signature' && type !== 'file')
    .map(({ id }) => id)

/** The controls of a person's answers by question: the rest of their names, and their values. */
function answersByQuestion(values: Values, key: string): Map<string, [string, string | boolean][]> {
  const start = answerName({ key }, '')
  const answers = new Map<string, [string, string | boolean][]>()
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith(start)) continue
    const [field = ''] = name.slice(start.length).split(/[.~]/)
    answers.set(field, [...(answers.get(field) ?? []), [name.slice(start.length + field.length), value]])
  }
  return answers
}

/** The values with one person's answers for another. A question without an answer keeps the other person's. */
export function withCopiedAnswers(
  values: Values,
  { from, to, fields }: { from: string; to: string; fields: string[] },
): Values {
  const copied = { ...values }
  const before = answersByQuestion(values, to)
  for (const [field, answer] of answersByQuestion(values, from)) {
    if (!fields.includes(field) || answer.every(([, value]) => !value)) continue
    const own = answerName({ key: to }, field)
    for (const [part] of before.get(field) ?? []) delete copied[own + part]
    for (const [part, value] of answer) copied[own + part] = value
  }
  return copied
}

/** The initial values of another person: the surname of the previous one, whom the note `prefilled_from` names. */
function prefilledValues(people: Person[], values: Values, person: Person): Values {
  const own = (field: string) => controlName(person, field)
  const before = people.findLast((each) => isComing(each, values) && displayName(each, values) !== '')
  const last_name = before && (textOf(values, controlName(before, 'last_name')) || before.last_name)
  return {
    [own('comes')]: true,
    ...(last_name ? { [own('last_name')]: last_name, [own('prefilled_from')]: displayName(before, values) } : {}),
  }
}

/** The people of the form when it is opened: the family, or one empty row. */
export const initialPeople = ({ people }: Pick<RegistrationSetup, 'people'>): Person[] =>
  people.length > 0 ? people : [{ key: firstNewKey, ...emptyPerson }]

/** The shared answers of a form that is opened. */
export const initialShared: Values = { [controlName(everyone, 'relation')]: 'parent' }

/** The initial values of the form: the held places as they were sent, or one empty row. */
export const initialValues = (setup: RegistrationSetup): Values => ({
  'you.mode': 'new',
  ...initialShared,
  ...(setup.appointment ? { weeks: String(setup.appointment.chosenWeeks) } : {}),
  ...valuesOfEarlier(setup),
  ...valuesFromHeldPlaces(setup.fields, setup.people),
  ...setup.addedBefore,
  ...(setup.people.length > 0 ? {} : { [`${firstNewKey}.comes`]: true }),
})

/** The person of the earlier booking that the form copies, if they have no place yet. */
export function personAgain({ earlier, people }: Pick<RegistrationSetup, 'earlier' | 'people'>): Person | null {
  if (!earlier) return null
  return people.find(({ attendee_id, place }) => attendee_id === earlier.attendee_id && place === null) ?? null
}

// Answers about health, consent and signature are not copied, because the form asks for them again.
function valuesOfEarlier(setup: RegistrationSetup): Values {
  const person = personAgain(setup)
  if (!setup.earlier || !person) return {}
  return valuesFromEarlier(setup.fields, person, { ...setup.earlier, asked: copyableFields(setup) })
}

/** The people of a form, with the empty rows that a draft had added. */
export function withAddedPeople(people: Person[], addedKeys: string[]): Person[] {
  const existing = new Set(people.map(({ key }) => key))
  return [...people, ...addedKeys.filter((key) => !existing.has(key)).map((key) => ({ key, ...emptyPerson }))]
}

/** The control of the first person who may still be chosen. Without one, the button that adds a person. */
export function firstSelectableControl(setup: RegistrationSetup, people: Person[], values: Values): string {
  const first = people.find((each) => !hasPlace(each) && hasEligibleOption(setup, each, values))
  return first ? controlName(first, first.attendee_id ? 'comes' : 'first_name') : 'add'
}

/** The form after a person was added or removed, and the control that takes the focus. */
export type ChangedPeople = { people: Person[]; values: Values; focus: string }

/** The form with one more empty row; null when it is full. */
export function withNewPerson(people: Person[], values: Values): ChangedPeople | null {
  const key = nextNewKey(people)
  if (key === null) return null
  const person: Person = { key, ...emptyPerson }
  return {
    people: [...people, person],
    values: { ...values, ...prefilledValues(people, values, person) },
    focus: controlName(person, 'first_name'),
  }
}

/**
 * The form without a person. The focus moves to the next person, otherwise the previous person, otherwise the button
 * that adds a person.
 */
export function withoutPerson(people: Person[], values: Values, personKey: string): ChangedPeople {
  const index = people.findIndex(({ key }) => key === personKey)
  const remaining = people.filter(({ key }) => key !== personKey)
  const next = remaining[Math.min(index, remaining.length - 1)]
  return {
    people: remaining,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(`${personKey}.`))),
    focus: next ? controlName(next, 'comes') : 'add',
  }
}
