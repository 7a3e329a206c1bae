import type { Program } from '../../contract/offering/program.ts'
import { linePrice } from './line-price.ts'
import { sum } from './shares.ts'

/** The public part of a program's selling terms, for prices. Programs stored before `show_prices` show all in. */
export type PublicSelling = Pick<Program['selling'], 'fee' | 'taxes' | 'amount_step'> &
  Partial<Pick<Program['selling'], 'show_prices'>>
type Tax = { name: string; amount: number }

/** A price as pages show it, in minor units. `cost`, `fee` and `taxes` add up to `total`. */
export type AllInPrice = {
  /** The price shown first on every page: the total, without added taxes if the program shows prices before tax. */
  first: number
  total: number
  cost: number
  /** The amount added to the cost. */
  fee: number
  taxes: Tax[]
  /** The amounts included in the cost. */
  included: { fee: number; taxes: Tax[] }
}

/** The price of a quantity with the fee and taxes to be paid, and its parts; equal to the sums of the order. */
export function allInPrice(unit: number, selling: PublicSelling, quantity = 1): AllInPrice {
  const line = linePrice(unit, selling, quantity)
  const taxesOf = (isIncluded: boolean) =>
    line.taxes
      .filter((tax) => tax.is_included === isIncluded && tax.amount > 0)
      .map(({ name, amount }) => ({ name, amount }))
  const taxes = taxesOf(false)
  const first = selling.show_prices === 'before_tax' ? line.total - sum(taxes.map(({ amount }) => amount)) : line.total
  return {
    first,
    total: line.total,
    cost: line.cost,
    fee: line.is_fee_included ? 0 : line.fee,
    taxes,
    included: { fee: line.is_fee_included ? line.fee : 0, taxes: taxesOf(true) },
  }
}
