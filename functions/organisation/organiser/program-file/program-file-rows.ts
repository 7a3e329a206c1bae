import { among } from '../../../platform/database/json-lists.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../platform/database/database.ts'
import { guardThat, literal } from '../../../platform/database/guard.ts'
import {
  coupons,
  appointmentTypeQuestions,
  appointmentTypes,
  eventQuestions,
  events,
  optionPools,
  pools,
  programs,
  questions,
  rosterLinks,
  venues,
  waivers,
  waiverVersions,
} from '../../../platform/database/tables.ts'
import { upsert } from './upsert-rows.ts'

export const putProgram = (db: Db, row: typeof programs.$inferInsert) =>
  upsert(db, programs, [row], {
    at: [programs.id],
    keep: ['first_applied_on', 'billing_status', 'source', 'payment_provider_id'],
  })
export const putVenues = (db: Db, rows: (typeof venues.$inferInsert)[]) =>
  upsert(db, venues, rows, { at: [venues.program_id, venues.key] })
export const putPools = (db: Db, rows: (typeof pools.$inferInsert)[]) =>
  upsert(db, pools, rows, { at: [pools.program_id, pools.key], keep: ['spots_taken'] })
export const putWaivers = (db: Db, rows: (typeof waivers.$inferInsert)[]) =>
  upsert(db, waivers, rows, { at: [waivers.program_id, waivers.key] })
export const addWaiverVersions = (db: Db, rows: (typeof waiverVersions.$inferInsert)[]) =>
  upsert(db, waiverVersions, rows, {
    at: [waiverVersions.waiver_id, waiverVersions.version],
    keep: ['title', 'text', 'text_hash'],
  })
export const putQuestions = (db: Db, rows: (typeof questions.$inferInsert)[]) =>
  upsert(db, questions, rows, { at: [questions.program_id, questions.key] })
export const putCoupons = (db: Db, rows: (typeof coupons.$inferInsert)[]) =>
  upsert(db, coupons, rows, {
    at: [coupons.program_id, coupons.key],
    set: {
      times_redeemed: sql.raw(
        'coupons.times_redeemed + excluded.times_redeemed_before - coupons.times_redeemed_before',
      ),
    },
  })

/** Deletes coupons that no order or cart has. */
export const dropCoupons = (db: Db, ids: string[]): Statement[] =>
  ids.length === 0
    ? []
    : [
        ...ids.map((id) =>
          guardThat(db, sql`NOT EXISTS (SELECT 1 FROM discounts WHERE coupon_id = ${literal(id)})`, 'state'),
        ),
        db.delete(coupons).where(sql`${coupons.id} IN ${among(ids)}`),
      ]
/** Clears the codes of coupons that are about to be written, because one may take the code of another. */
export const freeCodes = (db: Db, ids: string[]): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(coupons)
          .set({ code_key: null })
          .where(sql`${coupons.id} IN ${among(ids)}`),
      ]

export const hideVenues = (db: Db, ids: string[]): Statement =>
  db
    .update(venues)
    .set({ is_removed: true })
    .where(sql`${venues.id} IN ${among(ids)}`)

export const dropPools = (db: Db, ids: string[]): Statement[] => [
  db.delete(optionPools).where(sql`${optionPools.pool_id} IN ${among(ids)}`),
  db.delete(pools).where(sql`${pools.id} IN ${among(ids)}`),
]
export const dropQuestions = (db: Db, ids: string[]): Statement[] => [
  db.delete(eventQuestions).where(sql`${eventQuestions.question_id} IN ${among(ids)}`),
  db.delete(appointmentTypeQuestions).where(sql`${appointmentTypeQuestions.question_id} IN ${among(ids)}`),
  db.delete(questions).where(sql`${questions.id} IN ${among(ids)}`),
]
export const dropWaivers = (db: Db, programId: string, ids: string[]): Statement[] => [
  db
    .update(events)
    .set({ waiver_id: null })
    .where(and(eq(events.program_id, programId), sql`${events.waiver_id} IN ${among(ids)}`)),
  db
    .update(appointmentTypes)
    .set({ waiver_id: null })
    .where(and(eq(appointmentTypes.program_id, programId), sql`${appointmentTypes.waiver_id} IN ${among(ids)}`)),
  db.delete(waiverVersions).where(sql`${waiverVersions.waiver_id} IN ${among(ids)}`),
  db.delete(waivers).where(sql`${waivers.id} IN ${among(ids)}`),
]

/** Guard statement: the program was not changed since it was read. */
export const programIsAsRead = (db: Db, program: { id: string; updated: number }): Statement =>
  guardThat(
    db,
    sql`(SELECT updated FROM programs WHERE id = ${literal(program.id)}) = ${literal(program.updated)}`,
    'state',
  )

/** Guard statement: the program was not created since it was read. */
export const programIsNew = (db: Db, programId: string): Statement =>
  guardThat(db, sql`NOT EXISTS (SELECT 1 FROM programs WHERE id = ${literal(programId)})`, 'state')

/**
 * The version of a new program's roster links. Its key may be that of a deleted program, whose links must open nothing.
 */
export const startRosterLinks = (db: Db, program_id: string, at: number): Statement =>
  db.insert(rosterLinks).values({ program_id, version: at, updated: at })

/** Updates the time at which the program changed, so that callers who read the program earlier notice the change. */
export const touchProgram = (db: Db, programId: string, now: number): Statement =>
  db.update(programs).set({ updated: now }).where(eq(programs.id, programId))
