import { currencyDigits } from '../../contract/money.ts'

/** Minor units of a decimal number of a currency. */
export const minorUnits = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** currencyDigits(currency))
/** The decimal number of an amount in minor units. */
export const decimalOf = (minor: number, currency: string): number => minor / 10 ** currencyDigits(currency)
/** True when a currency has coins this small. */
export const isPayable = (amount: number, currency: string): boolean =>
  Math.abs(amount * 10 ** currencyDigits(currency) - minorUnits(amount, currency)) < 1e-6
/** Basis points of a percentage and back. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)
export const percentOfPoints = (points: number): number => points / 100
