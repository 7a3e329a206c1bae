import type { ErrorBody } from '#contract/api-error'
import type { Roster } from '#contract/organisation/roster'
import { apiFetch } from './api-client.ts'

/** Loads the day that a roster link opens: `gone` when the link has expired, `unknown` when it is invalid. */
export async function loadRosterPage(
  executionCtx: ExecutionContext,
  input: { programId: string; token: string; language: string },
): Promise<Roster | 'gone' | 'unknown'> {
  const query = new URLSearchParams({ program_id: input.programId, token: input.token.slice(0, 400) })
  const headers = { 'accept-language': input.language }
  const answer = await apiFetch(executionCtx)(`/api/v1/roster?${query}`, { headers })
  if (answer.ok) return answer.json()
  if (answer.status >= 500) throw new Error(`The API answered ${answer.status} for a roster`)
  return ((await answer.json()) as ErrorBody).type === 'link_expired' ? 'gone' : 'unknown'
}
