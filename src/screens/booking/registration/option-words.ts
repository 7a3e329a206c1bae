import type { Values } from '#contract/booking/form-controls'
import { type Fit, fitOf, mayFit } from '#contract/booking/person-fit'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { eligibleOptions, hasEligibleOption, personDetails } from '../../../stores/booking/option-eligibility.ts'
import type { Alternative, OptionChoice, RegistrationSetup } from '../../../stores/booking/registration-setup.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import type { RegistrationText } from './form-context.ts'

/** The number of other events offered at once. */
const maxAlternatives = 3

/** The ages of an option in words: `for ages 8 to 12`. */
export function agesWords(
  { minimum_age: minimum, maximum_age: maximum }: Pick<OptionChoice, 'minimum_age' | 'maximum_age'>,
  text: RegistrationText,
): string {
  const { forAges } = text
  if (minimum !== null && minimum === maximum) return fillIn(forAges.one, { minimum })
  if (minimum !== null && maximum !== null) return fillIn(forAges.between, { minimum, maximum })
  if (minimum !== null) return fillIn(forAges.from, { minimum })
  return maximum === null ? '' : fillIn(forAges.to, { maximum })
}

type Misfit = { option: OptionChoice; fit: Extract<Fit, { years: number }> }

/** The age range of all these options together. A side is open when one of the options has no limit there. */
function wholeSpan(options: OptionChoice[]): Pick<OptionChoice, 'minimum_age' | 'maximum_age'> {
  const [minimums, maximums] = [
    options.map(({ minimum_age }) => minimum_age),
    options.map(({ maximum_age }) => maximum_age),
  ]
  return {
    minimum_age: minimums.includes(null) ? null : Math.min(...minimums.map(Number)),
    maximum_age: maximums.includes(null) ? null : Math.max(...maximums.map(Number)),
  }
}

type Fits = { option: OptionChoice; fit: Fit }[]
type About = { name: string; event: { name: string; firstDayWords: string; hasBegun: boolean } }

/**
 * The reason for which no option suits a person, with the person's name and the day. When the person is too young or
 * too old for all options, one sentence names the event.
 */
export function misfitWords(fits: Fits, { name, event }: About, text: RegistrationText): string[] {
  const byAge = fits.flatMap(({ option, fit }): Misfit[] => (!fit.ok && 'years' in fit ? [{ option, fit }] : []))
  const ofOption = (option: string, ages: string) => fillIn(text.optionIs, { option, ages })
  if (byAge[0]) {
    const isOneRule = new Set(byAge.map(({ fit }) => fit.why)).size === 1
    const years = fillCount(text.years, byAge[0].fit.years)
    const then = fillIn(event.hasBegun ? text.ageSince : text.ageThen, { name, years, day: event.firstDayWords })
    return isOneRule
      ? [then, ofOption(event.name, agesWords(wholeSpan(byAge.map(({ option }) => option)), text))]
      : [then, ...byAge.map(({ option }) => ofOption(option.name, agesWords(option, text)))]
  }
  return fits.flatMap(({ option, fit }) =>
    !fit.ok && fit.why === 'other_gender' && option.gender
      ? [ofOption(fits.length === 1 ? event.name : option.name, text.forGender[option.gender])]
      : [],
  )
}

/**
 * The reason for which a person cannot take any option: a word and a sentence. Null when an option suits the person,
 * or may suit once a date of birth or gender is filled in.
 */
export function whyNot(
  setup: RegistrationSetup,
  person: Person,
  values: Values,
  text: RegistrationText,
): { word: string; reason: string } | null {
  if (hasEligibleOption(setup, person, values)) return null
  const fits = eligibleOptions(setup, person, values)
  const name = displayName(person, values) || text.thisPerson
  const reason = misfitWords(fits, { name, event: setup.event }, text).join(' ')
  const whys = new Set(fits.flatMap(({ fit }) => (!fit.ok && 'years' in fit ? [fit.why] : [])))
  const [why] = whys.size === 1 ? whys : []
  const word = why === 'too_young' ? text.tooYoung : why === 'too_old' ? text.tooOld : text.notEligible
  return { word, reason: reason || fillIn(text.nothingFits, { name }) }
}

/** Events of the same week that suit a person's age on the first day and their gender. */
export function openThatWeek(setup: RegistrationSetup, person: Person, values: Values): Alternative[] {
  const who = personDetails(person, values)
  return setup.sameWeek
    .filter(
      ({ genders, firstDay, ...ages }) =>
        (genders.length === 0 || (who.gender !== null && genders.includes(who.gender))) &&
        fitOf({ ...ages, gender: null }, who, firstDay).ok,
    )
    .slice(0, maxAlternatives)
}

/** One line of the list: name, price, and the reason why it is unavailable. */
export function optionLine(option: OptionChoice, fit: Fit, text: RegistrationText): string {
  const line = fillIn(text.optionWithPrice, { option: option.name, price: option.price })
  const why =
    option.state ??
    (fit.ok || mayFit(fit)
      ? null
      : fit.why === 'other_gender' && option.gender
        ? text.forGender[option.gender]
        : agesWords(option, text))
  return why ? `${line} · ${why}` : line
}
