import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { customerProfiles, customers, orders, programs, receipts, users } from '../../platform/database/tables.ts'
import { contact, foundCustomers, type Ordered, pageOf, type Search, type Within } from './search-rows.ts'
import type { OrderNumbers } from './search-terms.ts'

/** Maximum number of orders and receipts that the beginning of a number finds: the latest. */
const maxOfBeginning = 50

/** The ids of orders of a program by what was typed: by their number or id, otherwise the orders of matching customers. */
export const ordersFound = (
  search: Within & Pick<Ordered, 'limit' | 'isByEmail'> & { terms: string | null; exact: string },
  numbers: OrderNumbers | null,
): SQL => {
  if (numbers === null)
    return search.terms === null
      ? sql`(SELECT NULL WHERE 0)`
      : sql`(SELECT o.id FROM customer_profiles AS p CROSS JOIN orders AS o ON o.customer_id = p.customer_id
          WHERE p.rowid IN (SELECT row FROM ${pageOf(foundCustomers, { ...search, terms: search.terms, skip: 0 })}) AND +o.program_id = ${search.program_id})`
  const { exact, from, until, id } = numbers
  if (id !== null)
    return sql`(SELECT o.id FROM orders AS o WHERE o.id >= ${id} AND o.id < ${`${id}~`} AND +o.program_id = ${search.program_id} LIMIT ${maxOfBeginning})`
  const whole = sql`SELECT o.id FROM orders AS o WHERE o.program_id = ${search.program_id} AND o.receipt_number IN ${among(exact)}`
  return sql`(${whole} UNION ALL SELECT id FROM (SELECT o.id FROM orders AS o
    WHERE o.program_id = ${search.program_id} AND o.receipt_number >= ${from} AND o.receipt_number < ${until} AND NOT EXISTS (${whole})
    ORDER BY o.receipt_number DESC LIMIT ${maxOfBeginning}))`
}

/** A page of receipts and credit notes: of these orders, or with these numbers; the newest first. */
export const searchReceipts = (
  db: Db,
  search: Pick<Search, 'program_id' | 'limit' | 'skip'> & { orders: SQL; numbers: OrderNumbers | null },
) => {
  const { exact = [], from = '', until = '' } = search.numbers ?? {}
  const whole = sql`SELECT c.id FROM receipts AS c WHERE c.program_id = ${search.program_id} AND c.number IN ${among(exact)}`
  const which = sql`${receipts.id} IN (SELECT c.id FROM receipts AS c WHERE c.order_id IN ${search.orders}
    UNION ${whole}
    UNION SELECT id FROM (SELECT c.id FROM receipts AS c
      WHERE c.program_id = ${search.program_id} AND c.number >= ${from} AND c.number < ${until} AND NOT EXISTS (${whole})
      ORDER BY c.number DESC LIMIT ${maxOfBeginning}))`
  return [
    db
      .select({
        receipt: receipts,
        customer_id: orders.customer_id,
        contact,
        program: { country: programs.country },
      })
      .from(receipts)
      .innerJoin(orders, eq(orders.id, receipts.order_id))
      .innerJoin(programs, eq(programs.id, receipts.program_id))
      .innerJoin(customerProfiles, eq(customerProfiles.id, orders.customer_profile_id))
      .innerJoin(customers, eq(customers.id, orders.customer_id))
      .innerJoin(users, eq(users.id, customers.user_id))
      .where(which)
      .orderBy(desc(receipts.issued_at), desc(receipts.number))
      .limit(search.limit)
      .offset(search.skip),
    db.select({ total: sql<number>`count(*)` }).from(receipts).where(which),
  ] as const
}
