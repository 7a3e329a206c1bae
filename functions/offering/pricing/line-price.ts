import type { Price } from '../../contract/amount.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import type { Translations } from '../../contract/texts.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import { inProportion, percentOf, sum } from './shares.ts'

/** The selling terms of a program: percentages in basis points, fixed amounts in minor units. */
export type Selling = Pick<ProgramSelling, 'fee' | 'amount_step'> & {
  taxes: (ProgramSelling['taxes'][number] & { translations?: Translations })[]
}
/**
 * One tax of a line item: `amount` is the tax on the price, `fee_amount` the tax on the fee, which is kept together
 * with the fee.
 */
export type LineTax = { name: string; percent: number; is_included: boolean; amount: number; fee_amount: number }

/**
 * The fee on a discounted price: the percentage of the whole line item, rounded half up, and the fixed part for each of
 * `quantity`. Free items have no fee; an included fee is at most the price.
 */
export function feeOf(discounted: number, quantity: number, { fee, amount_step: step }: Selling): number {
  if (discounted === 0) return 0
  const whole = percentOf(discounted, fee.percent, step) + fee.fixed * quantity
  return fee.included ? Math.min(whole, discounted) : whole
}

/**
 * The taxes of a line item. Price and added fee are taxed separately, each rounded half up, because the fee may be kept
 * when the price is refunded. Included taxes are extracted from their amount together.
 */
export function taxesOf(discounted: number, addedFee: number, { taxes, amount_step: step }: Selling): LineTax[] {
  const included = sum(taxes.map((tax) => (tax.included ? tax.percent : 0)))
  const taxOf = (amount: number, tax: Selling['taxes'][number]) =>
    tax.included ? inProportion(amount, tax.percent, 10_000 + included) : percentOf(amount, tax.percent, step)
  return taxes.map((tax) => ({
    name: tax.name,
    percent: tax.percent,
    is_included: tax.included,
    amount: taxOf(discounted, tax),
    fee_amount: taxOf(addedFee, tax),
  }))
}

/** The price of an item, in minor units. `total` is what is paid; included amounts are not added to it. */
export type LinePrice = {
  cost: number
  fee: number
  tax: number
  is_fee_included: boolean
  taxes: Omit<LineTax, 'fee_amount'>[]
  total: number
}

/** Fee and tax of a quantity without a discount, as the catalogue shows it. */
export function linePrice(unit: number, selling: Selling, quantity = 1): LinePrice {
  const cost = unit * quantity
  const fee = feeOf(cost, quantity, selling)
  const addedFee = selling.fee.included ? 0 : fee
  const taxes = taxesOf(cost, addedFee, selling).map(({ fee_amount, amount, ...tax }) => ({
    ...tax,
    amount: amount + fee_amount,
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

/** The price of one unit in the format of the API. */
export function priceOf(cost: number, selling: Selling, reader: SoldByProgram & { language: string }): Price {
  const line = linePrice(cost, selling)
  const inMoney = (amount: number) => money(amount, reader, reader.language)
  return { cost: inMoney(line.cost), fee: inMoney(line.fee), tax: inMoney(line.tax) }
}
