import { dayMs, hourMs } from '../../contract/limits.ts'
import { siteAlert } from '../../delivery/mail/site-alert.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { ProviderRefusalError, ProviderUnreachable } from '../../platform/cards/provider.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { detailOf } from '../../platform/log-line.ts'
import { clearCardsRefused, findCardsRefused, insertCardsRefused } from './cards-refused-rows.ts'

/** How often a working provider is checked, in ms. */
const checkEveryMs = hourMs
/** After this time in ms without a rejection, a missing permission counts as granted again. */
const forgetAfterMs = dayMs

/** Records for the health check that the provider rejects this site, and mails the operator once a day. */
export async function recordCardsRefused(ctx: Ctx, error: ProviderRefusalError): Promise<void> {
  ctx.log('card_provider_failed', detailOf(error))
  const { type, status, code } = error.provider
  await commit(ctx, [
    insertCardsRefused(ctx.db, JSON.stringify(error.provider), ctx.now),
    ...siteAlert(ctx, {
      about: 'cards_refused',
      words:
        'The card provider refuses what this site asks for, and no card can be charged. Customers keep their places and are offered other ways to pay. See that STRIPE_SECRET_KEY is the right one and may do all that "Taking cards with Stripe" names: npm run doctor.',
      facts: { Type: type, Status: status ?? 'none', Code: code ?? 'none' },
    }),
  ])
}

let checkedAt = Number.NEGATIVE_INFINITY

/** Scheduled task: checks that the provider accepts requests of this site, before a customer finds out. */
export async function checkCardProvider(ctx: Ctx): Promise<void> {
  const refused = await findCardsRefused(ctx.db)
  if (!refused && ctx.now - checkedAt < checkEveryMs && ctx.now >= checkedAt) return
  checkedAt = ctx.now
  try {
    await paymentProvider(ctx.env).check({ now: ctx.now })
    // The check only needs a valid key, so it does not notice a missing permission.
    const isOver = refused && (statusOf(refused.value) === 401 || ctx.now - refused.updated >= forgetAfterMs)
    if (isOver) await commit(ctx, [clearCardsRefused(ctx.db)])
  } catch (error) {
    if (error instanceof ProviderRefusalError) return recordCardsRefused(ctx, error)
    if (!(error instanceof ProviderUnreachable)) throw error
  }
}

const statusOf = (value: string) => (JSON.parse(value) as ProviderRefusalError['provider']).status
