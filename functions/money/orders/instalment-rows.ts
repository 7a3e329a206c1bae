import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { orderInstalments, orders } from '../../platform/database/tables.ts'
import type { PaymentPlan } from '../../contract/offering/payment-plan.ts'

export type InstalmentRow = typeof orderInstalments.$inferSelect
/** An option's payment plan for a place of an order. */
export type PlannedPlace = { registration_id: string; plan: PaymentPlan }
/** A package's payment plan for an item of an order. */
export type PlannedPackage = { item_id: string; plan: PaymentPlan }

const pairs = Object.values(getTableColumns(orderInstalments)).map(
  ({ name }) => `'${name}', ${name === 'lines' ? 'json(i.lines)' : `i.${name}`}`,
)
/** Subquery for the instalments of an order. */
export const instalmentsOfOrder = sql<
  InstalmentRow[]
>`(SELECT json_group_array(json_object(${sql.raw(pairs.join(', '))}) ORDER BY i.position) FROM order_instalments AS i WHERE i.order_id = ${orders.id})`.mapWith(
  (text: string) => JSON.parse(text) as InstalmentRow[],
)

/** Subquery for the places of an order that may be paid in instalments. */
export const plannedPlacesOfOrder = sql<
  PlannedPlace[]
>`(SELECT json_group_array(json_object('registration_id', r.id, 'plan', json(o.payment_plan))) FROM registrations AS r JOIN event_options AS o ON o.id = r.option_id WHERE r.order_id = ${orders.id} AND o.payment_plan IS NOT NULL)`.mapWith(
  (text: string) => JSON.parse(text) as PlannedPlace[],
)

/** Subquery for the session packages of an order that may be paid in instalments. */
export const plannedPackagesOfOrder = sql<
  PlannedPackage[]
>`(SELECT json_group_array(json_object('item_id', oi.id, 'plan', json(p.payment_plan))) FROM order_items AS oi JOIN session_packages AS p ON p.id = oi.product_id WHERE oi.order_id = ${orders.id} AND oi.type = 'session_package' AND p.payment_plan IS NOT NULL)`.mapWith(
  (text: string) => JSON.parse(text) as PlannedPackage[],
)

export const insertInstalment = (db: Db, row: typeof orderInstalments.$inferInsert): Statement =>
  db.insert(orderInstalments).values(row)

/** Deletes the instalments of an unpaid order, so that the next attempt can choose again. */
export const deleteInstalments = (db: Db, orderId: string): Statement =>
  db.delete(orderInstalments).where(eq(orderInstalments.order_id, orderId))

/** Deletes an unpaid instalment. */
export const deleteInstalment = (db: Db, { id }: Pick<InstalmentRow, 'id'>): Statement =>
  db.delete(orderInstalments).where(and(eq(orderInstalments.id, id), ne(orderInstalments.status, 'paid')))

/** Updates an instalment if it still has the status and step that were read. */
export const changeInstalment = (
  db: Db,
  read: Pick<InstalmentRow, 'id' | 'status' | 'step'>,
  change: Partial<Omit<InstalmentRow, 'id' | 'order_id' | 'position' | 'created'>>,
): Statement =>
  db
    .update(orderInstalments)
    .set(change)
    .where(
      and(
        eq(orderInstalments.id, read.id),
        eq(orderInstalments.status, read.status),
        eq(orderInstalments.step, read.step),
      ),
    )
