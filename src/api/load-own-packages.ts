import type { Attendee } from '#contract/people/attendee'
import type { SessionPackage } from '#contract/offering/package'
import type { List } from '#contract/paging'
import type { SessionBalance, SessionCreditEntry } from '#contract/booking/session-credit'
import type { ReadProfile } from './page-request.ts'

/** A customer's session packages with a program: the balance of each, its package, its people and its history. */
export type OwnPackages = {
  balance: SessionBalance
  entries: List<SessionCreditEntry>
  attendees: Attendee[]
  packages: Map<string, SessionPackage>
}
export const creditEntriesPerPage = 20

/** Loads the packages tab; null when the API returns none. */
export async function loadOwnPackages(
  read: ReadProfile,
  { programId, skip }: { programId: string; skip: number },
): Promise<OwnPackages | null> {
  const program = `/programs/${encodeURIComponent(programId)}`
  const path = `/v1/profile${program}/session_balance`
  const [balance, entries, attendees] = await Promise.all([
    read<SessionBalance>(path),
    read<List<SessionCreditEntry>>(`${path}/entries?order=desc&limit=${creditEntriesPerPage}&skip=${skip}`),
    read<List<Attendee>>('/v1/profile/attendees?limit=100'),
  ])
  if (!balance || !entries || !attendees) return null
  const ids = [...new Set(balance.credits.map(({ package_id }) => package_id))]
  const packages = await Promise.all(
    ids.map((id) => read<SessionPackage>(`/v1/explore${program}/session_packages/${encodeURIComponent(id)}`)),
  )
  return {
    balance,
    entries,
    attendees: attendees.data,
    packages: new Map(packages.flatMap((each) => (each ? [[each.id, each] as const] : []))),
  }
}
