import type { Visit } from '../layouts/visit.ts'
import { loadPackages, type PackagesFound } from './load-packages.ts'

/** The cheapest package of each kind that a program sells; null where it sells none, without asking. */
export async function loadTeaser(executionCtx: ExecutionContext, visit: Visit | null): Promise<PackagesFound | null> {
  const { sessions_enabled: hasSessions, memberships_enabled: hasMemberships } = visit?.features ?? {}
  if (!visit || !(hasSessions || hasMemberships)) return null
  const kind = hasSessions && hasMemberships ? null : hasSessions ? 'session' : 'membership'
  const found = await loadPackages(executionCtx, visit.program.id, { kind, limit: 1, skip: 0 })
  return (found.session?.total ?? 0) + (found.membership?.total ?? 0) > 0 ? found : null
}
