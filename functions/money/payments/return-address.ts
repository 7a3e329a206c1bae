import { safeGoto } from '../../contract/goto.ts'
import type { PaymentProvider } from '../../platform/cards/provider.ts'

type Whose = { program_id: string; order_id: string }

/** Where a customer goes on after paying: the asked page of this site, judged and rebuilt, else the order's page. */
export function goOnTo(input: string | null | undefined, siteOrigin: string, whose: Whose): string {
  return safeGoto(input, siteOrigin, `/pg/${whose.program_id}/profile/orders/${whose.order_id}`)
}

type Back = Whose & { payment_id: string; token: string }

/** The address the provider sends the customer back to; nothing in it is trusted but its signed part. */
export const returnAddress = (siteOrigin: string, back: Back): string =>
  `${siteOrigin}/confirm-payment?${queryOf(back)}`

/** The address in a mail that leads to the bank while it asks about a payment, and back to its state afterwards. */
export const bankAddress = (siteOrigin: string, back: Back): string =>
  `${siteOrigin}/confirm-payment/continue?${queryOf(back)}`

function queryOf(back: Back): URLSearchParams {
  return new URLSearchParams({
    program_id: back.program_id,
    order_id: back.order_id,
    payment_id: back.payment_id,
    t: back.token,
  })
}

/** The address of a bank step if it may be shown as a link: the provider's own, without a name or password in it; else null. */
export function nextActionAddress(
  address: string | null,
  { isBankAddress }: Pick<PaymentProvider, 'isBankAddress'>,
): string | null {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.username === '' && url.password === '' && isBankAddress(url) ? url.href : null
}
