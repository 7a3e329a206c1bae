import type { User } from '#contract/people/account'
import type { Membership } from '#contract/booking/membership'
import type { Order } from '#contract/money/order'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/booking/registration'
import { bookingsQuery } from '../page-input/bookings-page.ts'
import { type FamilyList, loadFamilyList } from './load-member.ts'
import { loadOthersBookings, type OthersBooking } from './load-others-bookings.ts'
import type { ReadProfile } from './page-request.ts'
import * as membershipStates from '#contract/states/membership-states'
import * as orderStates from '#contract/states/order-states'

/**
 * The customer, their open orders, their bookings and those of other adults (nearest first), their family, and the
 * memberships that await an action.
 */
export type Overview = {
  user: User | null
  orders: Order[]
  bookings: Registration[]
  others: OthersBooking[]
  family: FamilyList | null
  memberships: Membership[]
}

/** Loads the overview of the logged-in customer in one program. */
export async function loadOverview(
  read: ReadProfile,
  about: { programId: string; now: number; hasMembershipsToMend: boolean },
): Promise<Overview> {
  const open = new URLSearchParams({
    program_id: about.programId,
    limit: '20',
    sort: 'created',
    order: 'desc',
    expand: 'items',
  })
  for (const status of orderStates.inCheckout.statuses) open.append('status', status)
  const upcoming = bookingsQuery({ isPast: false, skip: 0, who: null }, about)
  const waiting = membershipStates.awaitingCustomer.statuses.map((status) => `status=${status}`).join('&')
  const ofMemberships = `/v1/profile/programs/${encodeURIComponent(about.programId)}/memberships?${waiting}&limit=20`
  const [user, orders, bookings, family, memberships] = await Promise.all([
    read<User>('/v1/profile'),
    read<List<Order>>(`/v1/profile/orders?${open}`),
    read<List<Registration>>(`/v1/profile/registrations?${upcoming}`),
    loadFamilyList(read),
    about.hasMembershipsToMend ? read<List<Membership>>(ofMemberships) : null,
  ])
  const attendees = family?.attendees ?? []
  return {
    user,
    others: await loadOthersBookings(read, { attendees, programId: about.programId, now: about.now }),
    orders: orders?.data ?? [],
    bookings: bookings?.data ?? [],
    family,
    memberships: memberships?.data ?? [],
  }
}
