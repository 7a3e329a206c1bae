import { among } from '../../../platform/database/json-lists.ts'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../platform/database/database.ts'
import { guardThat, literal } from '../../../platform/database/guard.ts'
import {
  appointmentOptions,
  appointmentTypeQuestions,
  appointmentTypeResources,
  appointmentTypes,
  appointmentTypeVenues,
  resources,
} from '../../../platform/database/tables.ts'
import type { BookedTime } from './booking-warnings.ts'
import { upsert } from './upsert-rows.ts'

/** The stored appointment types of a program, and whether any time of them is booked. */
export function storedAppointments(db: Db, programId: string) {
  const ofProgram = eq(appointmentTypes.program_id, programId)
  return {
    appointment_types: db
      .select({
        ...getTableColumns(appointmentTypes),
        is_booked: sql<number>`EXISTS (SELECT 1 FROM appointment_slots AS s WHERE s.appointment_type_id = appointment_types.id AND s.is_taken = 1)`,
      })
      .from(appointmentTypes)
      .where(ofProgram)
      .orderBy(appointmentTypes.position, appointmentTypes.key),
    appointmentVenueTies: db
      .select({
        appointment_type_id: appointmentTypeVenues.appointment_type_id,
        venue_id: appointmentTypeVenues.venue_id,
      })
      .from(appointmentTypes)
      .crossJoin(appointmentTypeVenues)
      .where(and(ofProgram, eq(appointmentTypeVenues.appointment_type_id, appointmentTypes.id)))
      .orderBy(appointmentTypeVenues.position),
    resources: db
      .select()
      .from(resources)
      .where(eq(resources.program_id, programId))
      .orderBy(resources.position, resources.key),
    appointmentResourceTies: db
      .select({
        appointment_type_id: appointmentTypeResources.appointment_type_id,
        resource_id: appointmentTypeResources.resource_id,
      })
      .from(appointmentTypes)
      .crossJoin(appointmentTypeResources)
      .where(and(ofProgram, eq(appointmentTypeResources.appointment_type_id, appointmentTypes.id)))
      .orderBy(appointmentTypeResources.position),
    appointmentOptions: db
      .select({
        ...getTableColumns(appointmentOptions),
        is_booked: sql<number>`EXISTS (SELECT 1 FROM appointment_slots AS s WHERE s.appointment_option_id = ${appointmentOptions.id} AND s.is_taken = 1)`,
      })
      .from(appointmentTypes)
      .crossJoin(appointmentOptions)
      .where(and(ofProgram, eq(appointmentOptions.appointment_type_id, appointmentTypes.id)))
      .orderBy(appointmentOptions.position, appointmentOptions.key),
    appointmentQuestionTies: db
      .select({
        appointment_type_id: appointmentTypeQuestions.appointment_type_id,
        question_id: appointmentTypeQuestions.question_id,
        is_in_use: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.appointment_type_id = appointment_type_questions.appointment_type_id)`,
      })
      .from(appointmentTypes)
      .crossJoin(appointmentTypeQuestions)
      .where(and(ofProgram, eq(appointmentTypeQuestions.appointment_type_id, appointmentTypes.id)))
      .orderBy(appointmentTypeQuestions.position),
  }
}

/** The booked times of a program from now on, in order. */
export const bookedTimes = (db: Db, programId: string, now: number) =>
  db.all<BookedTime>(
    sql`SELECT t.key, s.starts_at, s.free_at FROM appointment_types AS t CROSS JOIN appointment_slots AS s
      WHERE t.program_id = ${programId} AND s.appointment_type_id = t.id AND s.is_taken = 1 AND s.starts_at >= ${now} ORDER BY s.starts_at, t.key LIMIT 5000`,
  )

export const putAppointmentTypes = (db: Db, rows: (typeof appointmentTypes.$inferInsert)[]) =>
  upsert(db, appointmentTypes, rows, {
    at: [appointmentTypes.program_id, appointmentTypes.key],
    keep: ['currency'],
  })
export const putAppointmentOptions = (db: Db, rows: (typeof appointmentOptions.$inferInsert)[]) =>
  upsert(db, appointmentOptions, rows, { at: [appointmentOptions.appointment_type_id, appointmentOptions.key] })

/** Replaces the venues of types. */
export function replaceAppointmentVenues(
  db: Db,
  typeIds: string[],
  rows: (typeof appointmentTypeVenues.$inferInsert)[],
): Statement[] {
  return [
    db.delete(appointmentTypeVenues).where(sql`${appointmentTypeVenues.appointment_type_id} IN ${among(typeIds)}`),
    ...upsert(db, appointmentTypeVenues, rows, {
      at: [appointmentTypeVenues.appointment_type_id, appointmentTypeVenues.venue_id],
    }),
  ]
}

/** Replaces the people and rooms of types. */
export function replaceAppointmentResources(
  db: Db,
  typeIds: string[],
  rows: (typeof appointmentTypeResources.$inferInsert)[],
): Statement[] {
  const { appointment_type_id, resource_id } = appointmentTypeResources
  return [
    db.delete(appointmentTypeResources).where(sql`${appointment_type_id} IN ${among(typeIds)}`),
    ...upsert(db, appointmentTypeResources, rows, { at: [appointment_type_id, resource_id] }),
  ]
}

export const putResources = (db: Db, rows: (typeof resources.$inferInsert)[]) =>
  upsert(db, resources, rows, { at: [resources.program_id, resources.key] })
export const dropResources = (db: Db, ids: string[]): Statement[] => [
  db.delete(appointmentTypeResources).where(sql`${appointmentTypeResources.resource_id} IN ${among(ids)}`),
  db.delete(resources).where(sql`${resources.id} IN ${among(ids)}`),
]

/** Replaces the questions of types. */
export function replaceAppointmentQuestions(
  db: Db,
  typeIds: string[],
  rows: (typeof appointmentTypeQuestions.$inferInsert)[],
): Statement[] {
  const { appointment_type_id, question_id } = appointmentTypeQuestions
  return [
    db.delete(appointmentTypeQuestions).where(sql`${appointment_type_id} IN ${among(typeIds)}`),
    ...upsert(db, appointmentTypeQuestions, rows, { at: [appointment_type_id, question_id] }),
  ]
}

const unlessBooked = (db: Db, column: 'appointment_option_id' | 'appointment_type_id', ids: string[]): Statement[] =>
  ids.map((id) =>
    guardThat(
      db,
      sql`NOT EXISTS (SELECT 1 FROM appointment_slots WHERE ${sql.raw(column)} = ${literal(id)} AND is_taken = 1)`,
      'state',
    ),
  )

/** Hides options that have no booked time. */
export const hideAppointmentOptions = (db: Db, ids: string[], now: number): Statement[] => [
  db
    .update(appointmentOptions)
    .set({ is_removed: true, updated: now })
    .where(sql`${appointmentOptions.id} IN ${among(ids)}`),
  ...unlessBooked(db, 'appointment_option_id', ids),
]

/** Archives a type at its stored position if it has no booked time. */
export const archiveType = (
  db: Db,
  type: { id: string; step: number },
  to: { step: number; updated: number },
): Statement[] => [
  db
    .update(appointmentTypes)
    .set({ ...to, status: 'archived' })
    .where(and(eq(appointmentTypes.id, type.id), eq(appointmentTypes.step, type.step))),
  ...unlessBooked(db, 'appointment_type_id', [type.id]),
]
