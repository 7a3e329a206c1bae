import { hourMs } from '../../contract/limits.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { insertDecline } from './payment-rows.ts'
import { ProviderRefusalError, ProviderUnreachable, type SetupIntent } from '../../platform/cards/provider.ts'
import { recordCardsRefused } from './cards-refused.ts'
import { nextActionAddress } from './return-address.ts'
import { askAfterMs } from './settle-unanswered-payments.ts'
import {
  accountOfSetup,
  changeSetup,
  setupById,
  type SetupRow,
  setupsToAsk,
  sourceById,
  sourcesOfProfile,
} from './source-rows.ts'
import { sourceRow, storeSource } from './stored-source.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import * as cardSetupStates from '../../contract/states/card-setup-states.ts'

/**
 * Records the provider's response about storing a card, for the request, the return from the bank, the scheduler and
 * webhooks. Returns the current attempt.
 */
export async function settleSetup(ctx: Ctx, setupId: string, intent: SetupIntent): Promise<SetupRow> {
  return retryOnConflict(async () => {
    const setup = await requireSetup(ctx, setupId)
    if (setup.status === 'succeeded' || intent.setup_id !== setup.id || intent.state === 'processing') return setup
    if (intent.state === 'succeeded' && intent.source) return stored(ctx, setup, intent.source)
    return notStored(ctx, setup, intent)
  })
}

async function stored(ctx: Ctx, setup: SetupRow, source: NonNullable<SetupIntent['source']>): Promise<SetupRow> {
  const [[existing], kept, [program]] = await ctx.db.batch([
    sourceById(ctx.db, source.id),
    sourcesOfProfile(ctx.db, setup.customer_profile_id),
    accountOfSetup(ctx.db, setup.customer_profile_id),
  ])
  const isDefault = setup.is_default || !kept.some(({ is_default }) => is_default)
  const change = {
    status: 'succeeded',
    source_id: source.id,
    ...nothingToDo,
    error_type: null,
    updated: ctx.now,
  } as const
  const owner = { customer_profile_id: setup.customer_profile_id, customer_id: setup.customer_id }
  const row = sourceRow(ctx, {
    id: source.id,
    card: source.card,
    owner,
    form_source: setup.form_source,
    provider_account: program?.account ?? null,
  })
  const [[after]] = await commit(
    ctx,
    [...(existing ? [] : storeSource(ctx, row, isDefault)), changeSetup(ctx.db, setup, change), guard(ctx.db, 'state')],
    setupById(ctx.db, setup.id),
  )
  return after ?? setup
}

async function notStored(ctx: Ctx, setup: SetupRow, intent: SetupIntent): Promise<SetupRow> {
  const change = changeOf(ctx, intent)
  if (change.status === setup.status && change.next_action_url === setup.next_action_url) return setup
  if (!cardSetupStates.mayTransition(setup.status, change.status)) return setup
  const isDeclined = change.status === 'open' && change.error_type !== null
  const [[after]] = await commit(
    ctx,
    [
      changeSetup(ctx.db, setup, { ...change, updated: ctx.now }),
      guard(ctx.db, 'state'),
      // Cards tried here count with those tried in payments.
      ...(isDeclined
        ? [
            insertDecline(ctx.db, {
              customer_id: setup.customer_id,
              order_id: setup.id,
              payment_id: setup.id,
              code: change.error_type ?? '',
              at: ctx.now,
            }),
          ]
        : []),
    ],
    setupById(ctx.db, setup.id),
  )
  return after ?? setup
}

const nothingToDo = { next_action_url: null, client_secret: null }

function changeOf(ctx: Ctx, intent: SetupIntent) {
  if (intent.state === 'requires_action')
    return {
      status: 'requires_action' as const,
      next_action_url: nextActionAddress(intent.next_action_url, paymentProvider(ctx.env)),
      client_secret: intent.client_secret,
      error_type: null,
      provider_called_at: ctx.now,
    }
  if (intent.state === 'canceled') return { ...nothingToDo, status: 'cancelled' as const, error_type: null }
  return {
    status: 'open' as const,
    next_action_url: null,
    client_secret: intent.client_secret,
    error_type: intent.decline ?? 'processing_error',
  }
}

/** Reads an attempt to store a card at the provider and records the response. */
export async function refreshSetup(ctx: Ctx, setup: SetupRow): Promise<SetupRow> {
  if (setup.status === 'succeeded' || setup.provider_setup_id === null) return setup
  const [owner] = await accountOfSetup(ctx.db, setup.customer_profile_id)
  const intent = await paymentProvider(ctx.env).readSetup({
    provider_setup_id: setup.provider_setup_id,
    account: owner?.account ?? null,
    now: ctx.now,
  })
  return intent ? settleSetup(ctx, setup.id, intent) : setup
}

/** Handles a provider event about storing a card by reading the attempt at the provider. */
export async function settleReportedSetup(ctx: Ctx, setupId: string): Promise<void> {
  const [setup] = await setupById(ctx.db, setupId)
  if (setup) await refreshSetup(ctx, setup)
}

/** The result of storing a card, for its owner who returns from the bank; null if there is nothing to show. */
export async function finishSetup(
  ctx: Ctx,
  input: { setup_id: string; customer_id: string },
): Promise<'added' | 'refused' | 'ended' | 'waiting' | null> {
  const [setup] = await setupById(ctx.db, input.setup_id)
  if (setup?.customer_id !== input.customer_id) return null
  try {
    const { status, error_type } = await refreshSetup(ctx, setup)
    if (status === 'succeeded') return 'added'
    if (status === 'cancelled') return 'ended'
    return status === 'open' && error_type !== null ? 'refused' : 'waiting'
  } catch (error) {
    if (error instanceof ProviderRefusalError) await recordCardsRefused(ctx, error)
    else if (error instanceof ProviderUnreachable) ctx.log('provider_unreachable', { reason: error.code })
    else throw error
    return 'waiting'
  }
}

/** The address of the provider's page of an attempt of this customer, while it is open; otherwise null. */
export async function findSetupPage(
  ctx: Ctx,
  input: { setup_id: string; customer_id: string },
): Promise<string | null> {
  const [setup] = await setupById(ctx.db, input.setup_id)
  if (setup?.customer_id !== input.customer_id || setup.status !== 'requires_action') return null
  return setup.on_provider_page ? setup.next_action_url : null
}

/** How long an attempt waits for its bank step before it ends, in ms. */
const giveUpMs = 24 * hourMs

/** Scheduled task: settles attempts whose response was lost or whose customer did not return from the bank. */
export async function settleLateSetups(ctx: Ctx): Promise<void> {
  for await (const { setup } of withinBudget(ctx, await setupsToAsk(ctx.db, ctx.now - askAfterMs))) {
    try {
      const after = await refreshSetup(ctx, setup)
      const isOld = ctx.now - after.created > giveUpMs
      if (!cardSetupStates.undecided.has(after.status)) continue
      await commit(ctx, [
        changeSetup(ctx.db, after, isOld ? { status: 'cancelled', updated: ctx.now } : { provider_called_at: ctx.now }),
      ])
    } catch (error) {
      ctx.log('card_setup_not_settled', { reason: reasonOf(error) })
    }
  }
}

async function requireSetup(ctx: Ctx, id: string): Promise<SetupRow> {
  const [setup] = await setupById(ctx.db, id)
  if (!setup) throw new ApiError('not_found')
  return setup
}
