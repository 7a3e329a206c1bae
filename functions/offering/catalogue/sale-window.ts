import { Temporal } from 'temporal-polyfill'

type Sold = { sale_starts_at: number | null; sale_ends_at: number | null }
type Held = { starts_at: number; timezone: string }

/**
 * The sale window of an option. If it has no end, the sale lasts until the program's `default_sales_end` before the
 * start, in the event's time zone.
 */
export function saleWindow(
  option: Sold,
  event: Held,
  defaultSalesEnd: string,
): { starts_at: number | null; ends_at: number } {
  return { starts_at: option.sale_starts_at, ends_at: option.sale_ends_at ?? timeBefore(event, defaultSalesEnd) }
}

function timeBefore({ starts_at, timezone }: Held, duration: string): number {
  if (duration === 'PT0S') return starts_at
  return Temporal.Instant.fromEpochMilliseconds(starts_at)
    .toZonedDateTimeISO(timezone)
    .subtract(Temporal.Duration.from(duration)).epochMilliseconds
}

type Lifecycle = 'upcoming' | 'ongoing' | 'ended'

/** The lifecycle of an event at a time. The instant of its end still belongs to the event. */
export function lifecycleOf(event: { starts_at: number; ends_at: number }, now: number): Lifecycle {
  if (now < event.starts_at) return 'upcoming'
  return now <= event.ends_at ? 'ongoing' : 'ended'
}
