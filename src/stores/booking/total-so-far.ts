import type { BookingPreview } from '#contract/money/family-booking'
import type { OptionChoice } from './registration-setup.ts'

/** The price of everything selected, in minor units. `cost`, `fee` and `taxes` add up to `total`. */
export type TotalSoFar = {
  first: number
  total: number
  cost: number
  fee: number
  taxes: { name: string; amount: number }[]
  /** Discounts that the server applies; empty until it has priced the form. */
  discounts: { name: string; amount: number }[]
}

/** Adds up the prices of the selected options, part by part, with taxes by name. */
export function totalSoFar(options: Pick<OptionChoice, 'cost' | 'sum'>[]): TotalSoFar {
  const add = (part: (option: Pick<OptionChoice, 'cost' | 'sum'>) => number) =>
    options.reduce((sum, option) => sum + part(option), 0)
  const names = [...new Set(options.flatMap(({ sum }) => sum.taxes.map(({ name }) => name)))]
  return {
    first: add(({ sum }) => sum.first),
    total: add(({ sum }) => sum.total),
    cost: add(({ cost }) => cost),
    fee: add(({ sum }) => sum.fee),
    taxes: names.map((name) => ({
      name,
      amount: add(({ sum }) => sum.taxes.reduce((amount, tax) => amount + (tax.name === name ? tax.amount : 0), 0)),
    })),
    discounts: [],
  }
}

/** The server's total in place of the page's own, with the page's names of taxes. */
export function pricedTotal(
  own: TotalSoFar,
  preview: BookingPreview | null,
  taxNames: Readonly<Record<string, string>>,
): TotalSoFar {
  if (!preview) return own
  const total = preview.amount_total.value
  const added = preview.tax_items.filter(({ is_included, amount }) => !is_included && amount.value > 0)
  const taxes = added.map(({ name, amount }) => ({ name: taxNames[name] ?? name, amount: amount.value }))
  return {
    first: own.first < own.total ? total - taxes.reduce((sum, { amount }) => sum + amount, 0) : total,
    total,
    cost: preview.amount_subtotal.value,
    // A fee that is part of the cost has no line of its own.
    fee: own.fee > 0 ? preview.amount_fee.value : 0,
    taxes,
    discounts: preview.discounts.map(({ coupon, amount }) => ({
      name: coupon.name ?? coupon.code ?? '',
      amount: amount.value,
    })),
  }
}
