import { ApiError } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CreateProductOrderRequest, ProductItemInput } from '../../contract/money/order-v2.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { addItem } from './add-item.ts'
import { createOrder } from './create-order.ts'
import { findProducts } from './find-products.ts'
import { loadOwnOrder } from './load-order.ts'

/** Opens a cart by product ids, as version 2 names items (`find-products.ts`). */
export async function orderProducts(ctx: CustomerContext, input: CreateProductOrderRequest): Promise<Order> {
  const items = input.items ?? []
  if (items.some(({ order_id }) => order_id !== undefined))
    throw new ApiError('invalid_parameter', { param: 'order_id' })
  return createOrder(ctx, { ...input, items: await findProducts(ctx, input, items) })
}

/** Adds an item to a cart by its product id, as version 2 names it. */
export async function addProduct(
  ctx: CustomerContext,
  { order_id, item }: { order_id: string; item: ProductItemInput },
): Promise<Order> {
  if ((item.order_id ?? order_id) !== order_id) throw new ApiError('invalid_parameter', { param: 'order_id' })
  const [added] = await findProducts(ctx, await loadOwnOrder(ctx, order_id), [item])
  if (!added) throw new ApiError('internal_error')
  return addItem(ctx, { order_id, item: added })
}
