import type { ErrorBody } from '#contract/api-error'
import type { Attendee } from '#contract/people/attendee'
import type { Customer } from '#contract/people/customer'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/booking/registration'
import type { WaitlistEntry, WaitlistOffer } from '#contract/booking/waitlist'
import { apiFetch } from './api-client.ts'
import type { ReadProfile } from './page-request.ts'
import * as registrationStates from '#contract/states/registration-states'

/** The family members who may join the waitlist of an event, and those already on it. */
export type FamilyWaiting = {
  customer: Customer
  attendees: Attendee[]
  /** Every place, offer and waitlist entry of the family in this event. */
  registrations: Registration[]
  entries: (WaitlistEntry & { names: string[] })[]
}

/** Loads the family of the logged-in customer for the waitlist page; null when the API returns none. */
export async function loadFamilyWaiting(read: ReadProfile, eventId: string): Promise<FamilyWaiting | null> {
  const statuses = registrationStates.coming.statuses
  const query = new URLSearchParams([
    ['event_id', eventId],
    ['limit', '100'],
    ...statuses.map((each) => ['status', each]),
  ])
  const [customer, attendees, registrations] = await Promise.all([
    read<Customer>('/v1/profile/customer'),
    read<List<Attendee>>('/v1/profile/attendees?limit=100'),
    read<List<Registration>>(`/v1/profile/registrations?${query}`),
  ])
  if (!customer || !attendees || !registrations) return null
  const waiting = registrations.data.filter(({ status }) => registrationStates.listed.has(status))
  const entries = new Map<string, FamilyWaiting['entries'][number]>()
  for (const { id } of waiting) {
    if ([...entries.values()].some(({ registration_ids }) => registration_ids.includes(id))) continue
    const entry = await read<WaitlistEntry>(`/v1/profile/registrations/${id}/waitlist`)
    if (!entry) continue
    const people = waiting.filter((each) => entry.registration_ids.includes(each.id))
    entries.set(entry.id, { ...entry, names: people.map(({ attendee_profile }) => attendee_profile.first_name) })
  }
  return { customer, attendees: attendees.data, registrations: registrations.data, entries: [...entries.values()] }
}

/** The offer that a mail links to; null when the link is invalid. */
export async function loadOffer(
  executionCtx: ExecutionContext,
  input: { programId: string; token: string; language: string },
): Promise<WaitlistOffer | null> {
  const query = new URLSearchParams({ program_id: input.programId, token: input.token.slice(0, 400) || '-' })
  const answer = await apiFetch(executionCtx)(`/api/v1/waitlist_offers?${query}`, {
    headers: { 'accept-language': input.language },
  })
  if (answer.ok) return answer.json()
  const { type } = (await answer.json()) as ErrorBody
  if (answer.status >= 500) throw new Error(`The API answered ${type} for an offer`)
  return null
}
