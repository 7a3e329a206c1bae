import { weeklyStarts } from '../page-input/booked-time.ts'
import type { Week } from './weekly-dates.ts'

/** The weeks from another time on, of which it is not known what is free. */
export const weeksFrom = (starts_at: string, timezone: string): Week[] =>
  weeklyStarts(Date.parse(starts_at), timezone).map((start) => ({
    starts_at: new Date(start).toISOString(),
    words: null,
    times: null,
    spots: null,
  }))
