import { type EventFacts, factsIn } from '../../functions/contract/event-facts.ts'
import type { EventStatus } from '../../functions/contract/states/event-states.ts'
import type { CompleteFile } from '../../functions/organisation/organiser/program-file/complete-file.ts'
import { plainText } from '../../functions/organisation/organiser/program-file/file-texts.ts'
import { instantOf } from '../../functions/organisation/organiser/program-file/file-times.ts'

/** An event as the simple filter sees it. */
export type PlainEvent = {
  program: string
  name: string
  status: EventStatus
  type: string
  startsAt: number
  endsAt: number
  words: string[]
  tags: string[]
  isOnline: boolean
  isFree: boolean
  hasPlaces: boolean
  facts: EventFacts
  venues: { id: string; city: string; region: string | null; country: string }[]
  options: { gender: string | null; from: number; to: number }[]
  programTypes: string[]
  programTags: string[]
}

/** The events of a program file, without a database. `venueIds` are the site's ids of venues by key. */
export function plainEvents(file: CompleteFile, venueIds: ReadonlyMap<string, string>): PlainEvent[] {
  return file.events.map((event) => {
    const zone = event.timezone ?? file.timezone
    return {
      program: file.program,
      name: plainText(event.name, file.language),
      status: event.status,
      type: event.type,
      startsAt: instantOf(event.starts_at ?? '', zone),
      endsAt: instantOf(event.ends_at ?? '', zone),
      words: wordsOf(
        [event.name, event.summary, event.description, ...event.tags]
          .map((text) => (text === null ? '' : typeof text === 'string' ? text : Object.values(text).join(' ')))
          .join(' '),
      ),
      tags: event.tags,
      isOnline: event.online_event,
      facts: factsIn(event),
      isFree:
        Object.values(event.restrict_to).every((packages) => packages.length === 0) &&
        event.options.some(({ free }) => free),
      hasPlaces:
        event.options.length === 0 ||
        event.options.some(
          ({ is_closed, spots_total, pools }) =>
            !is_closed &&
            spots_total !== 0 &&
            pools.every((key) => file.pools.find((pool) => pool.key === key)?.spots_total !== 0),
        ),
      venues: event.venues.flatMap((key) =>
        file.venues
          .filter((venue) => venue.key === key)
          .map(({ address }) => ({
            id: venueIds.get(key) ?? key,
            city: address.city,
            region: address.region,
            country: address.country,
          })),
      ),
      options: event.options.map(({ gender, minimum_age, maximum_age }) => ({
        gender,
        from: minimum_age ?? 0,
        to: maximum_age ?? Number.POSITIVE_INFINITY,
      })),
      programTypes: file.types,
      programTags: file.tags,
    }
  })
}

/** Search words of a text: without accents and in lower case. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
