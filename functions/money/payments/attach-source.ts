import { ApiError } from '../../contract/api-error.ts'
import type { PaymentSource } from '../../contract/people/customer.ts'
import { declineOf } from '../../contract/money/declines.ts'
import type { CardSetup, SetUpCardRequest } from '../../contract/money/payment-method.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { showSource } from '../../people/customers/show-source.ts'
import { agreeWithCard } from './card-charge-consent.ts'
import { cancelAttempt, checkCardAttempts, returnFromCardStep, startAttempt } from './card-attempts.ts'
import { leaseMs } from './payment-outcome.ts'
import { checkMayStore, reachProvider, requireProfileToCharge, withProviderCustomer } from './provider-customer.ts'
import { UnknownCustomer, UnknownSource } from '../../platform/cards/provider.ts'
import { refreshSetup, settleSetup } from './settle-setup.ts'
import { setUpOnPage } from './set-up-on-page.ts'
import { setDefaultSource } from './stored-sources.ts'
import {
  changeSetup,
  openSetup,
  type ProfileToCharge,
  setupById,
  type SetupRow,
  sourceById,
  type SourceRow,
  sourcesOfProfile,
} from './source-rows.ts'
import * as cardSetupStates from '../../contract/states/card-setup-states.ts'

type Attached =
  | { type: 'stored'; isNew: boolean; source: PaymentSource }
  /** The bank asks the customer for a confirmation first. */
  | { type: 'waiting'; setup: CardSetup }

type AttachInput = {
  source_id: string
  is_default?: boolean | undefined
  return_url?: string | undefined
  charge_consent?: string | undefined
}

/**
 * POST payment_methods/setup: what the provider's card form needs to store a card, or the provider's own page for it.
 * Repeated calls return the same open attempt.
 */
export async function setUpCard(
  ctx: CustomerContext,
  input: SetUpCardRequest & { program_id: string },
): Promise<CardSetup> {
  const toCharge = await requireProfileToCharge(ctx, input.program_id)
  checkMayStore(toCharge, 'program_id')
  await agreeWithCard(ctx, input)
  if (input.on_provider_page === true) return showSetup(ctx, await setUpOnPage(ctx, toCharge, input), toCharge)
  const setup = await retryOnConflict(async () => openAtProvider(ctx, toCharge))
  return showSetup(ctx, setup, toCharge)
}

/**
 * POST payment_methods/{source_id}/attach: stores a card for the caller in a program. The attempt is written before the
 * provider is called with its id as the idempotency key; a repeated call with the same card returns the first result.
 */
export async function attachSource(
  ctx: CustomerContext,
  input: AttachInput & { program_id: string },
): Promise<Attached> {
  const toCharge = await requireProfileToCharge(ctx, input.program_id)
  checkMayStore(toCharge, 'source_id')
  await agreeWithCard(ctx, input)
  const existing = await storedBefore(ctx, toCharge, input.source_id)
  if (existing) return { type: 'stored', isNew: false, source: await asDefault(ctx, existing, input) }
  await checkCardAttempts(ctx, toCharge)
  const own = await storedSince(ctx, toCharge, input.source_id)
  if (own) return { type: 'stored', isNew: true, source: await asDefault(ctx, own, input) }

  const setup = await retryOnConflict(async () => confirm(ctx, toCharge, input))
  if (setup.status === 'requires_action') return { type: 'waiting', setup: showSetup(ctx, setup, toCharge) }
  if (setup.status !== 'succeeded' || setup.source_id === null)
    throw new ApiError('payment_failed', { param: 'source_id' }, declineOf(setup.error_type).key)
  const [source] = await sourceById(ctx.db, setup.source_id)
  if (!source) throw new ApiError('not_found', { param: 'source_id' })
  return { type: 'stored', isNew: true, source: showSource(source) }
}

// A card of the caller in this program; null for a new card. Throws the same `not_found` for a card of another customer
// or program and for a removed one.
async function storedBefore(ctx: CustomerContext, toCharge: ProfileToCharge, id: string): Promise<SourceRow | null> {
  const [[named], kept] = await ctx.db.batch([sourceById(ctx.db, id), sourcesOfProfile(ctx.db, toCharge.profile.id)])
  if (named && (named.customer_profile_id !== toCharge.profile.id || named.detached_at !== null))
    throw new ApiError('not_found', { param: 'source_id' })
  return named ?? kept.find(({ form_source }) => form_source === id) ?? null
}

// Reads the open attempt again, because the card form or the bank step may have stored the card at the provider.
async function storedSince(ctx: CustomerContext, toCharge: ProfileToCharge, id: string): Promise<SourceRow | null> {
  const [open] = await openSetup(ctx.db, toCharge.profile.id)
  const latest = open && (await reachProvider(ctx, async () => refreshSetup(ctx, open)))
  // The bank declined this card after it was sent. The decline is returned once, then another attempt is allowed.
  if (open?.status === 'requires_action' && open.form_source === id && latest?.status === 'open')
    throw new ApiError('payment_failed', { param: 'source_id' }, declineOf(latest.error_type).key)
  return storedBefore(ctx, toCharge, id)
}

async function asDefault(
  ctx: CustomerContext,
  source: SourceRow,
  { program_id, is_default }: { program_id: string; is_default?: boolean | undefined },
): Promise<PaymentSource> {
  if (!is_default || source.is_default) return showSource(source)
  return setDefaultSource(ctx, { program_id, source_id: source.id })
}

// The attempt is written before the provider is called.
async function confirm(ctx: CustomerContext, toCharge: ProfileToCharge, input: AttachInput): Promise<SetupRow> {
  const opened = await openAtProvider(ctx, toCharge)
  if (opened.form_source === input.source_id && isUnderWay(opened)) {
    const latest = await reachProvider(ctx, async () => refreshSetup(ctx, opened))
    if (latest.status !== 'confirming') return latest
  }
  if (opened.status === 'confirming' && ctx.now - (opened.provider_called_at ?? 0) < leaseMs)
    throw new ApiError('request_in_progress', { retryAfterSeconds: 5 })
  if (opened.status === 'requires_action') {
    await cancelAttempt(ctx, opened)
    return confirm(ctx, toCharge, input)
  }

  const attempt = opened.attempts + 1
  await commit(ctx, [
    changeSetup(ctx.db, opened, {
      status: 'confirming',
      attempts: attempt,
      form_source: input.source_id,
      is_default: input.is_default ?? false,
      provider_called_at: ctx.now,
      updated: ctx.now,
    }),
    guard(ctx.db, 'state'),
  ])
  const intent = await reachProvider(ctx, async () =>
    paymentProvider(ctx.env).confirmSetup({
      provider_setup_id: opened.provider_setup_id ?? '',
      source: input.source_id,
      return_url: returnFromCardStep(ctx, { program_id: toCharge.program.id, setup_id: opened.id, ...input }),
      attempt,
      account: toCharge.program.account,
      now: ctx.now,
    }),
  ).catch(async (error: unknown) => {
    const [tried] = await setupById(ctx.db, opened.id)
    if (error instanceof UnknownCustomer && tried) {
      await cancelAttempt(ctx, tried)
      return null
    }
    if (!(error instanceof UnknownSource)) throw error
    if (tried) await commit(ctx, [changeSetup(ctx.db, tried, { status: 'open', form_source: null })])
    throw new ApiError('not_found', { param: 'source_id' })
  })
  // The attempt belongs to another account or mode of the provider, so it starts again.
  return intent === null ? confirm(ctx, toCharge, input) : settleSetup(ctx, opened.id, intent)
}

const isUnderWay = ({ status }: SetupRow) => cardSetupStates.undecided.has(status)

// The caller's open attempt in a program, which also exists at the provider.
async function openAtProvider(ctx: CustomerContext, toCharge: ProfileToCharge): Promise<SetupRow> {
  const [open] = await openSetup(ctx.db, toCharge.profile.id)
  const isUsable = open?.provider === paymentProvider(ctx.env).name && !open.on_provider_page
  const setup = isUsable ? open : await startAttempt(ctx, toCharge, { replaces: open })
  if (setup.provider_setup_id !== null) return setup
  const { account } = toCharge.program
  const intent = await withProviderCustomer(ctx, toCharge, async (customer) =>
    reachProvider(ctx, async () =>
      paymentProvider(ctx.env).createSetup({ setup_id: setup.id, customer, account, now: ctx.now }),
    ),
  )
  const [[opened]] = await commit(
    ctx,
    [changeSetup(ctx.db, setup, { provider_setup_id: intent.id, client_secret: intent.client_secret })],
    setupById(ctx.db, setup.id),
  )
  return opened ?? setup
}

function showSetup(ctx: CustomerContext, setup: SetupRow, { program }: ProfileToCharge): CardSetup {
  const client = paymentProvider(ctx.env).clientConfiguration({ account: program.account })
  return {
    id: setup.id,
    object: 'card_setup',
    status: setup.status,
    payment_provider: client.provider,
    publishable_key: client.publishable_key,
    account: client.account,
    client_secret: setup.client_secret,
    has_next_action: setup.status === 'requires_action',
    next_action_url: setup.next_action_url,
  }
}
