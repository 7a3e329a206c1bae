import { type SQL, sql } from 'drizzle-orm'
import type { ColumnOf, MoneyReportName } from '../../contract/organisation/reports.ts'
import { isOwed, remaining } from '../../platform/database/owed-orders.ts'

/**
 * How an amount of an order is divided among its items: by their prices, by what was refunded for each, by what is
 * left of each, or as its payment or refund.
 */
export type Weight = 'price' | 'returned' | 'open' | 'entry'

/** An amount of an order, a payment or a refund; and its part of an item: a column of the item, or a share. */
export type MoneyColumn = { whole: SQL; ofItem: SQL | Weight }

const orderColumn = (name: string, ofItem: MoneyColumn['ofItem']): MoneyColumn => ({
  whole: sql.raw(`orders.${name}`),
  ofItem,
})
const itemColumn = (name: string): MoneyColumn => orderColumn(name, sql.raw(`coalesce(i.${name}, 0)`))

// The taxes of the price and of the fee.
const taxesOf = (which: SQL): SQL =>
  sql`coalesce((SELECT sum((t.value ->> '$.amount') + coalesce(t.value ->> '$.fee_amount', 0)) FROM json_each(i.taxes) AS t WHERE ${which}), 0)`

/** The price of an item with the fees and taxes that are added to it. */
export const priceOfItem: SQL = sql`(coalesce(i.amount, 0) - coalesce(i.amount_discount, 0)
  + iif(i.is_fee_included = 0, i.amount_fee, 0)
  + ${taxesOf(sql`NOT (t.value ->> '$.is_included')`)})`

const due = sql`iif(${isOwed}, ${remaining}, 0)`
const ofOrders = {
  amount_total: orderColumn('amount_total', priceOfItem),
  amount_paid: orderColumn('amount_paid', 'price'),
  amount_returned: orderColumn('amount_returned', 'returned'),
  amount_due: { whole: due, ofItem: 'open' as const },
}

const method = (name: string): MoneyColumn => ({ whole: sql`iif(y.method = ${name}, y.amount, 0)`, ofItem: 'entry' })

/** The columns of the reports of money, without their counts. */
export const moneyColumns: { [Name in MoneyReportName]: Record<Exclude<ColumnOf<Name>, Counted>, MoneyColumn> } = {
  sales: {
    items: {
      whole: sql`(SELECT coalesce(sum(n.quantity), 0) FROM order_items AS n WHERE n.order_id = orders.id)`,
      ofItem: sql`coalesce(i.quantity, 0)`,
    },
    amount_subtotal: orderColumn('amount_subtotal', sql`coalesce(i.amount, 0)`),
    amount_discount: itemColumn('amount_discount'),
    amount_fee: itemColumn('amount_fee'),
    amount_tax: orderColumn('amount_tax', taxesOf(sql`true`)),
    ...ofOrders,
  },
  due: {
    ...ofOrders,
    amount_late: { whole: sql`iif(orders.due_at < periods.now, ${due}, 0)`, ofItem: 'open' },
  },
  payouts: {
    amount_received: { whole: sql`iif(y.is_refund, 0, y.amount)`, ofItem: 'entry' },
    amount_returned: { whole: sql`iif(y.is_refund, -y.amount, 0)`, ofItem: 'entry' },
    amount_net: { whole: sql`y.amount`, ofItem: 'entry' },
    amount_card: method('card'),
    amount_cash: method('cash'),
    amount_cheque: method('cheque'),
    amount_transfer: method('transfer'),
    amount_other: method('other'),
    amount_balance: method('balance'),
    amount_moved: method('moved'),
  },
}

/** Counts of orders, payments and refunds. One that has items of two groups counts in both. */
export const counted = {
  orders: sql`1`,
  payments: sql`NOT facts.is_refund`,
  refunds: sql`facts.is_refund`,
} satisfies Record<string, SQL>
type Counted = keyof typeof counted
