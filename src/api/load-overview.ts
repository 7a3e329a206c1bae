import type { User } from '#contract/account'
import type { Order } from '#contract/order'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/registration'
import { bookingsQuery } from '../page-input/bookings-page.ts'
import { type FamilyList, loadFamilyList } from './load-member.ts'
import type { ReadProfile } from './page-request.ts'

/** What the customer's overview begins with: who they are, their open orders, what they have booked, nearest first, and their family. */
export type Overview = { user: User | null; orders: Order[]; bookings: Registration[]; family: FamilyList | null }

/** Loads the overview of the signed-in customer in one program. */
export async function loadOverview(read: ReadProfile, about: { programId: string; now: number }): Promise<Overview> {
  const open = new URLSearchParams({
    program_id: about.programId,
    limit: '20',
    sort: 'created',
    order: 'desc',
    expand: 'items',
  })
  for (const status of ['draft', 'pending', 'requires_action']) open.append('status', status)
  const coming = bookingsQuery({ isPast: false, skip: 0, who: null }, about)
  const [user, orders, bookings, family] = await Promise.all([
    read<User>('/v1/profile'),
    read<List<Order>>(`/v1/profile/orders?${open}`),
    read<List<Registration>>(`/v1/profile/registrations?${coming}`),
    loadFamilyList(read),
  ])
  return { user, orders: orders?.data ?? [], bookings: bookings?.data ?? [], family }
}
