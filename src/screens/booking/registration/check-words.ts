import type { BrokenRule, CheckWords, RuleSentences } from '../../../stores/booking/registration-checks.ts'
import type { RegistrationText } from './form-context.ts'
import { whyNot } from './option-words.ts'

const choiceTypes = new Set(['yes_no', 'single_choice', 'multi_choice', 'dropdown'])

/** The labels and sentences of the form's checks. The page passes the sentences by their code. */
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
    weeks: text.repeat,
    sum: text.discountCode,
  }
  const sentence = ({ code, maximum }: BrokenRule) => sentences[code].replace('{maximum}', String(maximum))
  return {
    sentence,
    label: (field) => labels[field] ?? '',
    of: (name, label) => [name === null ? null : name || text.someoneNew, label].filter(Boolean).join(', '),
    enter: (field, { code }) =>
      code === 'invalid_date'
        ? text.noSuchDay
        : code === 'required' || code === 'invalid_option'
          ? ((text.enter as Record<string, string>)[field] ?? null)
          : null,
    answer: (rule, type) =>
      rule.code === 'required'
        ? type === 'date'
          ? text.enterDate
          : choiceTypes.has(type)
            ? text.chooseAnswer
            : text.answerThis
        : rule.code === 'invalid_option'
          ? text.chooseAnswer
          : rule.code === 'invalid_date'
            ? text.noSuchDay
            : sentence(rule),
    file: text.file,
    whyNot: (setup, person, values) => whyNot(setup, person, values, text)?.reason ?? null,
    chooseSomeone: text.chooseSomeone,
    weeksMissed: text.weeksMissed,
    checkWeeks: text.checkWeeks,
    tickWaiver: text.tickWaiver,
  }
}
