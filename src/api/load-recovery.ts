import type { Recovery } from '#contract/recovery'
import { apiFetch, apiOrigin } from './api-client.ts'
import { readOrNull } from './read-answer.ts'

/** How the link of a mail stands; null for one that was never sent. */
export async function loadRecovery(executionCtx: ExecutionContext, id: string): Promise<Recovery | null> {
  const address = `${apiOrigin()}/api/v1/recovery/${encodeURIComponent(id)}`
  return readOrNull<Recovery>(await apiFetch(executionCtx)(address))
}
