import { ApiError } from '../../contract/api-error.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { type LoadedRegistration, registrationsOfEntry } from '../registrations/load-registration.ts'
import { entryById, entryOf, type EntryRow, type LineRow, lineOf } from './waitlist-rows.ts'
import type { LineEntry } from './waitlist-line.ts'

/** An entry with the registrations of its people. */
export type LoadedEntry = { entry: EntryRow; places: LoadedRegistration[] }

/**
 * The entry of one of the caller's registrations, with that registration. Throws `not_found` for another customer's
 * registration, or one that was never on a waitlist.
 */
export async function loadOwnEntry(
  ctx: CustomerContext,
  registrationId: string,
): Promise<LoadedEntry & { own: LoadedRegistration }> {
  const [entry] = await entryOf(ctx.db, registrationId)
  const places = entry?.customer_id === ctx.actor.customer_id ? await registrationsOfEntry(ctx, entry.id) : []
  const own = places.find(({ registration }) => registration.id === registrationId)
  if (!entry || !own) throw new ApiError('not_found', { param: 'registration_id' })
  return { entry, places, own }
}

/** An entry regardless of owner; null when it does not exist. */
export async function loadEntry(ctx: Ctx, id: string): Promise<LoadedEntry | null> {
  const [[entry], places] = await ctx.db.batch([entryById(ctx.db, id), registrationsOfEntry(ctx, id)])
  return entry && places.length > 0 ? { entry, places } : null
}

/** The registrations of an entry that have one of these statuses. */
export const placesWithStatus = (
  places: LoadedRegistration[],
  ...statuses: readonly RegistrationStatus[]
): LoadedRegistration[] => places.filter(({ registration }) => statuses.includes(registration.status))

/** The waitlist of an event in the form that the rules in waitlist-line.ts use. */
export async function loadLine(ctx: Ctx, eventId: string): Promise<LineEntry[]> {
  return toLine(await lineOf(ctx.db, eventId))
}

/** Groups the rows of `lineOf` by entry. */
export function toLine(rows: readonly LineRow[]): LineEntry[] {
  const entries = new Map<string, LineEntry>()
  for (const { entry, registration } of rows) {
    const existing = entries.get(entry.id) ?? { ...entry, people: [] }
    existing.people.push({ registration_id: registration.id, option_id: registration.option_id })
    entries.set(entry.id, existing)
  }
  return [...entries.values()]
}
