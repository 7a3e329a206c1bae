import { and, asc, desc, eq, type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm'
import type { CheckoutMethod } from '../../contract/money/order.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { preparedByShape, withValues } from '../../platform/database/prepared.ts'
import { coupons, discounts, orderItems, orders, payments } from '../../platform/database/tables.ts'
import { shownHeads } from './order-rows.ts'

export type ListRowsInput = {
  customer_id: string
  program_id?: string | undefined
  status?: OrderStatus[] | undefined
  checkout_method?: CheckoutMethod | undefined
  membership_id?: string | undefined
  sort: 'created' | 'updated'
  order: 'asc' | 'desc'
  limit: number
  skip: number
}

type Order = Pick<ListRowsInput, 'sort' | 'order'>
type Value = string | Placeholder
/** The filters of a query: as values, or as placeholders in a prepared statement. */
type Filters = { customer_id: Value } & Record<
  'program_id' | 'status' | 'checkout_method' | 'membership_id',
  Value | null
>

const valuesOf = ({ customer_id, program_id, status, checkout_method, membership_id }: ListRowsInput): Filters => ({
  customer_id,
  program_id: program_id ?? null,
  status: status ? JSON.stringify(status) : null,
  checkout_method: checkout_method ?? null,
  membership_id: membership_id ?? null,
})
const asPlaceholders = (filters: Filters): Filters => ({
  customer_id: placeholder('customer_id'),
  program_id: filters.program_id && placeholder('program_id'),
  status: filters.status && placeholder('status'),
  checkout_method: filters.checkout_method && placeholder('checkout_method'),
  membership_id: filters.membership_id && placeholder('membership_id'),
})

const matching = ({ customer_id, program_id, status, checkout_method, membership_id }: Filters) =>
  and(
    eq(orders.customer_id, customer_id),
    program_id ? eq(orders.program_id, program_id) : undefined,
    status ? sql`${orders.status} IN (SELECT value FROM json_each(${status}))` : undefined,
    checkout_method ? sql`${orders.checkout_method} = ${checkout_method}` : undefined,
    // The orders that pay the periods of a membership, and the order that bought the membership.
    membership_id
      ? sql`(${orders.membership_id} = ${membership_id} OR ${orders.id} = (SELECT m.order_id FROM memberships AS m WHERE m.id = ${membership_id}))`
      : undefined,
  )

function inOrder({ sort, order }: Order): SQL[] {
  const direction = order === 'asc' ? asc : desc
  return [direction(orders[sort]), direction(orders.id)]
}

/** Ids of a customer's orders with the text that a search matches: receipt number, products, people. */
export const searchedOrders = (db: Db, input: ListRowsInput) =>
  db
    .select({
      id: orders.id,
      receipt_number: orders.receipt_number,
      words: sql<
        string | null
      >`(SELECT group_concat(concat_ws(' ', product_name, translations ->> '$.en.product_name', translations ->> '$.fr.product_name', attendee_name), ' ') FROM order_items WHERE order_items.order_id = orders.id)`,
    })
    .from(orders)
    .where(matching(valuesOf(input)))
    .orderBy(...inOrder(input))

export const countOrders = (db: Db, input: ListRowsInput) =>
  db
    .select({ total: sql<number>`count(*)` })
    .from(orders)
    .where(matching(valuesOf(input)))

/** The set of order ids on a page, for `IN`: the given ids, or the page that the input asks for. */
export const pageOf = (db: Db, input: ListRowsInput, orderIds: string[] | undefined): SQL =>
  orderIds ? idsFrom(JSON.stringify(orderIds)) : pageIds(db, { ...input, filters: valuesOf(input) })

const idsFrom = (orderIds: Value): SQL => sql`(SELECT value FROM json_each(${orderIds}))`
const pageIds = (
  db: Db,
  { filters, limit, skip, ...order }: Order & { filters: Filters; limit: number; skip: number },
): SQL =>
  sql`${db
    .select({ id: orders.id })
    .from(orders)
    .where(matching(filters))
    .orderBy(...inOrder(order))
    .limit(limit)
    .offset(skip)}`

/** The cache key of a prepared list statement. */
type Shape = Order & { filters: Filters; hasIds: boolean }
const shapeOf = ({ sort, order, ...input }: ListRowsInput, hasIds = false): Shape => ({
  sort,
  order,
  filters: asPlaceholders(valuesOf({ sort, order, ...input })),
  hasIds,
})
const parameters = (input: ListRowsInput, orderIds: string[] = []) => ({
  ...valuesOf(input),
  limit: input.limit,
  skip: input.skip,
  ids: JSON.stringify(orderIds),
})

const heads = preparedByShape((db, { filters, hasIds, sort, order }: Shape) => {
  const total = hasIds ? sql<number>`0` : sql<number>`(SELECT count(*) FROM orders WHERE ${matching(filters)})`
  const read = shownHeads(db, { total })
  if (hasIds)
    return read
      .where(sql`${orders.id} IN ${idsFrom(placeholder('ids'))}`)
      .orderBy(...inOrder({ sort, order }))
      .prepare()
  return read
    .where(matching(filters))
    .orderBy(...inOrder({ sort, order }))
    .limit(placeholder('limit'))
    .offset(placeholder('skip'))
    .prepare()
})
/** The orders of a page, sorted, each with the total: the given ids, or the page that the input asks for. */
export const ordersOfPage = (db: Db, input: ListRowsInput, orderIds: string[] | undefined) =>
  withValues(heads(db, shapeOf(input, orderIds !== undefined)), parameters(input, orderIds))
export const itemsOfPage = (db: Db, page: SQL) =>
  db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.order_id} IN ${page}`)
    .orderBy(orderItems.order_id, orderItems.position, orderItems.id)
export const paymentsOfPage = (db: Db, page: SQL) =>
  db.select().from(payments).where(sql`${payments.order_id} IN ${page}`).orderBy(payments.created, payments.id)
export const discountsOfPage = (db: Db, page: SQL) =>
  db
    .select({ discount: discounts, coupon: coupons })
    .from(discounts)
    .innerJoin(coupons, eq(coupons.id, discounts.coupon_id))
    .where(sql`${discounts.order_id} IN ${page}`)
    .orderBy(discounts.is_entered, discounts.created, discounts.id)

/** Ids of the registrations of a page's items. */
export const placesOfPage = (page: SQL): SQL =>
  sql`SELECT i.registration_id FROM order_items AS i WHERE i.order_id IN ${page}`
