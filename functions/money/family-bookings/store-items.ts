import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson } from '../../contract/money/family-booking.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { ItemRow } from '../orders/order-rows.ts'
import { isProductLine } from '../orders/order-refusals.ts'
import { changedProduct, withProduct } from '../orders/product-lines.ts'
import type { LoadedBooking } from './load-booking.ts'

type StoreItem = NonNullable<BookedPerson['items']>[number]

/** Throws with the field of the store product that cannot be bought with a place. Its stock is up to the write. */
export function checkStoreItem(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { item, at }: { item: StoreItem; at: number },
): void {
  try {
    if (loaded.cart.program.features.products !== true)
      throw new ApiError('feature_disabled', { param: 'product_variation_id' })
    withStoreItem(ctx, loaded, { items: [], item, parent: null })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.type, { ...error.detail, param: `items[${at}].${error.detail.param}` })
  }
}

/** The items of the cart with a store product that goes with a place. */
export function withStoreItem(
  ctx: CustomerContext,
  { cart, variations }: LoadedBooking,
  { items, item, parent }: { items: ItemRow[]; item: StoreItem; parent: string | null },
): ItemRow[] {
  const { product_variation_id, quantity } = item
  const input = { source: product_variation_id, product_variation_id, quantity, parent }
  return withProduct(ctx, cart, { items, input, variations })
}

/**
 * The items of the cart with exactly these store products for a person's places: others that belong to their lines
 * leave, and quantities change.
 */
export function withStoreItemsOf(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  {
    items,
    desired,
    parents,
    parent,
  }: { items: ItemRow[]; desired: readonly StoreItem[]; parents: readonly string[]; parent: string | null },
): ItemRow[] {
  const isOwn = (item: ItemRow) => isProductLine(item) && item.parent !== null && parents.includes(item.parent)
  const others = items.filter((item) => !isOwn(item))
  const own = items.filter(isOwn)
  return desired.reduce<ItemRow[]>((all, each) => {
    const same = own.find(({ product_variation_id }) => product_variation_id === each.product_variation_id)
    if (!same || all.some(({ id }) => id === same.id))
      return withStoreItem(ctx, loaded, { items: all, item: each, parent })
    const variation = loaded.variations.find(({ id }) => id === each.product_variation_id)
    if (!variation) throw new ApiError('not_found', { param: 'product_variation_id' })
    return all.concat({ ...changedProduct(ctx, same, { variation, quantity: each.quantity }), parent })
  }, others)
}
