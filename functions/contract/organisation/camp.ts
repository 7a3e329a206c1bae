import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { eventTypes } from '../event-filters.ts'
import { Id, ProgramId } from '../field-rules.ts'
import { eventStatuses } from '../states/event-states.ts'

export const InCamp = z.strictObject({ program_id: ProgramId, event_id: Id })

/** An option with its places: sold, held for a limited time, and the people who wait for one. */
const CampOption = z.strictObject({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  spots_total: z.nullable(z.int()),
  sold: z.int(),
  held: z.int(),
  waiting: z.int(),
  is_closed: z.boolean(),
})

/** An event for its staff: when and where it is, its places, and how many people need something. */
export const Camp = z.strictObject({
  object: z.literal('camp'),
  id: z.string(),
  key: z.string(),
  type: z.enum(eventTypes),
  name: z.string(),
  status: z.enum(eventStatuses),
  starts_at: z.string(),
  ends_at: z.string(),
  timezone: z.string(),
  overnight: z.nullable(z.boolean()),
  is_series: z.boolean(),
  series_dates: z.array(z.strictObject({ starts_at: z.string(), ends_at: z.string() })),
  venue: z.nullable(z.string()),
  /** Its days; `called_off` says why one does not take place. */
  days: z.array(
    z.strictObject({
      date: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      called_off: z.nullable(z.string()),
    }),
  ),
  options: z.array(CampOption),
  people: z.strictObject({
    all: z.int(),
    families: z.int(),
    waiver_missing: z.int(),
    without_group: z.int(),
    /** Null without the right `money`. */
    due: z.nullable(z.int()),
  }),
  /** What the orders of its places still owe, by currency; null without the right `money`. */
  amounts_due: z.nullable(z.array(Money)),
  /** The coaches who may look after a group of it; null without the right `catalogue`. */
  coaches: z.nullable(z.array(z.strictObject({ id: z.string(), name: z.string() }))),
})
export type Camp = z.infer<typeof Camp>
