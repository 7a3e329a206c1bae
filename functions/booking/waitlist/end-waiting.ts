import { ApiError } from '../../contract/api-error.ts'
import * as saleStates from '../../contract/states/sale-states.ts'
import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { transitionRegistration } from '../registrations/registration-steps.ts'
import { loadEntry, placesWithStatus, toLine } from './load-entry.ts'
import { lineOf } from './waitlist-rows.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/**
 * Ends waiting for the options of an event that are no longer sold, and tells each customer once. People of the same
 * entry who wait for an option still on sale keep waiting.
 */
export async function endWaitingForEndedSales(ctx: Ctx, eventId: string): Promise<void> {
  const [rows, events] = await ctx.db.batch([lineOf(ctx.db, eventId), eventReads(ctx, [eventId])])
  const options = showEvents(ctx, events).get(eventId)?.options
  const isOver = (optionId: string) => {
    const option = options?.get(optionId)
    if (!option) return false
    const opens = option.order_availability.sale_starts_at
    return saleStates.over.has(option.sale_status) && (opens === null || Date.parse(opens) <= ctx.now)
  }
  for (const entry of toLine(rows)) {
    const ids = entry.people.filter(({ option_id }) => isOver(option_id)).map(({ registration_id }) => registration_id)
    if (ids.length > 0) await endWaiting(ctx, entry.id, ids)
  }
}

async function endWaiting(ctx: Ctx, entryId: string, registrationIds: string[]): Promise<void> {
  const entry = await loadEntry(ctx, entryId)
  const places = placesWithStatus(entry?.places ?? [], ...registrationStates.waiting.statuses).filter(
    ({ registration }) => registrationIds.includes(registration.id),
  )
  if (places.length === 0) return
  await ignoreConflict(ctx, [
    ...places.flatMap((place) =>
      transitionRegistration(ctx, place, 'cancelled', {
        actor: system,
        reason: 'sale_over',
        set: { cancelled_at: ctx.now },
      }),
    ),
    recordEvent(ctx, {
      kind: 'waitlist.sale_over',
      ref: entryId,
      key: registrationIds.join('+'),
      body: { registration_ids: registrationIds },
    }),
  ])
}

/** Commits the writes. If the customer claimed, declined or left at the same moment, the customer's change stays. */
export async function ignoreConflict(ctx: Ctx, writes: Statement[]): Promise<void> {
  try {
    await commit(ctx, writes)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isConflict) throw error
  }
}
