import { type SQL, sql } from 'drizzle-orm'
import type { ColumnOf, MoneyReportName } from '../../contract/organisation/reports.ts'
import { isOwed, remaining } from '../../platform/database/owed-orders.ts'

/**
 * How an amount of an order is divided among its items: by their prices, by what was refunded for each, by what is
 * left of each, or as its payment or refund. The total is not divided: each item has its own price.
 */
export type Weight = 'price' | 'returned' | 'open' | 'entry' | 'total'

/** An amount of an order, a payment or a refund; and its part of an item: a column of the item, or a share. */
export type MoneyAmount = { whole: SQL; ofItem: SQL | Weight }

const orderColumn = (name: string, ofItem: MoneyAmount['ofItem']): MoneyAmount => ({
  whole: sql.raw(`orders.${name}`),
  ofItem,
})
const itemColumn = (name: string): MoneyAmount => orderColumn(name, sql.raw(`coalesce(i.${name}, 0)`))

// The taxes of the price and of the fee.
const taxesOf = (which: SQL): SQL =>
  sql`iif(i.taxes = '[]', 0, (SELECT coalesce(sum((t.value ->> '$.amount') + coalesce(t.value ->> '$.fee_amount', 0)), 0) FROM json_each(i.taxes) AS t WHERE ${which}))`

/** The price of an item with the fees and taxes that are added to it. */
export const priceOfItem: SQL = sql`(i.amount - i.amount_discount
  + iif(i.is_fee_included = 0, i.amount_fee, 0)
  + ${taxesOf(sql`NOT (t.value ->> '$.is_included')`)})`

const due = sql`iif(${isOwed}, ${remaining}, 0)`
const ofOrders = {
  amount_total: orderColumn('amount_total', 'total'),
  amount_paid: orderColumn('amount_paid', 'price'),
  amount_returned: orderColumn('amount_returned', 'returned'),
  amount_due: { whole: due, ofItem: 'open' as const },
}

/** The amounts of each report of money: all its columns but the counts; of payouts, the one amount that they divide. */
export const moneyAmounts = {
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
  } satisfies AmountsOf<'sales'>,
  due: {
    ...ofOrders,
    amount_late: { whole: sql`iif(orders.due_at < periods.now, ${due}, 0)`, ofItem: 'open' },
  } satisfies AmountsOf<'due'>,
  payouts: { amount: { whole: sql`y.amount`, ofItem: 'entry' } },
} satisfies Record<MoneyReportName, Record<string, MoneyAmount>>

/**
 * True for an order, or a payment of it, that is its whole total, with nothing returned or due: the shares of its items
 * are their prices, so nothing is divided.
 */
export const isWhole: Record<MoneyReportName, SQL> = {
  sales: sql`(orders.amount_paid = orders.amount_total AND orders.amount_returned = 0 AND ${due} = 0)`,
  due: sql`0`,
  payouts: sql`(NOT y.is_refund AND y.amount = y.amount_total)`,
}

const ofMethod = (name: string): SQL => sql`iif(facts.method = ${name}, facts.amount, 0)`

/** The columns of payouts, from the amount of a payment or refund or of its part. */
export const payoutColumns: Record<Exclude<ColumnOf<'payouts'>, Counted>, SQL> = {
  amount_received: sql`iif(facts.is_refund, 0, facts.amount)`,
  amount_returned: sql`iif(facts.is_refund, -facts.amount, 0)`,
  amount_net: sql`facts.amount`,
  amount_card: ofMethod('card'),
  amount_cash: ofMethod('cash'),
  amount_cheque: ofMethod('cheque'),
  amount_transfer: ofMethod('transfer'),
  amount_other: ofMethod('other'),
  amount_balance: ofMethod('balance'),
  amount_moved: ofMethod('moved'),
}

/** Counts of orders, payments and refunds. One that has items of two groups counts in both. */
export const counted = {
  orders: sql`1`,
  payments: sql`NOT facts.is_refund`,
  refunds: sql`facts.is_refund`,
} satisfies Record<string, SQL>
type Counted = keyof typeof counted
type AmountsOf<Name extends MoneyReportName> = Record<Exclude<ColumnOf<Name>, Counted>, MoneyAmount>
