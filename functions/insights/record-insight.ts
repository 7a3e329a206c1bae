import { ApiError } from '../contract/api-error.ts'
import { insightDays, type InsightEvent, type InsightRequest } from '../contract/insight.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { deleteOldInsights, insertInsight } from './insight-rows.ts'
import { trackedUrl } from './tracked-url.ts'

const dayMs = 86_400_000

/** POST insights/events: counts what happened, never who. A browser that asks not to be tracked is answered the same and counted nowhere. */
export async function recordInsight(ctx: Ctx, input: InsightRequest & { mayTrack: boolean }): Promise<InsightEvent> {
  const tracked = trackedUrl(input.url, ctx.siteOrigin)
  if (!tracked) throw new ApiError('invalid_url', { param: 'url' })

  const { type } = input
  const props = { language: input.props?.language ?? null, form: input.props?.form ?? null }
  if (input.mayTrack) await commit(ctx, [insertInsight(ctx, { type, props, ...tracked })])
  return { object: 'insight_event', url: tracked.url, type, props }
}

/** The clock forgets events after 90 days. */
export async function forgetOldInsights(ctx: Ctx): Promise<void> {
  await ctx.db.batch([deleteOldInsights(ctx, ctx.now - insightDays * dayMs)])
}
