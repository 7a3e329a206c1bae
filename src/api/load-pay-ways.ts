import type { Entitlement } from '#contract/booking/entitlement'
import type { Membership } from '#contract/booking/membership'
import type { Event } from '#contract/offering/event'
import type { MembershipPackage, SessionPackage } from '#contract/offering/package'
import type { SessionBalance, SessionCredit } from '#contract/booking/session-credit'
import type { List } from '#contract/paging'
import { explore, type PageRequest } from './api-client.ts'
import type { ReadProfile } from './page-request.ts'
import { readOrNull } from './read-answer.ts'
import { opensWithPackages } from '../page-input/package-page.ts'
import { creditsFor, membershipsFor, trialsAmong } from '../page-input/own-packages.ts'

/** The customer's credits and memberships that open an event, and the packages on sale that open it. */
export type Ways = {
  credits: SessionCredit[]
  memberships: Entitlement[]
  packages: SessionPackage[]
  /** The memberships on sale that open the event once they are paid. */
  joining: MembershipPackage[]
  /** The customer's memberships that had a free trial. */
  trials: Membership[]
}
type Opened = Pick<Event, 'restrict_to_package_ids' | 'packages'>

/**
 * Loads the ways to book a place with packages. Null when only money is accepted, or when the customer has no package
 * and none is on sale. A visitor may have a package, which the form shows after the log-in.
 */
export async function loadPayWays(
  opened: Opened,
  input: {
    request: PageRequest
    read: ReadProfile | null
    program: { id: string }
    features: { sessions_enabled: boolean; memberships_enabled: boolean } | null
    starts_at: string
    timezone: string
  },
): Promise<Ways | null> {
  const { features, read } = input
  if (!opensWithPackages(opened, features)) return null
  const program_id = input.program.id
  const own = `/v1/profile/programs/${encodeURIComponent(program_id)}`
  const soldAs = (object: MembershipPackage['object'] | SessionPackage['object'], isOn = false) =>
    isOn ? opened.packages.filter((each) => each.object === object && !each.is_discontinued).map(({ id }) => id) : []
  const sold = soldAs('session_package', features?.sessions_enabled)
  const joining = soldAs('membership_package', features?.memberships_enabled)
  const program = explore(input.request).programs[':program_id']
  const api = program.session_packages[':session_package_id']
  const [balance, entitlements, offered, held, ...packages] = await Promise.all([
    read?.<SessionBalance>(`${own}/session_balance`) ?? null,
    read?.<List<Entitlement>>(`${own}/entitlements`) ?? null,
    joining.length === 0
      ? null
      : program.membership_packages.$get({ param: { program_id }, query: { id: joining } }).then(readOrNull),
    joining.length === 0 ? null : (read?.<List<Membership>>(`${own}/memberships?order=desc&limit=100`) ?? null),
    ...sold.map((id) => api.$get({ param: { program_id, session_package_id: id } }).then(readOrNull)),
  ])
  const booked = { ...input, ids: opened.restrict_to_package_ids }
  const memberships = entitlements?.data ?? []
  const ways = {
    credits: creditsFor(balance?.credits ?? [], memberships, booked),
    memberships: membershipsFor(memberships, booked),
    // A package for one person is bought on its own page, which asks for the person.
    packages: packages.flatMap((each) => (each && each.for !== 'person' ? [each] : [])),
    joining: offered?.data ?? [],
  }
  const isNone = Object.values(ways).every((each) => each.length === 0)
  return read !== null && isNone ? null : { ...ways, trials: trialsAmong(held?.data ?? []) }
}
