import type { Actor } from '../../platform/actor.ts'
import { provider } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { chargeLater, startInstalments } from './due-instalment-rows.ts'
import { isOpenPart, transitionInstalment, openParts } from '../orders/instalments.ts'
import { issueInstalmentReceipt } from '../orders/issue-receipt.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import type { PaymentRow } from './payment-rows.ts'
import type { Intent } from '../../platform/cards/provider.ts'

/** Statements for the batch that pays the first instalment: the others are charged on their days, to the same card. */
export function firstPartPaid(
  ctx: Ctx,
  order: LoadedOrder,
  { payment, intent }: { payment: PaymentRow; intent: Intent },
): Statement[] {
  const first = order.instalments.find(({ position }) => position === 0)
  if (!first || !isOpenPart(first)) return []
  return [
    ...transitionInstalment(ctx, first, 'paid', { actor: provider, set: { payment_id: payment.id, paid_at: ctx.now } }),
    startInstalments(ctx.db, order.id, payment.payment_source_id ?? intent.stored_source),
  ]
}

/**
 * Statements for the batch that pays later instalments: those for which the payment was charged. A card that the
 * customer chose is also charged for the remaining instalments.
 */
export function partsPaid(
  ctx: Ctx,
  order: LoadedOrder,
  { payment, intent, actor }: { payment: PaymentRow; intent: Intent; actor: Actor },
): Statement[] {
  const paid = openParts(order).filter(({ charge_key }) => charge_key !== null && charge_key === payment.charge_key)
  if (paid.length === 0) return []
  const others = openParts(order).flatMap((part) => (paid.includes(part) ? [] : [part.id]))
  const chosen = payment.return_url === null ? null : (payment.payment_source_id ?? intent.stored_source)
  return [
    ...paid.flatMap((part) =>
      transitionInstalment(ctx, part, 'paid', {
        actor,
        set: { payment_id: payment.id, paid_at: ctx.now, next_try_at: null },
      }),
    ),
    ...(chosen !== null && others.length > 0 ? [chargeLater(ctx.db, others, chosen)] : []),
    ...issueInstalmentReceipt(ctx, payment.id, order.program),
    recordEvent(ctx, { kind: 'instalment.paid', ref: payment.id, body: {} }),
  ]
}
