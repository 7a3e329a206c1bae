import type { MembershipPackage, SessionPackage } from '#contract/package'
import type { List } from '#contract/paging'
import type { PackagePage } from '../screens/packages/packages-per-page.ts'
import { explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

export type PackagesFound = { session: List<SessionPackage> | null; membership: List<MembershipPackage> | null }

/** A page of a program's packages of one kind, or of both kinds at once. A kind that it does not sell is null. */
export async function loadPackages(
  executionCtx: ExecutionContext,
  programId: string,
  input: PackagePage,
): Promise<PackagesFound> {
  const here = explore(executionCtx).programs[':program_id']
  const { kind, limit, skip, pageOf } = input
  const ask = {
    param: { program_id: programId },
    query: { limit: String(limit), skip: String(skip), ...(pageOf ? { page_of: pageOf } : {}) },
  }
  const [session, membership] = await Promise.all([
    kind === 'membership' ? null : here.session_packages.$get(ask).then(readOrNull),
    kind === 'session' ? null : here.membership_packages.$get(ask).then(readOrNull),
  ])
  return { session, membership }
}
