import type { Attendee } from '#contract/people/attendee'
import type { FormFailure } from '../../../api/page-request.ts'
import type { Text } from '../../../locales/choose-language.ts'

/**
 * A refusal in words for the page. For an empty field the sentence names what to enter. Other fields keep the API's
 * sentence.
 */
export function betterFailure(failure: FormFailure, enter: Record<string, string>): FormFailure {
  const better = (type: string, param: string, message: string) =>
    type === 'required' || (type === 'invalid_option' && param !== 'phone') ? (enter[param] ?? message) : message
  const named = (param: string) => (param === 'relations[0].relation' ? 'relation' : param)
  const errors = failure.errors.map((error) => {
    const param = named(error.param)
    return { ...error, param, message: better(error.type, param, error.message) }
  })
  const param = failure.param === null ? null : named(failure.param)
  return { ...failure, param, errors, message: better(failure.type, param ?? '', failure.message) }
}

/** Day, month and year of a date of birth: as typed in a refused form, otherwise as stored. */
export function birthParts(failure: FormFailure | null, attendee: Attendee | null) {
  const [year = '', month = '', day = ''] = (attendee?.date_of_birth ?? '').split('-')
  const part = (name: string, stored: string) => failure?.values[`date_of_birth_${name}`] ?? stored.replace(/^0/, '')
  return { day: part('day', day), month: part('month', month), year: part('year', year) }
}

type Ids = Record<string, { id: string; label: string }>

/** The ids of the personal fields, for the links of the error summary. */
export const personalIds = (words: Text['registration']): Ids => ({
  relation: { id: 'relation', label: words.relationNew },
  first_name: { id: 'first-name', label: words.firstName },
  last_name: { id: 'last-name', label: words.lastName },
  date_of_birth: { id: 'date-of-birth', label: words.bornOn },
  gender: { id: 'gender', label: words.gender },
  phone: { id: 'phone', label: words.phone },
  email: { id: 'email', label: words.email },
})

/** The ids of the emergency and health fields. */
export const emergencyIds = ({ family, registration }: Text): Ids => ({
  parent_name: { id: 'parent-name', label: registration.parentName },
  emergency_contact_phone: { id: 'emergency-phone', label: registration.emergencyPhone },
  emergency_contact_email: { id: 'emergency-email', label: registration.emergencyEmail },
  medical_history: { id: 'medical-history', label: family.medical },
  dietary_restrictions: { id: 'dietary-restrictions', label: family.dietary },
  health_card_number: { id: 'health-card', label: registration.healthCard },
})
