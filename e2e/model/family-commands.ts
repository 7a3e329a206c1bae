import { packageOption, type World } from './booking-world.ts'
import { type Maker, post } from './choose-command.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import { bookFamily, type FamilyPerson } from './family-rules.ts'

/** One or two children of a customer, rarely with a child of another, book places of one event in one call. */
export const bookingFamily: Maker = (world, choices) => {
  const { customer, people, event } = peopleIn(world, choices)
  const mayHoldSome = choices.chance(0.4)
  const book = post(world, customer, '/bookings', {
    ...{ program_id: world.programId, on_refusal: mayHoldSome ? 'hold' : 'none' },
    ...bookingOf(world, { people, event }),
  })
  const act = async () => {
    const answer = await book()
    if (answer.status === 201) await nameNewPlaces(world, people, String(answer.body.id))
    return answer
  }
  return {
    words: `customer ${customer} books ${people.map(({ child, option, credit }) => `option ${option} for child ${child}${credit === null ? '' : ' with a visit'}`).join(' and ')}${mayHoldSome ? ', or what is left' : ''}`,
    act,
    model: (booking, now, answerIds) => bookFamily(booking, { customer, people, mayHoldSome, now }, answerIds),
  }
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
