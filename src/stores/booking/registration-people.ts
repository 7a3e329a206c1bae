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

/** An unused row key; undefined when the form is full. */
const nextNewKey = (people: Person[]): string | undefined =>
  Array.from({ length: maxNewPeople }, (_, index) => `new-${index + 1}`).find((key) =>
    people.every((person) => person.key !== key),
  )

/** Questions whose answers may be copied: not health, consent or signature. */
export const copyableFields = ({ fields, health }: Pick<RegistrationSetup, 'fields' | 'health'>): string[] =>
  fields
    .filter(({ id, type }) => !health.includes(id) && type !== 'consent' && type !== 'signature' && type !== 'file')
    .map(({ id }) => id)

/** The controls of a person's answer: the rest of their names, and their values. */
function answerParts(values: Values, key: string, field: string): [string, string | boolean][] {
  const name = answerName({ key }, field)
  return Object.entries(values).flatMap(([each, value]) =>
    each === name || each.startsWith(`${name}.`) || each.startsWith(`${name}~`)
      ? [[each.slice(name.length), value]]
      : [],
  )
}

/** The values with one person's answers for another. A question without an answer keeps the other person's. */
export function withCopiedAnswers(
  values: Values,
  { from, to, fields }: { from: string; to: string; fields: string[] },
): Values {
  const copied = { ...values }
  for (const field of fields) {
    const answer = answerParts(values, from, field)
    if (answer.every(([, value]) => !value)) continue
    const own = answerName({ key: to }, field)
    for (const [part] of answerParts(values, to, field)) delete copied[own + part]
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
  const { earlier, fields } = setup
  return earlier && person ? valuesFromEarlier(fields, person, { ...earlier, asked: copyableFields(setup) }) : {}
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
  if (key === undefined) return null
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
