import { Hono } from 'hono'
import { listOf } from '../../contract/paging.ts'
import { InProgramId } from '../../contract/offering/program.ts'
import { Promotion, PromotionListQuery } from '../../contract/offering/promotion.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listPromotions } from './list-promotions.ts'

/**
 * Coupons that are open to everyone, mounted at /v1/explore/programs/:program_id/promotions. The response is public and
 * cached by tag, so no credentials are read here.
 */
export const promotionsV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'List the running coupons of a program that may be shown',
    tag: 'Explore',
    answers: { 200: listOf(Promotion) },
    errors: ['not_found'],
  }),
  validate('param', InProgramId),
  validate('query', PromotionListQuery),
  async (c) => c.json(await listPromotions(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
)
