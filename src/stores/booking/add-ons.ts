import {
  type AddOn,
  controlName,
  type Person,
  type RegistrationSetup,
  textOf,
  type Values,
} from './registration-setup.ts'

/** The controls of a thing of the store, for one person: which variation, and how many. */
export const addOnName = (person: Pick<Person, 'key'>, productId: string): string =>
  controlName(person, `add.${productId}`)
export const countName = (person: Pick<Person, 'key'>, productId: string): string =>
  controlName(person, `count.${productId}`)

export type ChosenAddOn = { product: AddOn; variation: AddOn['variations'][number]; quantity: number }

/** What goes with a person's place; nothing that is not offered any more. */
export function chosenAddOns({ addOns }: Pick<RegistrationSetup, 'addOns'>, person: Person, values: Values) {
  return addOns.flatMap((product): ChosenAddOn[] => {
    const chosen = textOf(values, addOnName(person, product.id))
    const variation = product.variations.find(({ id }) => id === chosen)
    if (!variation) return []
    const quantity = Number(textOf(values, countName(person, product.id))) || 1
    return [{ product, variation, quantity: Math.min(quantity, variation.sums.length) }]
  })
}

/** What of it costs, as the total counts it. */
export const addOnPrice = ({ variation, quantity }: ChosenAddOn) => ({
  cost: variation.cost * quantity,
  sum: variation.sums[quantity - 1] ?? { first: 0, total: 0, fee: 0, taxes: [] },
})
