import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { code, Day } from '../field-rules.ts'
import { listOf, paging } from '../paging.ts'

const money = 'money'
const count = 'count'
const text = 'text'

/**
 * The columns of each report, in their order. The schema of its rows, the head of its file and its sums follow from
 * them; their words are `reportWords`.
 */
export const reportColumns = {
  sales: {
    orders: count,
    items: count,
    amount_subtotal: money,
    amount_discount: money,
    amount_fee: money,
    amount_tax: money,
    amount_total: money,
    amount_paid: money,
    amount_returned: money,
    amount_due: money,
  },
  due: {
    orders: count,
    amount_total: money,
    amount_paid: money,
    amount_returned: money,
    amount_due: money,
    amount_late: money,
  },
  payouts: {
    payments: count,
    refunds: count,
    amount_received: money,
    amount_returned: money,
    amount_net: money,
    amount_card: money,
    amount_cash: money,
    amount_cheque: money,
    amount_transfer: money,
    amount_other: money,
    amount_balance: money,
    amount_moved: money,
  },
  attendance: { people: count, days_here: count, days_picked_up: count, days_absent: count },
  answers: { question: text, answer: text, people: count },
} as const satisfies Record<string, Record<string, 'money' | 'count' | 'text'>>

export type ReportName = keyof typeof reportColumns
export type MoneyReportName = 'sales' | 'due' | 'payouts'
export type ColumnOf<Name extends ReportName> = Extract<keyof (typeof reportColumns)[Name], string>
export type ReportColumn = { [Name in ReportName]: ColumnOf<Name> }[ReportName]
export const reportNames = Object.keys(reportColumns) as ReportName[]

export const reportGroups = ['day', 'week', 'month', 'event', 'venue', 'product'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** True for groups that are times: their key is the first day. */
export const isTimeGroup = (by: ReportGroup): by is 'day' | 'week' | 'month' =>
  by === 'day' || by === 'week' || by === 'month'

/** Days that a report may cover: a year and the week around each end. */
export const maxReportDays = 380

/** Query of a report: whole days in the time zone of the program, both included. */
export const ReportQuery = z.strictObject({
  ...paging,
  from: Day,
  to: Day,
  by: z._default(z.enum(reportGroups, { error: code('invalid_option') }), 'week'),
  format: z._default(z.enum(['json', 'csv'], { error: code('invalid_option') }), 'json'),
})
export type ReportQuery = z.infer<typeof ReportQuery>

const cells = { money: Money, count: z.int(), text: z.nullable(z.string()) }
type Cells<Columns extends Record<string, keyof typeof cells>> = {
  [Name in keyof Columns]: (typeof cells)[Columns[Name]]
}

const cellsOf = <Columns extends Record<string, keyof typeof cells>>(columns: Columns): Cells<Columns> =>
  Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, cells[kind]])) as Cells<Columns>

function reportOf<Name extends ReportName>(name: Name) {
  const columns = cellsOf<(typeof reportColumns)[Name]>(reportColumns[name])
  // Only amounts have a currency.
  const currency = { currency_code: z.nullable(z.string()) }
  const row = z.strictObject({ key: z.string(), name: z.nullable(z.string()), ...currency, ...columns })
  return z.strictObject({
    object: z.literal('report'),
    report: z.literal(name),
    program_id: z.string(),
    by: z.enum(reportGroups),
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    ...listOf(row).shape,
    totals: z.array(z.strictObject({ ...currency, ...columns })),
  })
}

export const SalesReport = reportOf('sales')
export const DueReport = reportOf('due')
export const PayoutsReport = reportOf('payouts')
export const AttendanceReport = reportOf('attendance')
export const AnswersReport = reportOf('answers')
export const reportSchemas = {
  sales: SalesReport,
  due: DueReport,
  payouts: PayoutsReport,
  attendance: AttendanceReport,
  answers: AnswersReport,
}
export type Report = z.infer<(typeof reportSchemas)[ReportName]>
