import { among } from '../../../platform/database/json-lists.ts'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import {
  attachments,
  eventGroups,
  eventOptions,
  eventProducts,
  eventQuestions,
  events,
  eventVenues,
  optionPools,
} from '../../../platform/database/tables.ts'
import * as registrationStates from '../../../contract/states/registration-states.ts'
import { statusList } from '../../../platform/database/status-sql.ts'

const living = statusList(registrationStates.current)
const sold = statusList(registrationStates.sold)

/** The events of a program with these keys. */
export const eventsWithKeys = (programId: string, keys: readonly string[]): SQL =>
  sql`(SELECT id FROM events WHERE program_id = ${programId} AND key IN ${among(keys)})`

/** The next events of a program, by key. */
export const eventsAfterKey = (programId: string, key: string, count: number): SQL =>
  sql`(SELECT id FROM events WHERE program_id = ${programId} AND key > ${key} ORDER BY key LIMIT ${count})`

/** Events with their own rows and the sold places, for one batch. */
export const eventReads = (db: Db, eventIds: SQL) =>
  ({
    events: db
      .select({
        ...getTableColumns(events),
        is_registered: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = events.id AND r.status IN ${living})`,
      })
      .from(events)
      .where(sql`${events.id} IN ${eventIds}`),
    venueTies: db
      .select({ event_id: eventVenues.event_id, venue_id: eventVenues.venue_id })
      .from(eventVenues)
      .where(sql`${eventVenues.event_id} IN ${eventIds}`)
      .orderBy(eventVenues.position),
    questionTies: db
      .select({
        event_id: eventQuestions.event_id,
        question_id: eventQuestions.question_id,
        is_in_use: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = event_questions.event_id)`,
      })
      .from(eventQuestions)
      .where(sql`${eventQuestions.event_id} IN ${eventIds}`)
      .orderBy(eventQuestions.position),
    options: db
      .select({
        ...getTableColumns(eventOptions),
        is_registered: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = event_options.event_id AND r.option_id = event_options.id AND r.status IN ${living})`,
      })
      .from(eventOptions)
      .where(sql`${eventOptions.event_id} IN ${eventIds}`)
      .orderBy(eventOptions.position, eventOptions.key),
    poolTies: db
      .select({ option_id: optionPools.option_id, pool_id: optionPools.pool_id })
      .from(eventOptions)
      .crossJoin(optionPools)
      .where(and(sql`${eventOptions.event_id} IN ${eventIds}`, eq(optionPools.option_id, eventOptions.id))),
    productTies: db
      .select({ event_id: eventProducts.event_id, product_id: eventProducts.product_id })
      .from(eventProducts)
      .where(sql`${eventProducts.event_id} IN ${eventIds}`)
      .orderBy(eventProducts.position),
    groups: db
      .select({
        ...getTableColumns(eventGroups),
        staff_ids: sql<
          string[]
        >`(SELECT json_group_array(s.staff_id) FROM group_staff AS s WHERE s.group_id = event_groups.id)`.mapWith(
          (text: string) => JSON.parse(text) as string[],
        ),
        num_places: sql<number>`(SELECT count(*) FROM group_places AS g JOIN registrations AS r ON r.id = g.registration_id WHERE g.group_id = event_groups.id AND r.status IN ${sold})`,
      })
      .from(eventGroups)
      .where(sql`${eventGroups.event_id} IN ${eventIds}`)
      .orderBy(eventGroups.position, eventGroups.key),
    attachments: db
      .select()
      .from(attachments)
      .where(sql`${attachments.event_id} IN ${eventIds}`)
      .orderBy(attachments.position, attachments.key),
  }) as const
