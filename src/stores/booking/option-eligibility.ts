import { type Values, controlName, textOf } from '#contract/booking/form-controls'
import type { Gender } from '#contract/field-rules'
import { type Fit, fitOf, mayFit } from '#contract/booking/person-fit'
import type { OptionChoice, RegistrationSetup } from './registration-setup.ts'
import type { Person } from './family-people.ts'
import { isRealDay } from '#contract/instant'

/** The date of birth and gender of a person, as the family record has them or as typed. */
export function personDetails(person: Person, values: Values): { date_of_birth: string | null; gender: Gender | null } {
  const typed = textOf(values, controlName(person, 'date_of_birth')).trim()
  return {
    date_of_birth: person.date_of_birth ?? (isRealDay(typed) ? typed : null),
    gender: person.gender ?? ((textOf(values, controlName(person, 'gender')) || null) as Gender | null),
  }
}

/** Tells for each open option whether it suits a person. */
export const eligibleOptions = (
  setup: RegistrationSetup,
  person: Person,
  values: Values,
): { option: OptionChoice; fit: Fit }[] =>
  setup.options.map((option) => ({
    option,
    fit: fitOf(option, personDetails(person, values), setup.event.firstDay),
  }))

/** True when an option on sale suits the person, or might once the missing date or gender is filled in. */
export const hasEligibleOption = (setup: RegistrationSetup, person: Person, values: Values): boolean =>
  eligibleOptions(setup, person, values).some(
    ({ option, fit }) => (option.isOpen || option.id === person.place?.option_id) && mayFit(fit),
  )

/**
 * The option of a person: the chosen option, otherwise the link's option while it is possible, otherwise the only
 * suitable option. Null when there is none of these.
 */
export function selectedOption(setup: RegistrationSetup, person: Person, values: Values): OptionChoice | null {
  const chosen = textOf(values, controlName(person, 'option_id')) || person.place?.option_id || null
  if (chosen) return setup.options.find(({ id }) => id === chosen) ?? null
  const open = eligibleOptions(setup, person, values).filter(({ option }) => option.isOpen)
  const linked = open.find(({ option, fit }) => option.id === setup.optionId && mayFit(fit))
  const eligible = open.filter(({ fit }) => fit.ok)
  return linked?.option ?? (eligible.length === 1 ? (eligible[0]?.option ?? null) : null)
}
