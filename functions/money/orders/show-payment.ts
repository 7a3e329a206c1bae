import { instant } from '../../contract/instant.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import type { Payment } from '../../contract/money/payment.ts'
import { unknownCard } from '../../contract/card.ts'
import { declineSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PaymentRow } from './order-rows.ts'

/** A payment as its owner sees it. The bank step is shown only while it is needed. */
export function showPayment(ctx: Ctx, row: PaymentRow, { program }: Pick<SoldByProgram, 'program'>): Payment {
  const isWaiting = row.status === 'requires_action'
  return {
    id: row.id,
    object: 'payment',
    order_id: row.order_id,
    status: row.status,
    amount_total: money(row.amount_total, { currency: row.currency, program }, ctx.language),
    amount_received: money(row.amount_received, { currency: row.currency, program }, ctx.language),
    checkout_method: row.checkout_method,
    payment_source: row.card ? { ...unknownCard, ...row.card } : null,
    payment_provider: row.provider,
    carried_from: row.carried_from,
    has_next_action: isWaiting,
    on_provider_page: row.on_provider_page,
    next_action_url: isWaiting ? row.next_action_url : null,
    client_secret: isWaiting || row.status === 'created' ? row.client_secret : null,
    error_type: row.status === 'failed' ? row.error_type : null,
    error_message:
      row.status === 'failed' && row.error_type !== null ? declineSentence(row.error_type, ctx.language) : null,
    created: instant(row.created),
    updated: instant(row.updated),
  }
}
