import { cartLine } from '#contract/cart-cookie'
import type { CheckoutSetup, Sum } from './checkout-setup.ts'

/** Where the mark is written: the document, or a test's own jar. */
export type CookieJar = { cookie: string }
type Around = { jar?: CookieJar; now: () => number }

/** Says to the header of public pages what became of the cart while checkout was open: fewer places, more time, or none. The server marked it when it made the page. */
export function keepCartMark(
  { order, program }: CheckoutSetup,
  { jar, now }: Around,
): (cart: { items: Sum['items']; until: string | null }) => void {
  const begun = performance.now()
  return ({ items, until }) => {
    // The clock is the server's, from when it made the page.
    const left = until === null ? 0 : Date.parse(until) - now() - (performance.now() - begun)
    const places = items.filter(({ registration_id }) => registration_id !== null).length
    const target = jar ?? document
    target.cookie = cartLine({
      program_id: program.id,
      order_id: order.id,
      places,
      seconds: left / 1000,
      isSecure: globalThis.location?.protocol === 'https:',
    })
  }
}
