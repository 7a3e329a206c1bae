import { ApiError } from '../../contract/api-error.ts'
import type { ProgramFiltersQuery } from '../../contract/offering/explore.ts'
import type { PublicSelling } from '../pricing/all-in-price.ts'
import { type FlagName, flagNames, type LimitName, limitNames } from '../../contract/event-facts.ts'
import type { ProgramFilters } from '../../contract/offering/explore.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { type FilterCounts, filterCounts } from './program-filter-rows.ts'
import { priceLimits } from './price-limits.ts'
import { sellerOf } from './program-rows.ts'

/** The options of a program's filter form, counted over public events. */
export async function programFilters(
  ctx: Ctx,
  input: ProgramFiltersQuery & { program_id: string },
): Promise<ProgramFilters> {
  const reads = filterCounts(ctx.db, input.program_id, { status: input.status, now: ctx.now })
  const [[program], ...counts] = await ctx.db.batch([sellerOf(ctx.db, input.program_id), ...reads])
  if (!program) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${input.program_id}`)

  return showFilters(counts, { ...program, contentLanguage: ctx.contentLanguage })
}

const factChoicesOf = (row: Record<string, number | string | null> = {}) =>
  ({
    ...Object.fromEntries(
      flagNames.map((name) => [name, { yes: row[`yes_${name}`] ?? 0, no: row[`no_${name}`] ?? 0 }]),
    ),
    ...Object.fromEntries(
      limitNames.map((name) => [
        name,
        { minimum: row[`minimum_${name}`] ?? null, maximum: row[`maximum_${name}`] ?? null },
      ]),
    ),
  }) as Pick<ProgramFilters, FlagName | LimitName>

/** Builds the filters of the API from the rows of `filterCounts`, in the program's time zone and currency. */
export function showFilters(
  [types, tags, cities, venues, genders, [own], costs]: FilterCounts,
  {
    contentLanguage,
    timezone,
    ...sells
  }: Pick<Ctx, 'contentLanguage'> & { timezone: string; currency: string; selling: PublicSelling },
): ProgramFilters {
  const day = (at: number | null | undefined) => (at ? dayInZone(at, timezone) : null)
  return {
    object: 'program_filters',
    types,
    tags,
    cities,
    venues: venues.map(({ translations, ...venue }) => {
      const { id, name, city, count, text_languages } = localize(
        { ...venue, translations: JSON.parse(translations) as Translations },
        contentLanguage,
      )
      return { id, name, city, count, text_languages }
    }),
    genders,
    age: { minimum: own?.minimum_age ?? null, maximum: own?.maximum_age ?? null },
    ...factChoicesOf(own),
    dates: { first: day(own?.first), last: day(own?.last) },
    online_event: { count: own?.online ?? 0 },
    free: { count: own?.free ?? 0 },
    prices: priceLimits(costs, sells),
  }
}
