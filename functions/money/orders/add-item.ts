import { ApiError } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { ownRegistrations } from '../../booking/registrations/find-own-registrations.ts'
import { cartWrites } from './cart-writes.ts'
import { toCart, cartReads } from './load-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { requireOpen, changedCart, enteredCoupon } from './open-cart.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { heldPlaces, isHeld } from './order-refusals.ts'
import { guardNewProducts, releaseLapsedStock, throwTooFewLeft } from './product-lines.ts'
import { asPackages, packageReads } from './package-lines.ts'
import { attachPlaces, type NewItemInput, newItems, sourcesOf, variationsIn } from './take-places.ts'
import { variationsByIds } from './variation-rows.ts'

/** Adds a place, a store product, a package or a debt to a cart, and renews the hold of everything in it. */
export async function addItem(ctx: CustomerContext, input: { order_id: string; item: NewItemInput }): Promise<Order> {
  const [read, variations, sold, people, offered, held, trials, ...cart] = await ctx.db.batch([
    ownRegistrations(ctx, sourcesOf([input.item])),
    variationsByIds(ctx.db, variationsIn([input.item])),
    ...packageReads(ctx, [input.item]),
    ...cartReads(ctx, input.order_id),
  ])
  const order = requireOpen(toCart(ctx, cart))
  if (!isHeld(order, ctx.now)) throw new ApiError('hold_expired', { subject: order.status })
  const added = newItems(ctx, order, {
    inputs: [input.item],
    read,
    variations,
    packages: asPackages(sold, people, offered, held, trials),
  })

  const places = [...heldPlaces(order), ...added.places]
  const hold = renewOrderHold(ctx, order, { places, items: added.items })
  const priced = cartWrites(ctx, order, {
    items: added.items,
    places,
    entered: enteredCoupon(order),
    coupons: order.coupons,
  })

  ctx.request.setCreatedLocation(`/v1/profile/orders/${order.id}`)
  const moved = changedCart(ctx, order, { reason: 'item_added', set: { ...priced.set, ...hold.set } })
  const attached = attachPlaces(ctx, added.places, { order_id: order.id, hold })
  return showOrder(
    ctx,
    await commit(
      ctx,
      [
        ...releaseLapsedStock(ctx, { id: order.id, items: added.products }),
        ...moved,
        ...attached,
        ...priced.writes,
        ...guardNewProducts(ctx, order, added.products),
        ...hold.writes,
      ],
      ...shownOrderReads(ctx, order.id),
    ).catch(throwTooFewLeft(ctx, added.products)),
  )
}
