import type { AstroGlobal } from 'astro'
import { env } from 'cloudflare:workers'
import type { Order } from '#contract/money/order'
import { goneCart, pageCart } from '../../functions/in-process.ts'

/**
 * Sets the cookies from which the header of public pages shows this order as a cart, or removes them when the order is
 * no longer a cart.
 */
export function setCartCookie(astro: AstroGlobal, order: Order, now: number): void {
  for (const line of pageCart(env, astro.request, order, now)) astro.response.headers.append('Set-Cookie', line)
}

/** Removes the cart cookies of an order that does not exist. */
export function clearCartCookie(
  astro: AstroGlobal,
  response: Response,
  order: { program_id: string; order_id: string },
): Response {
  for (const line of goneCart(astro.request, order)) response.headers.append('Set-Cookie', line)
  return response
}
