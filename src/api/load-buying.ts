import type { Attendee } from '#contract/attendee'
import type { Customer, CustomerProfile } from '#contract/customer'
import type { Order } from '#contract/order'
import type { Membership } from '#contract/membership'
import type { MembershipPackage, SessionPackage } from '#contract/package'
import type { List } from '#contract/paging'
import type { StoreProduct } from '#contract/product'
import type { ReadProfile } from './page-request.ts'

/** What is to go into a cart: a thing of the store, or a package or a membership with those it may be for, and who has it already. */
export type Chosen = {
  product: StoreProduct | null
  sold: SessionPackage | null
  offered: MembershipPackage | null
  held: Membership[]
  family: Family | null
}
type Family = { customer: Customer; attendees: Attendee[] }
export type Buying = Chosen & { profile: CustomerProfile | null; cart: Order | null }
type Wanted = {
  programId: string
  productId: string | null
  packageId: string | null
  membershipId: string | null
  now: number
}
const ended: ReadonlySet<string> = new Set(['incomplete_expired', 'cancelled', 'expired'])

/** Loads what a signed-in customer chose to buy, and the cart that it goes into; null: a new one. */
export async function loadBuying(read: ReadProfile, wanted: Wanted): Promise<Buying> {
  const { programId, productId, packageId, membershipId, now } = wanted
  const isForSomeone = packageId ?? membershipId
  const api = `/programs/${encodeURIComponent(programId)}`
  const drafts = `program_id=${encodeURIComponent(programId)}&status=draft&expand=items&order=desc&limit=10`
  const [product, sold, offered, held, customer, attendees, profile, orders] = await Promise.all([
    productId ? read<StoreProduct>(`/v2/explore${api}/products/${encodeURIComponent(productId)}`) : null,
    packageId ? read<SessionPackage>(`/v1/explore${api}/session_packages/${encodeURIComponent(packageId)}`) : null,
    membershipId
      ? read<List<MembershipPackage>>(`/v1/explore${api}/membership_packages?id=${encodeURIComponent(membershipId)}`)
      : null,
    membershipId
      ? read<List<Membership>>(
          `/v1/profile${api}/memberships?package_id=${encodeURIComponent(membershipId)}&order=desc&limit=100`,
        )
      : null,
    isForSomeone ? read<Customer>('/v1/profile/customer') : null,
    isForSomeone ? read<List<Attendee>>('/v1/profile/attendees?limit=100') : null,
    read<CustomerProfile>(`/v1/profile${api}`),
    read<List<Order>>(`/v1/profile/orders?${drafts}`),
  ])
  return {
    product,
    sold,
    offered: offered?.data[0] ?? null,
    held: (held?.data ?? []).filter(({ status }) => !ended.has(status)),
    family: customer && attendees && { customer, attendees: attendees.data },
    profile,
    cart: orders?.data.find((order) => isOpen(order, now)) ?? null,
  }
}

// What a lapsed cart held may be gone: a thing goes into one that is still held, or that has nothing to hold, else into a new one.
const isOpen = ({ hold_expires_at: until, items }: Order, now: number) =>
  until === null
    ? items.length > 0 && items.every(({ type }) => type === 'session_package' || type === 'membership_package')
    : Date.parse(until) > now + 60_000
