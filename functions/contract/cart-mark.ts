/** What the header of public pages may know of a cart. It stands in a cookie that script reads, because those pages are the same for everybody. */
export type CartMark = { order_id: string; places: number }

// In a file of its own, so that it is inlined into the pages: shared with an island it would be a request of its own.
/** The cart of a program that cookies name, null where there is none or what is there is no cart. */
export function cartIn(cookies: string, programId: string): CartMark | null {
  const found = new RegExp(`(?:^|; ?)cart_${programId}=(ord_\\w{1,64})\\.([1-9]\\d?\\d?)(?:;|$)`).exec(cookies)
  return found?.[1] ? { order_id: found[1], places: Number(found[2]) } : null
}
