import { readSkip, typed } from '../explore/read-filters.ts'

/** What the home page looks for, under the names that its address and the API have for it. */
export type ProgramSearch = {
  search: string | null
  place_name: string | null
  type: string | null
  tags: string[]
  skip: number
}

const longest = { search: 200, place_name: 100, word: 60 }
const mostTags = 10
/** Programs on one page of the list, and featured ones above the first page. */
export const programsPerPage = 20
export const featuredPrograms = 6

/** What the address of a home page asks for. */
export const readSearch = (query: URLSearchParams): ProgramSearch => ({
  search: typed(query.get('search'), longest.search),
  place_name: typed(query.get('place_name'), longest.place_name),
  type: typed(query.get('type'), longest.word),
  tags: [...new Set(query.getAll('tags').flatMap((tag) => typed(tag, longest.word) ?? []))].slice(0, mostTags),
  skip: readSkip(query),
})

/** A page of the list is no search. */
export const isSearched = ({ search, place_name, type, tags }: ProgramSearch): boolean =>
  search !== null || place_name !== null || type !== null || tags.length > 0

export type ChosenSearch = { words: string; without: ProgramSearch }
/** What is searched by, each with the search that is left when it is taken away. `typeWords` names a type. */
export function chosenSearch(
  input: ProgramSearch,
  words: { quoted: (typed: string) => string; near: (place: string) => string; typeWords: (type: string) => string },
): ChosenSearch[] {
  const { search, place_name, type, tags } = input
  const chosen = (name: keyof ProgramSearch, said: string | null) =>
    said === null ? [] : [{ words: said, without: { ...input, [name]: null, skip: 0 } }]
  return [
    ...chosen('search', search && words.quoted(search)),
    ...chosen('place_name', place_name && words.near(place_name)),
    ...chosen('type', type && words.typeWords(type)),
    ...tags.map((tag) => ({ words: tag, without: { ...input, tags: tags.filter((each) => each !== tag), skip: 0 } })),
  ]
}
