import { saleStatus } from '../../offering/catalogue/sale-status.ts'
import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import { largestQuantity, relaxedLimitMultiplier } from '../../contract/limits.ts'
import { leftPerUnprovenHold, maxUnprovenProducts } from '../../booking/spots/unproven-holds.ts'
import { unprovenPlacesSentence } from '../../contract/sentences/unproven-words.ts'
import { boundSentence, tooFewLeftSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { lineOf, productOf, type Variation } from './compose-product-line.ts'
import { isProductLine } from './order-refusals.ts'
import type { ItemRow, OrderRow } from './order-rows.ts'
import {
  returnStock,
  guardHeldStock,
  guardUnprovenStock,
  guardStockHeld,
  guardVariationCost,
  lapsedStock,
  lapsedStockOf,
  programsOfStock,
  takeStockOf,
  unprovenStockEnds,
  variationsByIds,
} from './variation-rows.ts'

type ProductInput = {
  source?: string | null | undefined
  product_variation_id?: string | null | undefined
  quantity: number
  parent?: string | null | undefined
}

/** Maximum number of store products that one customer may hold at a time. */
const maxHeldProducts = 50

/** The query of variations by id, for a batch. */
export const soldVariations = (ctx: Ctx, ids: readonly string[]) => variationsByIds(ctx.db, ids)

/** The variations of the store products among some items. */
export const variationIdsOf = (items: readonly ItemRow[]): string[] =>
  items.flatMap((item) =>
    isProductLine(item) && item.product_variation_id !== null ? [item.product_variation_id] : [],
  )

/**
 * The items of a cart with one more store product. The quantity grows if the cart has the same variation with the
 * same parent; otherwise a new item is added. Throws if the product is not on sale; the schema refuses a sold-out
 * product.
 */
export function withProduct(
  ctx: Ctx,
  order: Pick<OrderRow, 'id' | 'program_id'>,
  about: { items: ItemRow[]; input: ProductInput; variations: readonly Variation[] },
): ItemRow[] {
  const { items, input } = about
  const param = input.product_variation_id ? 'product_variation_id' : 'source'
  const variation = about.variations.find(({ id }) => id === input.source)
  if (!variation || variation.program_id !== order.program_id || variation.has_store !== 1)
    throw new ApiError('not_found', { param })
  checkOnSale(variation, ctx.now, param)
  const parent = input.parent ?? null
  const existing = items.find(
    (item) => isProductLine(item) && item.product_variation_id === variation.id && item.parent === parent,
  )
  const quantity = (existing?.quantity ?? 0) + input.quantity
  checkQuantity(ctx, quantity)
  if (existing) return items.map((item) => (item === existing ? ofQuantity(item, quantity) : item))
  const position = Math.max(0, ...items.map((item) => item.position)) + 1
  return [...items, lineOf(ctx, variation, { order_id: order.id, position, parent, quantity })]
}

/** A store product with another quantity, or another variation of its product at that variation's current price. */
export function changedProduct(
  ctx: Ctx,
  item: ItemRow,
  { variation, quantity }: { variation: Variation; quantity: number },
): ItemRow {
  if (variation.product.id !== item.product_id) throw new ApiError('not_found', { param: 'product_variation_id' })
  const isSame = variation.id === item.product_variation_id
  if (!isSame || quantity > item.quantity) checkOnSale(variation, ctx.now, 'product_variation_id')
  checkQuantity(ctx, quantity)
  const line = isSame ? item : { ...item, ...productOf(variation) }
  return ofQuantity(line, quantity)
}

/**
 * The items of a lapsed cart at today's prices, with their stock taken again. Throws with the id of an item that is no
 * longer sold.
 */
export function retakenProducts(ctx: Ctx, items: readonly ItemRow[], variations: readonly Variation[]): ItemRow[] {
  return items.map((item) => {
    if (!isProductLine(item)) return item
    const variation = variations.find(({ id }) => id === item.product_variation_id)
    if (!variation) throw new ApiError('option_not_on_sale', { param: item.id })
    checkOnSale(variation, ctx.now, item.id)
    return ofQuantity({ ...item, unit_amount: variation.cost }, item.quantity)
  })
}

/** Id of the first item with too little stock to hold the cart again; null if there is none. */
export function soldOutProduct(items: readonly ItemRow[], variations: readonly Variation[]): string | null {
  const short = items.find((item) => {
    if (!isProductLine(item) || item.stock_taken > 0) return false
    return (variations.find(({ id }) => id === item.product_variation_id)?.stock_left ?? 0) < item.quantity
  })
  return short?.id ?? null
}

/**
 * Releases the stock of the same variations that lapsed carts hold. It must be the first statement of a batch that
 * takes stock.
 */
export const releaseLapsedStock = (ctx: Ctx, order: { id: string; items: readonly ItemRow[] }): Statement[] => {
  const ids = variationIdsOf(order.items)
  return ids.length === 0 ? [] : [returnStock(ctx.db, lapsedStockOf(ids, ctx.now, order.id))]
}

/**
 * Guard statements after the written items: the prices that were read are current, and the customer holds at most the
 * allowed number of store products.
 */
export function guardNewProducts(
  ctx: Ctx,
  order: Pick<OrderRow, 'customer_id' | 'program_id'>,
  lines: readonly ItemRow[],
): Statement[] {
  if (lines.length === 0) return []
  ctx.request.invalidateTags(`program:${order.program_id}`)
  const times = ctx.env.RATE_LIMITS === 'wide' ? relaxedLimitMultiplier : 1
  return [
    ...lines.map((line) => guardVariationCost(ctx.db, line.product_variation_id ?? '', line.unit_amount)),
    guardHeldStock(ctx.db, order, maxHeldProducts * times),
    ...guardUnprovenProducts(ctx, order, lines),
  ]
}

/** Guard statements after writes that take stock: the limits for accounts with an unconfirmed email. */
export function guardUnprovenProducts(
  ctx: Ctx,
  { customer_id }: Pick<OrderRow, 'customer_id'>,
  lines: readonly ItemRow[],
): Statement[] {
  const variationIds = variationIdsOf(lines)
  if (variationIds.length === 0) return []
  const isWide = ctx.env.RATE_LIMITS === 'wide'
  return [
    guardUnprovenStock(
      ctx.db,
      { customer_id, variationIds },
      {
        products: maxUnprovenProducts * (isWide ? relaxedLimitMultiplier : 1),
        leftPerThing: isWide ? 0 : leftPerUnprovenHold,
      },
    ),
  ]
}

/** Takes the stock of an order again for a late payment. Sold-out stock aborts the batch. */
export const takeStock = (ctx: Ctx, { id }: { id: string }): Statement => takeStockOf(ctx.db, id)

/** Returns the stock of lapsed carts, for the scheduler. The items stay in their carts. */
export async function releaseStock(ctx: Ctx): Promise<void> {
  const lapsed = lapsedStock(ctx.now)
  const programs = await programsOfStock(ctx.db, lapsed)
  if (programs.length === 0) return
  for (const { program_id } of programs) ctx.request.invalidateTags(`program:${program_id}`)
  await commit(ctx, [returnStock(ctx.db, lapsed)])
}

/** Aborts a batch that extends the hold of stock that was released in the meantime. */
export const guardStock = (ctx: Ctx, orderId: string, items: readonly ItemRow[]): Statement[] =>
  items.some(isProductLine) ? [guardStockHeld(ctx.db, orderId)] : []

/** Turns refusals of stock into errors that name the quantity and when to retry: `.catch(throwTooFewLeft(ctx, items))`. */
export const throwTooFewLeft =
  (ctx: CustomerContext, items: readonly ItemRow[]) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof ApiError)) throw error
    if (error.detail.constraint?.includes('guard_failed:unproven_places')) {
      const whose = { customer_id: ctx.actor.customer_id, variationIds: variationIdsOf(items) }
      // A quantity above the limit is still refused after other holds have ended.
      const isTooManyAtOnce = items.reduce((sum, { quantity }) => sum + quantity, 0) > maxUnprovenProducts
      const [held] = isTooManyAtOnce ? [] : await unprovenStockEnds(ctx.db, whose)
      const seconds = held?.ends ? Math.max(60, Math.ceil((held.ends - ctx.now) / 1000)) : null
      throw new ApiError('too_many_requests', {
        ...error.detail,
        param: 'quantity',
        ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
        message: unprovenPlacesSentence(
          seconds === null ? 'quantity' : 'stock',
          { most: maxUnprovenProducts, minutes: Math.ceil((seconds ?? 0) / 60) },
          ctx.language,
        ),
      })
    }
    if (error.type !== 'sold_out') throw error
    throw new ApiError('sold_out', { param: 'quantity', message: tooFewLeftSentence(ctx.language) })
  }

const refusals: Partial<Record<ReturnType<typeof saleStatus>, ErrorType>> = {
  closed: 'option_not_on_sale',
  not_started: 'sale_not_started',
  ended: 'sale_ended',
}

function checkOnSale({ product, is_closed }: Variation, now: number, param: string): void {
  const { sale_starts_at: starts, sale_ends_at: ends } = product
  const status = saleStatus(
    {
      event_status: 'published',
      is_closed: product.is_closed || is_closed,
      window: { starts_at: starts, ends_at: ends ?? Number.POSITIVE_INFINITY },
      is_restricted: false,
      left: null,
      waitlist: false,
    },
    now,
  )
  const refusal = refusals[status]
  if (refusal) throw new ApiError(refusal, { param })
}

// The schema checks the stock, because lapsed carts may hold the remaining stock.
function checkQuantity(ctx: Ctx, quantity: number): void {
  if (quantity <= largestQuantity) return
  const message = boundSentence('tooLarge', largestQuantity, ctx.language)
  throw new ApiError('invalid_integer', { param: 'quantity', message })
}

function ofQuantity(item: ItemRow, quantity: number): ItemRow {
  return { ...item, quantity, amount: item.unit_amount * quantity, stock_taken: quantity }
}
