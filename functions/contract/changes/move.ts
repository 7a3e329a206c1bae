import * as z from 'zod/mini'
import { Event, EventOption } from '../offering/event.ts'
import { Id } from '../field-rules.ts'
import { Money } from '../amount.ts'
import { ExpectedAmount, FormResponseInput, WaiverInput } from '../booking/registration.ts'

/** The cost of a move: nothing, a refund, or a payment before the move. */
export const moveResults = ['same_price', 'money_back', 'costs_more', 'not_possible'] as const
export type MoveResult = (typeof moveResults)[number]

/** An option to which a booking could move, with its exact amounts. */
export const MoveChoice = z.strictObject({
  object: z.literal('move_choice'),
  event: Event,
  option: EventOption,
  attendee_profile_id: z.string(),
  result: z.enum(moveResults),
  amount_back: Money,
  amount_more: Money,
  needs_waiver: z.boolean(),
  /** The questions of the event that the move asks: the ids of its `fields` that no earlier answer settles. */
  questions: z.array(z.string()),
  sentence: z.nullable(z.string()),
})
export type MoveChoice = z.infer<typeof MoveChoice>

/** A family member who could take the place instead. */
export const MovePerson = z.strictObject({
  object: z.literal('move_person'),
  attendee_profile_id: z.string(),
  first_name: z.string(),
  sentence: z.nullable(z.string()),
})

/** The options to which a booking can move. */
export const RegistrationMoves = z.strictObject({
  object: z.literal('registration_moves'),
  registration_id: z.string(),
  is_open: z.boolean(),
  move_until: z.nullable(z.string()),
  sentence: z.nullable(z.string()),
  choices: z.array(MoveChoice),
  people: z.array(MovePerson),
})
export type RegistrationMoves = z.infer<typeof RegistrationMoves>

/** Query of GET registrations/{id}/moves: the person who would take the place; by default the current attendee. */
export const MovesQuery = z.strictObject({ attendee_profile_id: z.optional(Id) })
export type MovesQuery = z.infer<typeof MovesQuery>

/**
 * Body of POST registrations/{id}/moves, for a more expensive place. `expected_amount` is the extra cost that was
 * shown, in minor units or as Money; any other amount returns 409 quote_stale.
 */
export const MoveRegistrationRequest = z.strictObject({
  option_id: z.optional(Id),
  attendee_profile_id: z.optional(Id),
  waiver: z.nullish(WaiverInput),
  /** Answers to `questions` of the choice. */
  form_response: z.optional(FormResponseInput),
  expected_amount: z.nullish(ExpectedAmount),
})
export type MoveRegistrationRequest = z.infer<typeof MoveRegistrationRequest>
