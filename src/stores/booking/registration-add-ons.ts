import type { Values } from '#contract/booking/form-controls'
import type { Order } from '#contract/money/order'
import type { Failure } from '../../api/api-failure.ts'
import type { RegistrationCalls } from '../../api/registration-calls.ts'
import { addOnName, type ChosenAddOn, chosenAddOns } from './add-ons.ts'
import type { Person, RegistrationSetup } from './registration-setup.ts'

type Form = { calls: RegistrationCalls; setup: RegistrationSetup; values: Values }
export type AddOnRefusal = { name: string; failure: Failure }

/**
 * Adds the chosen products to the order, each with its person's place, and removes deselected products. Products
 * already in the order stay, so that a repeated call adds nothing twice. Returns the refusals.
 */
export async function sendAddOns(form: Form, people: Person[], orderId: string): Promise<AddOnRefusal[]> {
  const { calls, setup, values } = form
  const touched = people.filter((person) => setup.addOns.some(({ id }) => addOnName(person, id) in values))
  if (touched.length === 0) return []
  const answer = await calls.readOrder(orderId)
  if (!answer.ok) return refused(touched[0], setup, answer.failure)

  const refusals: AddOnRefusal[] = []
  for (const person of touched)
    for (const { id } of setup.addOns) {
      const name = addOnName(person, id)
      const chosen = chosenAddOns(setup, person, values).find(({ product }) => product.id === id)
      const failure = name in values ? await sendOne(calls, answer.data, { person, productId: id, chosen }) : null
      if (failure) refusals.push({ name, failure })
    }
  return refusals
}

const refused = (person: Person | undefined, { addOns: [first] }: RegistrationSetup, failure: Failure) =>
  person && first ? [{ name: addOnName(person, first.id), failure }] : []

async function sendOne(
  calls: RegistrationCalls,
  { id: orderId, items }: Order,
  about: { person: Person; productId: string; chosen: ChosenAddOn | undefined },
): Promise<Failure | null> {
  const { person, productId, chosen } = about
  const place = items.find(({ registration_id }) => registration_id === person.place?.registration_id)
  if (!place) return null
  const existing = items.filter(({ parent, product_id }) => parent === place.id && product_id === productId)
  const same = existing.find(({ product_variation_id }) => product_variation_id === chosen?.variation.id)
  for (const { id } of existing.filter((item) => item !== same)) {
    const removed = await calls.removeAddOn(orderId, id)
    if (!removed.ok) return removed.failure
  }
  if (!chosen || same?.quantity === chosen.quantity) return null
  const { quantity, variation } = chosen
  const sent = same
    ? await calls.changeAddOn(orderId, same.id, quantity)
    : await calls.addAddOn(orderId, { source: variation.id, quantity, parent: place.id })
  return sent.ok ? null : sent.failure
}
