import { type Maker, path, personOf, pick } from './choose-command.ts'
import { openOptions, packageOption } from './booking-world.ts'
import { movePlace, moveTime } from './move-rules.ts'

export const moving: Maker = (world, choices) => {
  const isLikely = choices.chance(0.9)
  const place = pick(
    choices,
    world.booking.places,
    ({ status, option }) => option <= packageOption && (!isLikely || status === 'confirmed'),
  )
  if (!place) return null
  const children = [...world.children.keys()].filter((child) => world.children[child]?.customer === place.customer)
  const child = choices.chance(0.25) ? choices.pick(children) : place.child
  const option = choices.chance(0.85) ? choices.below(openOptions) : place.option
  const attendee_profile_id = world.children[child]?.profile
  const option_id = world.booking.options[option]?.id
  const act = () =>
    world.site.call(`${path}/registrations/${place.id}`, {
      ...personOf(world, place.customer).json({ option_id, attendee_profile_id }),
      method: 'PUT',
    })
  return {
    words: `${place.status} place of option ${place.option} moves to option ${option}${child === place.child ? '' : ' for another child'}`,
    act,
    model: (booking, now) => movePlace(booking, { place: place.id, option, child, now }),
  }
}

export const movingTime: Maker = (world, choices) => {
  const place = pick(
    choices,
    world.booking.places,
    ({ option, status }) =>
      option > packageOption && (status === 'confirmed' || status === 'pending' || choices.chance(0.2)),
  )
  if (!place) return null
  const times = [...world.booking.options.keys()].filter((option) => option > packageOption)
  const option = choices.pick(times)
  const start_time = world.booking.options[option]?.id
  return {
    words: `${place.status} appointment at ${place.option} moves to ${option}`,
    act: () =>
      world.site.call(`${path}/appointments/${place.id}`, {
        ...personOf(world, place.customer).json({ start_time }),
        method: 'PUT',
      }),
    model: (booking, now) => moveTime(booking, { place: place.id, option, now }),
  }
}
