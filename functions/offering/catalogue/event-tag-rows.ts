import { and, asc, count, countDistinct, desc, eq } from 'drizzle-orm'
import type { EventTagListQuery } from '../../contract/offering/explore.ts'
import type { Db } from '../../platform/database/database.ts'
import { events, eventTags } from '../../platform/database/tables.ts'
import { listedPart } from './event-rows.ts'

type TagPage = EventTagListQuery & { program_id: string; now: number }

/**
 * One page of the tags of a program's listed events and their total count, for one batch. The cross join keeps the event
 * as the outer loop.
 */
export function eventTagPage(db: Db, { program_id, status, sort, order, limit, skip, now }: TagPage) {
  const where = and(
    eq(events.program_id, program_id),
    listedPart(program_id, { status, now }),
    eq(eventTags.event_id, events.id),
  )
  const direction = order === 'desc' ? desc : asc
  const byCount = sort === 'count' ? [direction(count())] : []
  return [
    db
      .select({ value: eventTags.tag, count: count() })
      .from(events)
      .crossJoin(eventTags)
      .where(where)
      .groupBy(eventTags.tag)
      .orderBy(...byCount, direction(eventTags.tag))
      .limit(limit)
      .offset(skip),
    db
      .select({ total: countDistinct(eventTags.tag) })
      .from(events)
      .crossJoin(eventTags)
      .where(where),
  ] as const
}
