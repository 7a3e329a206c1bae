import type { ProgramSearch } from '../../page-input/program-search.ts'

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
