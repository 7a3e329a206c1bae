import * as z from 'zod/mini'
import { Event, EventOption } from '../offering/event.ts'
import { Id } from '../field-rules.ts'
import { paging } from '../paging.ts'

/**
 * How an event continues an earlier booking: the same name next year, a similar event in the same week, or the next
 * date.
 */
export const rebookingMatches = ['next_year', 'same_week', 'next_date'] as const
export type RebookingMatch = (typeof rebookingMatches)[number]

/** An earlier booking that can be repeated: its person, the continuing event, and the option that suits them. */
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

/** Query of GET rebookings: of one program, optionally of one person. */
export const RebookingListQuery = z.strictObject({
  limit: paging.limit,
  skip: paging.skip,
  program_id: Id,
  attendee_id: z.optional(Id),
})
export type RebookingListQuery = z.infer<typeof RebookingListQuery>
