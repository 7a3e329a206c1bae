import { Temporal } from 'temporal-polyfill'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { SeasonEvent, SeasonQuery } from '../../contract/organisation/season.ts'
import { type List, list } from '../../contract/paging.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { localize } from '../../contract/texts.ts'
import { unlimitedSpots } from '../../offering/catalogue/places-left.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { readTogether, type RowsOf } from '../../platform/database/read-together.ts'
import { searchTerms } from '../../platform/database/search-text.ts'
import { rowsBy } from './program-file/rows-by.ts'
import { seasonReads, timezoneOf } from './season-rows.ts'
import { versionOf } from './version.ts'

type ListSeasonInput = SeasonQuery & { program_id: string }

/** The events of a program with a date in a range of days, with their places and what is sold; archived ones only by status. */
export async function listSeason(ctx: OrganiserContext, input: ListSeasonInput): Promise<List<SeasonEvent>> {
  const [program] = await timezoneOf(ctx.db, input.program_id)
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  const startOf = (day: string, days: number) =>
    Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(program.timezone).epochMilliseconds

  const rows = await readTogether(
    ctx.db,
    seasonReads(ctx.db, {
      ...input,
      statuses: input.status ? [...new Set(input.status)] : eventStates.inProgramFile.statuses,
      terms: searchTerms(input.search),
      from: input.from === undefined ? null : startOf(input.from, 0),
      to: input.to === undefined ? null : startOf(input.to, 1),
      ended_before: input.ended_before === undefined ? null : startOf(input.ended_before, 0),
    }),
  )
  return list(
    rows.page.map((event) => showSeasonEvent(ctx, event, rows)),
    rows.counted[0]?.total ?? 0,
    input,
  )
}

type Rows = RowsOf<ReturnType<typeof seasonReads>>

function showSeasonEvent(ctx: OrganiserContext, event: Rows['page'][number], rows: Rows): SeasonEvent {
  const sold = rowsBy(rows.sold, 'event_id', event.id)
  const at = (time: number | null) => (time === null ? null : instant(time))
  const dates = event.series_dates.length > 0 ? event.series_dates : [event]
  return {
    object: 'season_event',
    id: event.id,
    key: event.key,
    type: event.type,
    name: localize(event, ctx.contentLanguage).name,
    status: event.status,
    version: versionOf(event),
    starts_at: instant(event.starts_at),
    ends_at: instant(event.ends_at),
    timezone: event.timezone,
    dates: dates.map(({ starts_at, ends_at }) => ({ starts_at: instant(starts_at), ends_at: instant(ends_at) })),
    venues: rowsBy(rows.places, 'event_id', event.id).map((venue) => ({
      key: venue.key,
      name: localize(venue, ctx.contentLanguage).name,
    })),
    is_online: event.online_event,
    is_elsewhere: event.external_registration_url !== null,
    minimum_age: event.minimum_age,
    maximum_age: event.maximum_age,
    waiting: rowsBy(rows.waiting, 'event_id', event.id)[0]?.waiting ?? 0,
    sold: sold.reduce((sum, each) => sum + each.sold, 0),
    options: rowsBy(rows.options, 'event_id', event.id).map((option) => ({
      key: option.key,
      name: localize(option, ctx.contentLanguage).name,
      spots_total: option.spots_total === unlimitedSpots ? null : option.spots_total,
      spots_taken: option.spots_taken + option.spots_extra,
      sold: sold.find(({ option_id }) => option_id === option.id)?.sold ?? 0,
      pools: rowsBy(rows.poolTies, 'option_id', option.id).map(({ key }) => key),
      is_closed: option.is_closed,
      sale_starts_at: at(option.sale_starts_at),
      sale_ends_at: at(option.sale_ends_at),
    })),
  }
}
