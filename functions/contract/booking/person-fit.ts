import { fullYears } from '../people/birth-date.ts'
import type { Gender } from '../field-rules.ts'

/** The limits of an option; null = everyone. */
export type OptionLimits = { minimum_age: number | null; maximum_age: number | null; gender: Gender | null }
/** The facts of a person that decide what suits them. */
export type FitPerson = { date_of_birth: string | null; gender: Gender | null }

/** Whether an option suits a person: the reason against it, or the missing fact. */
export type Fit =
  | { ok: true }
  | { ok: false; why: 'too_young' | 'too_old'; years: number }
  | { ok: false; why: 'other_gender' | 'age_unknown' | 'gender_unknown' }

/**
 * Whether an option suits a person by their gender, and their age in full years on the first day (`2027-07-05`, in the
 * event's time zone).
 */
export function fitOf(option: OptionLimits, person: FitPerson, firstDay: string): Fit {
  const { minimum_age, maximum_age, gender } = option
  if (gender !== null && person.gender !== null && person.gender !== gender) return { ok: false, why: 'other_gender' }
  if (minimum_age !== null || maximum_age !== null) {
    if (person.date_of_birth === null) return { ok: false, why: 'age_unknown' }
    const years = fullYears(person.date_of_birth, firstDay)
    if (minimum_age !== null && years < minimum_age) return { ok: false, why: 'too_young', years }
    if (maximum_age !== null && years > maximum_age) return { ok: false, why: 'too_old', years }
  }
  return gender !== null && person.gender === null ? { ok: false, why: 'gender_unknown' } : { ok: true }
}

/** True if the option suits the person, or may suit them once the missing date of birth or gender is known. */
export const mayFit = (fit: Fit): boolean => fit.ok || fit.why === 'age_unknown' || fit.why === 'gender_unknown'
