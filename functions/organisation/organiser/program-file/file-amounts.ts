import { currencyDigits } from '../../../contract/display-money.ts'
import { chargeStep } from '../../../contract/money/stripe-amount.ts'

/** The minor units of a decimal amount. */
export const minorUnits = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** currencyDigits(currency))
/** The decimal amount of minor units. */
export const decimalOf = (minor: number, currency: string): number => minor / 10 ** currencyDigits(currency)
/** True if the currency has an amount this small, and a card can be charged the amount. */
export const isPayable = (amount: number, currency: string): boolean =>
  Math.abs(amount * 10 ** currencyDigits(currency) - minorUnits(amount, currency)) < 1e-6 &&
  minorUnits(amount, currency) % chargeStep(currency) === 0
/** The message for an amount that is not payable, with the remedy. */
export function unpayableMessage(currency: string): string {
  const step = chargeStep(currency)
  return step === 1
    ? `${currency} has no coins this small.`
    : `Cards are charged ${currency} in steps of ${decimalOf(step, currency)}. Round this amount.`
}
/** Basis points of a percentage, and back. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)
export const percentOfPoints = (points: number): number => points / 100
