import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { ItemType } from '../../contract/money/order.ts'
import type { Db } from '../../platform/database/database.ts'
import { bookings, eventOptions, registrations } from '../../platform/database/tables.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const isOf = (table: SQL, more: SQL = sql``) =>
  sql`EXISTS (SELECT 1 FROM ${table} AS g WHERE g.id = named.value AND g.program_id = p.id${more})`
const isKept = sql` AND g.is_removed = 0`

/**
 * The kinds of some products and variations of a program; null for ids that the program does not have or does not show.
 */
export const kindsOfProducts = (db: Db, { program_id, ids }: { program_id: string; ids: string[] }) =>
  db.all<{
    id: string
    type: ItemType | null
    /** The variations of a store product, as JSON. */
    variations: string | null
    /** The product of a variation. */
    product_of: string | null
  }>(sql`
    SELECT named.value AS id, CASE
      WHEN ${isOf(sql`events`, sql` AND g.status IN ${statusList(eventStates.visible)}`)} OR ${isOf(sql`event_options`, isKept)} THEN 'event_option'
      WHEN ${isOf(sql`appointment_types`)} OR ${isOf(sql`appointment_options`)} THEN 'appointment_option'
      WHEN ${isOf(sql`session_packages`, sql` AND g.is_of_membership = 0`)} THEN 'session_package'
      WHEN ${isOf(sql`membership_packages`)} THEN 'membership_package'
      WHEN ${isOf(sql`products`, isKept)} OR ${isOf(sql`product_variations`, isKept)} THEN 'product_variation' END AS type,
      (SELECT json_group_array(v.id) FROM product_variations AS v WHERE v.product_id = named.value AND v.is_removed = 0) AS variations,
      (SELECT v.product_id FROM product_variations AS v WHERE v.id = named.value) AS product_of
    FROM programs AS p CROSS JOIN json_each(${JSON.stringify(ids)}) AS named WHERE p.id = ${program_id}`)

/** Places that a customer holds in a program outside any order, oldest first. */
export const placesInNoOrder = (db: Db, input: { customer_id: string; customer_profile_id: string; now: number }) =>
  db
    .select({ id: registrations.id, product_id: bookings.source_id, product_variation_id: bookings.option_id })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .where(
      and(
        eq(registrations.customer_id, input.customer_id),
        eq(registrations.customer_profile_id, input.customer_profile_id),
        eq(registrations.status, 'pending'),
        isNull(registrations.order_id),
        gte(registrations.hold_expires_at, input.now),
      ),
    )
    .orderBy(registrations.created, registrations.id)

/** The columns of an item for another option of an event. */
export const optionOf = (db: Db, input: { event_id: string; option_id: string }) =>
  db
    .select({ option_title: eventOptions.name, cost: eventOptions.cost, translations: eventOptions.translations })
    .from(eventOptions)
    .where(
      and(
        eq(eventOptions.id, input.option_id),
        eq(eventOptions.event_id, input.event_id),
        eq(eventOptions.is_removed, false),
      ),
    )
