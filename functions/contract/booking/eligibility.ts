import * as z from 'zod/mini'
import { Id } from '../field-rules.ts'
import { largestPageSize } from '../limits.ts'
import { oneOrMore } from '../paging.ts'

/**
 * Whether an option or event suits a person on its first day, is already booked, or cannot be decided because a fact is
 * missing.
 */
export const eligibilityResults = ['eligible', 'not_eligible', 'booked', 'unknown'] as const
export type EligibilityResult = (typeof eligibilityResults)[number]

/** Which family members an event suits, as a list and as a sentence. */
export const Eligibility = z.strictObject({
  object: z.literal('eligibility'),
  event_id: z.string(),
  sentence: z.string(),
  attendees: z.array(
    z.strictObject({ attendee_id: z.string(), first_name: z.string(), result: z.enum(eligibilityResults) }),
  ),
})
export type Eligibility = z.infer<typeof Eligibility>

/** Query of GET eligibility: events and people. Without people, everyone whom the caller may register. */
export const EligibilityQuery = z.strictObject({
  event_id: oneOrMore(Id).check(z.maxLength(largestPageSize)),
  attendee_id: z.optional(oneOrMore(Id).check(z.maxLength(largestPageSize))),
})
export type EligibilityQuery = z.infer<typeof EligibilityQuery>
