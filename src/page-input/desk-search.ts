import type { PeopleSearchQuery } from '#contract/organisation/people'
import type { DeskSearchQuery } from '#contract/site-pages'
import { readSkip, readText } from './input-values.ts'

export type FoundType = NonNullable<PeopleSearchQuery['type']>[number]
const foundTypes: readonly FoundType[] = ['customer', 'attendee', 'order', 'receipt']
/** The longest text that the search accepts, and the last result that it pages to. */
const maxSearchLength = 100
const maxSearchSkip = 1000

/** The search of the desk: its text, the chosen kind of result, and the number of results before the first shown one. */
export type DeskSearchPage = { q: string | null; show: FoundType | null; skip: number }

/** The number of results of each kind on the page of all kinds, and on the page of one. */
const perKind = 10
const perPage = 50

export const readDeskSearch = (query: DeskSearchQuery): DeskSearchPage => {
  const show = foundTypes.find((type) => type === query.get('show')) ?? null
  const skip = show === null ? 0 : Math.min(readSkip(query.get('skip')), maxSearchSkip)
  return { q: readText(query.get('q'), maxSearchLength), show, skip }
}

/** The number of results that a page shows of each kind. */
export const sizeOf = ({ show }: Pick<DeskSearchPage, 'show'>): number => (show === null ? perKind : perPage)

/** The query of GET people for a page of the search. All kinds are counted, also when only one is shown. */
export const peopleQuery = (page: DeskSearchPage & { q: string }): string =>
  new URLSearchParams({
    search: page.q,
    limit: String(sizeOf(page)),
    skip: String(page.skip),
    ...(page.show === null ? {} : { type: page.show }),
  }).toString()
