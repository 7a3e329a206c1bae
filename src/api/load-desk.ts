import type { ErrorBody } from '#contract/api-error'
import type { DeskTask } from '#contract/desk'
import { apiFetch, apiOrigin } from './api-client.ts'

/** What the link of a mail to the organisation is about; `gone` once its time is over, `unknown` where it is none. */
export async function loadDeskTask(
  executionCtx: ExecutionContext,
  input: { programId: string; token: string; language: string },
): Promise<DeskTask | 'gone' | 'unknown'> {
  const query = new URLSearchParams({ program_id: input.programId, token: input.token.slice(0, 400) })
  const answer = await apiFetch(executionCtx)(`${apiOrigin()}/api/v1/desk?${query}`, {
    headers: { 'accept-language': input.language },
  })
  if (answer.ok) return answer.json()
  const { type } = (await answer.json()) as ErrorBody
  if (answer.status >= 500) throw new Error(`The API answered ${answer.status} for a link of a mail`)
  return type === 'link_expired' ? 'gone' : 'unknown'
}
