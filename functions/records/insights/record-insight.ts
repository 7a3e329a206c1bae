import { ApiError } from '../../contract/api-error.ts'
import type { InsightEvent, InsightRequest } from '../../contract/records/insight.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { insertInsight } from './insight-rows.ts'
import { trackedUrl } from './tracked-url.ts'

/**
 * POST insights/events: counts an event anonymously. A browser with Do Not Track gets the same response and is not
 * counted.
 */
export async function recordInsight(ctx: Ctx, input: InsightRequest & { mayTrack: boolean }): Promise<InsightEvent> {
  const tracked = trackedUrl(input.url, ctx.siteOrigin)
  if (!tracked) throw new ApiError('invalid_url', { param: 'url' })

  const { type } = input
  const props = { language: input.props?.language ?? null, form: input.props?.form ?? null }
  if (input.mayTrack) await commit(ctx, [insertInsight(ctx, { type, props, ...tracked })])
  return { object: 'insight_event', url: tracked.url, type, props }
}
