import { displayMoney } from '#contract/display-money'
import { dayWords } from '#contract/date-format'
import { eventWhen } from '#contract/event-times'
import type { Receipt } from '#contract/money/receipt'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { percentWords } from '../../../locales/price-words.ts'
import { cardBrand } from './order-words.ts'
import type { ReceiptLine } from './receipt-lines.ts'

type Reader = Pick<ProgramContext, 'text' | 'language' | 'locale'>
type Paid = Receipt['payments'][number]

/** The title of a receipt or a credit note. */
export const paperTitle = ({ kind, number }: Pick<Receipt, 'kind' | 'number'>, { text }: Pick<Reader, 'text'>) =>
  kind === 'receipt' ? text.order.number(number) : text.order.papers.creditNote(number)

/** The words of a link to a receipt or a credit note: its title and its total. */
export const paperLink = (paper: Pick<Receipt, 'kind' | 'number' | 'amount_total'>, reader: Pick<Reader, 'text'>) =>
  `${paperTitle(paper, reader)}, ${withMinus(paper.amount_total.display)}`

/** The sign of a negative amount as the pages write it, where currencies are formatted with a hyphen. */
const withMinus = (amount: string) => amount.replace('-', '−')

/** The lines of a receipt or a credit note, which add up to its total. */
export function paperLines({ lines }: Receipt, { text, locale }: Reader): ReceiptLine[] {
  const { order: words } = text
  const nameOf = ({ name, type, due_on }: Receipt['lines'][number]) =>
    name ??
    (due_on ? words.papers.instalment(dayWords(due_on, locale)) : type === 'fee' ? words.fee : words.papers.refund)
  return lines.map((line) => ({
    name: [`${line.quantity > 1 ? `${line.quantity} × ` : ''}${nameOf(line)}`, line.attendee_name]
      .filter(Boolean)
      .join(', '),
    when: line.when && [eventWhen(line.when, locale).days, line.venue].filter(Boolean).join(' · '),
    price: withMinus(line.amount.display),
    discount: line.amount_discount.value > 0 ? `−${line.amount_discount.display}` : line.amount_discount.display,
    tax: withMinus(line.amount_tax.display),
    sum: withMinus(line.amount_total.display),
  }))
}

/** The table of a receipt or a credit note. `lang` is the language of its lines where the page has another. */
export const paperTable = (paper: Receipt, reader: Reader) => ({
  lines: paperLines(paper, reader),
  hasDiscounts: paper.lines.some(({ amount_discount }) => amount_discount.value > 0),
  lang: paper.language === reader.language ? undefined : paper.language,
})

type Discounted = Pick<Receipt, 'currency' | 'discounts' | 'taxes'> & {
  lines: readonly Pick<Receipt['lines'][number], 'amount'>[]
}

/**
 * The price of an order or receipt before its discounts, then each discount by its name or code, which add up to the
 * price after them. That price has a row where the taxes inside it come next. Empty without a discount. `isName` marks a name in the
 * language of the receipt.
 */
export function discountRows({ currency, lines, discounts, taxes }: Discounted, { text, language }: Reader) {
  const { papers } = text.order
  if (discounts.length === 0) return []
  const inMoney = (amount: number) => displayMoney(amount, lines[0]?.amount ?? currency, language)
  const price = lines.reduce((sum, { amount }) => sum + amount.value, 0)
  const after = discounts.reduce((sum, { amount }) => sum - amount.value, price)
  const hasTaxInside = taxes.some(({ is_included, amount }) => is_included && amount.value > 0)
  return [
    { label: papers.price, amount: inMoney(price), isName: false },
    ...discounts.map(({ name, amount }) => ({
      label: name ?? papers.discount,
      amount: `−${amount.display}`,
      isName: name !== null,
    })),
    ...(hasTaxInside ? [{ label: papers.afterDiscounts, amount: inMoney(after), isName: false }] : []),
  ]
}

/** The sums under the lines: before tax, each tax, the total, and how it was paid or went back. */
export function paperSums(paper: Receipt, reader: Reader): { label: string; amount: string; isTotal: boolean }[] {
  const { papers } = reader.text.order
  const inMoney = (amount: number) => displayMoney(amount, paper.amount_total, reader.language)
  const tax = paper.taxes.reduce((sum, { amount }) => sum + amount.value, 0)
  const due = paper.amount_total.value - paper.amount_paid.value
  const row = (label: string, amount: string, isTotal = false) => ({ label, amount: withMinus(amount), isTotal })
  return [
    ...(paper.taxes.length > 0
      ? [row(papers.beforeTax(paper.discounts.length > 0), inMoney(paper.amount_total.value - tax))]
      : []),
    ...paper.taxes.map(({ name, percent, is_included, amount }) =>
      row(papers.tax(name, percentWords(Math.round(percent * 100), reader.language), is_included), amount.display),
    ),
    row(papers.total, paper.amount_total.display, true),
    ...paper.payments.map((payment) => row(paymentWords(paper, payment, reader), payment.amount.display)),
    ...(paper.kind === 'receipt' && due > 0 ? [row(papers.dueThen, inMoney(due))] : []),
  ]
}

/** How a receipt was paid, or how the money of a credit note went back. */
export function paymentWords({ kind, moved_to, reverses }: Receipt, payment: Paid, { text }: Pick<Reader, 'text'>) {
  const { papers, card } = text.order
  if (moved_to !== null) return papers.movedOn(moved_to)
  if (reverses !== null) return papers.owed
  if (payment.is_carried) return papers.carried
  const ways = kind === 'receipt' ? papers.paid : papers.refunded
  return payment.method === 'card' ? ways.card(card(cardBrand(payment.brand), payment.last4)) : ways[payment.method]
}
