import { env } from 'cloudflare:workers'
import type { CardEvent } from '#contract/event'
import type { List } from '#contract/paging'
import type { ProgramFilters } from '#contract/program'
import { pageCards } from '../../functions/in-process.ts'
import { filtersAsQuery } from '../screens/explore/filters-as-query.ts'
import { cardsPerPage, type Filters } from '../screens/explore/read-filters.ts'
import { elsewhere, explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

type Found = { events: List<CardEvent>; choices: ProgramFilters }

/** One page of a program's coming events and what they may be filtered by, asked for at once. Null: there is no such program. */
export async function loadExplore(
  executionCtx: ExecutionContext,
  programId: string,
  filters: Filters,
): Promise<Found | null> {
  const { age, online_event, ...input } = filtersAsQuery(filters)
  const { skip } = filters
  if (!elsewhere)
    return pageCards(env, { program_id: programId, ...filtersAsQuery(filters), skip, limit: cardsPerPage })
  const api = explore(executionCtx)
  const query = {
    program_id: programId,
    status: 'upcoming',
    limit: String(cardsPerPage),
    skip: String(skip),
    ...input,
    ...(age !== undefined && { age: String(age) }),
    ...(online_event && { online_event: 'true' as const }),
  }
  const [events, choices] = await Promise.all([
    api.events.$get({ query }).then(readOrNull),
    api.programs[':program_id'].filters
      .$get({ param: { program_id: programId }, query: { status: 'upcoming' } })
      .then(readOrNull),
  ])
  return events && choices && { events, choices }
}
