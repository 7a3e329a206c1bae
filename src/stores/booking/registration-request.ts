import { controlName, isComing, type Values } from '#contract/booking/form-controls'
import { type BookingInput, bookingRequest } from '#contract/money/booking-request'
import { cartToJoin } from '../../api/open-cart.ts'
import { rememberedCode } from '../money/remembered-discount.ts'
import { addOnName, chosenAddOns, countName } from './add-ons.ts'
import { isHeld } from './family-people.ts'
import { selectedOption } from './option-eligibility.ts'
import { type PersonWays, payWays } from './pay-ways.ts'
import type { OpenForm } from './registration-form.ts'
import { hasPlace, type Person } from './registration-setup.ts'
import { chosenWeeks, heldOf, type Week, weeklyDates } from './weekly-dates.ts'

/** The people of the form who have no booked place yet. A booking names those among them who come. */
export const bookablePeople = ({ people }: Pick<OpenForm, 'people'>): Person[] =>
  people.get().filter((person) => !hasPlace(person))

/** The possible dates of each person, by key. Empty for a single time. */
export const datesOf = ({ weeks, refusedWeeks, people, values }: OpenForm): Map<string, Week[]> =>
  weeklyDates({ weeks: weeks.get(), refused: refusedWeeks.get(), people: people.get(), values: values.get() })

const waysOf = (form: OpenForm): Map<string, PersonWays> => {
  const { setup, credits, memberships, people, values } = form
  return payWays({
    setup,
    credits: credits.get(),
    memberships: memberships.get(),
    people: people.get(),
    values: values.get(),
    dates: datesOf(form),
  })
}

/** The request for everything that the form has, without a cart. */
export function requestOf(form: OpenForm): BookingInput {
  const { setup, timezone, landedAt, submittedAt } = form
  const known = bookablePeople(form).map((person) => ({
    ...person,
    knownFields: [...person.knownFields, ...(person.gender ? ['gender'] : [])],
  }))
  return bookingRequest(setup, known, shownValues(form), {
    program_id: setup.program.id,
    ...bookedOf(form),
    timezone,
    landed_at: landedAt,
    ...(submittedAt ? { submitted_at: submittedAt } : {}),
  })
}

/** What is booked: the event, or the times of the appointment type that at least one person can have. */
function bookedOf(form: OpenForm): Pick<BookingInput, 'event_id' | 'appointment'> {
  const { setup, time, weeks, values } = form
  const start = time.get()
  if (start === null) return { event_id: setup.event.id }
  const dates = [...datesOf(form).values()].flat()
  const later = weeks.get().slice(0, chosenWeeks(weeks.get(), values.get()))
  const starts_at =
    dates.length === 0 ? [start] : later.filter((week) => dates.includes(week)).map((week) => week.starts_at)
  return { appointment: { appointment_type_id: setup.event.id, starts_at } }
}

/** The values as the page shows them: with the options and ways to pay that are chosen without a tap. */
function shownValues(form: OpenForm): Values {
  const { setup } = form
  const values = form.values.get()
  const ways = waysOf(form)
  const isAddOn = /\.(?:add|count)\./
  const own = bookablePeople(form).flatMap((person) => [
    [controlName(person, 'option_id'), selectedOption(setup, person, values)?.id ?? ''],
    [controlName(person, 'way'), ways.get(person.key)?.chosen?.value ?? ''],
    ...chosenAddOns(setup, person, values).flatMap(({ product, variation, quantity }) => [
      [addOnName(person, product.id), variation.id],
      [countName(person, product.id), String(quantity)],
    ]),
  ])
  return {
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !isAddOn.test(name))),
    ...Object.fromEntries(own),
  }
}

/** The request with the cart that it joins. A new cart gets the code of a link. */
export async function requestWithCart(form: OpenForm): Promise<BookingInput> {
  const { people, values, serverNow, storage, setup } = form
  const order_id = await findCart(form)
  const left = people.get().filter((person) => !isComing(person, values.get()))
  const release = left.flatMap(heldOf).filter((place) => isHeld(place, serverNow()) && place.order_id === order_id)
  const code = order_id === null ? rememberedCode(storage, setup.program.id) : null
  return {
    ...requestOf(form),
    on_refusal: 'hold',
    order_id,
    ...(release.length > 0 ? { release: release.map(({ registration_id }) => registration_id) } : {}),
    ...(code === null ? {} : { code }),
  }
}

/** The cart with places of this form, or the open cart of the program. Null means a new cart. */
async function findCart(form: OpenForm): Promise<string | null> {
  const { calls, setup, people, serverNow } = form
  const now = serverNow()
  const own = people.get().find(({ place }) => isHeld(place, now) && place?.order_id)?.place?.order_id
  if (own) return own
  // A free place is confirmed at once.
  if (isFree(form)) return null
  const carts = await calls.findCarts(setup.program.id)
  return (carts.ok && cartToJoin(carts.data.data, now)?.id) || null
}

function isFree(form: OpenForm): boolean {
  const values = form.values.get()
  const ways = waysOf(form)
  return bookablePeople(form)
    .filter((person) => isComing(person, values))
    .every((person) => {
      const way = ways.get(person.key)?.chosen?.kind
      return way === 'credit' || (way === undefined && selectedOption(form.setup, person, values)?.cost === 0)
    })
}
