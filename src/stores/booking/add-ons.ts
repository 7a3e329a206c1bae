import { controlName, textOf, type Values } from '#contract/booking/form-controls'
import type { AddOn, RegistrationSetup } from './registration-setup.ts'
import type { Person } from './family-people.ts'

/** The name of a product's controls for one person: its variation and quantity. */
export const addOnName = (person: Pick<Person, 'key'>, productId: string): string =>
  controlName(person, `add.${productId}`)
export const countName = (person: Pick<Person, 'key'>, productId: string): string =>
  controlName(person, `count.${productId}`)

export type ChosenAddOn = { product: AddOn; variation: AddOn['variations'][number]; quantity: number }

/** The products chosen for a person's place. Products that are no longer offered are left out. */
export function chosenAddOns({ addOns }: Pick<RegistrationSetup, 'addOns'>, person: Person, values: Values) {
  return addOns.flatMap((product): ChosenAddOn[] => {
    const chosen = textOf(values, addOnName(person, product.id))
    const variation = product.variations.find(({ id }) => id === chosen)
    if (!variation) return []
    const quantity = Number(textOf(values, countName(person, product.id))) || 1
    return [{ product, variation, quantity: Math.min(quantity, variation.sums.length) }]
  })
}

/** The price of a chosen product, for the total. */
export const addOnPrice = ({ variation, quantity }: ChosenAddOn) => ({
  cost: variation.cost * quantity,
  sum: variation.sums[quantity - 1] ?? { first: 0, total: 0, fee: 0, taxes: [] },
})
