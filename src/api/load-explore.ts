import type { Event } from '#contract/event'
import type { List } from '#contract/paging'
import type { ProgramFilters } from '#contract/program'
import { cardsPerPage, type Filters } from '../screens/explore/read-filters.ts'
import { explore } from './in-process.ts'

/** One page of a program's coming events and what they may be filtered by, asked for at once. Null: there is no such program. */
export async function loadExplore(
  executionCtx: ExecutionContext,
  programId: string,
  filters: Filters,
): Promise<{ events: List<Event>; choices: ProgramFilters } | null> {
  const api = explore(executionCtx)
  const { search, age, type, skip } = filters
  const query = {
    program_id: programId,
    status: 'upcoming' as const,
    limit: String(cardsPerPage),
    skip: String(skip),
    ...(search === null ? {} : { search }),
    ...(age === null ? {} : { age: String(age) }),
    ...(type === null ? {} : { type }),
  }
  const [events, choices] = await Promise.all([api.events.$get({ query }), api.programs[':program_id'].filters.$get({ param: { program_id: programId } })])
  if (events.status === 404 || choices.status === 404) return null
  if (!events.ok || !choices.ok) throw new Error(`The API answered ${events.status} and ${choices.status} for the events of a program`)
  return { events: await events.json(), choices: await choices.json() }
}
