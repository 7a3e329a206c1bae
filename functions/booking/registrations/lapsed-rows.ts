import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { eventOptions, registrations } from '../../platform/database/tables.ts'
import { lapsedOfSources } from './registration-rows.ts'

/**
 * For each option, the number of lapsed holds that it still counts as taken, and of the extra places that stay once all
 * lapsed holds end. An extra hold takes no place, and an extra place takes the first one that becomes free.
 */
export const lapsedByOption = (db: Db, optionIds: readonly string[], now: number) =>
  db
    .select({
      option_id: eventOptions.id,
      holds: sql<number>`count(${registrations.id}) - total(${registrations.is_extra})`,
      extra: sql<number>`${eventOptions.spots_extra} - total(${registrations.is_extra})`,
    })
    .from(eventOptions)
    .leftJoin(
      registrations,
      and(
        eq(registrations.option_id, eventOptions.id),
        lapsedOfSources(
          optionIds.map((option_id) => ({ kind: 'event', source_id: '', option_id })),
          now,
          null,
        ),
      ),
    )
    .where(sql`${eventOptions.id} IN ${among(optionIds)}`)
    .groupBy(eventOptions.id)
