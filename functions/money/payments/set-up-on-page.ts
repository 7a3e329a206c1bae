import * as cardSetupStates from '../../contract/states/card-setup-states.ts'
import { hourMs } from '../../contract/limits.ts'
import type { SetUpCardRequest } from '../../contract/money/payment-method.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { checkCardAttempts, returnFromCardStep, startAttempt } from './card-attempts.ts'
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

async function openOnce(ctx: CustomerContext, toCharge: ProfileToCharge, input: Input): Promise<SetupRow> {
  const [open] = await openSetup(ctx.db, toCharge.profile.id)
  const latest = open?.on_provider_page ? await reachProvider(ctx, async () => refreshSetup(ctx, open)) : open
  if (latest?.on_provider_page && (latest.status === 'requires_action' || latest.status === 'succeeded')) return latest

  // An attempt whose page was not opened, or has closed, is replaced.
  const replaces = cardSetupStates.live.has(latest?.status) ? latest : undefined
  const { is_default = false } = input
  const setup = await startAttempt(ctx, toCharge, { replaces, on_provider_page: true, is_default })
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
