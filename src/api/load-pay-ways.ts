import type { Event } from '#contract/offering/event'
import type { SessionPackage } from '#contract/offering/package'
import type { SessionBalance, SessionCredit } from '#contract/booking/session-credit'
import { explore, type PageRequest } from './api-client.ts'
import type { ReadProfile } from './page-request.ts'
import { readOrNull } from './read-answer.ts'
import { opensWithVisits } from '../page-input/package-page.ts'

/** The customer's credits that cover an event, and the packages on sale that do. */
export type Ways = { credits: SessionCredit[]; packages: SessionPackage[] }
type Opened = Pick<Event, 'restrict_to_package_ids' | 'packages'>

/** Loads how a place can be paid with packages; null when only money is accepted, or no package is available. */
export async function loadPayWays(
  opened: Opened,
  input: {
    request: PageRequest
    read: ReadProfile | null
    program: { id: string }
    features: { sessions_enabled: boolean } | null
  },
): Promise<Ways | null> {
  if (!opensWithVisits(opened, input.features)) return null
  const program_id = input.program.id
  const sold = opened.packages.filter((each) => each.object === 'session_package' && !each.is_discontinued)
  const api = explore(input.request).programs[':program_id'].session_packages[':session_package_id']
  const [balance, ...packages] = await Promise.all([
    input.read?.<SessionBalance>(`/v1/profile/programs/${encodeURIComponent(program_id)}/session_balance`) ?? null,
    ...sold.map(({ id }) => api.$get({ param: { program_id, session_package_id: id } }).then(readOrNull)),
  ])
  const credits = (balance?.credits ?? []).filter(
    (each) =>
      opened.restrict_to_package_ids.includes(each.package_id) &&
      !each.is_on_hold &&
      (each.is_unlimited || each.available > 0),
  )
  const ways = { credits, packages: packages.flatMap((each) => each ?? []) }
  return ways.credits.length + ways.packages.length > 0 ? ways : null
}
