import { dayMs, minuteMs } from '../../contract/limits.ts'
import { system } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import { findRegistration, orderLookup } from '../../booking/registrations/load-registration.ts'
import { isAfterEnd } from '../../booking/session-credits/places-after-end.ts'
import { orderReads, toOrder } from '../../money/orders/load-order.ts'
import { refundReads } from '../../money/refunds/create-refund.ts'
import { setDue } from './check-later-places.ts'
import { overduePlaces, placeById, placesDueSoon, postponePlace } from './later-place-rows.ts'
import { returnPlaces } from './return-places.ts'

/** Delay after a place could not be given up, in ms. */
const tryAgainMs = 10 * minuteMs
/** How long before the price is due its customer is reminded, in ms. */
const remindBeforeMs = 2 * dayMs

/**
 * Scheduled task: gives up the places whose normal price was not paid in time, and refunds what was paid for them. A
 * place that a membership opens again stays.
 */
export async function giveUpPlaces(ctx: Ctx): Promise<void> {
  for await (const { id } of withinBudget(ctx, await overduePlaces(ctx.db, ctx.now))) {
    try {
      await retryOnConflict(async () => giveUp(ctx, id))
    } catch (error) {
      ctx.log('place_not_given_up', { reason: reasonOf(error) })
      await commit(ctx, [postponePlace(ctx.db, id, { now: ctx.now, until: ctx.now + tryAgainMs })])
    }
  }
}

/** Scheduled task: two days before the normal price of places is due, reminds their customers, once. */
export async function remindOfPrices(ctx: Ctx): Promise<void> {
  const rows = await placesDueSoon(ctx.db, {
    now: ctx.now,
    until: ctx.now + remindBeforeMs,
    toldBefore: ctx.now - dayMs,
  })
  for await (const { ids, customer_id, price_due_at } of withinBudget(ctx, rows))
    await commit(ctx, [
      recordEvent(ctx, {
        kind: 'registration.price_due',
        ref: ids[0] ?? '',
        key: `${customer_id}:${price_due_at}:reminder`,
        body: { registration_ids: ids, reminds: true },
      }),
    ])
}

async function giveUp(ctx: Ctx, id: string): Promise<void> {
  const orderId = orderLookup(id)
  const [[row], [place], refunds, ...read] = await ctx.db.batch([
    placeById(ctx.db, id),
    findRegistration(ctx, id),
    refundReads(ctx, orderId),
    ...orderReads(ctx, orderId, null),
  ])
  if (!row || !place) return
  if (!isAfterEnd(row)) return void (await commit(ctx, setDue(ctx, place, null)))
  const order = { ...toOrder(read), refunds }
  if (order.status !== 'paid') throw new ApiError('state_conflict', { subject: order.status })
  await commit(
    ctx,
    returnPlaces(ctx, order, {
      places: [place],
      actor: system,
      cause: {
        reason: 'price_not_paid',
        ended: 'all_items_cancelled',
        dedupe: `price_not_paid:${id}:${place.registration.step}`,
        priority: 'transactional',
        event: (amount) =>
          recordEvent(ctx, {
            kind: 'registration.cancelled',
            ref: id,
            body: { result: 'automatic', amount, is_after_membership: true },
          }),
      },
    }),
  )
}
