import { everyone, type SharedField, sharedFields } from '#contract/money/booking-request'
import { controlName, textOf, type Values } from '#contract/booking/form-controls'
import { mayFit } from '#contract/booking/person-fit'
import type { RequirableField } from '#contract/people/attendee-fields'
import { eligibleOptions, selectedOption } from './option-eligibility.ts'
import type { RegistrationSetup } from './registration-setup.ts'
import type { Person } from './family-people.ts'

/** A field about a person that this form may require. */
export type MissingField = Exclude<RequirableField, SharedField> | 'gender'

const isShared = (field: RequirableField): field is RequirableField & SharedField =>
  (sharedFields as readonly string[]).includes(field)

/** The shared fields that a person lacks: the relation of a new person, and contacts that the program requires. */
export const missingSharedFields = ({ required }: Pick<RegistrationSetup, 'required'>, person: Person): SharedField[] =>
  sharedFields.filter((field) =>
    field === 'relation'
      ? person.attendee_id === null
      : required.includes(field) && !person.knownFields.includes(field),
  )

/** The shared fields that at least one of these people lacks and has no value of their own for, with their controls. */
export const sharedControls = (
  setup: Pick<RegistrationSetup, 'required'>,
  people: readonly Person[],
  values: Values = {},
) =>
  sharedFields
    .filter((field) =>
      people.some(
        (person) =>
          missingSharedFields(setup, person).includes(field) &&
          textOf(values, controlName(person, field)).trim() === '',
      ),
    )
    .map((field) => ({ field, name: controlName(everyone, field) }))

/**
 * The person's own fields that the form still needs. The program requires them and does not know them, or the person's
 * option needs them.
 */
export function missingFields(setup: RegistrationSetup, person: Person, values: Values): MissingField[] {
  const missing: MissingField[] = setup.required.flatMap((field) =>
    isShared(field) || person.knownFields.includes(field) ? [] : field,
  )
  const hasAgeLimits = setup.options.some(
    ({ minimum_age, maximum_age }) => minimum_age !== null || maximum_age !== null,
  )
  if (hasAgeLimits && person.date_of_birth === null && !missing.includes('date_of_birth'))
    missing.unshift('date_of_birth')
  if (person.gender === null && needsGender(setup, person, values)) missing.push('gender')
  return missing
}

/** Gender matters when the chosen option, or every possible one, is limited to one. */
function needsGender(setup: RegistrationSetup, person: Person, values: Values): boolean {
  const option = selectedOption(setup, person, values)
  if (option) return option.gender !== null
  const candidates = eligibleOptions(setup, person, values).filter(
    ({ option: each, fit }) => each.isOpen && mayFit(fit),
  )
  return candidates.length > 0 && candidates.every(({ option: each }) => each.gender !== null)
}
