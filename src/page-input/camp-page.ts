import { type SheetColumn, type SheetShow, sheetShows, sheetSorts } from '#contract/organisation/sheet'
import type { CampQuery } from '#contract/site-pages'
import { readSkip, readText } from './input-values.ts'

/** The people of an event that a page of the desk shows, and the questions that it has as columns, by key. */
export type CampPage = {
  show: SheetShow | null
  group: string | null
  q: string | null
  sort: (typeof sheetSorts)[number]
  columns: string[]
  skip: number
  /** How many families the cancellation tells that was just made. */
  told: number
}

/** The number of people on a page, and the most questions that it has as columns. */
export const peoplePerPage = 50
const maxColumns = 8

export const readCampPage = (query: CampQuery): CampPage => ({
  show: sheetShows.find((each) => each === query.get('show')) ?? null,
  group: readText(query.get('group'), 63),
  q: readText(query.get('q'), 100),
  sort: sheetSorts.find((each) => each === query.get('sort')) ?? 'name',
  columns: query.getAll('column').slice(0, maxColumns),
  skip: readSkip(query.get('skip')),
  told: readSkip(query.get('told')),
})

/** The query of GET events/{key}/sheet for a page. Columns that the member may not see are left out of the answer. */
export function sheetQuery(page: CampPage, { hasHealth }: { hasHealth: boolean }): string {
  const columns: SheetColumn[] = ['age', 'option', 'group', 'waiver', 'missing', 'answers', 'family', 'due']
  return new URLSearchParams({
    columns: [...columns, ...(hasHealth ? (['health'] as const) : [])].join(','),
    sort: page.sort,
    limit: String(peoplePerPage),
    skip: String(page.skip),
    ...(page.show === null ? {} : { show: page.show }),
    ...(page.group === null ? {} : { group: page.group }),
    ...(page.q === null ? {} : { search: page.q }),
  }).toString()
}
