import type { Gender } from '#contract/field-rules'
import type { OptionChoice, Person, RegistrationSetup, Values } from './registration-setup.ts'
import { controlName, textOf } from './registration-setup.ts'
import { isRealDay } from '#contract/instant'

export type Eligibility =
  | { ok: true }
  | { ok: false; why: 'too_young'; years: number }
  | { ok: false; why: 'too_old'; years: number }
  | { ok: false; why: 'born_on_needed' }
  | { ok: false; why: 'gender_needed' }
  | { ok: false; why: 'other_gender' }
type Limits = Pick<OptionChoice, 'gender' | 'minimum_age' | 'maximum_age'>

/** Full years on a day, both `yyyy-mm-dd`. A birthday on 29 February is on 1 March in other years. */
export function fullYears(bornOn: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4))
  return day.slice(5) < bornOn.slice(5) ? years - 1 : years
}

/** Mirrors the server's rule so that a form can say it early; the server decides. */
export function checkEligibility(
  option: Limits,
  who: { bornOn: string | null; gender: Gender | null },
  firstDay: string,
): Eligibility {
  if (option.gender !== null && who.gender !== null && who.gender !== option.gender)
    return { ok: false, why: 'other_gender' }
  if (option.minimum_age !== null || option.maximum_age !== null) {
    if (who.bornOn === null) return { ok: false, why: 'born_on_needed' }
    const years = fullYears(who.bornOn, firstDay)
    if (option.minimum_age !== null && years < option.minimum_age) return { ok: false, why: 'too_young', years }
    if (option.maximum_age !== null && years > option.maximum_age) return { ok: false, why: 'too_old', years }
  }
  return option.gender !== null && who.gender === null ? { ok: false, why: 'gender_needed' } : { ok: true }
}

/** Date of birth and gender of a person: from the family, else as typed. */
export function personDetails(person: Person, values: Values): { bornOn: string | null; gender: Gender | null } {
  const typed = textOf(values, controlName(person, 'date_of_birth')).trim()
  return {
    bornOn: person.date_of_birth ?? (isRealDay(typed) ? typed : null),
    gender: person.gender ?? ((textOf(values, controlName(person, 'gender')) || null) as Gender | null),
  }
}

/** How every open option fits a person. */
export const eligibleOptions = (
  setup: RegistrationSetup,
  person: Person,
  values: Values,
): { option: OptionChoice; fit: Eligibility }[] =>
  setup.options.map((option) => ({
    option,
    fit: checkEligibility(option, personDetails(person, values), setup.event.firstDay),
  }))

/** Fits, or may fit once the missing date or gender is filled in. */
const mayBecomeEligible = (fit: Eligibility): boolean =>
  fit.ok || fit.why === 'born_on_needed' || fit.why === 'gender_needed'

/** True when something on sale fits, or may fit once the missing date or gender is filled in. */
export const hasEligibleOption = (setup: RegistrationSetup, person: Person, values: Values): boolean =>
  eligibleOptions(setup, person, values).some(
    ({ option, fit }) => (option.isOpen || option.id === person.place?.option_id) && mayBecomeEligible(fit),
  )

/** The option a person takes: the chosen one, else the one of the link while nothing rules it out, else the only one that fits. */
export function selectedOption(setup: RegistrationSetup, person: Person, values: Values): OptionChoice | null {
  const chosen = textOf(values, controlName(person, 'option_id')) || person.place?.option_id || null
  if (chosen) return setup.options.find(({ id }) => id === chosen) ?? null
  const open = eligibleOptions(setup, person, values).filter(({ option }) => option.isOpen)
  const linked = open.find(({ option, fit }) => option.id === setup.optionId && mayBecomeEligible(fit))
  const eligible = open.filter(({ fit }) => fit.ok)
  return linked?.option ?? (eligible.length === 1 ? (eligible[0]?.option ?? null) : null)
}
