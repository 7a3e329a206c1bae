import type { CustomerActor } from '../actor.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { ApiError } from '../../contract/api-error.ts'
import { findCustomerOfClient, isSessionLive } from './caller-rows.ts'

/** Whether the caller's session has not ended, for calls that write nothing. */
export const hasLiveSession = (ctx: CustomerContext): Promise<boolean> => isSessionLive(ctx, ctx.actor.session_id)

/**
 * The customer whom a configured program acts for; null where there is none. It has no session, so that what needs one
 * (passwords, passkeys, letting others in) stays the person's.
 */
export async function actForCustomer(ctx: Ctx, customer_id: string): Promise<CustomerActor | null> {
  const [person] = await findCustomerOfClient(ctx, customer_id)
  if (!person) return null
  if (!person.is_active) throw new ApiError('account_inactive')
  return { type: 'customer', user_id: person.user_id, customer_id: person.customer_id, session_id: '' }
}
