import * as z from 'zod/mini'

/**
 * The limits for paying later: days until due, unpaid places per customer, and whether a confirmed email is required.
 * Paying later is offered until the start, or until two days before it.
 */
export const OfflineLimits = z.strictObject({
  days: z.int(),
  places: z.int(),
  verified_email: z.boolean(),
  until_start: z.optional(z.boolean()),
})
export type OfflineLimits = z.infer<typeof OfflineLimits>
export const usualOfflineLimits = {
  days: 7,
  places: 4,
  verified_email: true,
  until_start: false,
} satisfies OfflineLimits
