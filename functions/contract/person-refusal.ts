import * as z from 'zod/mini'

/** Maximum number of other events that a refusal offers. */
export const maxOtherEvents = 3

/**
 * What a person can have instead of a refused place: another option of the event, another event of the same kind, or
 * the waitlist of the refused option.
 */
export const PlaceInstead = z.union([
  z.strictObject({ kind: z.literal('option'), option_id: z.string(), name: z.string() }),
  z.strictObject({ kind: z.literal('event'), event_id: z.string(), name: z.string(), starts_at: z.string() }),
  z.strictObject({ kind: z.literal('waitlist'), name: z.string() }),
])
export type PlaceInstead = z.infer<typeof PlaceInstead>

/** Why a person cannot have the place. `person` is their position in the request, from 0, or null for the code and for `release`. */
export const PersonRefusal = z.strictObject({
  person: z.nullable(z.int()),
  type: z.string(),
  param: z.string(),
  message: z.string(),
  instead: z.optional(z.array(PlaceInstead)),
})
export type PersonRefusal = z.infer<typeof PersonRefusal>
