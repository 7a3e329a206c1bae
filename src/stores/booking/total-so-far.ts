import type { OptionChoice } from './registration-setup.ts'

/** The price of everything selected, in minor units. `cost`, `fee` and `taxes` add up to `total`. */
export type TotalSoFar = {
  first: number
  total: number
  cost: number
  fee: number
  taxes: { name: string; amount: number }[]
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
  }
}
