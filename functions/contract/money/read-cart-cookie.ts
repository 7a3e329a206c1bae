/** What the header of public pages may know of a cart. It stands in a cookie that script reads, because those pages are the same for everybody. */
export type CartCookie = { order_id: string; places: number }

// In a file of its own, so that it is inlined into the pages: shared with an island it would be a request of its own.
/** The cart of a program that cookies name, null where there is none or what is there is no cart. */
export function readCartCookie(cookies: string, programId: string): CartCookie | null {
  const match = new RegExp(`(?:^|; ?)cart_${programId}=(ord_\\w{1,64})\\.([1-9]\\d?\\d?)(?:;|$)`).exec(cookies)
  return match?.[1] ? { order_id: match[1], places: Number(match[2]) } : null
}
