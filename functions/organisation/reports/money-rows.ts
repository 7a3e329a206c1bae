import { type SQL, sql } from 'drizzle-orm'
import { type MoneyReportName, reportColumns, type ReportGroup } from '../../contract/organisation/reports.ts'
import type { Db } from '../../platform/database/database.ts'
import { isOwed, isSold } from '../../platform/database/owed-orders.ts'
import {
  endOf,
  type Group,
  groupColumns,
  keyOf,
  namesOf,
  periodsOf,
  rowsOf,
  startOf,
  type Value,
  type Window,
} from './group-rows.ts'
import { counted, type MoneyColumn, moneyColumns, priceOfItem, type Weight } from './money-column-rows.ts'

type Input = Window & { report: MoneyReportName; by: ReportGroup; limit: number; skip: number }
export type Sums = Record<string, Value>

const columnsOf = ({ report }: Input): [string, MoneyColumn][] => Object.entries(moneyColumns[report])
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
const entriesOf = (input: Input): SQL => sql`(
  SELECT p.id, p.order_id, 0 AS is_refund, p.amount_received AS amount,
    iif(p.carried_from IS NULL, ${methodOfPayment}, 'moved') AS method,
    coalesce((SELECT h.at FROM status_history AS h WHERE h.object = 'payment' AND h.object_id = p.id AND h.to_status = 'succeeded'
      ORDER BY h.step LIMIT 1), p.created) AS at
  FROM payments AS p WHERE p.status = 'succeeded' AND p.updated >= ${startOf(input)}
  UNION ALL
  SELECT f.id, f.order_id, 1, -f.amount,
    CASE WHEN f.dedupe GLOB 'carried:*' THEN 'moved' WHEN f.destination = 'account_balance' THEN 'balance'
      WHEN f.returned_as = 'cash' THEN 'cash' ELSE ${methodOfPayment} END, f.updated
  FROM refunds AS f LEFT JOIN payments AS p ON p.id = f.payment_id
  WHERE f.status = 'succeeded' AND f.updated >= ${startOf(input)} AND f.updated < ${endOf(input)})`

/** The orders of a report, or its payments and refunds, each with the amounts of the columns. */
function factsOf(input: Input): SQL {
  const amounts = named(columnsOf(input).map(([name, { whole }]) => [name, whole]))
  if (input.report === 'payouts')
    return sql`facts AS MATERIALIZED (SELECT y.id, y.order_id, y.is_refund, orders.currency, periods.key AS week, ${amounts}
      FROM ${entriesOf(input)} AS y CROSS JOIN orders ON orders.id = y.order_id AND orders.program_id = ${input.program_id}
      JOIN periods ON y.at >= periods.starts AND y.at < periods.ends)`
  return sql`facts AS MATERIALIZED (SELECT orders.id, orders.id AS order_id, 0 AS is_refund, orders.currency, periods.key AS week, ${amounts}
    FROM periods CROSS JOIN orders ON orders.program_id = ${input.program_id} AND orders.created >= periods.starts AND orders.created < periods.ends
    WHERE ${input.report === 'due' ? isOwed : isSold})`
}

/** A share of an amount: what is due up to this item, less what was due before it, so that the shares add up to it. */
function shareOf(name: string, weight: Weight): SQL {
  const column = sql.identifier(name)
  if (weight === 'entry') return sql`iif(s.is_refund, ${shareOf(name, 'returned')}, ${shareOf(name, 'price')})`
  const [own, upTo, all] = ['own', 'upto', 'all'].map((part) => sql.raw(`s.${part}_${weight}`)) as [SQL, SQL, SQL]
  return sql`(s.${column} * ${upTo} / ${all} - s.${column} * (${upTo} - ${own}) / ${all})`
}

const weights = ['price', 'returned', 'open']
const perWeight = (part: (weight: string) => string): SQL => sql.raw(weights.map(part).join(', '))

/** The items of the facts with their parts of the amounts. An amount of nothing is divided evenly. */
function linesOf(input: Input): SQL {
  const parts = columnsOf(input).map(([name, { ofItem }]): [string, SQL] => [
    name,
    typeof ofItem === 'string' ? shareOf(name, ofItem) : sql.raw(`s.item_${name}`),
  ])
  const own = columnsOf(input).flatMap(([name, { ofItem }]): [string, SQL][] =>
    typeof ofItem === 'string' ? [] : [[`item_${name}`, ofItem]],
  )
  return sql`priced AS (
    SELECT facts.*, i.id AS item_id, coalesce(i.position, 0) AS position, i.type AS kind, i.product_name, i.translations AS product_texts,
      iif(i.type IN ('event_option', 'appointment_option'), i.product_id, NULL) AS place,
      coalesce(i.product_variation_id, i.product_id) AS product,
      max(0, ${priceOfItem}) AS price, coalesce(i.amount_cancelled, 0) AS returned,
      max(0, ${priceOfItem} - coalesce(i.amount_cancelled, 0)) AS open${own.length > 0 ? sql`, ${named(own)}` : sql``}
    FROM facts LEFT JOIN order_items AS i ON i.order_id = facts.order_id),
  summed AS (SELECT *, ${perWeight((weight) => `sum(${weight}) OVER f AS sum_${weight}`)} FROM priced WINDOW f AS (PARTITION BY id)),
  weighed AS (SELECT *, iif(sum_price > 0, price, 1) AS own_price,
    CASE WHEN sum_returned > 0 THEN returned WHEN sum_price > 0 THEN price ELSE 1 END AS own_returned,
    CASE WHEN sum_open > 0 THEN open WHEN sum_price > 0 THEN price ELSE 1 END AS own_open FROM summed),
  s AS (SELECT *, ${perWeight((weight) => `sum(own_${weight}) OVER f AS all_${weight}`)},
    ${perWeight((weight) => `sum(own_${weight}) OVER (PARTITION BY id ORDER BY position, item_id ROWS UNBOUNDED PRECEDING) AS upto_${weight}`)}
    FROM weighed WINDOW f AS (PARTITION BY id)),
  lines AS (SELECT s.id, s.currency, s.week, s.is_refund, s.kind, s.place, s.product, s.product_name, s.product_texts, ${named(parts)} FROM s)`
}

const sumNames = (input: Input): string[] => ['currency', ...Object.keys(reportColumns[input.report])]
const sums = (input: Input): SQL =>
  named([
    ...countsOf(input).map(([name, test]): [string, SQL] => [name, sql`count(DISTINCT iif(${test}, facts.id, NULL))`]),
    ...columnsOf(input).map(([name]): [string, SQL] => [name, sql`sum(facts.${sql.identifier(name)})`]),
  ])

/** The groups of a report of money, each with the number of all of them. */
export const moneyGroups = (db: Db, input: Input) => {
  const { columns, joins } = namesOf[input.by]
  // A week needs no items: its orders are summed as they are.
  const lines =
    input.by === 'week'
      ? sql`lines AS (SELECT *, NULL AS kind, NULL AS product_name, NULL AS product_texts FROM facts)`
      : linesOf(input)
  const query = sql`WITH ${periodsOf(input)}, ${factsOf(input)}, ${lines},
    g AS (SELECT facts.currency, facts.key, max(facts.product_name) AS product_name, max(facts.product_texts) AS product_texts, max(facts.kind) AS kind, ${sums(input)}
      FROM (SELECT lines.*, ${keyOf[input.by]} AS key FROM lines) AS facts GROUP BY facts.currency, facts.key)
    SELECT g.*, ${columns}, count(*) OVER () AS total FROM g ${joins}
    ORDER BY g.currency, name, g.key LIMIT ${input.limit} OFFSET ${input.skip}`
  return rowsOf<Group & Sums>(db, [...groupColumns, ...sumNames(input)], query)
}

/** The sums of a report of money by currency, from the orders, payments and refunds themselves. */
export const moneyTotals = (db: Db, input: Input) =>
  rowsOf<Sums>(
    db,
    sumNames(input),
    sql`WITH ${periodsOf(input)}, ${factsOf(input)}
    SELECT facts.currency, ${sums(input)} FROM facts GROUP BY facts.currency ORDER BY facts.currency`,
  )
