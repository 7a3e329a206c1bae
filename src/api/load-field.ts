import type { Roster } from '#contract/organisation/roster'
import type { Sheet } from '#contract/organisation/sheet'
import type { ReadDesk } from './page-request.ts'

/** The health notes of the people of a day, of those that the member may read. */
export type FieldHealth = Pick<Sheet, 'columns' | 'entries' | 'left_out'>

/**
 * Opens the health notes of the events of a day, which the access log of each person records. A member who looks after
 * groups opens those of their groups alone. Appointments have no sheet.
 */
export async function loadFieldHealth(
  read: ReadDesk,
  { events, day }: Pick<Roster, 'events' | 'day'>,
  reason: string | undefined,
): Promise<FieldHealth> {
  const own = events.filter(({ called_off }) => called_off === null).flatMap(groupsToRead)
  const sheets = await Promise.all(
    own.map(({ key, group }) => {
      const query = new URLSearchParams({ columns: 'age,group,phones,health', day, ...(group ? { group } : {}) })
      return read<Sheet>(`/events/${encodeURIComponent(key)}/sheet?${query}`, reason)
    }),
  )
  const opened = sheets.filter((sheet) => sheet !== null && sheet !== 'not_allowed')
  return {
    columns: opened.flatMap(({ columns }) => columns),
    entries: opened.flatMap(({ entries }) => entries),
    left_out: opened.flatMap(({ left_out }) => left_out),
  }
}

/** The key of an event, with each group of the member, or without one when they look after none. */
function groupsToRead({ key, groups }: Roster['events'][number]): { key: string; group: string | null }[] {
  if (key === null) return []
  const own = groups.filter(({ is_own }) => is_own)
  return own.length === 0 ? [{ key, group: null }] : own.map((group) => ({ key, group: group.key }))
}
