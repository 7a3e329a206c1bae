import { explore } from './in-process.ts'
import { type Visit, visitOf } from '../layouts/visit.ts'

/** Asks the API for a program and its features at once. Null: there is no such program. */
export async function findVisit(executionCtx: ExecutionContext, programId: string, asked: string | null): Promise<Visit | null> {
  const api = explore(executionCtx)
  const param = { program_id: programId }
  const [program, features] = await Promise.all([api.programs[':program_id'].$get({ param }), api.programs[':program_id'].features.$get({ param })])
  if (program.status === 404 || features.status === 404) return null
  if (!program.ok || !features.ok) throw new Error(`The API answered ${program.status} and ${features.status} for a program`)
  return visitOf({ program: await program.json(), features: await features.json() }, asked)
}
