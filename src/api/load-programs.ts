import type { List } from '#contract/paging'
import type { Program } from '#contract/offering/program'
import { maxFeaturedPrograms, programsPerPage } from '../page-input/input-values.ts'
import { isSearched, type ProgramSearch } from '../page-input/program-search.ts'
import { explore, type PageRequest } from './api-client.ts'
import { pageReads } from './page-reads.ts'
import { readAnswer } from './read-answer.ts'

/**
 * The kinds and tags by which programs can be searched, each with its number of programs, and the language of each
 * tag.
 */
export type ProgramChoices = Awaited<ReturnType<typeof pageReads.programChoices>>

/** `featured` is shown above the first page of an unfiltered list, and is empty elsewhere. */
type HomePrograms = {
  programs: List<Program>
  featured: Program[]
  choices: ProgramChoices
}

/** Loads one page of the programs that match a search, the featured programs, and the search choices. */
export async function loadPrograms(request: PageRequest, input: ProgramSearch): Promise<HomePrograms> {
  const api = explore(request)
  const { search, place_name, type, tags, skip } = input
  const query = {
    limit: String(programsPerPage),
    skip: String(skip),
    sort: 'name' as const,
    ...(search !== null && { search }),
    ...(place_name !== null && { place_name }),
    ...(type !== null && { type }),
    ...(tags.length > 0 && { tags }),
  }
  const [programs, featured, choices] = await Promise.all([
    api.programs.$get({ query }).then(readAnswer),
    isSearched(input) || skip > 0
      ? []
      : api.programs
          .$get({ query: { featured: 'true', limit: String(maxFeaturedPrograms), sort: 'name' } })
          .then(readAnswer)
          .then(({ data }) => data),
    pageReads.programChoices(),
  ])
  return { programs, featured, choices }
}
