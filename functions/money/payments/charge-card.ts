import { hourMs } from '../../contract/limits.ts'
import { orderNumber } from '../../contract/money/order.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import type { ChosenSource } from './choose-source.ts'
import { findPayment } from './get-payment.ts'
import { type PaymentRow, recordIntent } from './payment-rows.ts'
import { withProviderCustomer } from './provider-customer.ts'
import { unpaidIntent } from './refresh-payment.ts'
import { recordCardsRefused } from './cards-refused.ts'
import type { UntriedReason } from './payment-outcome.ts'
import { ProviderRefusalError, ProviderUnreachable } from '../../platform/cards/provider.ts'
import { returnAddress } from './return-address.ts'
import { makeReturnToken, questionMs } from './return-token.ts'
import { settlePayment } from './settle-payment.ts'

/** How long the provider's page is open when nothing is held meanwhile, in ms. */
export const pageMs = hourMs

/**
 * Charges the card of a written payment at the provider, or opens the provider's page, and records the response. An
 * attempt that the provider did not start fails with one of `untriedReasons`. Throws ProviderUnreachable if the outcome
 * is unknown: the payment stays in progress, and is read at the provider before anything else happens.
 */
export async function chargeCard(
  ctx: Ctx,
  order: LoadedOrder,
  input: { payment_id: string; chosen: ChosenSource; isOffSession: boolean },
): Promise<PaymentRow> {
  const { payment_id, chosen, isOffSession } = input
  const payment = findPayment(order, payment_id)
  // A customer who opens the bank's page from the mail returns later, so their token is valid longer.
  const token = await makeReturnToken(
    ctx.env,
    payment_id,
    ctx.now,
    payment.charge_key === null || payment.return_url !== null ? undefined : questionMs,
  )
  const { program_id, id: order_id } = order
  let opened = payment.intent_id
  const charge = {
    payment_id,
    order_id,
    amount: payment.amount_total,
    currency: payment.currency,
    stores: chosen.stores,
    return_url: returnAddress(ctx.siteOrigin, { program_id, order_id, payment_id, token }),
    account: payment.provider_account,
    now: ctx.now,
    attempt: payment.attempts,
  }
  const openPage = async (customer: string | null) =>
    paymentProvider(ctx.env).openPage({
      ...charge,
      customer,
      title: `${order.program.name} · ${orderNumber(order)}`,
      language: ctx.language,
      email: order.profile.email,
      expires_at: order.hold_expires_at ?? ctx.now + pageMs,
    })
  const pay = async (customer: string | null) =>
    paymentProvider(ctx.env).pay({
      ...charge,
      intent_id: payment.intent_id,
      source: chosen.source,
      customer,
      isOffSession,
      opened: async (intent_id) => {
        opened = intent_id
        await recordIntent(ctx.db, { payment_id, intent_id })
      },
    })
  const call = payment.on_provider_page ? openPage : pay
  const called = chosen.profile ? withProviderCustomer(ctx, chosen.profile, call) : call(null)
  const intent = await called.catch(async (error: unknown) => {
    const decline = await untriedBecause(ctx, payment, error)
    if (decline === null) throw error
    return { ...unpaidIntent(payment, opened), decline }
  })
  const card = intent.card && { ...intent.card, is_default: chosen.is_default }
  const answer = { payment_id, intent: { ...intent, card }, isOwnAnswer: true }
  return findPayment(await settlePayment(ctx, order, answer), payment_id)
}

// Errors which mean that the provider did nothing: too many requests, a concurrent request, or a rejected site.
async function untriedBecause(ctx: Ctx, { id }: PaymentRow, error: unknown): Promise<UntriedReason | null> {
  if (error instanceof ProviderRefusalError) {
    await recordCardsRefused(ctx, error)
    return 'cards_unavailable'
  }
  if (!(error instanceof ProviderUnreachable)) return null
  ctx.log('provider_unreachable', { payment_id: id, reason: error.code })
  return error.code === 'network' ? null : error.code
}
