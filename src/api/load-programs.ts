import { largestPageSize } from '#contract/limits'
import type { Program } from '#contract/program'
import { explore } from './in-process.ts'
import { readAnswer } from './read-answer.ts'

/** The programs of this site by name, as many as one page of the API holds. */
export async function loadPrograms(executionCtx: ExecutionContext): Promise<Program[]> {
  const programs = await explore(executionCtx).programs.$get({ query: { limit: String(largestPageSize), sort: 'name' } }).then(readAnswer)
  return programs.data
}
