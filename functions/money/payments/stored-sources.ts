import { minuteMs } from '../../contract/limits.ts'
import { type Actor, provider } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { PaymentSource } from '../../contract/people/customer.ts'
import type { Card } from '../../contract/card.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { showSource } from '../../people/customers/show-source.ts'
import { requireProfile, requireProfileToCharge } from './provider-customer.ts'
import { expiryMoment } from './stored-source.ts'
import {
  changeSource,
  clearDefault,
  makeDefault,
  makeNewestDefault,
  markDetached,
  markForgotten,
  type ProfileToCharge,
  sourceById,
  type SourceRow,
  sourcesToForget,
} from './source-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

type WhichSource = { program_id: string; source_id: string }

/**
 * POST payment_methods/{source_id}/set_default: makes a card the default. Of two concurrent requests, the later one
 * wins.
 */
export async function setDefaultSource(ctx: CustomerContext, input: WhichSource): Promise<PaymentSource> {
  const toCharge = await requireProfileToCharge(ctx, input.program_id)
  const after = await retryOnConflict(async () => {
    const source = await requireSource(ctx, toCharge, input.source_id)
    if (source.detached_at !== null) throw new ApiError('not_found', { param: 'source_id' })
    if (source.is_default) return source
    const [[row]] = await commit(
      ctx,
      [
        clearDefault(ctx.db, source.customer_profile_id),
        makeDefault(ctx.db, source.id, ctx.now),
        guard(ctx.db, 'state'),
      ],
      sourceById(ctx.db, source.id),
    )
    return row ?? source
  })
  await setProviderDefault(ctx, toCharge, after.id)
  return showSource(after)
}

/**
 * POST payment_methods/{source_id}/detach: removes a card here and at the provider. The newest other card becomes the
 * default.
 */
export async function detachSource(ctx: CustomerContext, input: WhichSource): Promise<PaymentSource> {
  const toCharge = await requireProfile(ctx, input.program_id)
  const after = await retryOnConflict(async () => {
    const source = await requireSource(ctx, toCharge, input.source_id)
    if (source.detached_at !== null) return source
    const [[row]] = await commit(ctx, takeAway(ctx, source, ctx.actor), sourceById(ctx.db, source.id))
    return row ?? source
  })
  if (after.forgotten_at === null) await forgetAtProvider(ctx, after)
  return showSource(after)
}

// The newest other card becomes the default.
const takeAway = (ctx: Ctx, source: SourceRow, actor: Actor): Statement[] => [
  markDetached(ctx.db, source.id, ctx.now),
  guard(ctx.db, 'state'),
  historyRow(ctx, {
    object: 'payment_source',
    object_id: source.id,
    step: 0,
    from: 'attached',
    to: 'detached',
    actor,
    at: ctx.now,
  }),
  makeNewestDefault(ctx.db, source.customer_profile_id, ctx.now),
]

/**
 * Handles a provider event about a card by reading the card there. A card that was detached there is removed here too;
 * one that its bank renewed gets the new number and expiry.
 */
export async function refreshSource(ctx: Ctx, id: string): Promise<void> {
  await retryOnConflict(async () => {
    const [source] = await sourceById(ctx.db, id)
    if (source?.detached_at !== null || source.provider !== paymentProvider(ctx.env).name) return
    const card = await paymentProvider(ctx.env).readSource({
      source: id,
      account: source.provider_account,
      now: ctx.now,
    })
    if (!card) return void (await commit(ctx, takeAway(ctx, source, provider)))
    const renewed = renewedCard(source, card.card)
    if (renewed) await commit(ctx, [changeSource(ctx.db, id, { ...renewed, refused_at: null, updated: ctx.now })])
  })
}

// Only the values that the provider decides change. Whether the card is the default stays. A new expiry gets its own
// reminders.
function renewedCard(source: SourceRow, { is_default: _, status: __, usage: ___, ...card }: Card) {
  const isSame = Object.entries(card).every(([name, value]) => (source as Record<string, unknown>)[name] === value)
  if (isSame) return null
  const expires_at = expiryMoment(card)
  return { ...card, expires_at, ...(expires_at === source.expires_at ? {} : { expiry_mails: 0 }) }
}

/** How long a request may take to delete a card at the provider before the scheduler does, in ms. */
const forgetAfterMs = minuteMs

/** Delay before the next attempt to delete a card, in ms. */
const forgetAgainMs = 10 * minuteMs

/** Scheduled task: deletes removed cards at the provider. A card that cannot be deleted does not block the others. */
export async function forgetDetachedSources(ctx: Ctx): Promise<void> {
  const before = { detached: ctx.now - forgetAfterMs, tried: ctx.now - forgetAgainMs }
  for await (const source of withinBudget(ctx, await sourcesToForget(ctx.db, before)))
    await forgetAtProvider(ctx, source)
}

// If the provider is out of reach, the scheduler tries again. A card of another provider cannot be deleted.
async function forgetAtProvider(ctx: Ctx, source: SourceRow): Promise<void> {
  try {
    if (source.provider === paymentProvider(ctx.env).name)
      await paymentProvider(ctx.env).detach({ source: source.id, account: source.provider_account, now: ctx.now })
    await markForgotten(ctx.db, source.id, { forgotten_at: ctx.now })
  } catch (error) {
    ctx.log('card_not_forgotten', { reason: reasonOf(error) })
    await markForgotten(ctx.db, source.id, { forget_tried_at: ctx.now })
  }
}

// Every charge names its card, so the provider's own default matters only to people who read the provider's dashboard.
async function setProviderDefault(
  ctx: CustomerContext,
  { profile, program }: ProfileToCharge,
  source: string,
): Promise<void> {
  if (profile.payment_provider_id === null) return
  try {
    await paymentProvider(ctx.env).setDefault({
      customer: profile.payment_provider_id,
      source,
      account: program.account,
      now: ctx.now,
    })
  } catch (error) {
    ctx.log('default_card_not_told', { reason: reasonOf(error) })
  }
}

// Throws the same `not_found` for a card of another customer or program and for an unknown one.
async function requireSource(ctx: CustomerContext, { profile }: ProfileToCharge, id: string): Promise<SourceRow> {
  const [source] = await sourceById(ctx.db, id)
  if (source?.customer_profile_id !== profile.id) throw new ApiError('not_found', { param: 'source_id' })
  return source
}
