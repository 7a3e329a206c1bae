import { apiFetch } from './api-client.ts'
import type { CurrentUser } from './page-request.ts'

/** The archive of a customer without a log-in as a file, as the current user. */
export function loadArchive(
  executionCtx: ExecutionContext,
  user: CurrentUser,
  input: { programId: string; language: string; customerId: string; exportId: string },
): Promise<Response> {
  const [program, customer, id] = [input.programId, input.customerId, input.exportId].map(encodeURIComponent)
  return apiFetch(executionCtx, user.identity)(
    `/api/v1/organiser/programs/${program}/people/${customer}/export/${id}`,
    { headers: { 'accept-language': input.language } },
  )
}
