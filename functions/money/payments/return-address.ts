import { safeGoto } from '../../contract/goto.ts'
import type { PaymentProvider } from '../../platform/cards/provider.ts'

type Whose = { program_id: string; order_id: string }

/** The page after a payment: the requested page of this site, validated and rebuilt, or the order's page. */
export function pageAfterPayment(input: string | null | undefined, siteOrigin: string, whose: Whose): string {
  return safeGoto(input, siteOrigin, `/pg/${whose.program_id}/profile/orders/${whose.order_id}`)
}

type Back = Whose & { payment_id: string; token: string }

/** The URL to which the provider returns the customer. Only its signed part is trusted. */
export const returnAddress = (siteOrigin: string, back: Back): string =>
  `${siteOrigin}/confirm-payment?${queryOf(back)}`

/** The mailed URL that opens the bank's page while a confirmation is needed, and the payment's status afterwards. */
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

/**
 * The URL of a bank step if it may be a link: on the provider's own domain, without user name or password. Otherwise
 * null.
 */
export function nextActionAddress(
  address: string | null,
  { isBankAddress }: Pick<PaymentProvider, 'isBankAddress'>,
): string | null {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.username === '' && url.password === '' && isBankAddress(url) ? url.href : null
}
