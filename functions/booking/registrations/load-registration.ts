import type { Ctx } from '../../platform/context.ts'
import type { IdOrLookup } from '../../platform/database/database.ts'
import {
  aroundOrder,
  byId,
  ofFamily,
  ofWaitlistEntry,
  orderOfRegistration,
  type ownByIds,
} from './registration-rows.ts'

/** A registration as it was read, with its event, option, person, customer and program. */
export type LoadedRegistration = Awaited<ReturnType<typeof ownByIds>>[number]

/** The registrations of an order, and the booking that an order which pays a move is for; the caller has checked whose order it is. */
export function registrationsAroundOrder(ctx: Ctx, orderId: IdOrLookup) {
  return aroundOrder(ctx.db, orderId)
}

/** The registrations of a waitlist entry, in whatever status they are by now; the caller has checked whose it is. */
export function registrationsOfEntry(ctx: Ctx, entryId: IdOrLookup) {
  return ofWaitlistEntry(ctx.db, entryId)
}

/** One registration, whoever's it is, for what the clock or an organisation sets off. */
export function findRegistration(ctx: Ctx, id: string) {
  return byId(ctx.db, id)
}

/** What a customer and the people they look after are registered for, whoever booked it; the caller says which states. */
export function registrationsOfFamily(ctx: Ctx, input: Parameters<typeof ofFamily>[1]) {
  return ofFamily(ctx.db, input)
}

/** The order of a registration, for a read that only knows the registration; none where it is in none. */
export const orderLookup = (registrationId: string): IdOrLookup => orderOfRegistration(registrationId)
