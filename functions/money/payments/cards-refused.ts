import { eq } from 'drizzle-orm'
import { dayMs, hourMs } from '../../contract/limits.ts'
import { siteAlert } from '../../delivery/mail/site-alert.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { ProviderRefusalError, ProviderUnreachable } from '../../platform/cards/provider.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { facts } from '../../platform/database/tables.ts'
import { detailOf } from '../../platform/log-line.ts'

const name = 'cards_refused'
/** How often a provider that works is asked whether it still does, in ms. */
const checkEveryMs = hourMs
/** A right that was missing is taken for given again when nothing was refused for so long, in ms. */
const forgetAfterMs = dayMs

/** Notes that the provider refuses this site, for its health, and tells who runs it, once a day. */
export async function recordCardsRefused(ctx: Ctx, error: ProviderRefusalError): Promise<void> {
  ctx.log('card_provider_failed', detailOf(error))
  const { type, status, code } = error.provider
  const value = JSON.stringify(error.provider)
  await commit(ctx, [
    ctx.db
      .insert(facts)
      .values({ name, value, updated: ctx.now })
      .onConflictDoUpdate({ target: facts.name, set: { value, updated: ctx.now } }),
    ...siteAlert(ctx, {
      about: name,
      words:
        'The card provider refuses what this site asks for, and no card can be charged. Customers keep their places and are offered other ways to pay. See that STRIPE_SECRET_KEY is the right one and may do all that "Taking cards with Stripe" names: npm run doctor.',
      facts: { Type: type, Status: status ?? 'none', Code: code ?? 'none' },
    }),
  ])
}

/** For the batch in which a card's money came. */
export const cardsTaken = (db: Db): Statement => db.delete(facts).where(eq(facts.name, name))

let checkedAt = Number.NEGATIVE_INFINITY

/** The clock's part: whether the provider takes requests of this site, before a customer finds out. */
export async function checkCardProvider(ctx: Ctx): Promise<void> {
  const [refused] = await ctx.db.select().from(facts).where(eq(facts.name, name))
  if (!refused && ctx.now - checkedAt < checkEveryMs && ctx.now >= checkedAt) return
  checkedAt = ctx.now
  try {
    await paymentProvider(ctx.env).check({ now: ctx.now })
    // The check needs no more than a good key: what another right lacks, it does not see.
    const isOver = refused && (statusOf(refused.value) === 401 || ctx.now - refused.updated >= forgetAfterMs)
    if (isOver) await commit(ctx, [cardsTaken(ctx.db)])
  } catch (error) {
    if (error instanceof ProviderRefusalError) return recordCardsRefused(ctx, error)
    if (!(error instanceof ProviderUnreachable)) throw error
  }
}

const statusOf = (value: string) => (JSON.parse(value) as ProviderRefusalError['provider']).status
