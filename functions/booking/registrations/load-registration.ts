import type { Ctx } from '../../platform/context.ts'
import type { IdOrLookup, Ids } from '../../platform/database/database.ts'
import { groupsOfPlaces } from './place-group-rows.ts'
import {
  aroundOrder,
  byId,
  byIds,
  ofFamily,
  ofProgram,
  ofWaitlistEntry,
  orderOfRegistration,
  type ownByIds,
} from './registration-rows.ts'

export { isInCart } from './registration-rows.ts'

/** A registration with its event, option, person, customer and program. */
export type LoadedRegistration = Awaited<ReturnType<typeof ownByIds>>[number]

/** The registrations of an order, and the booking whose reschedule the order pays. The caller must check the owner. */
export function registrationsAroundOrder(ctx: Ctx, orderId: Ids) {
  return aroundOrder(ctx.db, orderId)
}

/** The registrations of a waitlist entry in any status. The caller must check the owner. */
export function registrationsOfEntry(ctx: Ctx, entryId: IdOrLookup) {
  return ofWaitlistEntry(ctx.db, entryId)
}

/** One registration regardless of owner, for scheduled work and organisations. */
export function findRegistration(ctx: Ctx, id: string) {
  return byId(ctx.db, id)
}

/** One registration of a program for its organisation; no row for one in a cart. */
export function findRegistrationOfProgram(ctx: Ctx, input: { program_id: string; registration_id: string }) {
  return ofProgram(ctx.db, input)
}

/** Registrations by their ids, regardless of owner. */
export function findRegistrations(ctx: Ctx, ids: readonly string[]) {
  return byIds(ctx.db, ids)
}

/**
 * The registrations of a customer and the people they look after, booked by any customer, in the given statuses.
 */
export function registrationsOfFamily(ctx: Ctx, input: Parameters<typeof ofFamily>[1]) {
  return ofFamily(ctx.db, input)
}

/** The groups that families see, by the ids of their places. */
export const groupsOfRegistrations = (ctx: Ctx, ids: readonly string[]) => groupsOfPlaces(ctx.db, ids)

/** SQL for the order id of a registration; NULL when it is in no order. */
export const orderLookup = (registrationId: string): IdOrLookup => orderOfRegistration(registrationId)
