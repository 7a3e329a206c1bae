import type { Attendee } from '#contract/attendee'
import type { Customer } from '#contract/customer'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/registration'
import type { Family } from '../screens/registration/make-setup.ts'
import type { Read } from './find-visitor.ts'

/** The customer, the people he may register and the places they have in one event. */
export async function loadFamily(read: Read, eventId: string): Promise<Family | null> {
  const [customer, attendees, places] = await Promise.all([
    read<Customer>('/v1/profile/customer'),
    read<List<Attendee>>('/v1/profile/attendees?limit=100'),
    read<List<Registration>>(
      `/v1/profile/registrations?event_id=${encodeURIComponent(eventId)}&status=pending&status=confirmed&limit=100`,
    ),
  ])
  if (!customer || !attendees || !places) return null
  return {
    customer: { id: customer.id, name: `${customer.first_name} ${customer.last_name}` },
    attendees: attendees.data,
    places: places.data,
  }
}
