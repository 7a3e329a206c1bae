import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import { organiserListWords } from '../../contract/sentences/organiser-list-words.ts'
import { rosterWords } from '../../contract/sentences/roster-words.ts'
import { localize } from '../../contract/texts.ts'
import type { OrganiserWaitlistEntry, OrganiserWaitlistQuery } from '../../contract/booking/waitlist.ts'
import { withOffset } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { csvFile } from '../../platform/middleware/csv-file.ts'
import { eventOfKey, type WaitingPerson, waitingPeople } from './list-rows.ts'
import { type LineEntry, positionOf } from './waitlist-line.ts'

type Which = Pick<OrganiserWaitlistQuery, 'status' | 'option_id'> & { program_id: string; key: string }

/** The waitlist of an event in order. Entries with an open offer are listed where they joined. */
export async function listWaiting(
  ctx: Ctx,
  input: Which & Pick<OrganiserWaitlistQuery, 'limit' | 'skip' | 'order'>,
): Promise<List<OrganiserWaitlistEntry>> {
  const { entries } = await loadWaiting(ctx, input)
  const ordered = input.order === 'desc' ? entries.toReversed() : entries
  return list(ordered.slice(input.skip, input.skip + input.limit), entries.length, input)
}

/** The complete waitlist as a spreadsheet file, one row per person. */
export async function exportWaiting(ctx: Ctx, input: Which): Promise<string> {
  const { entries, timezone } = await loadWaiting(ctx, input)
  const { statuses } = rosterWords[ctx.language]
  const rows = entries.flatMap(({ people, customer_profile: customer, ...entry }) =>
    people.map((person) => [
      entry.position,
      statuses[entry.status],
      person.last_name,
      person.first_name,
      person.option,
      `${customer.first_name} ${customer.last_name}`,
      customer.email,
      customer.phone,
      entry.skips,
      entry.offer_expires_at && withOffset(entry.offer_expires_at, timezone),
      withOffset(entry.created, timezone),
    ]),
  )
  return await csvFile([organiserListWords[ctx.language].waitlist, ...rows], ctx.language)
}

async function loadWaiting(ctx: Ctx, { program_id, key, status, option_id }: Which) {
  const [event] = await eventOfKey(ctx.db, { program_id, key })
  if (!event) throw new ApiError('not_found', { param: 'key' })
  const entries = (await waitingOf(ctx, event.id))
    .filter((entry) => status === undefined || status.includes(entry.status))
    .filter(({ people }) => option_id === undefined || people.some((person) => person.option_id === option_id))
  return { entries, timezone: event.timezone }
}

/** One entry that waits or has an offer, with its position. */
export async function readWaiting(
  ctx: Ctx,
  { event_id, entry_id }: { event_id: string; entry_id: string },
): Promise<OrganiserWaitlistEntry> {
  const entry = (await waitingOf(ctx, event_id)).find(({ id }) => id === entry_id)
  if (!entry) throw new ApiError('state_conflict', { param: 'waitlist_entry_id' })
  return entry
}

async function waitingOf(ctx: Ctx, eventId: string): Promise<OrganiserWaitlistEntry[]> {
  const byEntry = Map.groupBy(await waitingPeople(ctx.db, eventId), ({ entry }) => entry.id)
  // An entry with an open offer has no position.
  const line = [...byEntry.values()].flatMap((people) => (people[0]?.status === 'offered' ? [] : [toLineEntry(people)]))
  return [...byEntry.values()].map((people) => showWaiting(ctx, people, line))
}

function toLineEntry(people: WaitingPerson[]): LineEntry {
  const [first] = people as [WaitingPerson, ...WaitingPerson[]]
  return { ...first.entry, people: people.map(({ registration_id, option_id }) => ({ registration_id, option_id })) }
}

function showWaiting(ctx: Ctx, people: WaitingPerson[], line: LineEntry[]): OrganiserWaitlistEntry {
  const [{ entry, status, user, customer_profile_id, hold_expires_at }] = people as [WaitingPerson, ...WaitingPerson[]]
  const isOffered = status === 'offered'
  return {
    id: entry.id,
    object: 'organiser_waitlist_entry',
    program_id: entry.program_id,
    event_id: entry.event_id,
    status,
    position: isOffered ? null : positionOf(line, entry.id),
    skips: entry.skips,
    people: people.map((person) => ({
      registration_id: person.registration_id,
      attendee_profile_id: person.attendee_profile_id,
      first_name: person.attendee.first_name,
      last_name: person.attendee.last_name,
      option_id: person.option_id,
      option: localize(person, ctx.contentLanguage).option_title,
    })),
    customer_profile: { id: customer_profile_id, ...user },
    offered_at: isOffered ? instant(entry.offered_at) : null,
    offer_expires_at: isOffered ? instant(hold_expires_at) : null,
    created: instant(entry.created),
  }
}
