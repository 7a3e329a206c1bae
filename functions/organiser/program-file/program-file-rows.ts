import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../database/database.ts'
import { guardThat, literal } from '../../database/guard.ts'
import {
  coupons,
  eventOptions,
  eventProducts,
  eventQuestions,
  events,
  eventTags,
  eventVenues,
  optionPools,
  pools,
  productCategories,
  products,
  productVariations,
  programs,
  questions,
  venues,
  waivers,
  waiverVersions,
} from '../../database/tables.ts'
import { storedAttachments } from './attachment-file-rows.ts'
import { storedAppointments } from './appointment-file-rows.ts'
import { storedPackages } from './package-file-rows.ts'
import { among, upsert } from './upsert-rows.ts'

const living = sql.raw(`('pending', 'confirmed', 'preregistered', 'waitlisted', 'offered', 'attended', 'no_show')`)

// A line that stands in somebody's order and was not taken back.
const soldVariation = (id: SQL): SQL =>
  sql`oi.type = 'product_variation' AND oi.product_variation_id = ${id} AND oi.cancelled_at IS NULL`

/** Everything of a program that stands in its file, and what has been sold of it, for one batch. */
export function storedReads(db: Db, programId: string) {
  const ofProgram = eq(events.program_id, programId)
  return [
    db.select().from(programs).where(eq(programs.id, programId)),
    db.select().from(venues).where(eq(venues.program_id, programId)).orderBy(venues.position, venues.key),
    db.select().from(pools).where(eq(pools.program_id, programId)),
    db
      .select({
        ...getTableColumns(waivers),
        title: waiverVersions.title,
        text: waiverVersions.text,
        is_accepted: sql<number>`EXISTS (SELECT 1 FROM waiver_acceptances AS wa WHERE wa.waiver_id = ${waivers.id})`,
      })
      .from(waivers)
      .innerJoin(
        waiverVersions,
        and(eq(waiverVersions.waiver_id, waivers.id), eq(waiverVersions.version, waivers.version)),
      )
      .where(eq(waivers.program_id, programId)),
    db.select().from(questions).where(eq(questions.program_id, programId)),
    db
      .select({
        ...getTableColumns(events),
        is_registered: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = events.id AND r.status IN ${living})`,
      })
      .from(events)
      .where(ofProgram)
      .orderBy(events.starts_at, events.key),
    db
      .select({ event_id: eventVenues.event_id, venue_id: eventVenues.venue_id })
      .from(events)
      .crossJoin(eventVenues)
      .where(and(ofProgram, eq(eventVenues.event_id, events.id)))
      .orderBy(eventVenues.position),
    db
      .select({
        event_id: eventQuestions.event_id,
        question_id: eventQuestions.question_id,
        is_asked: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = ${events.id})`,
      })
      .from(events)
      .crossJoin(eventQuestions)
      .where(and(ofProgram, eq(eventQuestions.event_id, events.id)))
      .orderBy(eventQuestions.position),
    db
      .select({
        ...getTableColumns(eventOptions),
        is_registered: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = ${events.id} AND r.option_id = ${eventOptions.id} AND r.status IN ${living})`,
      })
      .from(events)
      .crossJoin(eventOptions)
      .where(and(ofProgram, eq(eventOptions.event_id, events.id)))
      .orderBy(eventOptions.position, eventOptions.key),
    db
      .select({ option_id: optionPools.option_id, pool_id: optionPools.pool_id })
      .from(events)
      .crossJoin(eventOptions)
      .crossJoin(optionPools)
      .where(and(ofProgram, eq(eventOptions.event_id, events.id), eq(optionPools.option_id, eventOptions.id))),
    storedAttachments(db, programId),
    ...storedPackages(db, programId),
    db
      .select({
        ...getTableColumns(coupons),
        is_used: sql<number>`EXISTS (SELECT 1 FROM discounts AS d WHERE d.coupon_id = coupons.id)`,
      })
      .from(coupons)
      .where(eq(coupons.program_id, programId))
      .orderBy(coupons.key),
    db
      .select()
      .from(productCategories)
      .where(eq(productCategories.program_id, programId))
      .orderBy(productCategories.position, productCategories.key),
    db.select().from(products).where(eq(products.program_id, programId)).orderBy(products.position, products.key),
    db
      .select({
        ...getTableColumns(productVariations),
        is_sold: sql<number>`EXISTS (SELECT 1 FROM order_items AS oi WHERE ${soldVariation(sql`${productVariations.id}`)})`,
      })
      .from(products)
      .crossJoin(productVariations)
      .where(and(eq(products.program_id, programId), eq(productVariations.product_id, products.id)))
      .orderBy(productVariations.position, productVariations.key),
    db
      .select({ event_id: eventProducts.event_id, product_id: eventProducts.product_id })
      .from(events)
      .crossJoin(eventProducts)
      .where(and(ofProgram, eq(eventProducts.event_id, events.id)))
      .orderBy(eventProducts.position),
    db.all<{ has_orders: number }>(
      sql`SELECT EXISTS (SELECT 1 FROM orders WHERE program_id = ${literal(programId)}) AS has_orders`,
    ),
    ...storedAppointments(db, programId),
  ] as const
}

export const putProgram = (db: Db, row: typeof programs.$inferInsert) =>
  upsert(db, programs, [row], {
    at: [programs.id],
    keep: ['first_applied_on', 'billing_status', 'source', 'meta_pixel_id', 'gtm_id'],
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
export const putEvents = (db: Db, rows: (typeof events.$inferInsert)[]) =>
  upsert(db, events, rows, { at: [events.program_id, events.key], keep: ['cancel_text'] })
export const putOptions = (db: Db, rows: (typeof eventOptions.$inferInsert)[]) =>
  upsert(db, eventOptions, rows, {
    at: [eventOptions.event_id, eventOptions.key],
    keep: ['spots_taken', 'appointment_option_id'],
  })
export const putCoupons = (db: Db, rows: (typeof coupons.$inferInsert)[]) =>
  upsert(db, coupons, rows, {
    at: [coupons.program_id, coupons.key],
    set: {
      times_redeemed: sql.raw(
        'coupons.times_redeemed + excluded.times_redeemed_before - coupons.times_redeemed_before',
      ),
    },
  })

/** Coupons leave only while none of them stands in an order or a cart. */
export const dropCoupons = (db: Db, ids: string[]): Statement[] =>
  ids.length === 0
    ? []
    : [
        ...ids.map((id) =>
          guardThat(db, sql`NOT EXISTS (SELECT 1 FROM discounts WHERE coupon_id = ${literal(id)})`, 'state'),
        ),
        db.delete(coupons).where(sql`${coupons.id} IN ${among(ids)}`),
      ]
/** Lets go of the codes of coupons that are about to be written: one may take that of another. */
export const freeCodes = (db: Db, ids: string[]): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(coupons)
          .set({ code_key: null })
          .where(sql`${coupons.id} IN ${among(ids)}`),
      ]

export const putCategories = (db: Db, rows: (typeof productCategories.$inferInsert)[]) =>
  upsert(db, productCategories, rows, { at: [productCategories.program_id, productCategories.key] })
export const putProducts = (db: Db, rows: (typeof products.$inferInsert)[]) =>
  upsert(db, products, rows, { at: [products.program_id, products.key] })
export const putVariations = (db: Db, rows: (typeof productVariations.$inferInsert)[]) =>
  upsert(db, productVariations, rows, { at: [productVariations.product_id, productVariations.key] })

/** What events are tied to, written anew. */
export function replaceTies(
  db: Db,
  eventIds: string[],
  ties: {
    venues: (typeof eventVenues.$inferInsert)[]
    tags: (typeof eventTags.$inferInsert)[]
    questions: (typeof eventQuestions.$inferInsert)[]
    products: (typeof eventProducts.$inferInsert)[]
  },
): Statement[] {
  return [
    db.delete(eventVenues).where(sql`${eventVenues.event_id} IN ${among(eventIds)}`),
    db.delete(eventTags).where(sql`${eventTags.event_id} IN ${among(eventIds)}`),
    db.delete(eventQuestions).where(sql`${eventQuestions.event_id} IN ${among(eventIds)}`),
    db.delete(eventProducts).where(sql`${eventProducts.event_id} IN ${among(eventIds)}`),
    ...upsert(db, eventVenues, ties.venues, { at: [eventVenues.event_id, eventVenues.venue_id] }),
    ...upsert(db, eventTags, ties.tags, { at: [eventTags.event_id, eventTags.tag] }),
    ...upsert(db, eventQuestions, ties.questions, { at: [eventQuestions.event_id, eventQuestions.question_id] }),
    ...upsert(db, eventProducts, ties.products, { at: [eventProducts.event_id, eventProducts.product_id] }),
  ]
}

/** Pools of options, left before any pool changes and joined after all have; what is taken moves with them by trigger. */
export const leavePools = (db: Db, optionIds: string[]): Statement[] =>
  optionIds.length === 0 ? [] : [db.delete(optionPools).where(sql`${optionPools.option_id} IN ${among(optionIds)}`)]
export const joinPools = (db: Db, rows: (typeof optionPools.$inferInsert)[]): Statement[] =>
  upsert(db, optionPools, rows, { at: [optionPools.option_id, optionPools.pool_id] })

export const hideVenues = (db: Db, ids: string[]): Statement =>
  db
    .update(venues)
    .set({ is_removed: true })
    .where(sql`${venues.id} IN ${among(ids)}`)

/** Options leave the shop only while nobody is registered for them. */
export const hideOptions = (db: Db, ids: string[], now: number): Statement[] => [
  db
    .update(eventOptions)
    .set({ is_removed: true, updated: now })
    .where(sql`${eventOptions.id} IN ${among(ids)}`),
  ...ids.map((id) =>
    guardThat(db, sql`NOT EXISTS (SELECT 1 FROM event_options WHERE id = ${literal(id)} AND spots_taken > 0)`, 'state'),
  ),
]

/** Products leave the store with their variations, and variations alone, only while nobody has one of them in an order. */
export const hideProducts = (db: Db, ids: string[], now: number): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(products)
          .set({ is_removed: true, updated: now })
          .where(sql`${products.id} IN ${among(ids)}`),
      ]
export const hideVariations = (db: Db, ids: string[], now: number): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(productVariations)
          .set({ is_removed: true, updated: now })
          .where(sql`${productVariations.id} IN ${among(ids)}`),
        ...ids.map((id) =>
          guardThat(db, sql`NOT EXISTS (SELECT 1 FROM order_items AS oi WHERE ${soldVariation(literal(id))})`, 'state'),
        ),
      ]

export const dropCategories = (db: Db, ids: string[]): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(products)
          .set({ category_id: null })
          .where(sql`${products.category_id} IN ${among(ids)}`),
        db.delete(productCategories).where(sql`${productCategories.id} IN ${among(ids)}`),
      ]

export const dropPools = (db: Db, ids: string[]): Statement[] => [
  db.delete(optionPools).where(sql`${optionPools.pool_id} IN ${among(ids)}`),
  db.delete(pools).where(sql`${pools.id} IN ${among(ids)}`),
]
export const dropQuestions = (db: Db, ids: string[]): Statement[] => [
  db.delete(eventQuestions).where(sql`${eventQuestions.question_id} IN ${among(ids)}`),
  db.delete(questions).where(sql`${questions.id} IN ${among(ids)}`),
]
export const dropWaivers = (db: Db, programId: string, ids: string[]): Statement[] => [
  db
    .update(events)
    .set({ waiver_id: null })
    .where(and(eq(events.program_id, programId), sql`${events.waiver_id} IN ${among(ids)}`)),
  db.delete(waiverVersions).where(sql`${waiverVersions.waiver_id} IN ${among(ids)}`),
  db.delete(waivers).where(sql`${waivers.id} IN ${among(ids)}`),
]

/** Notes what is said about a cancelled event. */
export const noteCancelText = (db: Db, eventId: string, text: string): Statement =>
  db.update(events).set({ cancel_text: text }).where(eq(events.id, eventId))

/** Moves an event that stands where it was read. */
export const moveEvent = (
  db: Db,
  event: { id: string; step: number },
  to: {
    status: 'draft' | 'published' | 'unpublished' | 'cancelled' | 'archived'
    step: number
    published: number | null
    updated: number
  },
): Statement =>
  db
    .update(events)
    .set(to)
    .where(and(eq(events.id, event.id), eq(events.step, event.step)))

/** Nobody else has applied a file since it was read. */
export const programIsAsRead = (db: Db, program: { id: string; updated: number }): Statement =>
  guardThat(
    db,
    sql`(SELECT updated FROM programs WHERE id = ${literal(program.id)}) = ${literal(program.updated)}`,
    'state',
  )

/** Nobody has made this program since it was looked for. */
export const programIsNew = (db: Db, programId: string): Statement =>
  guardThat(db, sql`NOT EXISTS (SELECT 1 FROM programs WHERE id = ${literal(programId)})`, 'state')
