import type { MembershipPackage, SessionPackage } from '#contract/offering/package'
import type { List } from '#contract/paging'
import type { PackagePageInput } from '../page-input/package-page.ts'
import { explore, type PageRequest } from './api-client.ts'
import { readOrNull } from './read-answer.ts'

export type PackageLists = { session: List<SessionPackage> | null; membership: List<MembershipPackage> | null }

/** One page of a program's packages, of one kind or both. A kind that it does not sell is null. */
export async function loadPackages(
  request: PageRequest,
  programId: string,
  { kind, limit, skip, pageOf }: PackagePageInput,
): Promise<PackageLists> {
  const program = explore(request).programs[':program_id']
  const input = {
    param: { program_id: programId },
    query: { limit: String(limit), skip: String(skip), ...(pageOf ? { page_of: pageOf } : {}) },
  }
  const [session, membership] = await Promise.all([
    kind === 'membership' ? null : program.session_packages.$get(input).then(readOrNull),
    kind === 'session' ? null : program.membership_packages.$get(input).then(readOrNull),
  ])
  return { session, membership }
}
