import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { LoadedRegistration } from './load-registration.ts'
import { heldOutsideOrders, ownByIds } from './registration-rows.ts'

/**
 * The caller's registrations in the order of the ids. Throws `not_found` for a missing registration or another
 * customer's.
 */
export async function findOwnRegistrations(
  ctx: CustomerContext,
  ids: readonly string[],
): Promise<LoadedRegistration[]> {
  return inOrderOf(await ownRegistrations(ctx, ids), ids)
}

/** The query of `findOwnRegistrations`, for a batch with other queries. */
export function ownRegistrations(ctx: CustomerContext, ids: readonly string[]) {
  return ownByIds(ctx.db, ids, ctx.actor.customer_id)
}

/** The query of the caller's held places with a program that are in no order, for a batch. */
export const placesOutsideOrders = (ctx: CustomerContext, program_id: string) =>
  heldOutsideOrders(ctx.db, { customer_id: ctx.actor.customer_id, program_id, now: ctx.now })

/** Sorts the rows by the given ids. Throws `not_found` for a missing row. */
export function inOrderOf(rows: readonly LoadedRegistration[], ids: readonly string[]): LoadedRegistration[] {
  const byId = new Map(rows.map((row) => [row.registration.id, row]))

  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw new ApiError('not_found', { param: 'registration_id' })
    return row
  })
}
