import { safeGoto } from '../contract/goto.ts'

type Whose = { program_id: string; order_id: string }

/** Where a customer goes on after paying: the asked page of this site, judged and rebuilt, else the order's page. */
export function goOnTo(input: string | null | undefined, siteOrigin: string, whose: Whose): string {
  return safeGoto(input, siteOrigin, `/pg/${whose.program_id}/profile/orders/${whose.order_id}`)
}

/** The address the provider sends the customer back to; nothing in it is trusted but its signed part. */
export function returnAddress(siteOrigin: string, back: Whose & { payment_id: string; token: string }): string {
  const query = new URLSearchParams({
    program_id: back.program_id,
    order_id: back.order_id,
    payment_id: back.payment_id,
    t: back.token,
  })
  return `${siteOrigin}/confirm-payment?${query}`
}
