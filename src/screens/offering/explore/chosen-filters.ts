import type { ProgramFilters } from '#contract/offering/explore'
import { dayWords, type Locale } from '#contract/date-format'
import type { FlagName, LimitName } from '#contract/event-facts'
import type { PageFilterName } from '#contract/event-filters'
import type { Program } from '#contract/offering/program'
import { type Text, textIn } from '../../../locales/choose-language.ts'
import { flagTexts, limitTexts } from '../../../locales/fact-words.ts'
import { priceLimitWords } from '../../../locales/price-words.ts'
import { activeFilters, type ExploreFilters } from '../../../page-input/explore-filters.ts'

export type ChosenFilter = { name: PageFilterName; words: string; without: ExploreFilters }

/** The words of each filter's value. */
type FilterWords = { [Name in PageFilterName]: (value: NonNullable<ExploreFilters[Name]>) => string | string[] }

/** The things that a filter names by an id. */
type Named = {
  venues: ProgramFilters['venues']
  people: readonly { id: string; first_name: string }[]
  program: Pick<Program, 'default_currency' | 'country'>
}

function filterWords({ venues, people, program }: Named, locale: Locale): FilterWords {
  const { explore: text, sale } = textIn(locale)
  return {
    for: (ids) => ids.map((id) => text.search.suits(people.find((person) => person.id === id)?.first_name ?? '')),
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
    price_lte: (limit) => text.search.upTo(priceLimitWords(limit, program, locale)),
    available: () => text.search.placesLeft,
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
export function chosenFilters(filters: ExploreFilters, named: Named, locale: Locale): ChosenFilter[] {
  const words = filterWords(named, locale)
  return activeFilters(filters).flatMap((name): ChosenFilter[] => {
    const shown = (words[name] as (value: ExploreFilters[PageFilterName]) => string | string[])(filters[name])
    return Array.isArray(shown)
      ? shown.map((word, at) => ({
          name,
          words: word,
          without: { ...filters, [name]: (filters[name] as string[]).filter((_, index) => index !== at) },
        }))
      : [{ name, words: shown, without: { ...filters, [name]: null } }]
  })
}
