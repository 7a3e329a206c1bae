/** Stripe expects hundredths for these currencies, which have no minor unit. */
const inHundredths = new Set(['ISK', 'UGX'])
/** Stripe accepts only multiples of ten minor units in these currencies. */
const inTens = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** An amount in minor units, converted to Stripe's units; null if Stripe cannot represent it. */
export function toStripe(amount: number, currency: string): number | null {
  if (inHundredths.has(currency)) return amount * 100
  return inTens.has(currency) && amount % 10 !== 0 ? null : amount
}

/** Smallest step of a card charge, in minor units. */
export const chargeStep = (currency: string): number => (inTens.has(currency) ? 10 : 1)

/** An amount in Stripe's units, converted to minor units of its currency. */
export const fromStripe = (amount: number, currency: string): number =>
  inHundredths.has(currency.toUpperCase()) ? Math.floor(amount / 100) : amount

/** True if a card can be charged this amount: not below the smallest charge, and a multiple of the step. */
export const canChargeCard = (amount: number, currency: string): boolean =>
  amount >= smallestCharge(currency) && amount % chargeStep(currency) === 0

const smallest: Record<string, number> = {
  ...Object.fromEntries(
    ['AUD', 'BRL', 'CAD', 'CHF', 'EUR', 'INR', 'JPY', 'NZD', 'SGD', 'USD'].map((code) => [code, 50]),
  ),
  ...{ GBP: 30, BGN: 100, AED: 200, MYR: 200, PLN: 200, RON: 200, DKK: 250, NOK: 300, SEK: 300, HKD: 400 },
  ...{ MXN: 1000, THB: 1000, CZK: 1500, HUF: 17_500 },
}

/** Minimum card charge of a currency in minor units, as the provider documents it; 0 if it documents none. */
export const smallestCharge = (currency: string): number => smallest[currency] ?? 0
