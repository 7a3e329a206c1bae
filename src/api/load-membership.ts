import type { CustomerProfile } from '#contract/people/customer'
import type { LaterPlace } from '#contract/booking/later-place'
import type { Membership, MembershipBalance } from '#contract/booking/membership'
import type { Order } from '#contract/money/order'
import type { MembershipPackage } from '#contract/offering/package'
import type { List } from '#contract/paging'
import type { ReadProfile } from './page-request.ts'

/** A customer's memberships with a program, and the visits left of each, by membership id. */
export type OwnMemberships = { list: List<Membership>; balances: Map<string, MembershipBalance> }
/** A membership with its benefits, its possible payers, its payments and its unpaid order. */
export type OneMembership = {
  membership: Membership
  sold: MembershipPackage | null
  balance: MembershipBalance | null
  profile: CustomerProfile | null
  orders: List<Order>
  open: Order | null
  /** Booked places that it does not open, or would not if it was cancelled now. */
  later: LaterPlace[]
}
export const membershipOrdersPerPage = 12
const mostMemberships = 100

const pathOf = (programId: string) => `/v1/profile/programs/${encodeURIComponent(programId)}`

/** Loads the customer's memberships with a program; null when the API returns none. */
export async function loadOwnMemberships(read: ReadProfile, programId: string): Promise<OwnMemberships | null> {
  const query = `order=desc&limit=${mostMemberships}`
  const [list, balances] = await Promise.all([
    read<List<Membership>>(`${pathOf(programId)}/memberships?${query}`),
    read<List<MembershipBalance>>(`${pathOf(programId)}/membership_balance?${query}`),
  ])
  return list && { list, balances: new Map((balances?.data ?? []).map((each) => [each.membership_id, each])) }
}

/** Loads one membership of the customer; null when there is none. */
export async function loadMembership(
  read: ReadProfile,
  { programId, membershipId, skip }: { programId: string; membershipId: string; skip: number },
): Promise<OneMembership | null> {
  const part = encodeURIComponent(membershipId)
  const own = pathOf(programId)
  const ofMembership = new URLSearchParams({
    program_id: programId,
    membership_id: membershipId,
    expand: 'items',
    order: 'desc',
    limit: String(membershipOrdersPerPage),
    skip: String(skip),
  })
  const [membership, balance, profile, orders, later] = await Promise.all([
    read<Membership>(`${own}/memberships/${part}`),
    read<MembershipBalance>(`${own}/membership_balance/${part}`),
    read<CustomerProfile>(own),
    read<List<Order>>(`/v1/profile/orders?${ofMembership}`),
    read<List<LaterPlace>>(`${own}/later_places?membership_id=${part}`),
  ])
  if (!membership || !orders) return null
  const { package: sold, open_order_id } = membership
  const explore = `/v1/explore/programs/${encodeURIComponent(programId)}/membership_packages`
  const [packages, open] = await Promise.all([
    read<List<MembershipPackage>>(`${explore}?id=${encodeURIComponent(sold.id)}`),
    open_order_id ? read<Order>(`/v1/profile/orders/${encodeURIComponent(open_order_id)}`) : null,
  ])
  return { membership, sold: packages?.data[0] ?? null, balance, profile, orders, open, later: later?.data ?? [] }
}
