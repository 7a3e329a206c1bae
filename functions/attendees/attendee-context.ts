import type { Ctx } from '../context.ts'
import type { Reading } from './attendee-fields.ts'
import { dayInZone } from './day-in-zone.ts'

type ProgramFacts = { id: string; country: string; timezone: string; hasExpandedGender: number }

/** How fields are read: by the first program concerned, else by the customer's own country and the day in UTC. */
export function readingOf(ctx: Ctx, programs: readonly ProgramFacts[], homeCountry: string | null): Reading {
  const [program] = programs
  return {
    country: program?.country ?? homeCountry,
    today: dayInZone(ctx.now, program?.timezone ?? 'UTC'),
    hasExpandedGender: programs.some((each) => Number(each.hasExpandedGender) === 1),
  }
}
