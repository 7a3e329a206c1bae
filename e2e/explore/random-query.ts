import { flagNames, limitNames } from '../../functions/contract/event-facts.ts'
import { dayMs } from '../../functions/contract/limits.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import type { PlainEvent } from './plain-events.ts'
import type { Query } from './plain-filter.ts'

type Maker = (choices: Choices, events: readonly PlainEvent[]) => string[]

const oneEvent = (choices: Choices, events: readonly PlainEvent[]) => choices.pick(events)
const someOf = (choices: Choices, values: readonly string[]): string[] =>
  values.length === 0
    ? ['Nowhere']
    : choices.chance(0.3)
      ? [choices.pick(values), choices.pick(values)]
      : [choices.pick(values)]
const dayOf: Maker = (choices, events) => {
  const at = oneEvent(choices, events).startsAt
  // Uses the exact start of an event often, because off-by-one errors are most likely there.
  return [
    choices.chance(0.5)
      ? new Date(at + (choices.below(3) - 1) * dayMs).toISOString().slice(0, 10)
      : new Date(at + choices.below(2) - 1).toISOString(),
  ]
}
const ageOf: Maker = (choices) => [String(choices.below(20))]

/** A value for each filter parameter, taken from the events. */
export const makers: Record<string, Maker> = {
  search: (choices, events) => {
    const word = choices.pick(oneEvent(choices, events).words)
    const second = choices.chance(0.3) ? ` ${choices.pick(oneEvent(choices, events).words)}` : ''
    return [`${choices.chance(0.5) ? word : word.slice(0, 1 + choices.below(word.length)).toUpperCase()}${second}`]
  },
  age: ageOf,
  age_lt: ageOf,
  age_lte: ageOf,
  age_gt: ageOf,
  age_gte: ageOf,
  gender: (choices) => [choices.pick(['female', 'male', 'non_binary'])],
  venue_id: (choices, events) =>
    someOf(
      choices,
      events.flatMap(({ venues }) => venues.map(({ id }) => id)),
    ),
  venue_city: (choices, events) =>
    someOf(
      choices,
      events.flatMap(({ venues }) => venues.map(({ city }) => city)),
    ),
  venue_context: (choices) => [choices.pick(['CA', 'CA-ON', 'CA-QC', 'US'])],
  online_event: (choices) => [choices.pick(['true', 'false'])],
  free: (choices) => [choices.pick(['true', 'false'])],
  available: (choices) => [choices.pick(['true', 'false'])],
  price_lte: (choices, events) => {
    const amounts = oneEvent(choices, events).prices.map(({ amount }) => amount)
    // Uses the exact price of an event often, because off-by-one errors are most likely there.
    return [
      String(
        Math.max(0, choices.chance(0.6) ? Math.min(25_000, ...amounts) - choices.below(2) : choices.below(40_000)),
      ),
    ]
  },
  ...Object.fromEntries(
    flagNames.map((name): [string, Maker] => [name, (choices) => [choices.pick(['true', 'false'])]]),
  ),
  ...Object.fromEntries(limitNames.map((name): [string, Maker] => [name, (choices) => [String(choices.below(13))]])),
  type: (choices) => someOf(choices, ['camp', 'class', 'event', 'clinic', 'competition', 'party', 'online', 'other']),
  tags: (choices, events) =>
    someOf(
      choices,
      events.flatMap(({ tags }) => tags),
    ),
  scheduled_lt: dayOf,
  scheduled_lte: dayOf,
  scheduled_gt: dayOf,
  scheduled_gte: dayOf,
  status: (choices) => someOf(choices, ['upcoming', 'ongoing', 'ended', 'cancelled']),
  program_type: (choices) => someOf(choices, ['camp', 'class', 'sport', 'school']),
  program_tags: (choices) => someOf(choices, ['City', 'Water', 'Arts', 'Indoors', 'nothing']),
}

/** Each of these names alone and every pair of them, in random order. */
export function pairsOf(names: readonly string[], choices: Choices): string[][] {
  const input = [
    ...names.map((name) => [name]),
    ...names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other])),
  ]
  return input
    .map((each) => ({ each, at: choices.below(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

/** Every filter alone, and every pair of them. */
export const everyPair = (choices: Choices): string[][] => pairsOf(Object.keys(makers), choices)

/** A query of these filters. */
export const queryOf = (names: readonly string[], choices: Choices, events: readonly PlainEvent[]): Query =>
  Object.fromEntries(names.map((name) => [name, (makers[name] as Maker)(choices, events)]))
