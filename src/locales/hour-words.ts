import type { Language } from './choose-language.ts'
import type { WallClock } from './zoned-time.ts'

type Hour = Pick<WallClock, 'hour' | 'minute'>

const isNoon = (hour: Hour) => hour.hour === 12 && hour.minute === 0
const isMidnight = (hour: Hour) => hour.hour === 0 && hour.minute === 0
const isMorning = (hour: Hour) => hour.hour < 12

function frenchHour(hour: Hour): string {
  if (isNoon(hour)) return 'midi'
  if (isMidnight(hour)) return 'minuit'
  return hour.minute === 0 ? `${hour.hour}\u00a0h` : `${hour.hour}\u00a0h\u00a0${String(hour.minute).padStart(2, '0')}`
}

/** Figures without am or pm, or the word that needs none. */
function englishFigures(time: Hour): string {
  if (isNoon(time)) return 'noon'
  if (isMidnight(time)) return 'midnight'
  const hour = time.hour % 12 === 0 ? 12 : time.hour % 12
  return time.minute === 0 ? String(hour) : `${hour}:${String(time.minute).padStart(2, '0')}`
}

/** `9 am`, `2:47 pm`, `noon`; `9 h`, `14 h 47`, `midi`. */
export function hourWords(hour: Hour, language: Language): string {
  if (language === 'fr') return frenchHour(hour)
  if (isNoon(hour) || isMidnight(hour)) return englishFigures(hour)
  return `${englishFigures(hour)}\u00a0${isMorning(hour) ? 'am' : 'pm'}`
}

/** `9 am to 4 pm`, `1 to 4 pm`, `9 am to noon`; `9 h à 16 h`, `13 h à 16 h`. */
export function hourSpan(from: Hour, to: Hour, language: Language): string {
  if (language === 'fr') return `${frenchHour(from)} à ${frenchHour(to)}`
  const sharesHalf =
    isMorning(from) === isMorning(to) && !isNoon(from) && !isNoon(to) && !isMidnight(from) && !isMidnight(to)
  return `${sharesHalf ? englishFigures(from) : hourWords(from, language)} to ${hourWords(to, language)}`
}
