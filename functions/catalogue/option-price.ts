import { inProportion, money, percentOf, type Price } from '../contract/money.ts'
import type { ProgramSelling } from '../contract/program.ts'

export type PriceRules = Pick<ProgramSelling, 'fee' | 'taxes'>
type LineTax = { name: string; percent: number; is_included: boolean; amount: number }
/** One unit of something sold, in minor units. `total` is what one pays; what is included in the cost is not added to it. */
export type LinePrice = {
  cost: number
  fee: number
  tax: number
  is_fee_included: boolean
  taxes: LineTax[]
  total: number
}

/**
 * Fee and taxes of one unit. A fee is taken only where something is paid; an included one is never
 * more than the cost. Price and fee are taxed apart, each half up, because the fee may stay when the price goes back.
 */
export function linePrice(cost: number, selling: PriceRules): LinePrice {
  const fee = feeOf(cost, selling)
  const addedFee = selling.fee.included ? 0 : fee
  const inside = sum(selling.taxes.map((tax) => (tax.included ? tax.percent : 0)))
  const taxOf = (amount: number, tax: PriceRules['taxes'][number]) =>
    tax.included ? inProportion(amount, tax.percent, 10_000 + inside) : percentOf(amount, tax.percent)
  const taxes = selling.taxes.map((tax) => ({
    name: tax.name,
    percent: tax.percent,
    is_included: tax.included,
    amount: taxOf(cost, tax) + taxOf(addedFee, tax),
  }))
  const addedTax = sum(taxes.map((tax) => (tax.is_included ? 0 : tax.amount)))
  return {
    cost,
    fee,
    tax: sum(taxes.map((tax) => tax.amount)),
    is_fee_included: selling.fee.included,
    taxes,
    total: cost + addedFee + addedTax,
  }
}

/** The price of one option as it goes over the wire. */
export function priceOf(
  cost: number,
  selling: PriceRules,
  { currency, language }: { currency: string; language: string },
): Price {
  const line = linePrice(cost, selling)
  return {
    cost: money(line.cost, currency, language),
    fee: money(line.fee, currency, language),
    tax: money(line.tax, currency, language),
  }
}

function feeOf(cost: number, { fee }: PriceRules): number {
  if (cost === 0) return 0
  const whole = percentOf(cost, fee.percent) + fee.fixed
  return fee.included ? Math.min(whole, cost) : whole
}

const sum = (parts: number[]) => parts.reduce((one, other) => one + other, 0)
