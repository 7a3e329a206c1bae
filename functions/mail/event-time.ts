import type { Language } from '../contract/field-rules.ts'

type When = { starts_at: number; ends_at: number; timezone: string }
const localeOf = (language: Language) => `${language}-CA`

/** When something is, as a parent reads it: one day with its hours, or a range of days with theirs, on the event's own clock. */
export function eventTime(when: When, language: Language): string {
  const day = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: when.timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const hour = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: when.timezone,
    hour: 'numeric',
    minute: '2-digit',
  })
  const days = day.formatRange(when.starts_at, when.ends_at)
  return `${plain(days)}, ${plain(hour.format(when.starts_at))} – ${plain(hour.format(when.ends_at))}`
}

/** A day in full, on a clock. */
export function dayIn(at: number, timezone: string, language: Language): string {
  return plain(
    new Intl.DateTimeFormat(localeOf(language), {
      timeZone: timezone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }).format(at),
  )
}

/** A day with its hour, on a clock. */
export function momentIn(at: number, timezone: string, language: Language): string {
  return plain(
    new Intl.DateTimeFormat(localeOf(language), {
      timeZone: timezone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }).format(at),
  )
}

/** The name of a clock as people say it: "Eastern Time". */
export function clockName(timezone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: timezone,
    timeZoneName: 'longGeneric',
  }).formatToParts(0)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timezone
}

// Thin and narrow spaces of Intl are not in every mail program's font.
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ')
