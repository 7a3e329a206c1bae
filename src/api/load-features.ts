import { explore } from './in-process.ts'

/** Whether a program offers more genders than two (decisions.md §12). */
export async function hasExpandedGender(executionCtx: ExecutionContext, programId: string): Promise<boolean> {
  const answer = await explore(executionCtx).programs[':program_id'].features.$get({ param: { program_id: programId } })
  return answer.ok && (await answer.json()).expanded_gender_enabled
}
