import type { CustomerContext } from '../context.ts'
import type { Statement } from '../database/database.ts'
import type { FoundRegistration } from '../registrations/found-registration.ts'
import { detachFromOrder, moveRegistration } from '../registrations/registration-steps.ts'

/** Frees the place of a line that leaves a cart; the registration belongs to no order any more. */
export function releasePlace(ctx: CustomerContext, place: FoundRegistration, reason: string): Statement[] {
  if (place.registration.status !== 'pending') return detachFromOrder(ctx, place)
  return moveRegistration(ctx, place, 'expired', {
    actor: ctx.actor,
    reason,
    set: { order_id: null, hold_expires_at: null },
  })
}
