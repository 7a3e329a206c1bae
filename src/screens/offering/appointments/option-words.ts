import type { AppointmentOption, AppointmentType } from '#contract/offering/appointment'
import { displayMoney } from '#contract/display-money'
import { allInPrice } from '#pricing/all-in-price'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { type Language, textIn } from '../../../locales/choose-language.ts'

/** A length in words: `45 min`, `1 hour`, `1 h 30 min`. */
export function lengthWords(minutes: number, language: Language): string {
  const { appointments: text } = textIn(language)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return text.minutes(rest)
  return rest === 0 ? text.hours(hours) : text.hoursAndMinutes(hours, rest)
}

/** All lengths of a type in one line: `30 min, 1 hour`. */
export const lengthsOf = (type: Pick<AppointmentType, 'durations'>, language: Language): string =>
  type.durations.map((minutes) => lengthWords(minutes, language)).join(', ')

/** The price of an option, all included, without ".00": `$45`, `Free`. */
export const optionPrice = (
  { price, free }: Pick<AppointmentOption, 'price' | 'free'>,
  { program, language, text }: Pick<ProgramContext, 'program' | 'language' | 'text'>,
): string =>
  free ? text.sale.free : displayMoney(allInPrice(price.cost.value, program.selling).first, price.cost, language, true)
