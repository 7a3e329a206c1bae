import { env } from 'cloudflare:workers'
import { pageProgram } from '../../functions/in-process.ts'
import { type Visit, visitOf } from '../layouts/visit.ts'
import { elsewhere, explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** Asks the API for a program. Null: there is none of that name. */
export async function findVisit(executionCtx: ExecutionContext, programId: string, asked: string | null): Promise<Visit | null> {
  const program = elsewhere ? await explore(executionCtx).programs[':program_id'].$get({ param: { program_id: programId } }).then(readOrNull) : await pageProgram(env, programId)
  return program && visitOf(program, asked)
}
