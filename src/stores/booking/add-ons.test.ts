import { describe, expect, it } from 'vitest'
import { addOnPrice, chosenAddOns } from './add-ons.ts'
import { member, ok, openForm, refused, registration } from './registration-form-fixture.ts'
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
const line = (id: string, part: object) => ({ id, parent: null, registration_id: null, quantity: 1, ...part })
const places = [
  line('itm_maya', { registration_id: 'reg_pap_maya' }),
  line('itm_sam', { registration_id: 'reg_pap_sam' }),
]
const inCart = (items: object[] = []) => ok({ id: 'ord', items: [...places, ...items] })
const openWithShirt = (scripted: Parameters<typeof openForm>[0] = {}) =>
  openForm({ readOrder: [() => inCart(), () => inCart()], ...scripted }, { addOns: [shirt] })
const storeCalls = (input: string[]) => input.filter((each) => /AddOn|readOrder/.test(each))

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
  it('each product is added to its person’s place before payment', async () => {
    const { form, input, went } = openWithShirt()
    form.setValue('maya.comes', true)
    form.setValue('sam.comes', true)
    form.setValue('sam.add.prd_shirt', 'var_m')
    await form.send()
    expect(storeCalls(input)).toEqual(['readOrder ord', 'addAddOn ord var_m'])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a sold-out product is reported at its field', async () => {
    const { form, input, went } = openWithShirt({ addAddOn: [() => refused(409, 'sold_out', 'There are fewer left.')] })
    form.setValue('maya.comes', true)
    form.setValue('maya.add.prd_shirt', 'var_s')
    await form.send()
    expect(form.problems.get()).toEqual([
      { name: 'maya.add.prd_shirt', label: 'maya', message: 'There are fewer left.' },
    ])
    expect(went).toEqual([])
    form.setValue('maya.add.prd_shirt', '')
    expect(form.problems.get()).toEqual([])
    input.length = 0
    await form.send()
    expect(storeCalls(input)).toEqual(['readOrder ord'])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a repeated submission changes the products of the first', async () => {
    const earlier = [
      line('itm_1', { parent: 'itm_maya', product_id: 'prd_shirt', product_variation_id: 'var_s' }),
      line('itm_2', { parent: 'itm_sam', product_id: 'prd_shirt', product_variation_id: 'var_m' }),
    ]
    const { form, input } = openWithShirt({ readOrder: [() => inCart(earlier), () => inCart(earlier)] })
    form.setValue('maya.comes', true)
    form.setValue('sam.comes', true)
    form.setValue('maya.add.prd_shirt', 'var_s')
    form.setValue('maya.count.prd_shirt', '2')
    form.setValue('sam.add.prd_shirt', '')
    await form.send()
    expect(storeCalls(input)).toEqual(['readOrder ord', 'changeAddOn ord itm_1 2', 'removeAddOn ord itm_2'])
  })

  it('a form whose products were not touched does not call the store', async () => {
    const { form, input } = openWithShirt({ register: [() => ok(registration('reg_maya', 'pap_maya'))] })
    form.setValue('maya.comes', true)
    await form.send()
    expect(storeCalls(input)).toEqual([])
  })
})
