import { env } from 'cloudflare:workers'
import { hc } from 'hono/client'
import type { AppointmentType } from '#contract/appointment'
import { largestPageSize } from '#contract/limits'
import type { AppointmentTypesV1 } from '../../functions/api.ts'
import { pageAppointments } from '../../functions/in-process.ts'
import { apiFetch, apiOrigin, elsewhere } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** What can be booked by the hour at a program, in its own order; nothing where it does not offer this. */
export async function loadAppointments(
  executionCtx: ExecutionContext,
  programId: string,
  limit = largestPageSize,
): Promise<AppointmentType[]> {
  if (!elsewhere) return pageAppointments(env, programId, limit)
  const api = hc<AppointmentTypesV1>(`${apiOrigin()}/api/v1/explore/appointment_types`, {
    fetch: apiFetch(executionCtx),
  })
  const found = await api.index.$get({ query: { program_id: programId, limit: String(limit) } }).then(readOrNull)
  return found?.data ?? []
}
