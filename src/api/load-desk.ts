import type { ErrorBody } from '#contract/api-error'
import { type DeskTask, kindOfDeskToken } from '#contract/organisation/desk'
import type { DeskConversation } from '#contract/organisation/desk-conversation'
import { apiFetch } from './api-client.ts'

/**
 * Loads the page that a mail to the organisation links to: `gone` when the link has expired, `unknown` when it is
 * invalid.
 */
export async function loadDesk(
  executionCtx: ExecutionContext,
  input: { programId: string; token: string; language: string },
): Promise<DeskTask | DeskConversation | 'gone' | 'unknown'> {
  const query = new URLSearchParams({ program_id: input.programId, token: input.token.slice(0, 400) })
  const path = kindOfDeskToken(input.token) === 'conversation' ? '/api/v1/desk/conversation' : '/api/v1/desk'
  const answer = await apiFetch(executionCtx)(`${path}?${query}`, {
    headers: { 'accept-language': input.language },
  })
  if (answer.ok) return answer.json()
  const { type } = (await answer.json()) as ErrorBody
  if (answer.status >= 500) throw new Error(`The API answered ${answer.status} for a link of a mail`)
  return type === 'link_expired' ? 'gone' : 'unknown'
}
