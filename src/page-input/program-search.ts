import type { HomeQuery } from '#contract/site-pages'
import { readSkip, readText } from './input-values.ts'

/** The search of the home page, under the names that its URL and the API use. */
export type ProgramSearch = {
  search: string | null
  place_name: string | null
  type: string | null
  tags: string[]
  skip: number
}

const maxLengths = { search: 200, place_name: 100, word: 60 }
const maxTags = 10

export const readProgramSearch = (query: HomeQuery): ProgramSearch => ({
  search: readText(query.get('search'), maxLengths.search),
  place_name: readText(query.get('place_name'), maxLengths.place_name),
  type: readText(query.get('type'), maxLengths.word),
  tags: [...new Set(query.getAll('tags').flatMap((tag) => readText(tag, maxLengths.word) ?? []))].slice(0, maxTags),
  skip: readSkip(query.get('skip')),
})

/** A URL with only `skip` has no search. */
export const isSearched = ({ search, place_name, type, tags }: ProgramSearch): boolean =>
  search !== null || place_name !== null || type !== null || tags.length > 0
