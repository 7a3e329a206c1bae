import { ApiError } from '../../contract/api-error.ts'
import { safeGoto } from '../../contract/goto.ts'
import { relaxedLimitMultiplier } from '../../contract/limits.ts'
import { maxSources } from '../../contract/money/payment-method.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { checkDeclines, declineWindowMs, maxDeclines } from './check-pay.ts'
import { declineTimes } from './payment-rows.ts'
import {
  changeSetup,
  insertSetup,
  openSetup,
  type ProfileToCharge,
  type SetupRow,
  sourcesOfProfile,
} from './source-rows.ts'

/** Refuses another card after too many declines, or when the customer keeps as many as are allowed. */
export async function checkCardAttempts(ctx: CustomerContext, toCharge: ProfileToCharge): Promise<void> {
  const max = ctx.env.RATE_LIMITS === 'wide' ? maxDeclines * relaxedLimitMultiplier : maxDeclines
  const [declines, kept] = await ctx.db.batch([
    declineTimes(ctx.db, { customer_id: ctx.actor.customer_id, since: ctx.now - 2 * declineWindowMs, max }),
    sourcesOfProfile(ctx.db, toCharge.profile.id),
  ])
  if (kept.length >= maxSources) throw new ApiError('out_of_range', { param: 'source_id' })
  checkDeclines({ declines: { times: declines.map(({ at }) => at), max } }, ctx.now, 'source_id')
}

/** A new attempt of the caller to store a card. The one that it replaces ends in the same batch. */
export async function startAttempt(
  ctx: CustomerContext,
  { profile }: ProfileToCharge,
  { replaces, ...more }: { replaces: SetupRow | undefined; on_provider_page?: boolean; is_default?: boolean },
): Promise<SetupRow> {
  const row = {
    id: ctx.newId('cset'),
    customer_profile_id: profile.id,
    customer_id: profile.customer_id,
    status: 'open' as const,
    provider: paymentProvider(ctx.env).name,
    created: ctx.now,
    updated: ctx.now,
    ...more,
  }
  const [[made]] = await commit(
    ctx,
    [
      ...(replaces ? [changeSetup(ctx.db, replaces, { status: 'cancelled' as const, updated: ctx.now })] : []),
      insertSetup(ctx.db, row),
    ],
    openSetup(ctx.db, profile.id),
  )
  if (!made) throw new Error('card setup was not written')
  return made
}

/** The address after a bank step or the provider's page of an attempt. */
export function returnFromCardStep(
  { siteOrigin }: CustomerContext,
  about: { program_id: string; setup_id: string; return_url?: string | undefined },
): string {
  const goto = safeGoto(about.return_url, siteOrigin, '')
  const query = new URLSearchParams({ setup: about.setup_id, ...(goto ? { goto } : {}) })
  return `${siteOrigin}/pg/${about.program_id}/profile/payment-methods/return?${query}`
}

export async function cancelAttempt(ctx: CustomerContext, setup: SetupRow): Promise<void> {
  await commit(ctx, [changeSetup(ctx.db, setup, { status: 'cancelled', updated: ctx.now }), guard(ctx.db, 'state')])
}
