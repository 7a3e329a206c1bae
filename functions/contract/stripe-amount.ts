/** Stripe counts these in hundredths though they have none. */
const inHundredths = new Set(['UGX'])
/** Of these Stripe takes tens of the smallest unit only. */
const inTens = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** An amount in minor units as Stripe counts it; null where it can take no such amount. */
export function toStripe(amount: number, currency: string): number | null {
  if (inHundredths.has(currency)) return amount * 100
  return inTens.has(currency) && amount % 10 !== 0 ? null : amount
}

/** An amount of Stripe's in minor units of its currency. */
export const fromStripe = (amount: number, currency: string): number =>
  inHundredths.has(currency.toUpperCase()) ? Math.floor(amount / 100) : amount
