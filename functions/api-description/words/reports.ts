import { type ReportColumn, reportColumns, type ReportName, reportNames } from '../../contract/organisation/reports.ts'
import type { FieldWords, ShapeWords } from '../field-words.ts'
import { listWords } from './everywhere.ts'

const day = { format: 'date' }
const group: FieldWords = ['What its rows are.', 'week']

/** Parameters of every report. */
export const ofReports: Record<string, FieldWords> = {
  from: ['First day in the time zone of the program, yyyy-mm-dd.', '2027-07-01', day],
  to: ['Last day in the time zone of the program, yyyy-mm-dd, at most 380 days after the first.', '2027-07-31', day],
  by: ['What a row is: a week from Monday, an event, a venue or a product.', 'event'],
  format: ['`csv` for a file for spreadsheets, in the form of `Accept-Language`.', 'csv'],
}

const columnWords: Record<ReportColumn, FieldWords> = {
  orders: ['Number of orders. One with items of two rows counts in both.', 12],
  items: ['Number of places and products in them.', 14],
  amount_subtotal: 'Prices before discounts and before what is added.',
  amount_discount: 'Discounts.',
  amount_fee: 'Booking fees.',
  amount_tax: 'Taxes.',
  amount_total: 'Totals of the orders.',
  amount_paid: 'What was paid for the orders, before refunds.',
  amount_returned: 'What was refunded.',
  amount_due: 'What is still to be paid.',
  amount_late: 'The part of it whose due date has passed.',
  payments: ['Number of payments.', 12],
  refunds: ['Number of refunds.', 1],
  amount_received: 'What was received.',
  amount_net: 'What was received less what was refunded.',
  amount_card: 'Received by card less refunded to cards.',
  amount_cash: 'Received in cash less refunded in cash.',
  amount_cheque: 'Received by cheque less refunded for cheques.',
  amount_transfer: 'Received by bank transfer less refunded by transfer.',
  amount_other: 'Received and refunded another way.',
  amount_balance: 'Paid from account balances less refunded to them.',
  amount_moved: 'What moved into orders with a place less what moved out of others: zero over all of them.',
  people: ['Number of places.', 12],
  days_here: ['Days on which they were present.', 48],
  days_picked_up: ['Days on which their pick-up was marked.', 47],
  days_absent: ['Days on which they were absent.', 2],
  question: ['The question, in the reader’s language.', 'T-shirt size'],
  answer: ['The answer as a text; null for a question without choices.', 'Small'],
}

function shapeOf(name: ReportName): ShapeWords {
  const columns = Object.keys(reportColumns[name]) as ReportColumn[]
  const cells = (list: string): [string, FieldWords][] => [
    [`${list}[].currency_code`, ['ISO 4217 code of its amounts; null in a report without amounts.', 'CAD']],
    ...columns.map((column): [string, FieldWords] => [`${list}[].${column}`, columnWords[column]]),
  ]
  return {
    ...listWords,
    report: ['The report.', name],
    by: group,
    from: ['First day.', '2027-07-01', day],
    to: ['Last day.', '2027-07-31', day],
    data: 'Its rows.',
    'data[].key': [
      'The Monday of a week, or the `id` of the event, venue or product; empty without one.',
      '2027-07-05',
    ],
    'data[].name': ['Its name, in the reader’s language.', 'Canoe Week'],
    totals: 'The sums of all rows, one for each currency.',
    ...Object.fromEntries([...cells('data'), ...cells('totals')]),
  }
}

export const reportShapes: Record<string, ShapeWords> = Object.fromEntries(
  reportNames.map((name) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}Report`, shapeOf(name)]),
)
