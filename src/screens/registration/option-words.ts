import type { Eligibility } from '../../stores/option-eligibility.ts'
import { fillIn } from '../../locales/fill-in.ts'
import type { OptionChoice } from '../../stores/registration-setup.ts'
import type { RegistrationText } from './form-context.ts'

/** `for ages 8 to 12`. */
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

type Misfit = { option: OptionChoice; fit: Extract<Eligibility, { years: number }> }

/** The ages of several options as those of one: from the least to the most, open where one of them is. */
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

/** Why no option fits a person, with their name and the day. Too young, or too old, for all of it is one sentence, in the event's name. */
export function misfitWords(
  fits: { option: OptionChoice; fit: Eligibility }[],
  about: { name: string; event: { name: string; firstDayWords: string } },
  text: RegistrationText,
): string[] {
  const byAge = fits.flatMap(({ option, fit }): Misfit[] => (!fit.ok && 'years' in fit ? [{ option, fit }] : []))
  const byGender = fits.flatMap(({ option, fit }) =>
    !fit.ok && fit.why === 'other_gender' && option.gender ? [{ name: option.name, gender: option.gender }] : [],
  )
  const isOneRule = new Set(byAge.map(({ fit }) => fit.why)).size === 1
  const span = wholeSpan(byAge.map(({ option }) => option))
  const words = isOneRule ? byAge.slice(0, 1) : byAge
  const ages = words.map(({ option, fit }) =>
    fillIn(fit.why === 'too_young' ? text.tooYoung : text.tooOld, {
      option: isOneRule ? about.event.name : option.name,
      ages: agesWords(isOneRule ? span : option, text),
      name: about.name,
      years: fit.years,
      day: about.event.firstDayWords,
    }),
  )
  const isOnlyOption = fits.length === 1
  return ages.length > 0
    ? ages
    : byGender.map(({ name, gender }) =>
        fillIn(text.otherGender, { option: isOnlyOption ? about.event.name : name, group: text.forGender[gender] }),
      )
}

/** One line of the list: name and price, and why it cannot be taken. */
export function optionLine(option: OptionChoice, fit: Eligibility, text: RegistrationText): string {
  const line = fillIn(text.optionWithPrice, { option: option.name, price: option.price })
  const why =
    option.state ??
    (fit.ok || fit.why === 'born_on_needed' || fit.why === 'gender_needed'
      ? null
      : fit.why === 'other_gender' && option.gender
        ? text.forGender[option.gender]
        : agesWords(option, text))
  return why ? `${line} · ${why}` : line
}
