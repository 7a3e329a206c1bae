import type { Event } from '#contract/offering/event'
import { hasSigned, isHeld, type Person } from './family-people.ts'
import type { RegistrationSetup } from './registration-setup.ts'
import { heldOf, type Week } from './weekly-dates.ts'

type HiddenInput = {
  cart: string | null
  now: number
  event: Pick<Event, 'appointment_type_id' | 'starts_at' | 'waiver'>
  weekly: { weeks: Week[]; chosen: number }
  /** The discount code of the link that led to the page. */
  discount: string | null
}

/**
 * The fields that a browser without JavaScript sends: the cart of the places, the places in it by
 * person, the people whose waiver is accepted, and the discount code for a new cart.
 */
export function hiddenFields(
  people: Person[],
  { cart, now, event, weekly, discount }: HiddenInput,
): RegistrationSetup['hidden'] {
  const held = people.flatMap((person) =>
    heldOf(person).flatMap((place) => (isHeld(place, now) ? [{ key: person.key, ...place }] : [])),
  )
  const order_id = held.find((place) => place.order_id !== null)?.order_id ?? (held.length > 0 ? null : cart) ?? ''
  return {
    key: crypto.randomUUID(),
    next: '',
    submitted_at: '',
    timezone: '',
    landed_at: new Date(now).toISOString(),
    order_id,
    code: order_id === '' ? (discount ?? '') : '',
    starts_at: startsOf(event, weekly).join(' '),
    signed: people.flatMap((person) => (hasSigned(event.waiver, person) ? person.key : [])).join(' '),
    held: held
      .filter((place) => place.order_id !== null && place.order_id === order_id)
      .map(({ key, registration_id }) => `${key}:${registration_id}`)
      .join(' '),
  }
}

/** The times that an appointment is booked at: the chosen one, or the same hour of several weeks. */
const startsOf = (
  { appointment_type_id, starts_at }: Pick<Event, 'appointment_type_id' | 'starts_at'>,
  { weeks, chosen }: HiddenInput['weekly'],
) =>
  appointment_type_id === null
    ? []
    : [starts_at, ...weeks.slice(1, chosen).flatMap((week) => (week.spots === 0 ? [] : [week.starts_at]))]
