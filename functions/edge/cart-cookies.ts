import { cartLine, heldItems, noCartLine, programsWithCart } from '../contract/money/cart-cookie.ts'
import { type CartCookie, readCartCookie } from '../contract/money/read-cart-cookie.ts'
import type { Order } from '../contract/money/order.ts'
import type { Bindings } from '../platform/context.ts'
import * as orderStates from '../contract/states/order-states.ts'

type CartOrder = Pick<Order, 'id' | 'program_id' | 'status' | 'due_at' | 'hold_expires_at'> & {
  items: Pick<Order['items'][number], 'registration_id' | 'type' | 'quantity'>[]
}
const cookiesOf = (request: Request) => request.headers.get('Cookie') ?? ''

/**
 * The Set-Cookie lines of a page with an order: they set the cart cookie for the header, or delete it once the order is
 * not a cart.
 */
export function cartCookies(env: Bindings, request: Request, order: CartOrder, now: number): string[] {
  const until = order.hold_expires_at === null ? 0 : Date.parse(order.hold_expires_at)
  // An order to be paid later keeps its places and needs no checkout.
  const isCart = orderStates.inCheckout.has(order.status) && order.due_at === null
  const places = isCart ? heldItems(order.items) : 0
  if (places === 0 || until - now < 1000) return cartGone(request, { program_id: order.program_id, order_id: order.id })
  return [
    cartLine({
      program_id: order.program_id,
      order_id: order.id,
      places,
      seconds: (until - now) / 1000,
      isSecure: env.SITE_ORIGIN.startsWith('https:'),
    }),
  ]
}

/** Deletes the cart cookie of this order; another cart of the program stays. */
export function cartGone(
  request: Request,
  { program_id, order_id }: { program_id: string } & Pick<CartCookie, 'order_id'>,
): string[] {
  return readCartCookie(cookiesOf(request), program_id)?.order_id === order_id ? [noCartLine(program_id)] : []
}

/** Deletes every cart cookie, so that the next visitor does not see the cart. */
export const noCartCookies = (request: Request): string[] =>
  programsWithCart(cookiesOf(request)).slice(0, 50).map(noCartLine)
