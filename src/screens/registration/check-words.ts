import type { CheckWords, RuleSentences } from '../../stores/registration-checks.ts'
import type { RegistrationText } from './form-context.ts'

/** Labels and sentences of the form's checks; sentences come from the page by their code. */
export function checkWords(text: RegistrationText, sentences: RuleSentences): CheckWords {
  const labels: Record<string, string> = {
    first_name: text.firstName,
    last_name: text.lastName,
    email: text.email,
    phone: text.phone,
    password: text.password,
    relation: text.relationNew,
    date_of_birth: text.bornOn,
    gender: text.gender,
    option_id: text.option,
    health_card_number: text.healthCard,
    parent_name: text.parentName,
    emergency_contact_phone: text.emergencyPhone,
    emergency_contact_email: text.emergencyEmail,
    waiver: text.waiver,
  }
  return {
    sentence: ({ code, maximum }) => sentences[code].replace('{maximum}', String(maximum)),
    label: (field) => labels[field] ?? '',
    of: (name, label) => `${name || text.someoneNew}, ${label}`,
    chooseSomeone: text.chooseSomeone,
    tickWaiver: text.tickWaiver,
    attendeeProblem: text.attendeeProblem,
  }
}
