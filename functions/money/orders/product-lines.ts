import { saleStatus } from '../../offering/catalogue/sale-status.ts'
import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import { largestQuantity, relaxedLimitMultiplier } from '../../contract/limits.ts'
import { leftPerUnprovenHold, maxUnprovenProducts } from '../../booking/spots/unproven-holds.ts'
import { unprovenPlacesSentence } from '../../contract/sentences/unproven-words.ts'
import { boundSentence, tooFewLeftSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { lineOf, productOf, type Variation } from './compose-product-line.ts'
import { isProductLine } from './order-refusals.ts'
import type { ItemRow, OrderRow } from './order-rows.ts'
import {
  giveStockBack,
  guardHeldStock,
  guardUnprovenStock,
  guardStockHeld,
  guardVariationCost,
  lapsedStock,
  lapsedStockOf,
  programsOfStock,
  takeStockOf,
} from './variation-rows.ts'

type ProductInput = {
  source?: string | null | undefined
  product_variation_id?: string | null | undefined
  quantity: number
  parent?: string | null | undefined
}

/** Things of a program's store that one customer may hold at a time. */
const maxHeldProducts = 50

/** The variations that lines of the store are for. */
export const variationIdsOf = (items: readonly ItemRow[]): string[] =>
  items.flatMap((item) =>
    isProductLine(item) && item.product_variation_id !== null ? [item.product_variation_id] : [],
  )

/**
 * The lines of a cart with one more of the store: a line of its own, or more of the one that is there for the same variation
 * and the same parent. Refused where it is not on sale; the schema refuses what is sold out.
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

/** A line of the store with another quantity, or of another variation of its product, at the price that has now. */
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

/** The lines of a lapsed cart at the prices of today, each with what it is for; one that is no longer sold is refused by its id. */
export function retakenProducts(ctx: Ctx, items: readonly ItemRow[], variations: readonly Variation[]): ItemRow[] {
  return items.map((item) => {
    if (!isProductLine(item)) return item
    const variation = variations.find(({ id }) => id === item.product_variation_id)
    if (!variation) throw new ApiError('option_not_on_sale', { param: item.id })
    checkOnSale(variation, ctx.now, item.id)
    return ofQuantity({ ...item, unit_amount: variation.cost }, item.quantity)
  })
}

/** The line that stands in the way of a cart being held again: the first whose variation has too few left. */
export function soldOutProduct(items: readonly ItemRow[], variations: readonly Variation[]): string | null {
  const short = items.find((item) => {
    if (!isProductLine(item) || item.stock_taken > 0) return false
    return (variations.find(({ id }) => id === item.product_variation_id)?.stock_left ?? 0) < item.quantity
  })
  return short?.id ?? null
}

/** First statement of every batch that takes from a store: what lapsed carts hold of the same variations goes back. */
export const releaseLapsedStock = (ctx: Ctx, order: { id: string; items: readonly ItemRow[] }): Statement[] => {
  const ids = variationIdsOf(order.items)
  return ids.length === 0 ? [] : [giveStockBack(ctx.db, lapsedStockOf(ids, ctx.now, order.id))]
}

/** Statements after the lines were written: the prices that were read still hold, and no one holds too much of a store. */
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

/** Stands after the writes that take things of a store, for the first time or again. */
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

/** Takes once more what a late payment is for; sold out breaks the batch. */
export const takeStock = (ctx: Ctx, { id }: { id: string }): Statement => takeStockOf(ctx.db, id)

/** The clock's part: what carts hold longer than they may is for sale again; the lines stay in them. */
export async function releaseStock(ctx: Ctx): Promise<void> {
  const lapsed = lapsedStock(ctx.now)
  const programs = await programsOfStock(ctx.db, lapsed)
  if (programs.length === 0) return
  for (const { program_id } of programs) ctx.request.invalidateTags(`program:${program_id}`)
  await commit(ctx, [giveStockBack(ctx.db, lapsed)])
}

/** Breaks a batch that lengthens the hold of things which went back in the meantime. */
export const guardStock = (ctx: Ctx, orderId: string, items: readonly ItemRow[]): Statement[] =>
  items.some(isProductLine) ? [guardStockHeld(ctx.db, orderId)] : []

/** Says of what is sold out, or may not be held, that fewer are left than are wanted: `.catch(tooFewLeft(ctx))`. */
export const tooFewLeft =
  (ctx: Ctx) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error
    if (error.detail.constraint?.includes('guard_failed:unproven_places'))
      throw new ApiError('too_many_requests', {
        ...error.detail,
        param: 'quantity',
        message: unprovenPlacesSentence('stock', { most: maxUnprovenProducts, minutes: 1 }, ctx.language),
      })
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

// Whether there are as many is for the schema to say: lapsed carts may hold the rest.
function checkQuantity(ctx: Ctx, quantity: number): void {
  if (quantity <= largestQuantity) return
  const message = boundSentence('tooLarge', largestQuantity, ctx.language)
  throw new ApiError('invalid_integer', { param: 'quantity', message })
}

function ofQuantity(item: ItemRow, quantity: number): ItemRow {
  return { ...item, quantity, amount: item.unit_amount * quantity, stock_taken: quantity }
}
