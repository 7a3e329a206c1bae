import type { ProgramFilters } from '#contract/offering/program'
import { dayWords, type Locale } from '#contract/date-format'
import type { FlagName, LimitName } from '#contract/event-facts'
import type { PageFilterName } from '#contract/event-filters'
import { type Text, textIn } from '../../../locales/choose-language.ts'
import { flagTexts, limitTexts } from '../../../locales/fact-words.ts'
import { activeFilters, type ExploreFilters } from '../../../page-input/explore-filters.ts'

export type ChosenFilter = { name: PageFilterName; words: string; without: ExploreFilters }

/** The words of each filter's value. */
type FilterWords = { [Name in PageFilterName]: (value: NonNullable<ExploreFilters[Name]>) => string | string[] }

function filterWords(venues: ProgramFilters['venues'], locale: Locale): FilterWords {
  const { explore: text, sale } = textIn(locale)
  return {
    search: text.search.quoted,
    age: text.search.years,
    type: (type) => text.types[type],
    venue_city: (city) => city,
    venue_id: (venue) => venues.find(({ id }) => id === venue)?.name ?? text.search.onePlace,
    scheduled_gte: (day) => text.search.fromDay(dayWords(day, locale)),
    scheduled_lte: (day) => text.search.toDay(dayWords(day, locale)),
    gender: (gender) => text.genders[gender],
    online_event: () => text.online,
    free: () => sale.free,
    tags: (tags) => tags,
    ...factWords(text),
  }
}

const factWords = (text: Text['explore']) =>
  Object.fromEntries([
    ...flagTexts(text).map(([name, { yes, no }]) => [name, (is: boolean) => (is ? yes : no)]),
    ...limitTexts(text).map(([name, { one }]) => [name, one]),
  ]) as Pick<FilterWords, FlagName | LimitName>

/** The active filters, in the order of the table, each with the filters that remain when it is removed. */
export function chosenFilters(
  filters: ExploreFilters,
  venues: ProgramFilters['venues'],
  locale: Locale,
): ChosenFilter[] {
  const words = filterWords(venues, locale)
  return activeFilters(filters).flatMap((name): ChosenFilter[] => {
    const shown = (words[name] as (value: ExploreFilters[PageFilterName]) => string | string[])(filters[name])
    return Array.isArray(shown)
      ? shown.map((word) => ({
          name,
          words: word,
          without: { ...filters, [name]: shown.filter((each) => each !== word) },
        }))
      : [{ name, words: shown, without: { ...filters, [name]: null } }]
  })
}
