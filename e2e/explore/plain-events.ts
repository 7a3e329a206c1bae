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
  /** The price of each option with the fee and taxes, in minor units, and when it is sold. */
  prices: { amount: number; from: number; until: number; isClosed: boolean; isSold: boolean }[]
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
      hasPlaces: event.options.length === 0 || event.options.some((option) => hasPlaces(option, file)),
      prices: pricesOf(event, file),
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

type FileEvent = CompleteFile['events'][number]
type FileOption = FileEvent['options'][number]

const hasPlaces = ({ is_closed, spots_total, pools }: FileOption, file: CompleteFile): boolean =>
  !is_closed &&
  spots_total !== 0 &&
  pools.every((key) => file.pools.find((pool) => pool.key === key)?.spots_total !== 0)

/** Prices as a parent would calculate them; none when a package alone pays. The files of these tests add fee and taxes. */
function pricesOf(event: FileEvent, file: CompleteFile): PlainEvent['prices'] {
  const zone = event.timezone ?? file.timezone
  const { fee, taxes } = file.selling
  const isRestricted = Object.values(event.restrict_to).some((packages) => packages.length > 0)
  const cents = (cost: number, percent: number) => Math.floor((Math.round(cost * 100) * percent) / 100 + 0.5)
  const withFee = (option: FileOption) => {
    const cost = option.cost ?? 0
    const added = cost === 0 ? 0 : cents(cost, fee.percent) + Math.round(fee.fixed * 100)
    const tax = taxes.reduce((sum, { percent }) => sum + cents(cost, percent) + cents(added / 100, percent), 0)
    return Math.round(cost * 100) + added + tax
  }
  const prices = event.options.map((option) => ({
    amount: withFee(option),
    from: option.sale_starts_at ? instantOf(option.sale_starts_at, zone) : 0,
    until: instantOf(option.sale_ends_at ?? event.starts_at ?? '', zone),
    isClosed: option.is_closed,
    isSold: !isRestricted && hasPlaces(option, file),
  }))
  return isRestricted && prices.every(({ amount }) => amount === 0) ? [] : prices
}

/** Search words of a text: without accents and in lower case. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
