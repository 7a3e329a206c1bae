import { flagChoice, type FlagName, limitChoice, type LimitName, type Limits } from '#contract/event-facts'
import { controlOf, type Facet, facets, type PageFilterName } from '#contract/event-filters'
import type { ProgramFilters } from '#contract/offering/explore'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { flagTexts, limitTexts } from '../../../locales/fact-words.ts'
import { priceLimitWords } from '../../../locales/price-words.ts'
import { langOf, langOfTag, tagName } from '../../../locales/text-language.ts'
import type { ExploreFilters } from '../../../page-input/explore-filters.ts'
import { agesToChoose, gendersToChoose, typesToChoose, venuesToChoose, wordsToChoose } from './choices.ts'
import type { ChosenFilter } from './chosen-filters.ts'
import type { WhenLink } from './when-links.ts'

type Choice = { value: string; words: string; isChosen: boolean; count?: number; lang?: string | undefined }
/** The field of a filter in the form: a list, a day, a checkbox, several, or people of the reader's family. */
export type FilterField = { name: PageFilterName; label: string } & (
  | { as: 'select'; any: string; choices: Choice[] }
  | { as: 'day'; value: string | null }
  | { as: 'tick' /** Null for places, whose number changes by the minute. */; count: number | null; isChosen: boolean }
  | { as: 'ticks'; choices: Choice[] }
  | { as: 'people' /** Null on a page that is the same for every reader. */; choices: Choice[] | null }
)
/** A group of the form, with its value in words. */
export type FilterFacet = { facet: Facet; isOn: boolean; value: string; fields: FilterField[] }
export type FamilyChoice = { id: string; first_name: string }
type Input = {
  filters: ExploreFilters
  choices: ProgramFilters
  /** The reader's family; null on a public page, undefined where there is no filter by it. */
  people?: readonly FamilyChoice[] | null | undefined
}

type FormContext = Pick<ProgramContext, 'program' | 'language' | 'text'>

const mostTags = 30

/** The groups of a program's form that have fields, each with its active filters in words. */
export function filterFacets(
  input: Input,
  chosen: readonly ChosenFilter[],
  { links, ...context }: FormContext & { links: readonly WhenLink[] },
): FilterFacet[] {
  const fields = filterFields(input, context)
  const { anyOf } = context.text.explore.search
  const nameOf = ({ name, words }: ChosenFilter, at: number) =>
    name === 'for' ? (input.people?.find(({ id }) => id === input.filters.for[at])?.first_name ?? words) : words
  return facets.flatMap((facet): FilterFacet[] => {
    const own = fields.filter(({ name }) => controlOf(name).facet === facet)
    const active = chosen.filter(({ name }) => controlOf(name).facet === facet)
    if (own.length === 0) return []
    const days = facet === 'when' ? links.find(({ isChosen }) => isChosen)?.words : undefined
    const value = days ?? (active.map(nameOf).join(', ') || anyOf[facet])
    return [{ facet, isOn: active.length > 0, value, fields: own }]
  })
}

/** The fields of a program's form, by their filter; a filter without events to choose from has none. */
export function filterFields(
  { filters, choices, people }: Input,
  { program, language, text: { explore } }: FormContext,
): FilterField[] {
  const { search: words, genders, types } = explore
  const select = (name: PageFilterName, label: string, any: string, list: Choice[], least = 1): FilterField[] =>
    list.length < least && !list.some(({ isChosen }) => isChosen)
      ? []
      : [{ name, label, any, as: 'select', choices: list }]
  const counted = (list: Choice[]) =>
    list.map((each) => ({ ...each, words: words.counted(each.words, each.count ?? 0) }))
  const one = (value: string | number, name: string, isChosen: boolean, count = 0): Choice => ({
    value: String(value),
    words: name,
    count,
    isChosen,
  })
  const day = (name: 'scheduled_gte' | 'scheduled_lte', label: string): FilterField => ({
    name,
    label,
    as: 'day',
    value: filters[name],
  })
  const known = venuesToChoose(choices.venues, filters)
  // A venue without events stays in the form, so that a further filter keeps it.
  const venues =
    filters.venue_id === null || known.some(({ isChosen }) => isChosen)
      ? known
      : [...known, { ...one(filters.venue_id, words.onePlace, true), count: 0 }]
  const langOfVenue = (id: string) => langOf(choices.venues.find((venue) => venue.id === id) ?? {}, 'name')
  const tags = wordsToChoose(choices.tags, filters.tags, mostTags)
  const ages = agesToChoose(choices.age, filters.age)
  const tick = (name: 'online_event' | 'free', label: string): FilterField[] => {
    const isChosen = filters[name] === true
    const { count } = choices[name]
    return isChosen || count > 0 ? [{ name, label, as: 'tick', count, isChosen }] : []
  }
  return [
    ...(people === undefined
      ? []
      : [
          {
            name: 'for',
            label: words.onlySuits,
            as: 'people',
            choices:
              people?.map(({ id, first_name }) => ({
                value: id,
                words: first_name,
                isChosen: filters.for.includes(id),
              })) ?? null,
          } as const,
        ]),
    ...select(
      'age',
      people === undefined ? words.age : words.orAge,
      words.anyAge,
      ages.map((age) => one(age, words.years(age), age === filters.age)),
      2,
    ),
    day('scheduled_gte', words.from),
    day('scheduled_lte', words.to),
    ...select(
      'type',
      words.type,
      words.anyType,
      counted(
        typesToChoose(choices.types, filters.type).map(({ value, count }) =>
          one(value, types[value], value === filters.type, count),
        ),
      ),
    ),
    ...limitTexts(explore).flatMap(([name, { label, any, one: wordsOf }]) => {
      const chosen = filters[name as LimitName]
      const values = limitsToChoose(limitChoice(choices, name), chosen)
      return select(
        name,
        label,
        any,
        values.map((value) => one(value, wordsOf(value), value === chosen)),
      )
    }),
    ...select(
      'venue_city',
      words.city,
      words.anyCity,
      counted(wordsToChoose(choices.cities, filters.venue_city === null ? [] : [filters.venue_city])),
      2,
    ),
    ...select(
      'venue_id',
      words.venue,
      words.anyVenue,
      counted(venues).map((each) => ({ ...each, lang: langOfVenue(each.value) })),
      2,
    ),
    ...flagTexts(explore).flatMap(([name, { label, any, yes, no }]) => {
      const chosen: boolean | null = filters[name as FlagName]
      const counts = flagChoice(choices, name)
      const answers = [one('true', yes, chosen === true, counts.yes), one('false', no, chosen === false, counts.no)]
      return select(name, label, any, counted(answers.filter(({ isChosen, count = 0 }) => isChosen || count > 0)))
    }),
    ...select(
      'gender',
      words.gender,
      words.anyGender,
      counted(
        gendersToChoose(choices.genders, filters.gender).map(({ value, count }) =>
          one(value, genders[value], value === filters.gender, count),
        ),
      ),
    ),
    ...tick('online_event', words.onlineOnly),
    ...(tags.length > 0
      ? [
          {
            name: 'tags',
            label: words.about,
            as: 'ticks',
            choices: tags.map((tag) => ({
              ...tag,
              words: tagName(program, tag.value),
              lang: langOfTag(program, tag.value, language),
            })),
          } as const,
        ]
      : []),
    ...select(
      'price_lte',
      words.price[program.selling.show_prices],
      words.anyPrice,
      pricesToChoose(choices.prices, filters.price_lte).map(({ limit, count }) => {
        const upTo = words.upTo(priceLimitWords(limit, program, language))
        const name = count === null ? upTo : words.counted(upTo, count)
        return one(limit, name, limit === filters.price_lte)
      }),
    ),
    ...tick('free', words.freeOnly),
    {
      name: 'available',
      label: words.placesLeftOnly,
      as: 'tick',
      count: null,
      isChosen: filters.available === true,
    },
  ]
}

/** The price limits of the form with their numbers of events, and the active limit. */
function pricesToChoose(
  prices: ProgramFilters['prices'],
  chosen: number | null,
): { limit: number; count: number | null }[] {
  return chosen === null || prices.some(({ limit }) => limit === chosen)
    ? prices
    : [...prices, { limit: chosen, count: null }].sort((one, other) => one.limit - other.limit)
}

/** The values from the lowest to the highest limit that events state, and the active value. */
export function limitsToChoose({ minimum, maximum }: Limits, chosen: number | null): number[] {
  const stated = [minimum, maximum].filter((limit) => limit !== null).sort((a, b) => a - b)
  const [first, last] = [stated[0], stated.at(-1)]
  const values =
    first === undefined || last === undefined ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return chosen === null || values.includes(chosen) ? values : [...values, chosen].sort((a, b) => a - b)
}
