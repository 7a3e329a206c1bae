import { Hono } from 'hono'
import { listOf } from '../../contract/paging.ts'
import { InProduct, StoreListQuery, StoreProduct } from '../../contract/offering/product.ts'
import { InProgramId } from '../../contract/offering/program.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { publicAnswer } from '../../platform/middleware/public-answer.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { findProduct } from './find-product.ts'
import { listStoreProducts } from './list-products.ts'

const tag = 'Explore'

/**
 * Version 2 of a store, mounted at /v2/explore/programs/:program_id/products: products include their variations. No
 * credentials are read.
 */
export const storeV2 = new Hono<Worker>()
  .use(publicAnswer)
  .get(
    '/',
    describeRoute({
      summary: 'List the products of a program with their variations',
      tag,
      answers: { 200: listOf(StoreProduct) },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', StoreListQuery),
    async (c) => c.json(await listStoreProducts(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/:product_id',
    describeRoute({
      summary: 'Show a product with its variations',
      tag,
      answers: { 200: StoreProduct },
      errors: ['not_found'],
    }),
    validate('param', InProduct),
    async (c) => c.json(await findProduct(c.var.ctx, c.req.valid('param')), 200),
  )
