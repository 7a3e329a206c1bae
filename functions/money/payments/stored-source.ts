import { provider } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creationRow } from '../../platform/database/history.ts'
import type { StoredCard } from '../../platform/cards/provider.ts'
import type { PaymentRow } from './payment-rows.ts'
import { clearDefault, insertSource, insertSourceOnce, markAccepted, type SourceRow } from './source-rows.ts'

type Owner = { customer_profile_id: string; customer_id: string }

/** The first moment after a card's expiry month, in UTC ms; null if the provider does not name the month. */
export function expiryMoment(card: { exp_month: number | null; exp_year: number | null }): number | null {
  if (card.exp_month === null || card.exp_year === null) return null
  return Date.UTC(card.exp_year, card.exp_month, 1)
}

/** A card as a row. */
export function sourceRow(
  ctx: Ctx,
  {
    id,
    card,
    owner,
    form_source,
    provider_account,
  }: {
    id: string
    card: StoredCard['card']
    owner: Owner
    form_source: string | null
    provider_account: string | null
  },
): SourceRow {
  return {
    ...card,
    ...owner,
    id,
    form_source,
    provider: paymentProvider(ctx.env).name,
    is_default: false,
    status: 'chargeable',
    expires_at: expiryMoment(card),
    expiry_mails: 0,
    detached_at: null,
    forgotten_at: null,
    provider_account,
    forget_tried_at: null,
    refused_at: null,
    created: ctx.now,
    updated: ctx.now,
  }
}

/** Statements that store a card. When two requests store the same card, the second fails on the unique key. */
export function storeSource(ctx: Ctx, row: SourceRow, isDefault: boolean): Statement[] {
  return [
    ...(isDefault ? [clearDefault(ctx.db, row.customer_profile_id)] : []),
    insertSource(ctx.db, { ...row, is_default: isDefault }),
    creationRow(ctx, { object: 'payment_source', id: row.id, to: 'attached' }, { actor: ctx.actor ?? provider }),
  ]
}

/**
 * Statements that keep the card of a payment that requested it, unless the card is stored already. A stored card that
 * paid is no longer marked as refused by its bank.
 */
export function keepPaidCard(
  ctx: Ctx,
  payment: Pick<PaymentRow, 'stores_source' | 'customer_id' | 'provider_account' | 'payment_source_id'>,
  input: { stored_source: string | null; card: StoredCard['card'] | null; customer_profile_id: string },
): Statement[] {
  const { stored_source: id, card, customer_profile_id } = input
  const used = payment.payment_source_id
  const accepted = used === null ? [] : [markAccepted(ctx.db, used)]
  if (!payment.stores_source || id === null || card === null) return accepted
  const owner = { customer_profile_id, customer_id: payment.customer_id }
  const { provider_account } = payment
  return [
    ...accepted,
    insertSourceOnce(ctx.db, sourceRow(ctx, { id, card, owner, form_source: null, provider_account })),
  ]
}
