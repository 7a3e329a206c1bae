import { instant } from '../../contract/instant.ts'
import type { WaitlistEntry } from '../../contract/booking/waitlist.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { loadLine, loadOwnEntry, placesWithStatus } from './load-entry.ts'
import { offerLink } from './offer-link.ts'
import { positionOf } from './waitlist-line.ts'

/** The position in the waitlist, or the offer, of one of the caller's registrations. */
export async function readEntry(ctx: CustomerContext, input: { registration_id: string }): Promise<WaitlistEntry> {
  const { entry, places, own } = await loadOwnEntry(ctx, input.registration_id)
  const { status, hold_expires_at } = own.registration
  const isOffered = status === 'offered'
  const together = placesWithStatus(places, status)
  return {
    id: entry.id,
    object: 'waitlist_entry',
    program_id: entry.program_id,
    event_id: entry.event_id,
    status,
    registration_ids: together.map(({ registration }) => registration.id),
    option_ids: [...new Set(together.map(({ booking }) => booking.option_id))],
    attendee_profile_ids: together.map(({ registration }) => registration.attendee_profile_id),
    group_key: entry.group_key,
    position: entry.is_waiting ? positionOf(await loadLine(ctx, entry.event_id), entry.id) : null,
    offer_expires_at: isOffered ? instant(hold_expires_at) : null,
    offer_url: isOffered
      ? await offerLink(ctx, { entry_id: entry.id, program_id: entry.program_id, starts_at: own.booking.starts_at })
      : null,
    created: instant(entry.created),
  }
}
