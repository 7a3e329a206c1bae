import type { CartCookie } from './read-cart-cookie.ts'

type Held = CartCookie & { program_id: string; seconds: number; isSecure: boolean }

const prefix = 'cart_'

/** The items that hold stock in a cart: places, packages and store products. */
export const heldItems = (
  items: readonly { registration_id: string | null; type: string; quantity: number }[],
): number =>
  items.reduce(
    (count, item) =>
      count +
      (item.type === 'product_variation' || item.type === 'session_package'
        ? item.quantity
        : item.registration_id === null
          ? 0
          : 1),
    0,
  )

/**
 * The Set-Cookie header value for a cart. The cookie lasts as long as the places are held, and is deleted if none is.
 * Its path is /, so that a log-in or log-out at any program can delete it.
 */
export function cartLine({ program_id, order_id, places, seconds, isSecure }: Held): string {
  if (places < 1 || seconds < 1) return noCartLine(program_id)
  return `${prefix}${program_id}=${order_id}.${places}; Max-Age=${Math.floor(seconds)}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export const noCartLine = (programId: string): string => `${prefix}${programId}=; Max-Age=0; Path=/; SameSite=Lax`

/** Ids of the programs that have a cart cookie, even one whose value is not valid. */
export const programsWithCart = (cookies: string): string[] =>
  [...cookies.matchAll(new RegExp(`(?:^|;\\s*)${prefix}([a-z0-9][a-z0-9-]{1,62})=`, 'g'))].map(
    ([, programId = '']) => programId,
  )
