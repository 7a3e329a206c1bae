import { pageReads } from '../api/page-reads.ts'
import { createProgramContext, type ProgramContext } from './program-context.ts'

/** `isCacheable`: the page is cached for half a minute, and so may be what it shows of its program. */
type FindProgramContextInput = { programId: string; language: string | null; isCacheable: boolean }

/** Loads a program and its features from the API. Null: there is no such program. */
export async function findProgramContext(input: FindProgramContextInput): Promise<ProgramContext | null> {
  const page = await pageReads.program(input.programId, input.isCacheable)
  return page && createProgramContext(page.program, input.language, page.features)
}
