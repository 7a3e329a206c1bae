import { flagChoice, type FlagName, limitChoice, type LimitName, type Limits } from '#contract/event-facts'
import type { ProgramFilters } from '#contract/offering/program'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { flagTexts, limitTexts } from '../../../locales/fact-words.ts'
import { langOf, langOfTag, tagName } from '../../../locales/text-language.ts'
import type { ExploreFilters } from '../../../page-input/explore-filters.ts'
import { gendersToChoose, typesToChoose, venuesToChoose, wordsToChoose } from './choices.ts'

type Choice = { value: string; words: string; isChosen: boolean; count?: number; lang?: string | undefined }
/** The field of a filter in the form: a list, a day, a checkbox, or several. */
export type FilterField = { name: string; label: string } & (
  | { as: 'select'; any: string; choices: Choice[] }
  | { as: 'day'; value: string | null }
  | { as: 'tick'; count: number; isChosen: boolean }
  | { as: 'ticks'; choices: Choice[] }
)
type Input = {
  filters: ExploreFilters
  choices: ProgramFilters /** The ages of the list, empty when they are links. */
  ages: number[]
}

const mostTags = 30

/** The fields of a program's form, by their filter; a filter without events to choose from has none. */
export function filterFields(
  { filters, choices, ages }: Input,
  { program, language, text: { explore } }: ProgramContext,
): FilterField[] {
  const { search: words, genders, types } = explore
  const select = (name: string, label: string, any: string, list: Choice[], least = 1): FilterField[] =>
    list.length < least ? [] : [{ name, label, any, as: 'select', choices: list }]
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
  const langOfVenue = (id: string) => langOf(choices.venues.find((venue) => venue.id === id) ?? {}, 'name')
  const tags = wordsToChoose(choices.tags, filters.tags, mostTags)
  return [
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
    ...select(
      'age',
      words.age,
      words.anyAge,
      ages.map((age) => one(age, words.years(age), age === filters.age)),
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
      counted(venuesToChoose(choices.venues, filters)).map((each) => ({ ...each, lang: langOfVenue(each.value) })),
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
    ...(filters.online_event !== null || choices.online_event.count > 0
      ? [
          {
            name: 'online_event',
            label: words.onlineOnly,
            as: 'tick',
            count: choices.online_event.count,
            isChosen: filters.online_event === true,
          } as const,
        ]
      : []),
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
  ]
}

/** The values from the lowest to the highest limit that events state, and the active value. */
export function limitsToChoose({ minimum, maximum }: Limits, chosen: number | null): number[] {
  const stated = [minimum, maximum].filter((limit) => limit !== null).sort((a, b) => a - b)
  const [first, last] = [stated[0], stated.at(-1)]
  const values =
    first === undefined || last === undefined ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return chosen === null || values.includes(chosen) ? values : [...values, chosen].sort((a, b) => a - b)
}
