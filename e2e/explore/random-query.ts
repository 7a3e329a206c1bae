import type { Random } from '../model/seeded.ts'
import type { PlainEvent } from './plain-events.ts'
import type { Query } from './plain-filter.ts'

const dayMs = 86_400_000
type Maker = (random: Random, events: readonly PlainEvent[]) => string[]

const oneEvent = (random: Random, events: readonly PlainEvent[]) => random.some(events)
const someOf = (random: Random, values: readonly string[]): string[] =>
  values.length === 0
    ? ['Nowhere']
    : random.chance(0.3)
      ? [random.some(values), random.some(values)]
      : [random.some(values)]
const dayOf: Maker = (random, events) => {
  const at = oneEvent(random, events).startsAt
  // Often the very start of an event, where a bound is most easily wrong by one.
  return [
    random.chance(0.5)
      ? new Date(at + (random.below(3) - 1) * dayMs).toISOString().slice(0, 10)
      : new Date(at + random.below(2) - 1).toISOString(),
  ]
}
const ageOf: Maker = (random) => [String(random.below(20))]

/** A value for each parameter that filters, made of what the events have. */
export const makers: Record<string, Maker> = {
  search: (random, events) => {
    const word = random.some(oneEvent(random, events).words)
    const second = random.chance(0.3) ? ` ${random.some(oneEvent(random, events).words)}` : ''
    return [`${random.chance(0.5) ? word : word.slice(0, 1 + random.below(word.length)).toUpperCase()}${second}`]
  },
  age: ageOf,
  age_lt: ageOf,
  age_lte: ageOf,
  age_gt: ageOf,
  age_gte: ageOf,
  gender: (random) => [random.some(['female', 'male', 'non_binary'])],
  venue_id: (random, events) =>
    someOf(
      random,
      events.flatMap(({ venues }) => venues.map(({ id }) => id)),
    ),
  venue_city: (random, events) =>
    someOf(
      random,
      events.flatMap(({ venues }) => venues.map(({ city }) => city)),
    ),
  venue_context: (random) => [random.some(['CA', 'CA-ON', 'CA-QC', 'US'])],
  online_event: (random) => [random.some(['true', 'false'])],
  type: (random) => someOf(random, ['camp', 'class', 'event', 'clinic', 'competition', 'party', 'online', 'other']),
  tags: (random, events) =>
    someOf(
      random,
      events.flatMap(({ tags }) => tags),
    ),
  scheduled_lt: dayOf,
  scheduled_lte: dayOf,
  scheduled_gt: dayOf,
  scheduled_gte: dayOf,
  status: (random) => someOf(random, ['upcoming', 'ongoing', 'ended', 'cancelled']),
  program_type: (random) => someOf(random, ['camp', 'class', 'sport', 'school']),
  program_tags: (random) => someOf(random, ['City', 'Water', 'Arts', 'Indoors', 'nothing']),
}

/** Every one of these alone, and every two of them together, in an order of chance. */
export function pairsOf(names: readonly string[], random: Random): string[][] {
  const input = [
    ...names.map((name) => [name]),
    ...names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other])),
  ]
  return input
    .map((each) => ({ each, at: random.below(1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each)
}

/** Every filter alone, and every two of them together. */
export const everyPair = (random: Random): string[][] => pairsOf(Object.keys(makers), random)

/** A query of these filters. */
export const queryOf = (names: readonly string[], random: Random, events: readonly PlainEvent[]): Query =>
  Object.fromEntries(names.map((name) => [name, (makers[name] as Maker)(random, events)]))
