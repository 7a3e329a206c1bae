import * as cardSetupStates from '../../contract/states/card-setup-states.ts'
import { hourMs } from '../../contract/limits.ts'
import type { SetUpCardRequest } from '../../contract/money/payment-method.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { checkCardAttempts, returnFromCardStep, startAttempt } from './card-attempts.ts'
import { leaseMs } from './payment-outcome.ts'
import { reachProvider, withProviderCustomer } from './provider-customer.ts'
import { refreshSetup, settleSetup } from './settle-setup.ts'
import { changeSetup, openSetup, type ProfileToCharge, type SetupRow } from './source-rows.ts'

type Input = Pick<SetUpCardRequest, 'is_default' | 'return_url'>

/** How long the provider's page of an attempt is open, in ms. */
const pageMs = hourMs

/**
 * The caller's attempt to store a card on the provider's own page. The attempt is written before the page is opened with
 * its id as the idempotency key. A page that is open is returned again; one on which a card was stored meanwhile is
 * returned as `succeeded`.
 */
export async function setUpOnPage(ctx: CustomerContext, toCharge: ProfileToCharge, input: Input): Promise<SetupRow> {
  await checkCardAttempts(ctx, toCharge)
  return retryOnConflict(async () => openOnce(ctx, toCharge, input))
}

// Another request opens the page of this attempt now, or its answer was lost. The provider returns the same page.
const isOpening = (ctx: CustomerContext, { on_provider_page, status, provider_setup_id, created }: SetupRow): boolean =>
  on_provider_page && status === 'open' && provider_setup_id === null && ctx.now - created < leaseMs

// An attempt with the card form, or whose page has closed, is replaced.
async function replace(
  ctx: CustomerContext,
  toCharge: ProfileToCharge,
  { latest, input }: { latest: SetupRow | undefined; input: Input },
): Promise<SetupRow> {
  const replaces = cardSetupStates.live.has(latest?.status) ? latest : undefined
  return startAttempt(ctx, toCharge, { replaces, on_provider_page: true, is_default: input.is_default ?? false })
}

async function openOnce(ctx: CustomerContext, toCharge: ProfileToCharge, input: Input): Promise<SetupRow> {
  const [open] = await openSetup(ctx.db, toCharge.profile.id)
  const latest = open?.on_provider_page ? await reachProvider(ctx, async () => refreshSetup(ctx, open)) : open
  if (latest?.on_provider_page && cardSetupStates.kept.has(latest.status)) return latest

  const setup = latest && isOpening(ctx, latest) ? latest : await replace(ctx, toCharge, { latest, input })
  const { account, id: program_id } = toCharge.program
  const page = await withProviderCustomer(ctx, toCharge, async (customer) =>
    reachProvider(ctx, async () =>
      paymentProvider(ctx.env).openSetupPage({
        setup_id: setup.id,
        customer,
        language: ctx.language,
        return_url: returnFromCardStep(ctx, { program_id, setup_id: setup.id, return_url: input.return_url }),
        expires_at: setup.created + pageMs,
        account,
        now: ctx.now,
      }),
    ),
  )
  await commit(ctx, [changeSetup(ctx.db, setup, { provider_setup_id: page.id })])
  const settled = await settleSetup(ctx, setup.id, page)
  // Another request of the customer replaced this attempt in the meantime.
  return settled.status === 'cancelled' ? openOnce(ctx, toCharge, input) : settled
}
