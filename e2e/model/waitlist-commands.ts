import { openOptions, type World } from './booking-world.ts'
import { type Maker, personOf, pick, post } from './choose-command.ts'
import { claim, join, leave, mayWait } from './waitlist-rules.ts'

export const joining: Maker = (world, choices) => {
  const [child, anyOption] = [choices.below(world.children.length), choices.below(openOptions)]
  const full = [...world.booking.options.keys()].filter((index) => mayWait(world.booking, index))
  const option = choices.chance(0.1) ? anyOption : (full[anyOption % full.length] ?? null)
  if (option === null) return null
  const { customer, profile } = world.children[child] as World['children'][number]
  const input = world.booking.options[option] as World['booking']['options'][number]
  const key = choices.chance(0.4) ? 'together' : null
  const body = {
    event_id: world.eventIds[input.event],
    option_id: input.id,
    customer_profile_id: personOf(world, customer).profileId(world.programId),
    attendee_profile_id: profile,
    status: 'waitlisted',
    ...(key === null ? {} : { group_key: key }),
  }
  return {
    words: `child ${child} waits for option ${option}${key === null ? '' : ' with others'}`,
    act: post(world, customer, '/registrations', body),
    model: (booking, now, answerIds) => join(booking, { customer, child, option, key, now }, answerIds),
  }
}

const anyWaiting: (...of: Parameters<Maker>) => World['booking']['places'][number] | null = (world, choices) => {
  const isLikely = choices.chance(0.85)
  return pick(
    choices,
    world.booking.places,
    (place) =>
      place.entry !== null &&
      (!isLikely || place.status === 'offered' || (place.status === 'waitlisted' && choices.chance(0.2))),
  )
}

export const claiming: Maker = (world, choices) => {
  const place = anyWaiting(world, choices)
  return (
    place && {
      words: `${place.status} place is claimed`,
      act: post(world, place.customer, `/registrations/${place.id}/claim`, {}),
      model: (booking, now) => claim(booking, { place: place.id, now }),
    }
  )
}

export const declining: Maker = (world, choices) => {
  const place = anyWaiting(world, choices)
  return (
    place && {
      words: `${place.status} place is declined`,
      act: post(world, place.customer, `/registrations/${place.id}/decline`, {}),
      model: (booking) => leave(booking, { place: place.id }),
    }
  )
}
