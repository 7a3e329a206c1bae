import { cartLine, heldItems } from '#contract/money/cart-cookie'
import type { CheckoutSetup, Sum } from './checkout-setup.ts'

/** Where the mark is written: the document, or a test's own jar. */
export type CookieJar = { cookie: string }
type Dependencies = { jar?: CookieJar; now: () => number }

/** Says to the header of public pages what became of the cart while checkout was open: fewer places, more time, or none. The server marked it when it made the page. */
export function cartCookieWriter(
  { order, program }: CheckoutSetup,
  { jar, now }: Dependencies,
): (cart: { items: Sum['items']; until: string | null }) => void {
  const startedAt = performance.now()
  return ({ items, until }) => {
    // The clock is the server's, from when it made the page.
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
