import type { Event, EventOption } from '#contract/event'
import { genders } from '#contract/field-rules'
import { currencyDigits } from '#contract/money'
import { fieldSentence } from '#contract/sentences/sentence'
import type { ProgramContext } from '../../layouts/program-context.ts'
import type { Family } from '../../api/load-family.ts'
import type { Language } from '../../locales/choose-language.ts'
import { dayMonth } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { checkedRules, type RuleSentences } from '../../stores/registration-checks.ts'
import { mayRegister, personFromAttendee } from '../../stores/family-people.ts'
import type { RegistrationSetup } from '../../stores/registration-setup.ts'
import { optionRow } from '../event/option-row.ts'
import { refundWords } from '../event/refund-words.ts'

type SetupInput = {
  programContext: ProgramContext
  event: Event
  options: EventOption[]
  optionId: string | null
  now: number
  hasExpandedGender: boolean
}
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** All that the registration form needs to know, as it travels in the page. */
export function createRegistrationSetup(
  { programContext, event, options, optionId, now, hasExpandedGender }: SetupInput,
  family: Family | null,
): RegistrationSetup {
  const { program, language, locale, to } = programContext
  const first = wallClock(event.starts_at, event.timezone)
  const isGendered = options.some(({ gender }) => gender !== null)
  return {
    program: { id: program.id, name: program.name, email: program.email },
    language,
    event: {
      id: event.id,
      name: event.name,
      firstDay: `${first.year}-${twoDigits(first.month)}-${twoDigits(first.day)}`,
      firstDayWords: dayMonth(first, locale),
      timezone: event.timezone,
      currency: event.currency,
      currencyDigits: currencyDigits(event.currency),
    },
    options: options.map((option) => choiceOf(option, event, programContext)),
    fields: event.fields,
    waiver: event.waiver && {
      waiver_id: event.waiver.waiver_id,
      version: event.waiver.version,
      title: event.waiver.title,
    },
    required: program.preferences.required_attendee_fields,
    genders: isGendered ? (hasExpandedGender ? [...genders] : ['female', 'male']) : [],
    customer: family?.customer ?? null,
    people: family
      ? family.attendees
          .filter((attendee) => mayRegister(attendee, family.customer.id))
          .map((attendee) => personFromAttendee(attendee, { programId: program.id, places: family.places, now }))
      : [],
    optionId,
    refundNote: options.some(({ cost }) => cost.cost.value > 0) ? `${refundWords(event, locale, now).summary}.` : null,
    addresses: { checkout: to.checkout(''), order: to.order(''), schedule: to.schedule(), logout: to.logout() },
  }
}

function choiceOf(
  option: EventOption,
  event: Event,
  programContext: ProgramContext,
): RegistrationSetup['options'][number] {
  const row = optionRow(option, event, programContext)
  const isOpen = row.register !== null
  return {
    id: option.id,
    name: option.name,
    price: row.price,
    cost: option.cost.cost.value,
    gender: option.gender,
    minimum_age: option.minimum_age,
    maximum_age: option.maximum_age,
    isOpen,
    state: isOpen ? null : (row.badge?.words ?? programContext.text.registration.notOnSale),
  }
}

/** Sentences of the rules that the form checks, by their code. */
export function ruleSentences(language: Language): RuleSentences {
  const sentences = Object.fromEntries(checkedRules.map((code) => [code, fieldSentence(code, language)]))
  return { ...(sentences as RuleSentences), too_long: fieldSentence('too_long', language, 7).replace('7', '{maximum}') }
}
