import type { Registration } from '#contract/registration'
import { readId } from './input-values.ts'

/** Which length of an appointment type a page books, and when it starts (ms); null for what the address does not say well. */
export type BookedTime = { option: string | null; start: number | null }

/** Reads the time that was chosen on the schedule. */
export function readBookedTime(query: { get: (name: 'option' | 'start') => string | null }): BookedTime {
  const start = query.get('start') ?? ''
  const at = /^20\d{2}-\d{2}-\d{2}T[\d:.]{4,12}(?:Z|[+-]\d{2}:\d{2})$/.test(start) ? Date.parse(start) : Number.NaN
  return { option: readId(query.get('option')), start: Number.isNaN(at) ? null : at }
}

/** The places that count here: of an appointment those at its time. */
export const placesAt = (places: Registration[], starts_at: string | null): Registration[] =>
  places.filter(({ event }) => starts_at === null || event.starts_at === starts_at)
