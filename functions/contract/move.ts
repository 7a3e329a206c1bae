import * as z from 'zod/mini'
import { Event, EventOption } from './event.ts'
import { Id } from './field-rules.ts'
import { Money } from './money.ts'

/** What a move costs: nothing, money comes back, or it would cost more, which is booked anew instead. */
export const moveResults = ['same_price', 'money_back', 'costs_more', 'not_possible'] as const
export type MoveResult = (typeof moveResults)[number]

/** One place a booking could move to, with its exact amounts. */
export const MoveChoice = z.strictObject({
  object: z.literal('move_choice'),
  event: Event,
  option: EventOption,
  attendee_profile_id: z.string(),
  result: z.enum(moveResults),
  amount_back: Money,
  amount_more: Money,
  needs_waiver: z.boolean(),
  sentence: z.nullable(z.string()),
})
export type MoveChoice = z.infer<typeof MoveChoice>

/** Someone of the family who could take the place instead. */
export const MovePerson = z.strictObject({
  object: z.literal('move_person'),
  attendee_profile_id: z.string(),
  first_name: z.string(),
  sentence: z.nullable(z.string()),
})

/** Where a booking can move to. */
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

/** Query of GET registrations/{id}/moves: who would take the place; without it, who has it. */
export const MovesQuery = z.strictObject({ attendee_profile_id: z.optional(Id) })
export type MovesQuery = z.infer<typeof MovesQuery>
