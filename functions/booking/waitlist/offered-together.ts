import { displayMoney } from '../../contract/display-money.ts'
import type { Language } from '../../contract/field-rules.ts'
import { distinctNameList } from '../../contract/name-list.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import { type LoadedEntry, loadEntry, placesWithStatus } from './load-entry.ts'
import { offerLink } from './offer-link.ts'
import type { WaitlistMail } from './waitlist-mail.ts'
import { entriesOfferedWith } from './waitlist-rows.ts'

export type EntryPlaces = { id: string; places: LoadedRegistration[] }

/**
 * The entries that got their offer together with this entry and still have places with these statuses; lowest id first.
 */
export async function offeredTogether(
  ctx: Ctx,
  { entry }: LoadedEntry,
  statuses: readonly RegistrationStatus[],
): Promise<EntryPlaces[]> {
  const ids = await entriesOfferedWith(ctx.db, entry)
  const loaded = await Promise.all(ids.map(({ id }) => loadEntry(ctx, id)))
  return loaded.flatMap((each) => {
    const places = placesWithStatus(each?.places ?? [], ...statuses)
    return each && places.length > 0 ? [{ id: each.entry.id, places }] : []
  })
}

/** True if the mail of this entry is sent. It is about all of the entries, so only the first entry's mail is sent. */
export const sendsMailOfAll = (entryId: string, [first]: readonly EntryPlaces[]): boolean => first?.id === entryId

/** When the offer of these places ends, and what they cost; null when none is offered. */
export function offerOf(places: LoadedRegistration[], language: Language): WaitlistMail['offer'] {
  const [first] = placesWithStatus(places, 'offered')
  if (!first || first.registration.hold_expires_at === null) return null
  const { booking } = first
  const total = sum(places.map((place) => linePrice(place.booking.cost, place.program.selling).total))
  return {
    until: first.registration.hold_expires_at,
    timezone: booking.timezone,
    total: displayMoney(total, { currency: booking.currency, program: first.program }, language),
  }
}

/** The page of each entry's offer, with the names of its people when there are several. */
export const offerPagesOf = (
  ctx: Ctx,
  entries: EntryPlaces[],
  { language, namesPeople }: { language: Language; namesPeople: boolean },
): Promise<WaitlistMail['offerPages']> =>
  Promise.all(
    entries.flatMap(({ id, places }) => {
      const [first] = placesWithStatus(places, 'offered')
      if (!first) return []
      const { program, booking } = first
      const names = distinctNameList(
        places.map(({ attendee }) => (namesPeople ? attendee.first_name : null)),
        language,
      )
      return offerLink(ctx, { entry_id: id, program_id: program.id, starts_at: booking.starts_at, language }).then(
        (url) => ({ url, names: entries.length > 1 ? names : null }),
      )
    }),
  )
