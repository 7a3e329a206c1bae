import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { Id, ProgramId } from '../field-rules.ts'
import { TextLanguages } from '../texts.ts'

/**
 * A booked place that no membership of its person lasts for (our addition). It is kept at `price`, its normal price
 * with fee and tax, if that is paid by `due_at`; else it is given up, and what was paid for it is refunded. Without a
 * price, only a membership keeps it. `due_at` is null while the membership that would end was not cancelled.
 */
export const LaterPlace = z.strictObject({
  object: z.literal('later_place'),
  registration_id: z.string(),
  title: z.string(),
  option_title: z.string(),
  text_languages: TextLanguages,
  first_name: z.string(),
  starts_at: z.string(),
  timezone: z.string(),
  price: z.nullable(Money),
  due_at: z.nullable(z.string()),
})
export type LaterPlace = z.infer<typeof LaterPlace>

export const InProgramOfLaterPlaces = z.strictObject({ program_id: ProgramId })
/** Query of GET later_places: with a membership, also the places that it would no longer open if it was cancelled now. */
export const LaterPlacesQuery = z.strictObject({ membership_id: z.optional(Id) })
export type LaterPlacesQuery = z.infer<typeof LaterPlacesQuery>
