import { packageOption, type World } from './booking-world.ts'
import { maxCodeAttempts, type Maker, post } from './choose-command.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import { bookFamily, type CartExtras, type FamilyPerson } from './family-rules.ts'

/** One or two children of a customer, rarely with a child of another, book places of one event in one call. */
export const bookingFamily: Maker = (world, choices) => {
  const { customer, people, event } = peopleIn(world, choices)
  const mayHoldSome = choices.chance(0.4)
  const extras = mayHoldSome ? null : extrasOf(world, choices, customer)
  const { people: bodies, ...about } = bookingOf(world, { people, event })
  const items = extras?.wares.map(({ ware, quantity }) => ({
    ...{ product_variation_id: world.booking.wares[ware]?.id, quantity },
  }))
  const code = world.booking.coupons.find(({ id }) => id === extras?.code)?.code ?? 'NOSUCHCODE'
  const book = post(world, customer, '/bookings', {
    ...{ program_id: world.programId, on_refusal: mayHoldSome ? 'hold' : 'none', ...about },
    people: bodies.map((body, at) => (at === 0 && items && items.length > 0 ? { ...body, items } : body)),
    ...(extras?.code === undefined ? {} : { code }),
  })
  const act = async () => {
    const answer = await book()
    if (answer.status === 201) await nameNewPlaces(world, people, String(answer.body.id))
    return answer
  }
  return {
    words: `customer ${customer} books ${people.map(({ child, option, credit }) => `option ${option} for child ${child}${credit === null ? '' : ' with a visit'}`).join(' and ')}${mayHoldSome ? ', or what is left' : ''}${extras ? `, with ${extras.wares.length} wares${extras.code === undefined ? '' : ` and the code ${code}`}` : ''}`,
    act,
    model: (booking, now, answerIds) =>
      bookFamily(booking, { customer, people, mayHoldSome, now, ...(extras ? { extras } : {}) }, answerIds),
  }
}

/** Now and then products of the store, a code, or both go into the cart with the places. */
function extrasOf(world: World, choices: Choices, customer: number): CartExtras | null {
  const { wares, coupons } = world.booking
  const chosen = choices.chance(0.3) ? [{ ware: choices.below(wares.length), quantity: 1 + choices.below(2) }] : []
  const attempts = world.codeAttempts[customer] ?? 0
  if (attempts >= maxCodeAttempts || !choices.chance(0.3)) return chosen.length > 0 ? { wares: chosen } : null
  world.codeAttempts[customer] = attempts + 1
  return { wares: chosen, code: choices.pick([...coupons.filter(({ code }) => code !== null), null])?.id ?? null }
}

/** Children of a family who book one event, and their options. */
export function peopleIn(world: World, choices: Choices): { customer: number; people: FamilyPerson[]; event: number } {
  const customer = choices.below(world.people.length)
  const children = world.children.flatMap((child, index) => (child.customer === customer ? [index] : []))
  const own = choices.chance(0.75) ? children : [choices.pick(children)]
  const all = choices.chance(0.05) ? [...own, (own[0] ?? 0) + children.length] : own
  const { options, credits } = world.booking
  const visits = credits.filter((each) => each.customer === customer || choices.chance(0.05))
  const isVisit = visits.length > 0 && choices.chance(0.35)
  const event = options[isVisit ? packageOption : choices.below(packageOption + 1)]?.event
  const ofEvent = options.flatMap((option, index) => (option.event === event ? [index] : []))
  const people = all.map((index): FamilyPerson => {
    const child = index % world.children.length
    const credit = isVisit && choices.chance(0.8) ? choices.pick(visits).id : null
    return { child, isOwn: children.includes(child), option: choices.pick(ofEvent), credit, id: null }
  })
  return { customer, people, event: event ?? 0 }
}

/** The part of a booking that families and staff send alike. */
export const bookingOf = (world: World, { people, event }: { people: FamilyPerson[]; event: number }) => ({
  event_id: world.eventIds[event],
  people: people.map(({ child, option, credit }) => ({
    attendee_id: world.children[child]?.attendee,
    option_id: world.booking.options[option]?.id,
    ...(credit === null ? {} : { session_credit_id: `crd_${credit.replace(/^itm_/, '')}` }),
  })),
})

export async function nameNewPlaces(world: World, people: FamilyPerson[], order: string): Promise<void> {
  const rows = await world.site.sql('SELECT id, attendee_id FROM registrations WHERE order_id = ?1', order)
  for (const person of people) {
    const row = rows.find(({ attendee_id }) => attendee_id === world.children[person.child]?.attendee)
    person.id = row ? String(row.id) : null
  }
}
