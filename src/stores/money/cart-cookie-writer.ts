import { cartLine, heldItems } from '#contract/money/cart-cookie'
import type { CheckoutSetup, Sum } from './checkout-setup.ts'

/** The document's cookies, or those of a test. */
export type CookieJar = { cookie: string }
type Dependencies = { jar?: CookieJar; now: () => number }

/**
 * Updates the cart in the header of public pages while checkout is open: fewer places, a later end, or no cart. The
 * server set the cookie when it rendered the page.
 */
export function cartCookieWriter(
  { order, program }: CheckoutSetup,
  { jar, now }: Dependencies,
): (cart: { items: Sum['items']; until: string | null }) => void {
  const startedAt = performance.now()
  return ({ items, until }) => {
    // The remaining time by the server's clock at rendering, plus the time since.
    const remainingMs = until === null ? 0 : Date.parse(until) - now() - (performance.now() - startedAt)
    const places = heldItems(items)
    const target = jar ?? document
    target.cookie = cartLine({
      program_id: program.id,
      order_id: order.id,
      places,
      seconds: remainingMs / 1000,
      isSecure: globalThis.location?.protocol === 'https:',
    })
  }
}
