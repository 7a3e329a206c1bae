import { and, asc, count, countDistinct, desc, eq, sql } from 'drizzle-orm'
import type { EventTagListQuery } from '../../contract/offering/explore.ts'
import type { Db } from '../../platform/database/database.ts'
import { events, eventTags } from '../../platform/database/tables.ts'
import { countedColumn, countsOf } from './event-count-rows.ts'
import { listedPart } from './event-rows.ts'

type TagPage = EventTagListQuery & { program_id: string; now: number }

/**
 * One page of the tags of a program's listed events and their total count, for one batch: from stored counts, or per
 * event for statuses without stored counts.
 */
export function eventTagPage(db: Db, { program_id, status, sort, order, limit, skip, now }: TagPage) {
  const column = countedColumn(status)
  if (column === null) return tagsOneByOne(db, { program_id, status, sort, order, limit, skip, now })
  const counts = sql`${countsOf(program_id, 'tag', { column, now })} AS c`
  const towards = sql.raw(order)
  const page = db
    .select({ value: sql<string>`c.value`.as('value'), count: sql<number>`c.num`.as('count') })
    .from(counts)
    .orderBy(...(sort === 'count' ? [sql`2 ${towards}`] : []), sql`1 ${towards}`)
    .limit(limit)
    .offset(skip)
  // Both queries have the same columns, from different tables.
  return [page, db.select({ total: count() }).from(counts)] as unknown as ReturnType<typeof tagsOneByOne>
}

/** The cross join keeps the event as the outer loop. */
function tagsOneByOne(db: Db, { program_id, status, sort, order, limit, skip, now }: TagPage) {
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
