import type { CustomerActor } from '../actor.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { ApiError } from '../../contract/api-error.ts'
import { findCustomerOfClient, isSessionLive } from './caller-rows.ts'
import { findIdOfOtherProgram } from './delegated-id-rows.ts'

/**
 * True while the caller's session has not ended. Only calls without a write need it, because a write checks the
 * session in its own batch.
 */
export const hasLiveSession = (ctx: CustomerContext): Promise<boolean> => isSessionLive(ctx, ctx.actor)

/** The first id that belongs to another program than the calling client's; null for a customer who calls directly. */
export async function idOfOtherProgram(ctx: CustomerContext, ids: readonly string[]): Promise<string | null> {
  const { delegation, customer_id } = ctx.actor
  return delegation ? findIdOfOtherProgram(ctx, ids, { program_id: delegation.program_id, customer_id }) : null
}

/**
 * The customer that a configured program acts for, or null. The program has no session, so it cannot do what requires
 * one (passwords, passkeys, granting access).
 */
export async function actForCustomer(ctx: Ctx, customer_id: string): Promise<CustomerActor | null> {
  const [person] = await findCustomerOfClient(ctx, customer_id)
  if (!person) return null
  if (!person.is_active) throw new ApiError('account_inactive')
  return { type: 'customer', user_id: person.user_id, customer_id: person.customer_id, session_id: '' }
}
