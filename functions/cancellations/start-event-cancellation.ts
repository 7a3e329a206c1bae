import { actorId } from '../actor.ts'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { noteOutboxRows } from '../database/outbox.ts'
import { ordersToTell, registrationsToEnd } from './cancellation-rows.ts'

/** Statements for the batch that cancels an event: everybody who has something of it is told and paid back, an order at a time, by cancel-for-event.ts. */
export function startEventCancellation(ctx: Ctx, eventId: string): Statement[] {
  noteOutboxRows(ctx, 'bulk')
  return [ordersToTell(ctx.db, { id: eventId, by: ctx.actor && actorId(ctx.actor), at: ctx.now })]
}

/** The read of how many registrations that ends, for the same batch. */
export const registrationsOfEvent = (ctx: Ctx, eventId: string) => registrationsToEnd(ctx.db, eventId)
