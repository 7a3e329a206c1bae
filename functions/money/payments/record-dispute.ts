import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { moneyOfIntent, setDisputed } from './payment-rows.ts'
import { findProviderEvent } from './provider-event-rows.ts'

/** The alert for each status of a dispute at the provider. */
const whyOf: Record<string, 'dispute' | 'dispute_won' | 'dispute_lost'> = {
  needs_response: 'dispute',
  warning_needs_response: 'dispute',
  won: 'dispute_won',
  warning_closed: 'dispute_won',
  lost: 'dispute_lost',
}

/** In these states the bank holds the money, and returns it to the cardholder if the dispute is lost. */
const withBank = new Set(['needs_response', 'under_review', 'lost'])

/**
 * Tells a program that a cardholder disputes a payment, and how the dispute ended. The dispute is read at the provider,
 * and each step is told once. Money that the bank holds is not refunded by us.
 */
export async function recordDispute(ctx: Ctx, eventId: string): Promise<void> {
  const event = await findProviderEvent(ctx.db, eventId)
  if (!event) return
  const { provider_ref, account } = event
  const dispute = await paymentProvider(ctx.env).readDispute({ dispute_id: provider_ref, account, now: ctx.now })
  if (!dispute) return
  const [payment, ...carried] = await moneyOfIntent(ctx.db, dispute.intent_id)
  if (!payment) return
  const why = whyOf[dispute.state]
  const taken = withBank.has(dispute.state) ? dispute.amount : 0
  const changes = takenOf([payment, ...carried], taken).map((each) => setDisputed(ctx.db, each.id, each.amount))
  const alert = why && {
    kind: 'payment.needs_attention' as const,
    ref: payment.id,
    key: `${payment.id}:${why}:${dispute.id}`,
    body: { why },
  }
  await commit(ctx, [...changes, ...(alert ? [recordEvent(ctx, alert)] : [])])
}

// The money of a moved place is in another order's payment, so the bank takes it from there, newest first.
function takenOf(payments: { id: string; held: number }[], taken: number): { id: string; amount: number }[] {
  let left = taken
  return payments.toReversed().map(({ id, held }) => {
    const amount = Math.min(left, held)
    left -= amount
    return { id, amount }
  })
}
