import type { CustomerActor } from '../actor.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { findCustomerOfClient } from './user-rows.ts'

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
