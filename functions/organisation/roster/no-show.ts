import { returnable } from '../../contract/money/refund.ts'
import { minuteMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import { loadOrder } from '../../money/orders/load-order.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { type NoShowOutcome, noShowOutcome } from '../../booking/registrations/no-show-rule.ts'
import { correctionMs } from './check-in-rules.ts'

/** The customer is told after this delay, in ms, because most wrong marks are corrected at once. */
export const quietMs = 15 * minuteMs

/** The cost of a no-show by the booking's policy; null if there is none. */
export async function noShowCost(
  ctx: Ctx,
  { registration, booking }: LoadedRegistration,
): Promise<NoShowOutcome | null> {
  const { id, order_id, session_credit_id } = registration
  if (!booking.is_session || !booking.refund.session) return null
  const order = order_id === null ? null : await loadOrder(ctx, order_id)
  return noShowOutcome({
    booking,
    line: order?.items.find((item) => item.registration_id === id && item.cancelled_at === null) ?? null,
    remaining: order ? returnable(order) : 0,
    isByCredit: session_credit_id !== null,
  })
}

/** The values to store for the cost of a no-show: the fee, and the later refund, in money or as a visit. */
export const keptOf = (cost: NoShowOutcome | null) => ({
  penalty: cost?.penalty ?? 0,
  no_show_return: cost?.result === 'credit_back' ? 1 : (cost?.returned ?? 0),
})

/**
 * The time at which a mark becomes final. The refund is sent only then, so that the organisation never has to reclaim
 * it.
 */
export const finalAt = ({ booking }: Pick<LoadedRegistration, 'booking'>): number => booking.ends_at + correctionMs + 1

/** Statements that tell the customer and schedule the refund. */
export function noShowWrites(ctx: Ctx, loaded: LoadedRegistration, cost: NoShowOutcome): Statement[] {
  const { id, step } = loaded.registration
  const key = `${id}:${step}`
  const returns_at = finalAt(loaded)
  return [
    recordEvent(ctx, {
      kind: 'registration.no_show',
      ref: id,
      key,
      body: { ...cost, returns_at, is_corrected: false },
      dueAt: ctx.now + quietMs,
    }),
    ...(keptOf(cost).no_show_return > 0
      ? [queueJob(ctx, { kind: 'registration.settle_no_show', ref: id, key, dueAt: returns_at })]
      : []),
  ]
}

/** Statements that tell the customer of a corrected mark, if they were told of the mark. */
export function correctionWrites(ctx: Ctx, { registration }: LoadedRegistration): Statement[] {
  const { id, step, updated, penalty, no_show_return } = registration
  if (ctx.now < updated + quietMs) return []
  const body = { result: 'kept' as const, penalty, returned: no_show_return, returns_at: 0, is_corrected: true }
  return [recordEvent(ctx, { kind: 'registration.no_show', ref: id, key: `${id}:${step}`, body })]
}
