import type { Fit } from '../../stores/fits-option.ts'
import { fillIn } from '../../locales/fill-in.ts'
import type { Choice } from '../../stores/registration-setup.ts'
import type { RegistrationText } from './form-context.ts'

/** `for ages 8 to 12`. */
export function agesWords({ minimum_age: minimum, maximum_age: maximum }: Pick<Choice, 'minimum_age' | 'maximum_age'>, text: RegistrationText): string {
  const { forAges } = text
  if (minimum !== null && minimum === maximum) return fillIn(forAges.one, { minimum })
  if (minimum !== null && maximum !== null) return fillIn(forAges.between, { minimum, maximum })
  if (minimum !== null) return fillIn(forAges.from, { minimum })
  return maximum === null ? '' : fillIn(forAges.to, { maximum })
}

/** Why somebody does not fit an option, in a sentence with his name and the day; null when nothing speaks against it. */
export function misfitWords(
  { option, fit, name, event }: { option: Choice; fit: Fit; name: string; event: { name: string; firstDayWords: string; isSingle: boolean } },
  text: RegistrationText,
): string | null {
  if (fit.ok || fit.why === 'born_on_needed' || fit.why === 'gender_needed') return null
  const what = event.isSingle ? event.name : option.name
  if (fit.why === 'other_gender') return option.gender ? fillIn(text.otherGender, { option: what, group: text.forGender[option.gender] }) : null
  return fillIn(fit.why === 'too_young' ? text.tooYoung : text.tooOld, {
    option: what,
    ages: agesWords(option, text),
    name,
    years: fit.years,
    day: event.firstDayWords,
  })
}

/** One line of the list: name and price, and why it cannot be taken. */
export function optionLine(option: Choice, fit: Fit, text: RegistrationText): string {
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
