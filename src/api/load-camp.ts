import type { OrganiserWaitlistEntry } from '#contract/booking/waitlist'
import type { Camp } from '#contract/organisation/camp'
import type { EventGroup, FilledGroups } from '#contract/organisation/groups'
import type { Sheet } from '#contract/organisation/sheet'
import type { List } from '#contract/paging'
import { type CampPage, sheetQuery } from '../page-input/camp-page.ts'
import type { ReadDesk, PreviewDesk } from './page-request.ts'

const waitingPerPage = 20

/** What the page of an event shows. The waitlist is null without the right for it. */
export type CampData = {
  camp: Camp
  sheet: Sheet
  groups: EventGroup[]
  waiting: List<OrganiserWaitlistEntry> | null
  suggested: FilledGroups | null
}

type Options = {
  page: CampPage
  /** The reason to read health information; null when it is not shown. */
  health: { reason: string | undefined } | null
  /** Whether groups are suggested by age: for people without a group, or for all. */
  suggest: { again: boolean } | null
}

/** An event with a page of its people, or why the member does not see it. */
export async function loadCamp(
  { read, preview }: { read: ReadDesk; preview: PreviewDesk },
  eventId: string,
  { page, health, suggest }: Options,
): Promise<CampData | 'not_allowed' | null> {
  const camp = await read<Camp>(`/camps/${encodeURIComponent(eventId)}`)
  if (camp === null || camp === 'not_allowed') return camp
  const event = `/events/${encodeURIComponent(camp.key)}`
  const [sheet, groups, waiting, suggested] = await Promise.all([
    read<Sheet>(`${event}/sheet?${sheetQuery(page, { hasHealth: health !== null })}`, health?.reason),
    read<List<EventGroup>>(`${event}/groups`),
    read<List<OrganiserWaitlistEntry>>(`${event}/waitlist?limit=${waitingPerPage}`),
    suggest && preview<FilledGroups>(`${event}/groups/fill`, suggest),
  ])
  if (sheet === null || sheet === 'not_allowed') return sheet
  return {
    camp,
    sheet,
    groups: groups === null || groups === 'not_allowed' ? [] : groups.data,
    waiting: waiting === 'not_allowed' ? null : waiting,
    suggested: suggested?.ok ? suggested.body : null,
  }
}
