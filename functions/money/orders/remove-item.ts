import { ApiError } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creditsOfLine } from '../../booking/session-credits/credit-ledger.ts'
import { cartWrites } from './cart-writes.ts'
import type { LoadedCart } from './load-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { changedCart, enteredCoupon, openCart } from './open-cart.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { heldPlaces, isHeld, isProductLine } from './order-refusals.ts'
import { deleteItem, type ItemRow, unlinkItems } from './order-rows.ts'
import { endIncomplete } from '../../booking/memberships/memberships-paid.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { detachFromOrder, transitionRegistration } from '../../booking/registrations/registration-steps.ts'

/**
 * Removes an item from a cart and frees its place at once. Also works on a lapsed cart, so that the remaining items can
 * be held again.
 */
export async function removeItem(ctx: CustomerContext, input: { order_id: string; item_id: string }): Promise<Order> {
  const order = await openCart(ctx, input.order_id)
  const item = order.items.find((each) => each.id === input.item_id)
  if (!item) throw new ApiError('not_found', { param: 'item_id' })

  return showOrder(ctx, await commit(ctx, withoutItem(ctx, order, item), ...shownOrderReads(ctx, order.id)))
}

/** Statements that remove an item from an open cart. */
export function withoutItem(ctx: CustomerContext, order: LoadedCart, item: LoadedCart['items'][number]): Statement[] {
  const leaving = [item, ...bookedWith(order, item)]
  const gone = order.registrations.filter(({ registration }) =>
    leaving.some((each) => each.registration_id === registration.id),
  )
  const items = order.items
    .filter((each) => !leaving.includes(each))
    .map((each) => (leaving.some(({ id }) => id === each.parent) ? { ...each, parent: null } : each))
  const places = heldPlaces({ ...order, items })
  const isEmpty = places.length === 0 && !items.some(isProductLine)
  const hold =
    isEmpty || isHeld(order, ctx.now) ? renewOrderHold(ctx, order, { places, items }) : { set: {}, writes: [] }
  const cart = cartWrites(ctx, order, { items, places, entered: enteredCoupon(order), coupons: order.coupons })

  const moved = changedCart(ctx, order, { reason: 'item_removed', set: { ...cart.set, ...hold.set } })
  if (isProductLine(item)) ctx.request.invalidateTags(`program:${order.program_id}`)
  const removed = [
    ...gone.flatMap((place) => releasePlace(ctx, place, 'item_removed')),
    ...leaving.flatMap(({ id }) => [unlinkItems(ctx.db, id), deleteItem(ctx.db, id)]),
    ...endIncomplete(ctx, membershipsOf(order, item), ctx.actor),
  ]
  return [...moved, ...removed, ...cart.writes, ...hold.writes]
}

const membershipsOf = ({ memberships }: Pick<LoadedCart, 'memberships'>, { id }: Pick<ItemRow, 'id'>) => ({
  memberships: memberships.filter(({ order_item_id }) => order_item_id === id),
})

// Places paid with a session package of the same cart, or opened by its membership, are removed with it.
function bookedWith(order: LoadedCart, item: LoadedCart['items'][number]): LoadedCart['items'] {
  if (item.type !== 'session_package' && item.type !== 'membership_package') return []
  const credits = creditsOfLine(item.id)
  const ids = order.registrations.flatMap(({ registration }) =>
    registration.session_credit_id === credits || registration.membership_item_id === item.id ? [registration.id] : [],
  )
  return order.items.filter(({ registration_id }) => registration_id !== null && ids.includes(registration_id))
}

/** Frees the place of an item that is removed from a cart. The registration leaves the order. */
export function releasePlace(ctx: CustomerContext, place: LoadedRegistration, reason: string): Statement[] {
  if (place.registration.status !== 'pending') return detachFromOrder(ctx, place)
  return transitionRegistration(ctx, place, 'expired', {
    actor: ctx.actor,
    reason,
    set: { order_id: null, hold_expires_at: null },
  })
}
