import type { Language } from '../contract/field-rules.ts'

type Dates = readonly { starts_at: number; ends_at: number }[]

/** When something is, as a parent reads it: one day with its hours, or a range of days with theirs, on the event's own clock. */
export function formatEventTime(
  { starts_at, ends_at }: Dates[number],
  { timezone, language }: { timezone: string; language: Language },
): string {
  const hour = formatter(language, { timeZone: timezone, hour: 'numeric', minute: '2-digit' })
  const days = formatter(language, {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatRange(starts_at, ends_at)
  return `${plain(days)}, ${plain(hour.format(starts_at))} – ${plain(hour.format(ends_at))}`
}

/** A day in full, in a zone. */
export function formatDay(at: number, timezone: string, language: Language): string {
  return plain(formatter(language, { timeZone: timezone, day: 'numeric', month: 'long', year: 'numeric' }).format(at))
}

/** A day with its hour, in a zone. */
export function formatDayAndHour(at: number, timezone: string, language: Language): string {
  return plain(
    formatter(language, {
      timeZone: timezone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }).format(at),
  )
}

/** The name of a zone as people say it: "Eastern Time". */
export function zoneName(timezone: string, language: Language): string {
  const parts = formatter(language, { timeZone: timezone, timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timezone
}

const formatter = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(`${language}-CA`, options)

// Thin and narrow spaces of Intl are not in every mail program's font.
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ')
