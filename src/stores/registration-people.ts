import type { Person, Values } from './registration-setup.ts'

/** The row that stands there when nobody is known yet. */
export const firstNew = 'new-1'
export const nobody = {
  attendee_id: null,
  profile_id: null,
  first_name: '',
  last_name: '',
  date_of_birth: null,
  gender: null,
  known: [],
  place: null,
}
const mostNew = 12

/** A key that no row has; null when the form is full. */
export function nextNewKey(people: Person[]): string | null {
  const taken = new Set(people.map(({ key }) => key))
  for (let at = 1; at <= mostNew; at += 1) if (!taken.has(`new-${at}`)) return `new-${at}`
  return null
}

export const keysOf = (people: Person[], isWanted: (person: Person) => boolean): string[] =>
  people.filter(isWanted).map(({ key }) => key)

/** The answers of one person under the names of another. */
export function copiedAnswers(values: Values, from: string, to: string): Values {
  const own = Object.entries(values).filter(([name]) => name.startsWith(`${from}.q.`))
  return Object.fromEntries(own.map(([name, value]) => [`${to}.q.${name.slice(from.length + 3)}`, value]))
}
