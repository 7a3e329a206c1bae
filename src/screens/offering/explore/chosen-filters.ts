import type { ProgramFilters } from '#contract/offering/program'
import { dayWords, type Locale } from '#contract/date-format'
import { textIn } from '../../../locales/choose-language.ts'
import type { ExploreFilters } from '../../../page-input/explore-filters.ts'

export type ChosenFilter = { name: keyof ExploreFilters; words: string; without: ExploreFilters }

/** The active filters, in the order of the form, each with the filters that remain when it is removed. */
export function chosenFilters(
  filters: ExploreFilters,
  venues: ProgramFilters['venues'],
  locale: Locale,
): ChosenFilter[] {
  const {
    search,
    age,
    type,
    gender,
    scheduled_gte: from,
    scheduled_lte: to,
    venue_city: city,
    venue_id: venue,
    online_event,
    free,
    tags,
  } = filters
  const { explore: text, sale } = textIn(locale)
  const chosen = (name: keyof ExploreFilters, words: string | null) =>
    words === null ? [] : [{ name, words, without: { ...filters, [name]: null } }]
  return [
    ...chosen('search', search === null ? null : text.search.quoted(search)),
    ...chosen('age', age === null ? null : text.search.years(age)),
    ...chosen('type', type && text.types[type]),
    ...chosen('venue_city', city),
    ...chosen('venue_id', venue && (venues.find(({ id }) => id === venue)?.name ?? text.search.onePlace)),
    ...chosen('scheduled_gte', from && text.search.fromDay(dayWords(from, locale))),
    ...chosen('scheduled_lte', to && text.search.toDay(dayWords(to, locale))),
    ...chosen('gender', gender && text.genders[gender]),
    ...chosen('online_event', online_event && text.online),
    ...chosen('free', free && sale.free),
    ...tags.map((tag) => ({
      name: 'tags' as const,
      words: tag,
      without: { ...filters, tags: tags.filter((each) => each !== tag) },
    })),
  ]
}
