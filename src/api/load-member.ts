import type { Attendee, Member } from '#contract/people/attendee'
import type { Customer } from '#contract/people/customer'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/booking/registration'
import { bookingsQuery } from '../page-input/bookings-page.ts'
import type { ReadProfile } from './page-request.ts'

/** Everyone a customer registers, without private health data. */
export type FamilyList = { customer: Customer; attendees: Attendee[] }

/** Loads the family list; null when the API returns none. */
export async function loadFamilyList(read: ReadProfile): Promise<FamilyList | null> {
  const [customer, attendees] = await Promise.all([
    read<Customer>('/v1/profile/customer'),
    read<List<Attendee>>('/v1/profile/attendees?limit=100'),
  ])
  return customer && attendees && { customer, attendees: attendees.data }
}

/**
 * Finds one member in the family list; null when the list does not have them or they are archived. Reading a member
 * by id would count as access to health data.
 */
export async function loadMember(read: ReadProfile, attendeeId: string | undefined) {
  const family = await loadFamilyList(read)
  const attendee = family?.attendees.find(({ id }) => id === attendeeId)
  const relation = attendee?.relations.find(({ customer_id }) => customer_id === family?.customer.id)
  return family && attendee && relation ? { ...family, attendee, relation } : null
}

/** The attendees that a customer archived. */
export const loadArchived = async (read: ReadProfile): Promise<Attendee[]> =>
  (await read<List<Attendee>>('/v1/profile/attendees?limit=100&is_archived=true'))?.data ?? []

/** The other adults who share an attendee with the customer. Only a customer with a confirmed email may see them. */
export const loadOtherAdults = async (read: ReadProfile, user: { is_email_verified: boolean }): Promise<Member[]> =>
  user.is_email_verified ? ((await read<List<Member>>('/v1/profile/members?limit=100'))?.data ?? []) : []

/** Current and upcoming bookings with a program, nearest first. */
export const loadComing = async (
  read: ReadProfile,
  about: { programId: string; now: number },
): Promise<Registration[]> =>
  (
    await read<List<Registration>>(
      `/v1/profile/registrations?${bookingsQuery({ isPast: false, skip: 0, who: null }, about)}`,
    )
  )?.data ?? []
