import * as z from 'zod/mini'
import { Id } from '../field-rules.ts'
import { largestPageSize } from '../limits.ts'
import { oneOrMore } from '../paging.ts'

/** Whether something is for a person: an option of it fits them on its first day; it is booked; or what decides is not known. */
export const eligibilityResults = ['eligible', 'not_eligible', 'booked', 'unknown'] as const
export type EligibilityResult = (typeof eligibilityResults)[number]

/** For whom of a family an event is, one by one and in a sentence. */
export const Eligibility = z.strictObject({
  object: z.literal('eligibility'),
  event_id: z.string(),
  sentence: z.string(),
  attendees: z.array(
    z.strictObject({ attendee_id: z.string(), first_name: z.string(), result: z.enum(eligibilityResults) }),
  ),
})
export type Eligibility = z.infer<typeof Eligibility>

/** Query of GET eligibility: events, and the people it is about; left out: everyone the caller may register. */
export const EligibilityQuery = z.strictObject({
  event_id: oneOrMore(Id).check(z.maxLength(largestPageSize)),
  attendee_id: z.optional(oneOrMore(Id).check(z.maxLength(largestPageSize))),
})
export type EligibilityQuery = z.infer<typeof EligibilityQuery>
