import { type SQL, sql } from 'drizzle-orm'
import {
  isTimeGroup,
  type MoneyReportName,
  reportColumns,
  type ReportGroup,
} from '../../contract/organisation/reports.ts'
import { chargeProduct } from '../../contract/money/order.ts'
import type { Db } from '../../platform/database/database.ts'
import { isOwed, isSold } from '../../platform/database/owed-orders.ts'
import {
  endOf,
  type Group,
  groupColumns,
  isInPeriod,
  keyOf,
  namesOf,
  periodsOf,
  rowsOf,
  startOf,
  type Value,
  type Window,
} from './group-rows.ts'
import {
  counted,
  isWhole,
  type MoneyAmount,
  moneyAmounts,
  payoutColumns,
  priceOfItem,
  type Weight,
} from './money-column-rows.ts'

type Input = Window & { report: MoneyReportName; by: ReportGroup; limit: number; skip: number }
export type Sums = Record<string, Value>

const amountsOf = ({ report }: Input): [string, MoneyAmount][] => Object.entries(moneyAmounts[report])
const countsOf = ({ report }: Input): [string, SQL][] =>
  Object.entries(counted).filter(([name]) => (name === 'orders') === (report !== 'payouts'))
const named = (parts: [string, SQL][]): SQL =>
  sql.join(
    parts.map(([name, part]) => sql`${part} AS ${sql.identifier(name)}`),
    sql`, `,
  )

const methodOfPayment = sql`CASE WHEN p.provider = 'account_balance' THEN 'balance' WHEN p.checkout_method = 'card' THEN 'card'
  WHEN p.checkout_method = 'offline' THEN coalesce(p.received_as, 'other') ELSE 'other' END`

// The time of a payment is the time at which it succeeded; a later dispute changes the row. A place that moves takes
// its money to another order: out of one, into the other.
const entriesOf = (input: Input): SQL => {
  const orderOf = (entry: SQL) =>
    sql`CROSS JOIN orders AS o ON o.id = ${entry}.order_id AND o.program_id = ${input.program_id}`
  return sql`entries AS MATERIALIZED (
    SELECT p.rowid AS id, o.rowid AS order_row, o.id AS order_id, o.currency, o.amount_total, 0 AS is_refund, p.amount_received AS amount,
      iif(p.carried_from IS NULL, ${methodOfPayment}, 'moved') AS method,
      coalesce((SELECT h.at FROM status_history AS h WHERE h.object = 'payment' AND h.object_id = p.id AND h.to_status = 'succeeded'
        ORDER BY h.step LIMIT 1), p.created) AS at
    FROM payments AS p ${orderOf(sql`p`)} WHERE p.status = 'succeeded' AND p.updated >= ${startOf(input)}
    UNION ALL
    SELECT f.rowid, o.rowid, o.id, o.currency, o.amount_total, 1, -f.amount,
      CASE WHEN f.dedupe GLOB 'carried:*' THEN 'moved' WHEN f.destination = 'account_balance' THEN 'balance'
        WHEN f.returned_as = 'cash' THEN 'cash' ELSE ${methodOfPayment} END, f.updated
    FROM refunds AS f ${orderOf(sql`f`)} LEFT JOIN payments AS p ON p.id = f.payment_id
    WHERE f.status = 'succeeded' AND f.updated >= ${startOf(input)} AND f.updated < ${endOf(input)})`
}

/** The orders of a report, or its payments and refunds, each with these amounts. */
function factsOf(input: Input, amounts: [string, MoneyAmount][]): SQL {
  const own = named(amounts.map(([name, { whole }]) => [name, whole]))
  if (input.report === 'payouts')
    return sql`${entriesOf(input)}, facts AS MATERIALIZED (SELECT y.id, y.order_row, y.order_id, y.is_refund, y.method, y.currency, periods.key AS week, ${isWhole.payouts} AS is_whole, ${own}
      FROM entries AS y CROSS JOIN periods ON ${isInPeriod(sql`y.at`)})`
  return sql`facts AS MATERIALIZED (SELECT orders.rowid AS id, orders.rowid AS order_row, orders.id AS order_id, 0 AS is_refund, NULL AS method, orders.currency, periods.key AS week, ${isWhole[input.report]} AS is_whole, ${own}
    FROM periods CROSS JOIN orders ON orders.program_id = ${input.program_id} AND orders.created >= periods.starts AND orders.created < periods.ends
    WHERE ${input.report === 'due' ? isOwed : isSold})`
}

/** A share of an amount: what is due up to this item, less what was due before it, so that the shares add up to it. */
function shareOf(name: string, weight: Weight): SQL {
  const column = sql`facts.${sql.identifier(name)}`
  if (weight === 'total') return sql`s.price`
  if (weight === 'entry') return sql`iif(facts.is_refund, ${shareOf(name, 'returned')}, ${shareOf(name, 'price')})`
  const [own, upTo, all] = ['own', 'upto', 'all'].map((part) => weightOf(part, weight)) as [SQL, SQL, SQL]
  // An order without items is one line.
  return sql`iif(s.item IS NULL, ${column}, ${column} * ${upTo} / ${all} - ${column} * (${upTo} - ${own}) / ${all})`
}

type ItemWeight = Exclude<Weight, 'entry' | 'total'>
/** The weight of an item, of it and those before it, or of all items. An amount of nothing is divided evenly. */
const weightOf = (part: string, weight: ItemWeight): SQL =>
  sql.raw(
    `CASE ${weight === 'price' ? '' : `WHEN s.all_${weight} > 0 THEN s.${part}_${weight} `}WHEN s.all_price > 0 THEN s.${part}_price ELSE s.${part}_one END`,
  )

/** A charge counts for its name, because its `product_id` is that of every charge. */
const isOfCharge = sql`i.product_id = ${chargeProduct}`

/** The part of an item of a whole order or payment: its price, of what is neither returned nor due. */
const wholeShareOf = (name: string, weight: Weight): SQL =>
  weight === 'total'
    ? priceOfItem
    : sql`iif(i.rowid IS NULL, facts.${sql.identifier(name)}, ${weight === 'price' || weight === 'entry' ? priceOfItem : sql`0`})`

/** The items of the facts with their parts of the amounts. Most orders are whole, and only the others are divided. */
function linesOf(input: Input): SQL {
  const weights = ['one', 'price', 'returned', ...(input.report === 'payouts' ? [] : ['open'])]
  const perWeight = (part: (weight: string) => string): SQL => sql.raw(weights.map(part).join(', '))
  const lineWith = (share: typeof shareOf) =>
    sql`SELECT facts.id, facts.currency, facts.week, facts.is_refund, facts.method, iif(${isOfCharge}, 'charge', i.type) AS kind, i.product_name, i.translations AS product_texts,
      iif(i.type IN ('event_option', 'appointment_option'), i.product_id, NULL) AS place,
      coalesce(i.product_variation_id, iif(${isOfCharge}, i.product_name, i.product_id)) AS product, ${named(
        amountsOf(input).map(([name, { ofItem }]): [string, SQL] => [
          name,
          typeof ofItem === 'string' ? share(name, ofItem) : ofItem,
        ]),
      )}`
  // Sorted rows are narrow: the other columns of an item are read at the end.
  return sql`priced AS MATERIALIZED (SELECT facts.order_row, i.rowid AS item, i.position, i.id AS item_id, i.amount_cancelled AS returned, ${priceOfItem} AS price
    FROM (SELECT DISTINCT order_row, order_id FROM facts WHERE NOT is_whole) AS facts CROSS JOIN order_items AS i ON i.order_id = facts.order_id),
  weighed AS (SELECT *, 1 AS own_one, max(0, price) AS own_price, returned AS own_returned, max(0, price - returned) AS own_open FROM priced),
  s AS MATERIALIZED (SELECT order_row, item, price, ${perWeight((weight) => `own_${weight}, sum(own_${weight}) OVER upto AS upto_${weight}, sum(own_${weight}) OVER whole AS all_${weight}`)}
    FROM weighed WINDOW upto AS (PARTITION BY order_row ORDER BY position, item_id ROWS UNBOUNDED PRECEDING), whole AS (PARTITION BY order_row)),
  lines AS (${lineWith(wholeShareOf)} FROM facts LEFT JOIN order_items AS i ON i.order_id = facts.order_id WHERE facts.is_whole
    UNION ALL ${lineWith(shareOf)}
    FROM facts LEFT JOIN s ON s.order_row = facts.order_row LEFT JOIN order_items AS i ON i.rowid = s.item WHERE NOT facts.is_whole)`
}

const sumNames = (input: Input): string[] => ['currency', ...Object.keys(reportColumns[input.report])]
const sums = (input: Input, isOnce: boolean): SQL =>
  named([
    ...countsOf(input).map(([name, test]): [string, SQL] => [
      name,
      isOnce ? sql`sum(${test})` : sql`count(DISTINCT iif(${test}, facts.id, NULL))`,
    ]),
    ...(input.report === 'payouts'
      ? Object.entries(payoutColumns)
      : amountsOf(input).map(([name]): [string, SQL] => [name, sql`facts.${sql.identifier(name)}`])
    ).map(([name, part]): [string, SQL] => [name, sql`coalesce(sum(${part}), 0)`]),
  ])

/**
 * The groups of a report of money, each with the number of all of them, and its sums by currency from the orders,
 * payments and refunds themselves. Both come from one statement, because reading the orders is most of its work.
 */
export const moneyReport = (db: Db, input: Input) => {
  const { columns, joins } = namesOf[input.by]
  const names = sumNames(input)
  const amounts = sql.join(names.map(sql.identifier), sql`, `)
  // A day, week or month needs no items: its orders are summed as they are.
  const isByTime = isTimeGroup(input.by)
  const lines = isByTime
    ? sql`lines AS (SELECT *, NULL AS kind, NULL AS product_name, NULL AS product_texts FROM facts)`
    : linesOf(input)
  const query = sql`WITH ${periodsOf(input)}, ${factsOf(input, amountsOf(input))}, ${lines},
    g AS (SELECT facts.key, max(facts.product_name) AS product_name, max(facts.product_texts) AS product_texts, max(facts.kind) AS kind, facts.currency, ${sums(input, isByTime)}
      FROM (SELECT lines.*, ${keyOf[input.by]} AS key FROM lines) AS facts GROUP BY facts.currency, facts.key),
    shown AS (SELECT g.*, ${columns}, count(*) OVER () AS total FROM g ${joins}
      ORDER BY g.currency, name, g.key LIMIT ${input.limit} OFFSET ${input.skip})
    SELECT 0 AS is_sum, key, kind, name, translations, total, ${amounts} FROM shown
    UNION ALL SELECT 1, '', NULL, NULL, NULL, 0, facts.currency, ${sums(input, true)} FROM facts GROUP BY facts.currency
    ORDER BY is_sum, currency, name, key`
  return rowsOf<Group & Sums & { is_sum: number }>(db, ['is_sum', ...groupColumns, ...names], query)
}
