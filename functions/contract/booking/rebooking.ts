import * as z from 'zod/mini'
import { Event, EventOption } from '../offering/event.ts'
import { Id } from '../field-rules.ts'
import { paging } from '../paging.ts'

/**
 * How an event follows an earlier booking: the same name next year, a similar event in the same week, or the next date.
 */
export const rebookingMatches = ['next_year', 'same_week', 'next_date'] as const
export type RebookingMatch = (typeof rebookingMatches)[number]

/** A suggestion after an earlier booking: its person, the suggested event, and the option that suits them. */
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

/** Query of GET rebookings: for one program, and optionally one person. */
export const RebookingListQuery = z.strictObject({
  limit: paging.limit,
  skip: paging.skip,
  program_id: Id,
  attendee_id: z.optional(Id),
})
export type RebookingListQuery = z.infer<typeof RebookingListQuery>
