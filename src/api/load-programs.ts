import type { Event } from '#contract/event'
import { largestPageSize } from '#contract/limits'
import { explore } from './in-process.ts'

export type ProgramNext = { id: string; name: string; next: Pick<Event, 'starts_at' | 'timezone'> }

/** Programs that have something coming, in the order of their next date: read from the coming events, of which one page is looked at. */
export async function loadPrograms(executionCtx: ExecutionContext): Promise<ProgramNext[]> {
  const answer = await explore(executionCtx).events.$get({ query: { status: 'upcoming', limit: String(largestPageSize), sort: 'starts_at' } })
  if (!answer.ok) throw new Error(`The API answered ${answer.status} for the coming events`)
  const programs = new Map<string, ProgramNext>()
  for (const { program, starts_at, timezone } of (await answer.json()).data) {
    if (!programs.has(program.id)) programs.set(program.id, { id: program.id, name: program.name, next: { starts_at, timezone } })
  }
  return [...programs.values()]
}
