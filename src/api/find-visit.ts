import { type Visit, visitOf } from '../layouts/visit.ts'
import { explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** Asks the API for a program. Null: there is none of that name. */
export async function findVisit(executionCtx: ExecutionContext, programId: string, asked: string | null): Promise<Visit | null> {
  const program = await explore(executionCtx).programs[':program_id'].$get({ param: { program_id: programId } }).then(readOrNull)
  return program && visitOf(program, asked)
}
