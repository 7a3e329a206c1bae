import type { AnswerReaders } from '#contract/people/staff'
import { explore, type PageRequest } from './api-client.ts'
import { readOrNull } from './read-answer.ts'

/** Loads who of a program reads the answers of its forms; null for a form without questions. */
export async function loadAnswerReaders(
  request: PageRequest,
  { program_id, hasQuestions }: { program_id: string; hasQuestions: boolean },
): Promise<AnswerReaders | null> {
  if (!hasQuestions) return null
  return readOrNull(await explore(request).programs[':program_id'].answer_readers.$get({ param: { program_id } }))
}
