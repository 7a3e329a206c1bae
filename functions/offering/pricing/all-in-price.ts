import type { Program } from '../../contract/offering/program.ts'
import { linePrice } from './line-price.ts'
import { sum } from './shares.ts'

/** What is public of how a program sells, as far as prices go. */
export type PublicSelling = Pick<Program['selling'], 'fee' | 'taxes' | 'amount_step' | 'show_prices'>
type Tax = { name: string; amount: number }

/** Something sold as a page shows it, in minor units. `cost`, `fee` and `taxes` add up to `total`. */
export type AllInPrice = {
  /** What stands first on every page: the total, without the added taxes where the program shows prices before tax. */
  first: number
  total: number
  cost: number
  /** What is added to the cost. */
  fee: number
  taxes: Tax[]
  /** What stands inside the cost. */
  included: { fee: number; taxes: Tax[] }
}

/** The price of so many units with the fee and the taxes that will be paid, and its parts; the order counts the same. */
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
