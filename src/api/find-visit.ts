import { type Visit, visitOf } from '../layouts/visit.ts'
import { explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** Asks the API for a program and its features at once. Null: there is no such program. */
export async function findVisit(executionCtx: ExecutionContext, programId: string, asked: string | null): Promise<Visit | null> {
  const api = explore(executionCtx)
  const param = { program_id: programId }
  const [program, features] = await Promise.all([
    api.programs[':program_id'].$get({ param }).then(readOrNull),
    api.programs[':program_id'].features.$get({ param }).then(readOrNull),
  ])
  return program && features ? visitOf({ program, features }, asked) : null
}
