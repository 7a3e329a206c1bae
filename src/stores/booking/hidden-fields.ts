import { isHeld } from './family-people.ts'
import type { Person, RegistrationSetup } from './registration-setup.ts'
import { heldOf } from './weekly-dates.ts'

/** The fields that a browser without script sends: the cart of the places, and those that are held in it. */
export function hiddenFields(
  people: Person[],
  { cart, now, starts }: { cart: string | null; now: number; starts: readonly string[] },
): RegistrationSetup['hidden'] {
  const held = people.flatMap(heldOf).filter((place) => isHeld(place, now))
  const order_id = held.find((place) => place.order_id !== null)?.order_id ?? (held.length > 0 ? null : cart) ?? ''
  return {
    key: crypto.randomUUID(),
    landed_at: new Date(now).toISOString(),
    order_id,
    starts_at: starts.join(' '),
    release: held
      .filter((place) => place.order_id !== null && place.order_id === order_id)
      .map(({ registration_id }) => registration_id)
      .join(' '),
  }
}
