import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { events, programs } from '../../platform/database/tables.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

// Public pages are those of programs and events in lists.
const isOpen = sql`${programs.billing_status} IN ${statusList(billingStates.open)}`
const isPublished = sql`${events.status} = 'published'`

// Column names are written out in this subquery, because drizzle would omit their table.
const appointmentPagesOf =
  sql`(SELECT json_group_array(json_object('id', t.id, 'updated', t.updated) ORDER BY t.position) FROM appointment_types AS t WHERE t.status = 'published' AND t.program_id = programs.id)`.mapWith(
    (text: string) => JSON.parse(text) as { id: string; updated: number }[],
  )

// Condition that something in the store is on sale, or has a known day on which it will be.
const hasStore = (now: number) =>
  sql<number>`EXISTS (SELECT 1 FROM products AS s WHERE s.program_id = programs.id AND s.is_removed = 0 AND coalesce(s.sale_ends_at >= ${now}, 1) AND (coalesce(s.sale_starts_at > ${now}, 0)
  OR (s.is_closed = 0 AND EXISTS (SELECT 1 FROM product_variations AS v WHERE v.product_id = s.id AND v.is_removed = 0 AND v.is_closed = 0))))`.as(
    'has_store',
  )

/**
 * Every program with a page, its appointment types, whether its store has anything on sale, the number of its published
 * events, and when its pages last changed.
 */
export const programPages = (db: Db, now: number) =>
  db
    .select({
      id: programs.id,
      language: programs.language,
      languages: programs.languages,
      features: programs.features,
      has_terms: sql<number>`coalesce(${programs.preferences} ->> '$.program_terms', '') <> ''`.as('has_terms'),
      has_store: hasStore(now),
      appointment_types: appointmentPagesOf,
      updated: sql<number>`max(programs.updated, coalesce((SELECT max(e.updated) FROM events AS e WHERE e.program_id = programs.id AND e.status = 'published'), 0))`,
      events: sql<number>`(SELECT count(*) FROM events AS e WHERE e.program_id = programs.id AND e.status = 'published')`,
    })
    .from(programs)
    .where(isOpen)
    .orderBy(programs.id)

/** A part of the published events, by program and day. */
export const eventPages = (db: Db, part: { skip: number; limit: number }) =>
  db
    .select({ id: events.id, program_id: events.program_id, updated: events.updated })
    .from(programs)
    .crossJoin(events)
    .where(sql`${isOpen} AND ${events.program_id} = ${programs.id} AND ${isPublished}`)
    .orderBy(programs.id, events.starts_at, events.id)
    .limit(part.limit)
    .offset(part.skip)
