import { env } from 'cloudflare:workers'
import { pageProgram } from '../../functions/in-process.ts'
import { type Visit, visitOf } from '../layouts/visit.ts'
import { elsewhere, explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** `isForKept`: the page is kept for half a minute, and so may be what it knows of its program. */
type FindVisitInput = { programId: string; language: string | null; isForKept: boolean }

/** Asks the API for a program. Null: there is none of that name. */
export async function findVisit(
  executionCtx: ExecutionContext,
  { programId, language, isForKept }: FindVisitInput,
): Promise<Visit | null> {
  const found = elsewhere ? await askElsewhere(executionCtx, programId) : await pageProgram(env, programId, isForKept)
  return found && visitOf(found.program, language, found.features)
}

async function askElsewhere(executionCtx: ExecutionContext, programId: string): ReturnType<typeof pageProgram> {
  const { programs } = explore(executionCtx)
  const param = { program_id: programId }
  const [program, features] = await Promise.all([
    programs[':program_id'].$get({ param }).then(readOrNull),
    programs[':program_id'].features.$get({ param }).then(readOrNull),
  ])
  return program && features && { program, features }
}
