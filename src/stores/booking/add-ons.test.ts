import { describe, expect, it } from 'vitest'
import { addOnPrice, chosenAddOns } from './add-ons.ts'
import { holding, member, openForm, tickBoth } from './registration-form-fixture.ts'
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

describe('sending a registration with store products', () => {
  it('each product is sent with its person’s place', async () => {
    const { form, bookings } = openForm({}, { addOns: [shirt] })
    tickBoth(form)
    form.setValue('sam.add.prd_shirt', 'var_s')
    form.setValue('sam.count.prd_shirt', '2')
    form.setValue('maya.add.prd_gone', 'var_x')
    await form.send()
    expect(bookings[0]?.people.map(({ items }) => items)).toEqual([
      [],
      [{ product_variation_id: 'var_s', quantity: 2 }],
    ])
  })

  it('a sold-out product is reported at its field', async () => {
    const refusal = { person: 0, type: 'sold_out', param: 'people[0].items[0].quantity', message: 'Fewer left.' }
    const { form, bookings, went } = openForm({ book: [() => holding([], [refusal])] }, { addOns: [shirt] })
    form.setValue('maya.comes', true)
    form.setValue('maya.add.prd_shirt', 'var_s')
    await form.send()
    expect(form.problems.get()).toEqual([{ name: 'maya.add.prd_shirt', label: 'maya', message: 'Fewer left.' }])
    expect(went).toEqual([])
    form.setValue('maya.add.prd_shirt', '')
    expect(form.problems.get()).toEqual([])
    await form.send()
    expect(bookings[1]?.people[0]?.items).toEqual([])
    expect(went).toEqual(['/checkout/ord'])
  })
})
