import * as z from 'zod/mini'
import { Event, EventOption } from '../offering/event.ts'
import { Id } from '../field-rules.ts'
import { paging } from '../paging.ts'

/** What an earlier booking is continued by: its next year, something like it in the same week, or its next date. */
export const rebookingMatches = ['next_year', 'same_week', 'next_date'] as const
export type RebookingMatch = (typeof rebookingMatches)[number]

/** An earlier booking that can be made again: for whom, what continues it, and the option that fits them. */
export const Rebooking = z.strictObject({
  object: z.literal('rebooking'),
  registration_id: z.string(),
  attendee_id: z.string(),
  first_name: z.string(),
  booked_event: z.strictObject({ id: z.string(), name: z.string(), starts_at: z.string(), timezone: z.string() }),
  match: z.enum(rebookingMatches),
  event: Event,
  option: EventOption,
})
export type Rebooking = z.infer<typeof Rebooking>

/** Query of GET rebookings: those of one program, of one person where named. */
export const RebookingListQuery = z.strictObject({
  limit: paging.limit,
  skip: paging.skip,
  program_id: Id,
  attendee_id: z.optional(Id),
})
export type RebookingListQuery = z.infer<typeof RebookingListQuery>
