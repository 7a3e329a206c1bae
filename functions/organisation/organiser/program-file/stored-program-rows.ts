import { among } from '../../../platform/database/json-lists.ts'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import { literal } from '../../../platform/database/guard.ts'
import {
  appointmentTypes,
  attachments,
  coupons,
  pools,
  productCategories,
  products,
  productVariations,
  programs,
  questions,
  venues,
  waivers,
  waiverVersions,
} from '../../../platform/database/tables.ts'
import { storedAppointments } from './appointment-file-rows.ts'
import { storedPackages } from './package-file-rows.ts'
import { soldVariation } from './store-file-rows.ts'

/** Keys of the items that events of a file name. */
export type NamedItems = {
  venues: string[]
  pools: string[]
  waivers: string[]
  questions: string[]
  products: string[]
  packages: string[]
}

export const programRead = (db: Db, programId: string) => db.select().from(programs).where(eq(programs.id, programId))

const venuesWhere = (db: Db, where: SQL | undefined) =>
  db.select().from(venues).where(where).orderBy(venues.position, venues.key)
const poolsWhere = (db: Db, where: SQL | undefined) => db.select().from(pools).where(where)
const questionsWhere = (db: Db, where: SQL | undefined) => db.select().from(questions).where(where)
const productsWhere = (db: Db, where: SQL | undefined) =>
  db.select().from(products).where(where).orderBy(products.position, products.key)
const waiversWhere = (db: Db, where: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(waivers),
      title: waiverVersions.title,
      text: waiverVersions.text,
      translations: waiverVersions.translations,
      is_accepted: sql<number>`EXISTS (SELECT 1 FROM waiver_acceptances AS wa WHERE wa.waiver_id = waivers.id)`,
    })
    .from(waivers)
    .innerJoin(
      waiverVersions,
      and(eq(waiverVersions.waiver_id, waivers.id), eq(waiverVersions.version, waivers.version)),
    )
    .where(where)

/** The links of the given events and the other named items, for one batch. */
export function namedReads(
  db: Db,
  { program_id, eventIds, named }: { program_id: string; eventIds: SQL; named: NamedItems },
) {
  const keyed = (table: string, keys: readonly string[]): SQL =>
    sql`SELECT id FROM ${sql.raw(table)} WHERE program_id = ${program_id} AND key IN ${among(keys)}`
  const packageIds = (table: string) =>
    sql`(SELECT package_id FROM event_packages WHERE event_id IN ${eventIds} UNION ${keyed(table, named.packages)})`
  return {
    program: programRead(db, program_id),
    venues: venuesWhere(
      db,
      sql`${venues.id} IN (SELECT venue_id FROM event_venues WHERE event_id IN ${eventIds} UNION ${keyed('venues', named.venues)})`,
    ),
    pools: poolsWhere(
      db,
      sql`${pools.id} IN (SELECT pool_id FROM option_pools WHERE option_id IN (SELECT id FROM event_options WHERE event_id IN ${eventIds}) UNION ${keyed('pools', named.pools)})`,
    ),
    waivers: waiversWhere(
      db,
      sql`${waivers.id} IN (SELECT waiver_id FROM events WHERE id IN ${eventIds} UNION ${keyed('waivers', named.waivers)})`,
    ),
    questions: questionsWhere(
      db,
      sql`${questions.id} IN (SELECT question_id FROM event_questions WHERE event_id IN ${eventIds} UNION ${keyed('questions', named.questions)})`,
    ),
    products: productsWhere(
      db,
      sql`${products.id} IN (SELECT product_id FROM event_products WHERE event_id IN ${eventIds} UNION ${keyed('products', named.products)})`,
    ),
    ...storedPackages(db, packageIds),
  }
}

/** A program, and its waivers with these keys. */
export const settingsReads = (db: Db, programId: string, waiverKeys: readonly string[]) => ({
  program: programRead(db, programId),
  waivers: waiversWhere(
    db,
    sql`${waivers.id} IN (SELECT preferences ->> '$.default_event_waiver' FROM programs WHERE id = ${programId} UNION SELECT id FROM waivers WHERE program_id = ${programId} AND key IN ${among(waiverKeys)})`,
  ),
})

/** The coupons of a program, with whether an order or cart has them. */
export const couponsOfProgram = (db: Db, programId: string) =>
  db
    .select({
      ...getTableColumns(coupons),
      is_used: sql<number>`EXISTS (SELECT 1 FROM discounts AS d WHERE d.coupon_id = coupons.id)`,
    })
    .from(coupons)
    .where(eq(coupons.program_id, programId))
    .orderBy(coupons.key)

/** Everything in a program's file except its events, with the numbers of sold items, for one batch. */
export function programReads(db: Db, programId: string) {
  return {
    program: programRead(db, programId),
    venues: venuesWhere(db, eq(venues.program_id, programId)),
    pools: poolsWhere(db, eq(pools.program_id, programId)),
    waivers: waiversWhere(db, eq(waivers.program_id, programId)),
    questions: questionsWhere(db, eq(questions.program_id, programId)),
    products: productsWhere(db, eq(products.program_id, programId)),
    ...storedPackages(db, (table) => sql`(SELECT id FROM ${sql.raw(table)} WHERE program_id = ${programId})`),
    coupons: couponsOfProgram(db, programId),
    categories: db
      .select()
      .from(productCategories)
      .where(eq(productCategories.program_id, programId))
      .orderBy(productCategories.position, productCategories.key),
    variations: db
      .select({
        ...getTableColumns(productVariations),
        is_sold: sql<number>`EXISTS (SELECT 1 FROM order_items AS oi WHERE ${soldVariation(sql`${productVariations.id}`)})`,
      })
      .from(products)
      .crossJoin(productVariations)
      .where(and(eq(products.program_id, programId), eq(productVariations.product_id, products.id)))
      .orderBy(productVariations.position, productVariations.key),
    orders: db.all<{ has_orders: number }>(
      sql`SELECT EXISTS (SELECT 1 FROM orders WHERE program_id = ${literal(programId)}) AS has_orders`,
    ),
    ...storedAppointments(db, programId),
    typeAttachments: db
      .select(getTableColumns(attachments))
      .from(appointmentTypes)
      .crossJoin(attachments)
      .where(and(eq(appointmentTypes.program_id, programId), eq(attachments.appointment_type_id, appointmentTypes.id)))
      .orderBy(attachments.position, attachments.key),
  }
}
