import { flagNames, limitNames, limitsOf } from '../../functions/contract/event-facts.ts'
import { Temporal } from 'temporal-polyfill'
import { type PlainEvent, wordsOf } from './plain-events.ts'

/** A query of the list of events: each name with its values. */
export type Query = Record<string, string[]>
type At = { now: number; zone: string }

/** The events that match a query, found by testing each event. */
export function plainFilter(events: readonly PlainEvent[], query: Query, at: At): PlainEvent[] {
  const first = (name: string) => query[name]?.[0]
  const tests: ((event: PlainEvent) => boolean)[] = [
    ({ status }) => status === 'published' || (status === 'cancelled' && query.status?.includes('cancelled') === true),
    ...has(query.program_id, (event, ids) => ids.includes(event.program)),
    ...has(query.status, (event, words) => words.includes(lifeOf(event, at.now))),
    ...has(query.type, (event, types) => types.includes(event.type)),
    ...has(query.tags, (event, tags) => event.tags.some((tag) => tags.includes(tag))),
    ...has(query.program_type, (event, types) => event.programTypes.some((type) => types.includes(type))),
    ...has(query.program_tags, (event, tags) => event.programTags.some((tag) => tags.includes(tag))),
    ...has(query.online_event, (event, [flag]) => event.isOnline === (flag === 'true')),
    ...has(query.free, (event, [flag]) => event.isFree === (flag === 'true')),
    ...has(query.available, (event, [flag]) => event.hasPlaces === (flag === 'true')),
    ...has(query.price_lte, (event, [limit]) => {
      const price = priceAt(event, at.now)
      return price !== null && price <= Number(limit)
    }),
    ...has(query.search, (event, [typed = '']) =>
      wordsOf(typed).every((word) => event.words.some((each) => each.startsWith(word))),
    ),
    ...days(query, at.zone).map(
      ([name, from, to]) =>
        (event: PlainEvent) =>
          isOnRightSide(name, event.startsAt, from, to),
    ),
    ...flagNames.flatMap((name) => has(query[name], ({ facts }, [flag]) => facts[name] === (flag === 'true'))),
    ...limitNames.flatMap((name) =>
      has(query[name], ({ facts }, [value]) => isWithin(limitsOf(facts, name), Number(value))),
    ),
    placeTest(query),
    personTest({ gender: first('gender'), ages: agesOf(query) }),
  ]
  return events.filter((event) => tests.every((test) => test(event)))
}

const has = (values: string[] | undefined, test: (event: PlainEvent, values: string[]) => boolean) =>
  values ? [(event: PlainEvent) => test(event, values)] : []
const isWithin = ({ minimum, maximum }: { minimum: number | null; maximum: number | null }, value: number) =>
  (minimum ?? 0) <= value && value <= (maximum ?? Number.POSITIVE_INFINITY)
/** The first price on the card of an event, in minor units. */
export function priceAt({ status, prices }: PlainEvent, now: number): number | null {
  const sold = prices.filter(({ isSold, from, until }) => isSold && from <= now && now <= until)
  const offered = prices.filter(({ isClosed }) => !isClosed)
  const [shown = prices] = (status === 'published' ? [sold, offered] : []).filter((some) => some.length > 0)
  return shown.length === 0 ? null : Math.min(...shown.map(({ amount }) => amount))
}
const lifeOf = ({ status, startsAt, endsAt }: PlainEvent, now: number) =>
  status === 'cancelled' ? 'cancelled' : startsAt > now ? 'upcoming' : endsAt < now ? 'ended' : 'ongoing'

/** The first and the last millisecond of a bound, which is a local day or an instant. */
function days(query: Query, zone: string): [string, number, number][] {
  return ['scheduled_lt', 'scheduled_lte', 'scheduled_gt', 'scheduled_gte'].flatMap(
    (name): [string, number, number][] => {
      const text = query[name]?.[0]
      if (text === undefined) return []
      if (text.includes('T')) return [[name, Date.parse(text), Date.parse(text)]]
      const day = Temporal.PlainDate.from(text)
      return [
        [
          name,
          day.toZonedDateTime(zone).epochMilliseconds,
          day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1,
        ],
      ]
    },
  )
}

function isOnRightSide(name: string, startsAt: number, from: number, to: number): boolean {
  if (name === 'scheduled_lt') return startsAt < from
  if (name === 'scheduled_lte') return startsAt <= to
  return name === 'scheduled_gt' ? startsAt > to : startsAt >= from
}

/** A single venue must match all place filters. */
function placeTest({
  venue_id: ids,
  venue_city: cities,
  venue_context: contexts,
}: Query): (event: PlainEvent) => boolean {
  const context = contexts?.[0]
  if (!ids && !cities && context === undefined) return () => true
  return ({ venues }) =>
    venues.some(
      (venue) =>
        (!ids || ids.includes(venue.id)) &&
        (!cities || cities.includes(venue.city)) &&
        (context === undefined || context === venue.country || context === venue.region),
    )
}

type Ages = { from: number; to: number } | null
function agesOf(query: Query): Ages {
  const value = (name: string, more: number) => (query[name] ?? []).map((text) => Number(text) + more)
  const [lows, highs] = [
    [...value('age', 0), ...value('age_gte', 0), ...value('age_gt', 1)],
    [...value('age', 0), ...value('age_lte', 0), ...value('age_lt', -1)],
  ]
  return lows.length + highs.length === 0
    ? null
    : { from: Math.max(0, ...lows), to: Math.min(Number.POSITIVE_INFINITY, ...highs) }
}

/** A single option must suit the person. An event without options suits everyone. An empty range of ages suits no one. */
function personTest({ gender, ages }: { gender: string | undefined; ages: Ages }): (event: PlainEvent) => boolean {
  if (ages && ages.from > ages.to) return () => false
  if (gender === undefined && !ages) return () => true
  return ({ options }) =>
    options.length === 0 ||
    options.some(
      (option) =>
        (!gender || option.gender === null || option.gender === gender) &&
        (!ages || (option.from <= ages.to && option.to >= ages.from)),
    )
}
