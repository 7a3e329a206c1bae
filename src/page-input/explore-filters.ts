import {
  type ControlOf,
  controlOf,
  type FilterControl,
  type PageFilterName,
  pageFilterNames,
  type PublicFilterName,
} from '#contract/event-filters'
import { isRealDay } from '#contract/instant'
import type { EventListQuery } from '#contract/offering/event'
import type { ListQuery } from '#contract/site-pages'
import { readId, readSkip, readText } from './input-values.ts'

type ValueOf<Control> = Control extends { as: 'words' | 'people' }
  ? string[]
  :
      | null
      | (Control extends { of: readonly (infer Value)[] }
          ? Value
          : Control extends { as: 'number' }
            ? number
            : Control extends { as: 'tick' }
              ? true
              : Control extends { as: 'either' }
                ? boolean
                : string)

/** The filters of an explore page, under the names that its URL and the API use. */
export type ExploreFilters = { [Name in PageFilterName]: ValueOf<ControlOf<Name>> } & { skip: number }

type Value = string | number | boolean | string[] | null

/** The value of a filter from the URL; an invalid value is ignored. */
function valueIn(values: string[], control: FilterControl): Value {
  const [first = null] = values
  switch (control.as) {
    case 'text':
    case 'word':
      return readText(first, control.most)
    case 'number':
      return first !== null && /^\d{1,9}$/.test(first) && Number(first) <= control.most ? Number(first) : null
    case 'one':
      return control.of.find((each) => each === first) ?? null
    case 'day':
      return first !== null && isRealDay(first) ? first : null
    case 'id':
      return readId(first)
    case 'tick':
      return first === 'true' ? true : null
    case 'either':
      return first === 'true' ? true : first === 'false' ? false : null
    case 'people':
      return [...new Set(values.flatMap((each) => readId(each) ?? []))].slice(0, control.count)
    case 'words':
      return [...new Set(values.flatMap((each) => readText(each, control.most) ?? []))].slice(0, control.count)
  }
}

/**
 * Reads the filters from the URL of an explore page. Invalid values are ignored, so that an old link still shows
 * something.
 */
export function readExploreFilters(query: ListQuery): ExploreFilters {
  const values = pageFilterNames.map((name) => [name, valueIn(query.getAll(name), controlOf(name))])
  return { ...Object.fromEntries(values), skip: readSkip(query.get('skip')) } as ExploreFilters
}

/** The active filters, in the order of the table. */
export const activeFilters = (filters: ExploreFilters): PageFilterName[] =>
  pageFilterNames.filter((name) => {
    const value = filters[name]
    return Array.isArray(value) ? value.length > 0 : value !== null
  })

/** A URL with only `skip` has no filter. */
export const isFiltered = (filters: ExploreFilters): boolean => activeFilters(filters).length > 0

/** The filters as the query of an API call, without the unset filters and those by the reader's family. */
export const filtersAsQuery = (filters: ExploreFilters): Pick<EventListQuery, PublicFilterName> =>
  Object.fromEntries(
    activeFilters(filters)
      .filter((name) => controlOf(name).as !== 'people')
      .map((name) => [name, controlOf(name).isOneOfSeveral ? [filters[name]] : filters[name]]),
  )
