import type { Language } from './choose-language.ts'
import type { WallClock } from './zoned-time.ts'

type Hour = Pick<WallClock, 'hour' | 'minute'>

const isNoon = (at: Hour) => at.hour === 12 && at.minute === 0
const isMidnight = (at: Hour) => at.hour === 0 && at.minute === 0
const isMorning = (at: Hour) => at.hour < 12

function frenchHour(at: Hour): string {
  if (isNoon(at)) return 'midi'
  if (isMidnight(at)) return 'minuit'
  return at.minute === 0 ? `${at.hour}\u00a0h` : `${at.hour}\u00a0h\u00a0${String(at.minute).padStart(2, '0')}`
}

/** Figures without am or pm, or the word that needs none. */
function englishFigures(at: Hour): string {
  if (isNoon(at)) return 'noon'
  if (isMidnight(at)) return 'midnight'
  const hour = at.hour % 12 === 0 ? 12 : at.hour % 12
  return at.minute === 0 ? String(hour) : `${hour}:${String(at.minute).padStart(2, '0')}`
}

/** `9 am`, `2:47 pm`, `noon`; `9 h`, `14 h 47`, `midi`. */
export function hourWords(at: Hour, language: Language): string {
  if (language === 'fr') return frenchHour(at)
  if (isNoon(at) || isMidnight(at)) return englishFigures(at)
  return `${englishFigures(at)}\u00a0${isMorning(at) ? 'am' : 'pm'}`
}

/** `9 am to 4 pm`, `1 to 4 pm`, `9 am to noon`; `9 h à 16 h`, `13 h à 16 h`. */
export function hourSpan(from: Hour, to: Hour, language: Language): string {
  if (language === 'fr') return `${frenchHour(from)} à ${frenchHour(to)}`
  const sharesHalf =
    isMorning(from) === isMorning(to) && !isNoon(from) && !isNoon(to) && !isMidnight(from) && !isMidnight(to)
  return `${sharesHalf ? englishFigures(from) : hourWords(from, language)} to ${hourWords(to, language)}`
}
