import { hc } from 'hono/client'
import { largestPageSize } from '#contract/limits'
import type { Promotion } from '#contract/offering/promotion'
import type { PromotionsV1 } from '../../functions/api.ts'
import { clientOptions, type PageRequest } from './api-client.ts'
import { readOrNull } from './read-answer.ts'

/** The active coupons that a program shows, at most one page of the API. Null when the program has no such page. */
export async function loadPromotions(request: PageRequest, programId: string): Promise<Promotion[] | null> {
  const api = hc<PromotionsV1>(
    `/api/v1/explore/programs/${encodeURIComponent(programId)}/promotions`,
    clientOptions(request),
  )
  const promotions = await api.index
    .$get({ param: { program_id: programId }, query: { limit: String(largestPageSize) } })
    .then(readOrNull)
  return promotions?.data ?? null
}
