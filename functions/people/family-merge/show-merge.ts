import type { AttendeeMerge } from '../../contract/people/attendee-merge.ts'
import { instant } from '../../contract/instant.ts'
import type { mergesInto } from './merge-rows.ts'

export type ShownMerge = Awaited<ReturnType<typeof mergesInto>>[number]

/**
 * Builds the merge of the API. Only the last merge of a record can be undone, because later merges build on earlier
 * ones.
 */
export function showMerge(row: ShownMerge, { now, isLast }: { now: number; isLast: boolean }): AttendeeMerge {
  const isOpen = row.undone_at === null
  return {
    id: row.id,
    object: 'attendee_merge',
    merge_from: row.merge_from,
    merge_into: row.merge_into,
    from_first_name: row.from.first_name,
    from_last_name: row.from.last_name,
    status: isOpen ? 'merged' : 'undone',
    can_undo: isOpen && isLast && now <= row.undo_until && Number(row.isUnchanged) === 1,
    undo_until: instant(row.undo_until),
    undone_at: instant(row.undone_at),
    created: instant(row.created),
  }
}

/** The newest merge that was not undone; null when there is none. */
export const lastOpen = (merges: readonly ShownMerge[]): ShownMerge | null =>
  merges.find((each) => each.undone_at === null) ?? null
