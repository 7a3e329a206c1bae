import type { RequirableField } from '#contract/attendee'
import { fitsOf, optionOf } from './fits-option.ts'
import type { Person, RegistrationSetup, Values } from './registration-setup.ts'

/** A field of a person that this form asks for. */
export type AskedField = RequirableField | 'gender'

/** What is still to be asked about somebody: what the program requires and does not know, and what his option needs. */
export function askedFields(setup: RegistrationSetup, person: Person, values: Values): AskedField[] {
  const input: AskedField[] = setup.required.filter((field) => !person.known.includes(field))
  const hasAgeLimits = setup.options.some(
    ({ minimum_age, maximum_age }) => minimum_age !== null || maximum_age !== null,
  )
  if (hasAgeLimits && person.date_of_birth === null && !input.includes('date_of_birth')) input.unshift('date_of_birth')
  if (person.gender === null && needsGender(setup, person, values)) input.push('gender')
  return input
}

/** Gender matters when the chosen option is for one, or when all that he may take are. */
function needsGender(setup: RegistrationSetup, person: Person, values: Values): boolean {
  const option = optionOf(setup, person, values)
  if (option) return option.gender !== null
  const possible = fitsOf(setup, person, values).filter(
    ({ option: each, fit }) => each.isOpen && (fit.ok || fit.why === 'born_on_needed' || fit.why === 'gender_needed'),
  )
  return possible.length > 0 && possible.every(({ option: each }) => each.gender !== null)
}
