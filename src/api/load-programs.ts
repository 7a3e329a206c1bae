import { env } from 'cloudflare:workers'
import { largestPageSize } from '#contract/limits'
import type { List } from '#contract/paging'
import type { Program } from '#contract/program'
import { pageProgramChoices } from '../../functions/in-process.ts'
import { countWords } from '../screens/home/count-words.ts'
import { featuredPrograms, isSearched, type ProgramSearch, programsPerPage } from '../screens/home/read-search.ts'
import { elsewhere, explore } from './in-process.ts'
import { readAnswer } from './read-answer.ts'

type Counted = { value: string; count: number }[]
type Found = {
  programs: List<Program> /** Above the first page of an unsearched list. */
  featured: Program[]
  choices: { types: Counted; tags: Counted }
}

/** One page of the programs that match a search, those that are featured, and what one may search by, asked for at once. */
export async function loadPrograms(executionCtx: ExecutionContext, input: ProgramSearch): Promise<Found> {
  const api = explore(executionCtx)
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
          .$get({ query: { featured: 'true', limit: String(featuredPrograms), sort: 'name' } })
          .then(readAnswer)
          .then(({ data }) => data),
    elsewhere
      ? api.programs
          .$get({ query: { limit: String(largestPageSize), sort: 'name' } })
          .then(readAnswer)
          .then(({ data }) => ({
            types: countWords(data.map((each) => each.types)),
            tags: countWords(data.map((each) => each.tags)),
          }))
      : pageProgramChoices(env),
  ])
  return { programs, featured, choices }
}
