import { sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { events, programs } from '../database/tables.ts'

// What anyone finds: the same programs and events as in lists (decisions.md §5, §6).
const isOpen = sql`${programs.billing_status} <> 'cancelled'`
const isPublished = sql`${events.status} = 'published'`

// Names are written out inside this subquery: a column of drizzle would lose its table there.
const appointmentPagesOf = sql`(SELECT json_group_array(json_object('id', t.id, 'updated', t.updated) ORDER BY t.position) FROM appointment_types AS t WHERE t.status = 'published' AND t.program_id = programs.id)`.mapWith((text: string) => JSON.parse(text) as { id: string; updated: number }[])

/** Every program with a page, what can be booked by the hour, how many of its events are published, and when anything on its page changed last. */
export const programPages = (db: Db) =>
  db
    .select({
      id: programs.id,
      language: programs.language,
      languages: programs.languages,
      features: programs.features,
      has_terms: sql<number>`coalesce(${programs.preferences} ->> '$.program_terms', '') <> ''`.as('has_terms'),
      appointment_types: appointmentPagesOf,
      updated: sql<number>`max(programs.updated, coalesce((SELECT max(e.updated) FROM events AS e WHERE e.program_id = programs.id AND e.status = 'published'), 0))`,
      events: sql<number>`(SELECT count(*) FROM events AS e WHERE e.program_id = programs.id AND e.status = 'published')`,
    })
    .from(programs)
    .where(isOpen)
    .orderBy(programs.id)

/** Published events by program and day, a part of them. */
export const eventPages = (db: Db, part: { skip: number; limit: number }) =>
  db
    .select({ id: events.id, program_id: events.program_id, updated: events.updated })
    .from(programs)
    .crossJoin(events)
    .where(sql`${isOpen} AND ${events.program_id} = ${programs.id} AND ${isPublished}`)
    .orderBy(programs.id, events.starts_at, events.id)
    .limit(part.limit)
    .offset(part.skip)
