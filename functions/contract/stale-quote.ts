import * as z from 'zod/mini'
import { ErrorBody } from './api-error.ts'
import { Quote } from './order.ts'
import { RefundPreview } from './refund.ts'
import { CancellationPreview } from './registration.ts'

/** The 409 of a price that has changed: the error object with what is true now, a quote or a preview of cancelling. */
export const StaleQuoteBody = z.strictObject({
  ...ErrorBody.shape,
  quote: z.optional(Quote),
  cancellation: z.optional(CancellationPreview),
  refund: z.optional(RefundPreview),
})
