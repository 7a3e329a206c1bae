import { Hono } from 'hono'
import { listOf } from '../../contract/paging.ts'
import {
  CategoryListQuery,
  InCategory,
  InProduct,
  InVariation,
  Product,
  ProductCategory,
  ProductListQuery,
  ProductVariation,
  VariationListQuery,
} from '../../contract/offering/product.ts'
import { InProgramId } from '../../contract/offering/program.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { findVariation, listVariations } from './find-product.ts'
import { findCategory, listCategories } from './list-categories.ts'
import { listProducts } from './list-products.ts'

const tag = 'Explore'

/** The store of a program, mounted at /v1/explore/programs/:program_id: every response is public and has an ETag. */
export const storeV1 = new Hono<Worker>()
  .get(
    '/product_categories',
    describeRoute({
      summary: 'List the categories of a store',
      tag,
      answers: { 200: listOf(ProductCategory) },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', CategoryListQuery),
    async (c) => c.json(await listCategories(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/product_categories/:category_id',
    describeRoute({
      summary: 'Show a category of a store',
      tag,
      answers: { 200: ProductCategory },
      errors: ['not_found'],
    }),
    validate('param', InCategory),
    async (c) => c.json(await findCategory(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/products',
    describeRoute({
      summary: 'List the products of a program',
      tag,
      answers: { 200: listOf(Product) },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', ProductListQuery),
    async (c) => c.json(await listProducts(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/products/:product_id',
    describeRoute({
      summary: 'List the variations of a product',
      tag,
      answers: { 200: listOf(ProductVariation) },
      errors: ['not_found'],
    }),
    validate('param', InProduct),
    validate('query', VariationListQuery),
    async (c) => c.json(await listVariations(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/products/:product_id/:variation_id',
    describeRoute({
      summary: 'Show a variation of a product',
      tag,
      answers: { 200: ProductVariation },
      errors: ['not_found'],
    }),
    validate('param', InVariation),
    async (c) => c.json(await findVariation(c.var.ctx, c.req.valid('param')), 200),
  )
