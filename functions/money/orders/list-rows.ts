import { and, asc, desc, eq, type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm'
import type { CheckoutMethod } from '../../contract/money/order.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { preparedByShape, withValues } from '../../platform/database/prepared.ts'
import { coupons, discounts, orderItems, orders, payments } from '../../platform/database/tables.ts'
import { shownHeads } from './order-rows.ts'

/** What a list asks, and whose it is. */
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
/** The filters of a list as a statement has them: with their values, or, where it is built once, with names for them. */
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
const named = (filters: Filters): Filters => ({
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
    // The orders of its periods, and the one it was bought with.
    membership_id
      ? sql`(${orders.membership_id} = ${membership_id} OR ${orders.id} = (SELECT m.order_id FROM memberships AS m WHERE m.id = ${membership_id}))`
      : undefined,
  )

function inOrder({ sort, order }: Order): SQL[] {
  const towards = order === 'asc' ? asc : desc
  return [towards(orders[sort]), towards(orders.id)]
}

/** Ids of a customer's orders with the words a search looks at: receipt number, products, people. */
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

/** Which orders a page shows, as a set for `IN`: some that were found, or those at a place in the order that was asked for. */
export const pageOf = (db: Db, input: ListRowsInput, orderIds: string[] | undefined): SQL =>
  orderIds ? foundIds(JSON.stringify(orderIds)) : pageIds(db, { ...input, filters: valuesOf(input) })

const foundIds = (orderIds: Value): SQL => sql`(SELECT value FROM json_each(${orderIds}))`
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

/** What the statements of a list are built by, once for each. */
type Shape = Order & { filters: Filters; isFound: boolean }
const shapeOf = ({ sort, order, ...input }: ListRowsInput, isFound = false): Shape => ({
  sort,
  order,
  filters: named(valuesOf({ sort, order, ...input })),
  isFound,
})
const parameters = (input: ListRowsInput, orderIds: string[] = []) => ({
  ...valuesOf(input),
  limit: input.limit,
  skip: input.skip,
  found: JSON.stringify(orderIds),
})

const heads = preparedByShape((db, { filters, isFound, sort, order }: Shape) => {
  const total = isFound ? sql<number>`0` : sql<number>`(SELECT count(*) FROM orders WHERE ${matching(filters)})`
  const read = shownHeads(db, { total })
  if (isFound)
    return read
      .where(sql`${orders.id} IN ${foundIds(placeholder('found'))}`)
      .orderBy(...inOrder({ sort, order }))
      .prepare()
  return read
    .where(matching(filters))
    .orderBy(...inOrder({ sort, order }))
    .limit(placeholder('limit'))
    .offset(placeholder('skip'))
    .prepare()
})
/** The orders of a page, in their order, each with how many there are in all: some that were found, or those at a place in the order that was asked for. */
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

/** The places that the items of a page stand for. */
export const placesOfPage = (page: SQL): SQL =>
  sql`SELECT i.registration_id FROM order_items AS i WHERE i.order_id IN ${page}`
