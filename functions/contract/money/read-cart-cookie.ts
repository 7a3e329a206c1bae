/**
 * The cart that the header of a public page shows. JavaScript reads it from a cookie, because public pages are the same
 * for everyone.
 */
export type CartCookie = { order_id: string; places: number }

// This is a separate file so that it is inlined into the pages. If it shared a file with an island, it would cost a
// request.
/** The cart of a program in the cookies; null if there is none or its value is not valid. */
export function readCartCookie(cookies: string, programId: string): CartCookie | null {
  const match = new RegExp(`(?:^|; ?)cart_${programId}=(ord_\\w{1,64})\\.([1-9]\\d?\\d?)(?:;|$)`).exec(cookies)
  return match?.[1] ? { order_id: match[1], places: Number(match[2]) } : null
}
