import type { Values } from '#contract/booking/form-controls'
import type { OrderItem } from '#contract/money/order'
import type { StoreProduct } from '#contract/offering/product'
import { allInPrice } from '#pricing/all-in-price'
import type { Family } from '../../../api/load-family.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { priceWords } from '../../../locales/price-words.ts'
import { addOnName, countName } from '../../../stores/booking/add-ons.ts'
import type { AddOn } from '../../../stores/booking/registration-setup.ts'
import { sumOf } from './pay-setup.ts'

/** The maximum quantity of a product for one person. The customer can choose more at checkout. */
const largestAddOn = 5

/** The products on sale that can be added to a place. */
export function addOnsOf(products: StoreProduct[], { program, language, text }: ProgramContext): AddOn[] {
  return products.flatMap(({ id, name, pickup_text: note, variations }) => {
    const offered = variations.filter(({ on_sale, is_sold_out }) => on_sale && !is_sold_out)
    if (offered.length === 0) return []
    const choices = offered.map(
      ({ id: variation, name: called, price, confirm_text: terms, available_stock: left }) => {
        const { value: cost } = price.cost
        const counts = Array.from({ length: Math.min(largestAddOn, left ?? largestAddOn) }, (_, at) => at + 1)
        return {
          id: variation,
          name: called,
          price: cost === 0 ? text.sale.free : priceWords(cost, price.cost, program.selling, language).sum,
          cost,
          sums: counts.map((count) => sumOf(allInPrice(cost, program.selling, count), text)),
          terms,
        }
      },
    )
    return [{ id, name, note, variations: choices }]
  })
}

/** The products already in the cart, as control values of the form. */
export function valuesOfAddOns(items: OrderItem[], { places }: Family): Values {
  const entries = items.flatMap(({ type, parent, product_id, product_variation_id, quantity }) => {
    const registration = type === 'product_variation' && items.find(({ id }) => id === parent)?.registration_id
    const place = places.find(({ id }) => id === registration)
    const person = place && { key: place.attendee_profile.attendee_id }
    return person
      ? [
          [addOnName(person, product_id), product_variation_id ?? ''],
          [countName(person, product_id), String(quantity)],
        ]
      : []
  })
  return Object.fromEntries(entries)
}
