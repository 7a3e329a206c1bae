import type { Campaign } from '#contract/contact/campaign'
import type { Event } from '#contract/offering/event'
import type { Camp } from '#contract/organisation/camp'
import type { EventGroup } from '#contract/organisation/groups'
import type { Family } from '#contract/organisation/people'
import type { Sheet } from '#contract/organisation/sheet'
import type { List } from '#contract/paging'
import type { WritingPage } from '../page-input/desk-messages.ts'
import type { ReadDesk, ReadProfile } from './page-request.ts'

/** What the form for a message needs: the family, or the event with its parts and the events to choose from. */
export type Writing =
  | { kind: 'family'; family: Family; place: string | null }
  | {
      kind: 'group'
      camp: Camp | null
      groups: EventGroup[]
      events: { id: string; name: string }[]
      /** The part of the event that the page begins with. */
      part: string | null
      /** The message whose text is changed. */
      draft: Campaign | null
    }

/** The form for a message, or why the member does not see it. */
export async function loadWriting(
  { read, readProfile }: { read: ReadDesk; readProfile: ReadProfile },
  { programId, family: familyId, place, event, part, draft: draftId }: WritingPage & { programId: string },
): Promise<Writing | 'not_allowed' | null> {
  if (familyId !== null) {
    const family = await read<Family>(`/people/${familyId}`)
    return family === null || family === 'not_allowed' ? family : { kind: 'family', family, place }
  }
  const [camp, events, draft] = await Promise.all([
    event === null ? null : read<Camp>(`/camps/${event}`),
    readProfile<List<Event>>(`/v1/explore/events?program_id=${encodeURIComponent(programId)}&limit=100`),
    draftId === null ? null : read<Campaign>(`/campaigns/${draftId}`),
  ])
  if (camp === 'not_allowed' || (camp === null && event !== null)) return camp
  const groups = camp && (await read<List<EventGroup>>(`/events/${encodeURIComponent(camp.key)}/groups`))
  const known = (events?.data ?? []).map(({ id, name }) => ({ id, name }))
  return {
    kind: 'group',
    part,
    draft: draft === 'not_allowed' || draft?.status !== 'draft' ? null : draft,
    camp,
    groups: groups === null || groups === 'not_allowed' ? [] : groups.data,
    events: camp && !known.some(({ id }) => id === camp.id) ? [{ id: camp.id, name: camp.name }, ...known] : known,
  }
}

/** The names of the events that the group of a campaign names. One that the member does not look after has none. */
export async function loadNamedEvents(
  read: ReadDesk,
  { to, event_key }: Pick<Campaign, 'to' | 'event_key'>,
): Promise<{ key: string; name: string }[]> {
  const named = (to ?? []).flatMap((text) => /^(?:event|option|group|waitlist):([\w-]+)/.exec(text)?.[1] ?? [])
  const keys = [...new Set([...named, ...(event_key === null ? [] : [event_key])])]
  const sheets = await Promise.all(keys.map((key) => read<Sheet>(`/events/${encodeURIComponent(key)}/sheet?limit=1`)))
  return sheets.flatMap((sheet) =>
    sheet === null || sheet === 'not_allowed' ? [] : [{ key: sheet.key, name: sheet.name }],
  )
}
