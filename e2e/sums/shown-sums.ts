import { localeOf } from '../../functions/contract/date-format.ts'
import type { Quote } from '../../functions/contract/money/order.ts'
import type { Receipt } from '../../functions/contract/money/receipt.ts'
import { instalmentWords } from '../../functions/contract/sentences/instalment-words.ts'
import { orderMailWords } from '../../functions/contract/sentences/order-mail-words.ts'
import { sum } from '../../functions/offering/pricing/shares.ts'
import { textIn } from '../../src/locales/choose-language.ts'
import { openParts, orderSum } from '../../src/screens/money/order/order-words.ts'
import { discountRows, paperLines, paperSums } from '../../src/screens/money/order/paper-view.ts'
import { refundLines } from '../../src/screens/money/refund/refund-lines.ts'
import { reportDifferences } from '../../functions/test-bench/report-sums.ts'
import type { MoneyReport, Shown } from './life-of-order.ts'

type Mail = Shown['mails'][number]
/** Compares two amounts in cents and keeps the difference in words. */
type Compare = (what: string, shown: number, right: number) => void

const amount = /[−-]?(?:\$[\d,]+\.\d\d|[\d\s\u00a0\u202f]+,\d\d[\s\u00a0\u202f]\$)/u
const row = new RegExp(`^(.*?)\\u00a0?: (${amount.source})$`, 'u')

/** A displayed amount in cents: `−$1,204.50`, `1 204,50 $`. */
export function centsOf(text: string): number {
  if (!new RegExp(`^${amount.source}$`, 'u').test(text)) throw new Error(`no amount: ${text}`)
  return Number(text.replaceAll(/\D/g, '')) * (/^[−-]/.test(text) ? -1 : 1)
}
/** An amount of a file for spreadsheets in cents. */
const centsOfCell = (cell: string): number => Math.round(Number(cell.replace(',', '.')) * 100)

export const isMarkedIncluded = (label: string) => /included|in the price|compris|dans le prix/i.test(label)

/** Differences between the sums that everything shows of an order. */
export function differences(shown: Shown, before: Shown | null): string[] {
  const found: string[] = []
  const compare: Compare = (what, value, right) => {
    if (value !== right) found.push(`${what}: ${value} and ${right}`)
  }
  comparePage(shown, compare)
  comparePapers(shown, compare)
  compareExports(shown, compare)
  found.push(...reportsDifferences(shown))
  compareRefund(shown, before, compare)
  for (const mail of shown.mails) compareMail(mail, shown, compare)
  return found
}

/** Differences between the lines of checkout and its sums. */
export function checkoutDifferences(quote: Quote): string[] {
  const found: string[] = []
  const compare: Compare = (what, value, right) => {
    if (value !== right) found.push(`checkout, ${what}: ${value} and ${right}`)
  }
  compare('items', sum(quote.items.map((item) => item.amount_total.value)), quote.amount_total.value)
  compare('discounts', sum(quote.discounts.map((each) => each.amount.value)), quote.amount_discount.value)
  if (quote.instalments.length > 0 && quote.balance_used.value === 0)
    compare('instalments', sum(quote.instalments.map((part) => part.amount.value)), quote.amount_due.value)
  return found
}

const readerOf = ({ language }: Shown) => ({ text: textIn(language), language, locale: localeOf(language, 'CA') })

function comparePage(shown: Shown, compare: Compare): void {
  const { order, language } = shown
  const { text } = readerOf(shown)
  const returned = order.amount_returned.value + order.amount_returning.value
  compare('page, items', sum(order.items.map((item) => item.amount_total.value)), order.amount_total.value)
  compare('page, discounts', sum(order.discounts.map((each) => each.amount.value)), order.amount_discount.value)
  const received = order.payments.map(({ status, amount_received }) =>
    status === 'succeeded' ? amount_received.value : 0,
  )
  compare('page, payments', sum(received), order.amount_paid.value)
  const main = orderSum(order, { text, language })
  if (main && order.amount_paid.value > 0)
    compare('page, main sum', centsOf(main.amount), order.amount_paid.value - returned)
  const { open } = openParts(order, { isClosed: false })
  compare('page, open instalments', sum(open.map((part) => part.amount.value)), order.amount_due.value)
  const paid = order.instalments.filter(({ status }) => status === 'paid').map((part) => part.amount.value)
  if (paid.length > 0) compare('page, paid instalments', sum(paid), order.amount_paid.value)
}

function comparePapers(shown: Shown, compare: Compare): void {
  const { receipts, amount_total, amount_paid, amount_returned } = shown.order
  const reader = readerOf(shown)
  for (const paper of receipts) {
    const of = `paper ${paper.number}`
    const total = centsOf(sign(paper.amount_total.display))
    const lines = paperLines(paper, reader)
    const added = sum(paper.taxes.map((tax) => (tax.is_included ? 0 : tax.amount.value)))
    compare(`${of}, lines`, sum(lines.map((line) => centsOf(line.sum))), total)
    // Without a discount the column has no sign.
    const columns = lines.map(({ price, discount }) => centsOf(price) - Math.abs(centsOf(discount)))
    compare(`${of}, prices`, sum(columns) + added, total)
    const sums = paperSums(paper, reader)
    const at = sums.findIndex(({ isTotal }) => isTotal)
    const parts = sums.slice(0, at).map((each) => centsOf(each.amount))
    if (parts.length > 0) compare(`${of}, sums`, sum(parts), total)
    const [price, ...discounts] = discountRows({ ...paper, taxes: [] }, reader).map((each) => centsOf(each.amount))
    if (price !== undefined) compare(`${of}, discounts`, price + sum(discounts) + added, total)
    compare(`${of}, payments`, sum(sums.slice(at + 1).map((each) => centsOf(each.amount))), total)
  }
  const ofKind = (kind: Receipt['kind']) => receipts.filter((paper) => paper.kind === kind)
  const [receipt] = ofKind('receipt')
  if (receipt) compare('receipt', receipt.amount_total.value, amount_total.value)
  compare('papers', sum(receipts.map((paper) => paper.amount_paid.value)), amount_paid.value - amount_returned.value)
  compare('credit notes', sum(ofKind('credit_note').map((note) => note.amount_paid.value)), -amount_returned.value)
}

const sign = (text: string) => text.replace('-', '−')

function compareExports({ order, exports, preview }: Shown, compare: Compare): void {
  const own = exports.orders.filter((cells) => cells[1] === order.id)
  compare('export of orders, rows', own.length, 1)
  const columns = [order.amount_total, order.amount_paid, order.amount_returned, order.amount_due]
  for (const [index, { value }] of columns.entries())
    compare(`export of orders, amount ${index}`, centsOfCell(own[0]?.[9 + index] ?? ''), value)
  const requests = preview.refund_requests.filter(({ status }) => status !== 'withdrawn')
  const rows = exports.refundRequests.filter((cells) => cells[1] === order.id)
  const inRows = (column: number) => sum(rows.map((cells) => centsOfCell(cells[column] ?? '')))
  compare('export of refund requests', inRows(8), sum(preview.refund_requests.map((each) => each.amount.value)))
  compare('export of approved refunds', inRows(9), sum(requests.map((each) => each.amount_approved?.value ?? 0)))
}

/** Every report adds up by each of its groups, and its sums are those of the order. */
function reportsDifferences({ order, reports }: Shown): string[] {
  const paid = {
    amount_total: order.amount_total.value,
    amount_paid: order.amount_paid.value,
    amount_returned: order.amount_returned.value,
    amount_due: order.amount_remaining.value,
  }
  const nothing = { amount_total: 0, amount_paid: 0, amount_returned: 0, amount_due: 0 }
  const right: Record<MoneyReport['report'], Record<string, number>> = {
    sales: {
      ...paid,
      amount_subtotal: order.amount_subtotal.value,
      amount_discount: order.amount_discount.value,
      amount_fee: order.amount_fee.value,
      amount_tax: order.amount_tax.value,
    },
    due: paid.amount_due > 0 ? paid : nothing,
    payouts: { amount_received: paid.amount_paid, amount_returned: paid.amount_returned },
  }
  return reports.flatMap((each) => reportDifferences(each, right[each.report]))
}

/** The lines of the refund page add up, and what it said before a cancellation is what then happened. */
function compareRefund(shown: Shown, before: Shown | null, compare: Compare): void {
  const { preview, promised, language } = shown
  const about = { words: textIn(language).refund, nameOf: () => '', program: '', language }
  for (const page of promised ? [preview, promised.preview] : [preview])
    compare('refund page', sum(refundLines(page, about).map((line) => centsOf(line.amount))), page.amount.value)
  if (!promised || !before) return
  const refunds = ({ order }: Shown) => order.amount_returned.value + order.amount_returning.value
  const requests = (of: Shown) => sum(of.preview.refund_requests.map(({ amount }) => amount.value))
  compare('refund promised', promised.preview.amount_automatic.value, refunds(shown) - refunds(before))
  compare('request promised', promised.requested, requests(shown) - requests(before))
}

function compareMail({ subject, text }: Mail, shown: Shown, compare: Compare): void {
  const { order, language } = shown
  const words = orderMailWords[language]
  const blocks = text.split('\n\n').map((block) => ({ block, rows: rowsOf(block) }))
  for (const [index, { rows, block }] of blocks.entries()) {
    const [first, ...rest] = rows
    if (!first) continue
    const of = `mail ${subject}`
    const title = blocks[index - 1]?.block ?? ''
    if (order.receipt_number !== null && title === words.paid.receipt(order.receipt_number)) {
      const parts = rest.map(({ label, cents }) => (isMarkedIncluded(label) ? 0 : cents))
      compare(`${of}, receipt`, order.amount_total.value === 0 ? 0 : sum(parts), order.amount_total.value)
      compare(`${of}, paid`, first.cents, order.amount_paid.value)
    } else if (first.label === words.lines.afterRefund) {
      const [paid, back] = rest.map(({ cents }) => cents)
      compare(`${of}, after the refund`, first.cents, (paid ?? 0) + (back ?? 0))
      compare(`${of}, paid`, paid ?? 0, order.amount_paid.value)
      compare(`${of}, refunded`, -(back ?? 0), Math.max(order.amount_returned.value + order.amount_returning.value, 0))
    } else if (first.label === words.lines.due) {
      const parts = rest.map(({ label, cents }) => (isMarkedIncluded(label) ? 0 : cents))
      compare(`${of}, due`, first.cents, sum(parts))
    } else if (block.includes(instalmentWords[language].states.paid)) {
      compare(`${of}, instalments`, rows.length, order.instalments.length)
      for (const [at, { cents }] of rows.entries())
        compare(`${of}, instalment ${at}`, cents, order.instalments[at]?.amount.value ?? -1)
    }
  }
}

const rowsOf = (block: string) =>
  block.split('\n').flatMap((line) => {
    const [, label, value] = row.exec(line) ?? []
    return label !== undefined && value !== undefined ? [{ label, cents: centsOf(value) }] : []
  })
