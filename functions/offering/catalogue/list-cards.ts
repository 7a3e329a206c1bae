import type { FitPerson } from '../../contract/booking/person-fit.ts'
import { isOvernight } from '../../contract/event-times.ts'
import { factsIn } from '../../contract/event-facts.ts'
import type { PublicFilterName } from '../../contract/event-filters.ts'
import { instant } from '../../contract/instant.ts'
import type { CardEvent, EventListQuery, EventType } from '../../contract/offering/event.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import { type List, list } from '../../contract/paging.ts'
import type { ProgramFilters } from '../../contract/offering/explore.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { type CardRow, type ListRows, readCards } from './card-rows.ts'
import { dayBounds } from './day-bounds.ts'
import { eventAvailability } from './event-availability.ts'
import type { EventRecord, SaleRecord } from './event-record.ts'
import { countFound, isWhole } from './event-list-rows.ts'
import { type Counted, countMemo } from './list-events.ts'
import { type MonthCounts, monthCounts } from './month-rows.ts'
import type { FilterCounts } from './program-filter-rows.ts'
import { priceFilter } from './price-filter.ts'
import { showFilters } from './program-filters.ts'
import { timezoneFor, zonesOfEvents } from './program-timezone.ts'
import { showVenue } from './show-venue.ts'
import { searchTerms } from '../../platform/database/search-text.ts'

export type ListCardsInput = { program_id: string; limit: number; skip: number } & Pick<
  EventListQuery,
  PublicFilterName
> & { /** The people that every event of the list must suit. */ for?: readonly FitPerson[] }

/** The events of each month, of the whole list and of those that match its filters. */
export type ListMonths = { all: MonthCounts; matching: MonthCounts }

/** What the pages of a program's list share, in every language. */
export type ListFacts = {
  counts: FilterCounts
  timezone: string
  currency: string
  venues: ReadonlyMap<string, Parameters<typeof showVenue>[0]>
  sells: SaleRecord['program']
  months: MonthCounts
}

/**
 * One page of a program's upcoming events as cards, in one database round trip. Also returns what all pages share,
 * unless that is passed in. A filter by day reads the time zone first. Null for an unknown program.
 */
export async function listCards(
  ctx: Ctx,
  input: ListCardsInput,
  cachedFacts: ListFacts | null = null,
): Promise<{ events: List<CardEvent>; choices: ProgramFilters; months: ListMonths; facts: ListFacts } | null> {
  const filter = await cardFilter(ctx, input)

  const memo = countMemo(ctx, filter)
  // The API counts the same list without its months.
  const known = memo?.known && (isWhole(filter) || memo.known.months) ? memo.known : null
  const [rows, [read], ...rest] = await readCards(ctx.db, filter, { knowsRest: cachedFacts !== null, counted: known })
  const counted = known ?? countOf(read)
  if (!known) memo?.keep(counted)

  const facts = cachedFacts ?? showFacts(rest)
  return (
    facts && {
      events: list(
        rows.map((row) => showCard(row, facts, ctx)),
        counted?.total ?? 0,
        input,
        counted?.is_capped === 1,
      ),
      choices: showFilters(facts.counts, {
        contentLanguage: ctx.contentLanguage,
        timezone: facts.timezone,
        currency: facts.currency,
        selling: facts.sells.selling,
      }),
      months: { all: facts.months, matching: isWhole(filter) ? facts.months : (counted?.months ?? new Map()) },
      facts,
    }
  )
}

function countOf(row: Awaited<ReturnType<typeof readCards>>[1][number] | undefined): Counted | undefined {
  if (!row) return undefined
  const { total, is_capped, starts } = row
  return { total, is_capped, ...(starts ? { months: monthCounts(starts, { isCapped: is_capped === 1 }) } : {}) }
}

/** The number of events of such a list. */
export async function countCards(ctx: Ctx, input: ListCardsInput): Promise<Counted> {
  const filter = await cardFilter(ctx, input)
  const memo = countMemo(ctx, filter)
  const [counted = { total: 0, is_capped: 0 }] = memo?.known ? [memo.known] : await countFound(ctx.db, filter)
  memo?.keep(counted)
  return counted
}

async function cardFilter(ctx: Ctx, input: ListCardsInput) {
  const { search, scheduled_gte, scheduled_lte, program_id, for: people = [], ...filters } = input
  const days = { scheduled_gte, scheduled_lte }
  const [timezone, zones, price] = await Promise.all([
    timezoneFor(ctx, { program_id: [program_id], ...days }),
    people.length === 0 ? [] : zonesOfEvents(ctx, program_id),
    priceFilter(ctx, { program_id: [program_id], price_lte: input.price_lte }),
  ])
  return {
    ...filters,
    ...(people.length === 0 ? {} : { for: { people, zones, now: ctx.now } }),
    ...price,
    ...dayBounds(days, timezone),
    program_id: [program_id] as [string],
    status: ['upcoming' as const],
    sort: 'starts_at' as const,
    order: 'asc' as const,
    now: ctx.now,
    terms: searchTerms(search),
  }
}

function showFacts([sellers = [], places = [], starts = [], ...counts]: ListRows): ListFacts | null {
  const [program] = sellers
  if (!program) return null
  const sells = {
    selling: JSON.parse(program.selling),
    country: program.country,
    default_sales_end: program.default_sales_end,
  }
  return {
    counts: counts as FilterCounts,
    timezone: program.timezone,
    currency: program.currency,
    venues: new Map(
      places.map((place) => [
        place.id,
        { ...place, address: JSON.parse(place.address), translations: JSON.parse(place.translations) },
      ]),
    ),
    sells,
    months: monthCounts(starts[0]?.starts ?? '[]', { isCapped: false }),
  }
}

function showCard(row: CardRow, { sells: program, venues }: ListFacts, ctx: Ctx): CardEvent {
  const { id, starts_at, ends_at, timezone, currency, picture_url, external_registration_url } = row
  const { name, text_languages } = localize(
    { name: row.name, translations: JSON.parse(row.translations) as Translations },
    ctx.contentLanguage,
  )
  const status = row.status as EventStatus
  const sale: SaleRecord = {
    status,
    starts_at,
    ends_at,
    timezone,
    currency,
    external_registration_url,
    program,
    waitlist: row.waitlist === 1,
    restrict_to_package_ids: JSON.parse(row.restrict_to_package_ids),
    options: JSON.parse(row.options),
  }
  const dates = JSON.parse(row.series_dates) as EventRecord['series_dates']
  return {
    id,
    name,
    status,
    timezone,
    currency,
    picture_url,
    type: row.type as EventType,
    starts_at: instant(starts_at),
    ends_at: instant(ends_at),
    overnight: isOvernight({
      ...{ starts_at, ends_at, timezone, is_series: row.is_series === 1, series_dates: dates },
      overnight: row.overnight === null ? null : row.overnight === 1,
    }),
    is_series: row.is_series === 1,
    series_dates: dates.map((date) => ({ starts_at: instant(date.starts_at), ends_at: instant(date.ends_at) })),
    online_event: row.online_event === 1,
    ...factsIn(row),
    has_external_registration: external_registration_url !== null,
    venues: (JSON.parse(row.venues) as string[]).flatMap((venueId) => {
      const venue = venues.get(venueId)
      return venue ? [showVenue(venue, ctx)] : []
    }),
    text_languages,
    ...eventAvailability(sale, ctx),
  }
}
