import { ApiError } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
import type { ChangeItemRequest } from '../../contract/money/order-v2.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { loadRegistrationFacts } from '../../booking/registrations/load-registration-facts.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { checkOption } from '../../booking/registrations/register.ts'
import { changeOption } from '../../booking/registrations/registration-steps.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import { cartWrites } from './cart-writes.ts'
import { renewOrderHold } from './hold-order.ts'
import type { LoadedCart } from './load-order.ts'
import { changedCart, enteredCoupon, openCart } from './open-cart.ts'
import { heldPlaces, isHeld, isProductLine } from './order-refusals.ts'
import { changeItem as changeItemRow, type ItemRow, sqlOfCost } from './order-rows.ts'
import { changedProduct, guardNewProducts, releaseLapsedStock, throwTooFewLeft } from './product-lines.ts'
import { optionOf } from './product-rows.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { checkPlaceQuantity, productOf } from './take-places.ts'
import { variationsByIds } from './variation-rows.ts'

type ChangeItemInput = ChangeItemRequest & { order_id: string; item_id: string }

/**
 * Changes an item of a cart: the same person gets another option of the event at its current price, or a store product
 * another quantity. The old place is free at once. If the new option is sold out, nothing changes.
 */
export async function changeItem(ctx: CustomerContext, input: ChangeItemInput): Promise<Order> {
  const order = await openCart(ctx, input.order_id)
  const item = order.items.find((each) => each.id === input.item_id)
  if (!item) throw new ApiError('not_found', { param: 'item_id' })
  if (isProductLine(item)) return changeProductLine(ctx, order, { item, input })
  checkPlaceQuantity(ctx, input.quantity ?? item.quantity)
  const option_id = input.product_variation_id ?? item.product_variation_id
  if (option_id === null || option_id === item.product_variation_id)
    return showOrder(ctx, await ctx.db.batch(shownOrderReads(ctx, order.id)))
  if (!isHeld(order, ctx.now)) throw new ApiError('hold_expired', { subject: order.status })

  const places = heldPlaces(order)
  const place = placeOf(places, item)
  const product = productOf(await findOtherOption(ctx, place, option_id))
  const items = order.items.map((each) => (each === item ? { ...item, ...product } : each))
  const hold = renewOrderHold(ctx, order, { places, items })
  const cart = cartWrites(ctx, order, { items, places, entered: enteredCoupon(order), coupons: order.coupons })

  const moved = changedCart(ctx, order, { reason: 'item_changed', set: { ...cart.set, ...hold.set } })
  const writes = [
    ...releaseLapsed(ctx, [{ ...place.booking, option_id }], order.id),
    ...moved,
    ...changeOption(ctx, place, option_id),
    guardThat(ctx.db, sqlOfCost(literal(place.registration.id), literal(product.unit_amount)), 'state'),
    changeItemRow(ctx.db, item.id, product),
  ]
  return showOrder(
    ctx,
    await commit(ctx, [...writes, ...cart.writes, ...hold.writes], ...shownOrderReads(ctx, order.id)),
  )
}

// Changes the quantity or the variation of a store product.
async function changeProductLine(
  ctx: CustomerContext,
  order: LoadedCart,
  { item, input }: { item: ItemRow; input: ChangeItemInput },
): Promise<Order> {
  const variationId = input.product_variation_id ?? item.product_variation_id ?? ''
  const [variation] = await variationsByIds(ctx.db, [variationId])
  if (!variation) throw new ApiError('not_found', { param: 'product_variation_id' })
  const quantity = input.quantity ?? item.quantity
  if (quantity === item.quantity && variationId === item.product_variation_id)
    return showOrder(ctx, await ctx.db.batch(shownOrderReads(ctx, order.id)))
  if (!isHeld(order, ctx.now)) throw new ApiError('hold_expired', { subject: order.status })

  const line = changedProduct(ctx, item, { variation, quantity })
  const items = order.items.map((each) => (each === item ? line : each))
  const places = heldPlaces(order)
  const hold = renewOrderHold(ctx, order, { places, items })
  const cart = cartWrites(ctx, order, { items, places, entered: enteredCoupon(order), coupons: order.coupons })
  const moved = changedCart(ctx, order, { reason: 'item_changed', set: { ...cart.set, ...hold.set } })
  // An unchanged variation keeps the price at which it was added.
  const isNew = variationId !== item.product_variation_id
  ctx.request.invalidateTags(`program:${order.program_id}`)
  const writes = [
    ...releaseLapsedStock(ctx, { id: order.id, items: [line] }),
    ...moved,
    ...cart.writes,
    ...guardNewProducts(ctx, order, isNew ? [line] : []),
    ...hold.writes,
  ]
  return showOrder(
    ctx,
    await commit(ctx, writes, ...shownOrderReads(ctx, order.id)).catch(throwTooFewLeft(ctx, [line])),
  )
}

type EventPlace = LoadedRegistration & { registration: { event_id: string } }

// An appointment's option has its own length, so another option needs another time.
function placeOf(places: LoadedRegistration[], item: ItemRow): EventPlace {
  const place = places.find((each) => each.registration.id === item.registration_id)
  if (!place || place.registration.event_id === null || place.registration.session_credit_id !== null)
    throw new ApiError('transition_not_allowed', { param: 'product_variation_id' })
  return place as EventPlace
}

/** The columns of an item for another option of its event, if that option is on sale to this person. */
async function findOtherOption(ctx: CustomerContext, { registration, booking }: EventPlace, option_id: string) {
  const { event_id } = registration
  const [option] = await optionOf(ctx.db, { event_id, option_id })
  if (!option) throw new ApiError('not_found', { param: 'product_variation_id' })
  const registering = await loadRegistrationFacts(ctx, { ...registration, event_id, option_id })
  const refusal = checkOption(ctx, registering)
  if (refusal)
    throw new ApiError(refusal.type, {
      ...refusal,
      ...(refusal.param === 'option_id' ? { param: 'product_variation_id' } : {}),
    })

  const { translations, ...named } = option
  const inLanguage = (language: 'en' | 'fr') => ({
    title: booking.translations[language]?.['title'] ?? null,
    option_title: translations[language]?.['name'] ?? null,
  })
  return {
    ...named,
    title: booking.title,
    option_id,
    translations: { language: booking.translations.language ?? 'en', en: inLanguage('en'), fr: inLanguage('fr') },
  }
}
