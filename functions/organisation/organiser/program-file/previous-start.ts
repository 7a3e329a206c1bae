/** What is stored of an event before a change: its start, and whether it was ever published. */
export type PublishedStart = {
  starts_at: number
  previous_starts_at: number | null
  series_dates: readonly unknown[]
  published: number | null
}

/**
 * The published start of an event before its latest change; null if it never changed. An event that changes back to its
 * previous start is as it was announced. A series that gets or loses a date is not rescheduled.
 */
export function previousStart(
  before: PublishedStart | undefined,
  after: Pick<PublishedStart, 'starts_at' | 'series_dates'>,
): number | null {
  if (!before || before.published === null) return null
  if (before.starts_at === after.starts_at || before.series_dates.length !== after.series_dates.length)
    return before.previous_starts_at
  return after.starts_at === before.previous_starts_at ? null : before.starts_at
}
