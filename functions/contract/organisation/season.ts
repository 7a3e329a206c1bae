import * as z from 'zod/mini'
import { eventTypes } from '../event-filters.ts'
import { code, Day, Key } from '../field-rules.ts'
import { maxEventsPerSeasonCall } from '../limits.ts'
import { oneOrMore, paging } from '../paging.ts'
import { eventStatuses } from '../states/event-states.ts'
import { FileEvent } from './file-events.ts'

const eventKeys = z
  .array(Key)
  .check(z.minLength(1, code('required')), z.maxLength(maxEventsPerSeasonCall, code('file_list')))
const shiftPattern = /^[+-](?:[1-9]\d{0,2}w|[1-9]\d{0,3}d)$/

/**
 * Body of POST season/copy. `shift` moves every date by weeks (`+52w`) or days (`+364d`); `sales` moves the sale dates
 * too, keeps them, or removes them. With `dry_run` nothing is written.
 */
export const SeasonCopyRequest = z.strictObject({
  events: eventKeys,
  shift: z.string({ error: code('required') }).check(z.regex(shiftPattern, code('file_shift'))),
  sales: z._default(z.enum(['shift', 'keep', 'none'], { error: code('invalid_option') }), 'shift'),
  dry_run: z._default(z.boolean({ error: code('invalid_option') }), false),
})
export type SeasonCopyRequest = z.infer<typeof SeasonCopyRequest>

/** A copied event: `keep` means that an earlier call made the copy, and that it stays as it is. */
const CopiedEvent = z.strictObject({
  from: z.string(),
  key: z.string(),
  url: z.nullable(z.string()),
  action: z.enum(['create', 'keep']),
  event: FileEvent,
})
/**
 * A coupon that names copied events. `create` makes a copy of it for them, `extend` lets an existing coupon apply to
 * them too, and `leave` changes nothing, because the new code or key belongs to another coupon.
 */
const SeasonOffer = z.strictObject({
  from: z.string(),
  key: z.string(),
  name: z.nullable(z.string()),
  code: z.nullable(z.string()),
  action: z.enum(['create', 'extend', 'leave']),
  redeem_after: z.nullable(z.string()),
  redeem_before: z.nullable(z.string()),
  is_enabled: z.boolean(),
  events: z.array(z.string()),
})
export type SeasonOffer = z.infer<typeof SeasonOffer>
export const SeasonCopy = z.strictObject({
  object: z.literal('season_copy'),
  program_id: z.string(),
  dry_run: z.boolean(),
  message: z.string(),
  copies: z.array(CopiedEvent),
  offers: z.array(SeasonOffer),
})
export type SeasonCopy = z.infer<typeof SeasonCopy>

/** Body of POST events/archive, events/publish and events/unpublish. */
export const ArchiveEventsRequest = z.strictObject({
  events: eventKeys,
  dry_run: z._default(z.boolean({ error: code('invalid_option') }), false),
})
export const ArchivedEvents = z.strictObject({
  object: z.literal('archived_events'),
  program_id: z.string(),
  dry_run: z.boolean(),
  message: z.string(),
  events: z.array(z.strictObject({ key: z.string(), action: z.enum(['archive', 'keep']) })),
})
export type ArchivedEvents = z.infer<typeof ArchivedEvents>

/** Events that are on the site, or off it, after the call; `keep` means that one was already. */
export const PublishedEvents = z.strictObject({
  object: z.literal('published_events'),
  program_id: z.string(),
  dry_run: z.boolean(),
  message: z.string(),
  events: z.array(z.strictObject({ key: z.string(), action: z.enum(['publish', 'unpublish', 'keep']) })),
})
export type PublishedEvents = z.infer<typeof PublishedEvents>

/** The keys of the events of a sample season. */
export const sampleKeys = ['sample-otter-camp', 'sample-pottery', 'sample-open-morning'] as const
/** The sample season of a program after it was put in or taken out. */
export const SampleSeason = z.strictObject({
  object: z.literal('sample_season'),
  program_id: z.string(),
  message: z.string(),
  events: z.array(z.strictObject({ key: z.string(), action: z.enum(['create', 'restore', 'archive', 'keep']) })),
})
export type SampleSeason = z.infer<typeof SampleSeason>

const day = z.optional(Day)
/**
 * Query of GET season: events with a date from `from` to `to`, both included, or that ended before the day
 * `ended_before`; archived ones only by `status`. `search` finds words of the name, summary, description and tags.
 */
export const SeasonQuery = z.strictObject({
  ...paging,
  from: day,
  to: day,
  ended_before: day,
  search: z.optional(z.string().check(z.maxLength(100, code('too_long')))),
  status: z.optional(oneOrMore(z.enum(eventStatuses))),
})
export type SeasonQuery = z.infer<typeof SeasonQuery>

const dates = z.array(z.strictObject({ starts_at: z.string(), ends_at: z.string() }))
const counts = { spots_total: z.nullable(z.int()), spots_taken: z.int(), sold: z.int() }
/** An event of a season: when, where, how many places, and how many of them are sold. */
export const SeasonEvent = z.strictObject({
  object: z.literal('season_event'),
  id: z.string(),
  key: z.string(),
  type: z.enum(eventTypes),
  name: z.string(),
  status: z.enum(eventStatuses),
  version: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  timezone: z.string(),
  dates,
  venues: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  is_online: z.boolean(),
  /** True if customers register elsewhere. */
  is_elsewhere: z.boolean(),
  minimum_age: z.nullable(z.int()),
  maximum_age: z.nullable(z.int()),
  sold: z.int(),
  /** People who wait for a place. */
  waiting: z.int(),
  options: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      ...counts,
      pools: z.array(z.string()),
      is_closed: z.boolean(),
      sale_starts_at: z.nullable(z.string()),
      sale_ends_at: z.nullable(z.string()),
    }),
  ),
})
export type SeasonEvent = z.infer<typeof SeasonEvent>

export const isEventKey = (text: string): boolean => Key.safeParse(text).success
/** The fields of the form of the season that choose events: `pick.` and the key. */
const chosenField = 'pick.'
export const chooseField = (key: string): string => `${chosenField}${key}`
/** The events that are chosen in a form, by key. */
export const chosenEvents = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(fields)
    .filter((name) => name.startsWith(chosenField))
    .map((name) => name.slice(chosenField.length))
    .filter(isEventKey)
    .slice(0, maxEventsPerSeasonCall)
