import type { ScheduleQuery } from '#contract/site-pages'
import { readId } from './input-values.ts'

/** The length, the month and the day that the URL of an appointment page selects. */
export type AppointmentChoice = { option: string | null; month: string | null; date: string | null }

/**
 * Reads the selection from a URL. Invalid values are ignored, so that an old link still shows something. A day
 * implies its month.
 */
export function readAppointmentChoice(query: ScheduleQuery): AppointmentChoice {
  const date = readDate(query.get('date') ?? '')
  const month = date?.slice(0, 7) ?? query.get('month') ?? ''
  return { option: readId(query.get('option')), month: /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month) ? month : null, date }
}

function readDate(text: string): string | null {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : text
}
