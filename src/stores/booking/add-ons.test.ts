import { describe, expect, it } from 'vitest'
import { addOnPrice, chosenAddOns } from './add-ons.ts'
import { member } from './registration-form-fixture.ts'
import type { AddOn } from './registration-setup.ts'

const sumOf = (total: number) => ({ first: total, total, fee: 0, taxes: [] })
const shirt: AddOn = {
  id: 'prd_shirt',
  name: 'Camp shirt',
  note: null,
  variations: [
    { id: 'var_s', name: 'S', price: '$24', cost: 2400, sums: [sumOf(2400), sumOf(4800)], terms: 'No returns.' },
    { id: 'var_m', name: 'M', price: '$24', cost: 2400, sums: [sumOf(2400)], terms: null },
  ],
}
describe('the store products chosen with a place', () => {
  it('a chosen product has a variation and a quantity within the limits', () => {
    const chosen = chosenAddOns({ addOns: [shirt] }, member('maya'), {
      'maya.add.prd_shirt': 'var_s',
      'maya.count.prd_shirt': '9',
    })
    expect(chosen.map(({ variation, quantity }) => [variation.id, quantity])).toEqual([['var_s', 2]])
    expect(chosen.map(addOnPrice)).toEqual([{ cost: 4800, sum: sumOf(4800) }])
    expect(chosenAddOns({ addOns: [shirt] }, member('maya'), { 'maya.add.prd_shirt': 'var_gone' })).toEqual([])
  })
})
