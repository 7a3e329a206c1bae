import type { Attendee } from '#contract/people/attendee'
import type { Customer, CustomerProfile } from '#contract/people/customer'
import type { Order } from '#contract/money/order'
import type { Membership } from '#contract/booking/membership'
import type { MembershipPackage, SessionPackage } from '#contract/offering/package'
import type { List } from '#contract/paging'
import type { StoreProduct } from '#contract/offering/product'
import { cartsOf, openCart } from './open-cart.ts'
import type { ReadProfile } from './page-request.ts'
import { trialsAmong } from '../page-input/own-packages.ts'
import * as membershipStates from '#contract/states/membership-states'

/** The selected product, package or membership, the people it may be for, and the people who already have it. */
export type ChosenPurchase = {
  product: StoreProduct | null
  sold: SessionPackage | null
  offered: MembershipPackage | null
  held: Membership[]
  /** Memberships of the customer that had a free trial. */
  trials: Membership[]
  family: Family | null
}
type Family = { customer: Customer; attendees: Attendee[] }
export type Purchase = ChosenPurchase & { profile: CustomerProfile | null; cart: Order | null }
type Selection = {
  programId: string
  productId: string | null
  packageId: string | null
  membershipId: string | null
  now: number
}

/** Loads what a logged-in customer chose to buy, and the cart that gets it. A null cart means a new cart. */
export async function loadPurchase(read: ReadProfile, selection: Selection): Promise<Purchase> {
  const { programId, productId, packageId, membershipId, now } = selection
  const isForSomeone = packageId ?? membershipId
  const api = `/programs/${encodeURIComponent(programId)}`
  const [product, sold, offered, held, customer, attendees, profile, orders] = await Promise.all([
    productId ? read<StoreProduct>(`/v2/explore${api}/products/${encodeURIComponent(productId)}`) : null,
    packageId ? read<SessionPackage>(`/v1/explore${api}/session_packages/${encodeURIComponent(packageId)}`) : null,
    membershipId
      ? read<List<MembershipPackage>>(`/v1/explore${api}/membership_packages?id=${encodeURIComponent(membershipId)}`)
      : null,
    membershipId ? read<List<Membership>>(`/v1/profile${api}/memberships?order=desc&limit=100`) : null,
    isForSomeone ? read<Customer>('/v1/profile/customer') : null,
    isForSomeone ? read<List<Attendee>>('/v1/profile/attendees?limit=100') : null,
    read<CustomerProfile>(`/v1/profile${api}`),
    read<List<Order>>(cartsOf(programId)),
  ])
  const own = held?.data ?? []
  return {
    product,
    sold,
    offered: offered?.data[0] ?? null,
    held: own.filter(({ status, package: { id } }) => id === membershipId && !membershipStates.ended.has(status)),
    trials: trialsAmong(own),
    family: customer && attendees && { customer, attendees: attendees.data },
    profile,
    cart: openCart(orders?.data ?? [], now),
  }
}
