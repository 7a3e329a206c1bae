import { valuesFromHeldPlaces } from './form-answers.ts'
import type { Person, RegistrationSetup, Values } from './registration-setup.ts'

/** Key of the row shown before there is any person. */
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
}
const maxNewPeople = 12

/** A key that no row has; null when the form is full. */
export function nextNewKey(people: Person[]): string | null {
  const taken = new Set(people.map(({ key }) => key))
  for (let index = 1; index <= maxNewPeople; index += 1) if (!taken.has(`new-${index}`)) return `new-${index}`
  return null
}

export const personKeys = (people: Person[], predicate: (person: Person) => boolean): string[] =>
  people.filter(predicate).map(({ key }) => key)

/** The answers of one person under the control names of another. */
export function copyAnswerValues(values: Values, from: string, to: string): Values {
  const own = Object.entries(values).filter(([name]) => name.startsWith(`${from}.q.`))
  return Object.fromEntries(own.map(([name, value]) => [`${to}.q.${name.slice(from.length + 3)}`, value]))
}

/** The values of an untouched form: held places as they were sent, or one empty row. */
export const initialValues = (setup: RegistrationSetup): Values => ({
  'you.mode': 'new',
  ...valuesFromHeldPlaces(setup.fields, setup.people),
  ...(setup.people.length > 0 ? {} : { [`${firstNewKey}.comes`]: true, [`${firstNewKey}.relation`]: 'parent' }),
})

/** The people of a form and the empty rows that a draft had added. */
export function withAddedPeople(people: Person[], addedKeys: string[]): Person[] {
  const existing = new Set(people.map(({ key }) => key))
  return [...people, ...addedKeys.filter((key) => !existing.has(key)).map((key) => ({ key, ...emptyPerson }))]
}
