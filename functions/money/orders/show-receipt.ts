import type { Money } from '../../contract/amount.ts'
import { money } from '../../contract/display-money.ts'
import type { EventTimes } from '../../contract/event-times.ts'
import { instant } from '../../contract/instant.ts'
import type { CreditDocument, InstalmentDocument, Receipt, ReceiptDocument } from '../../contract/money/receipt.ts'
import { postalLine } from '../../contract/people/place-line.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { ReceiptRow } from './receipt-rows.ts'

type Row = Pick<
  ReceiptRow,
  | 'id'
  | 'kind'
  | 'number'
  | 'receipt_number'
  | 'amount'
  | 'currency'
  | 'language'
  | 'issued_at'
  | 'document'
  | 'buyer'
  | 'people'
  | 'payment_id'
>
type Line = Receipt['lines'][number]
type Frozen = ReceiptDocument['lines'][number]
type InMoney = (amount: number) => Money

/** The receipts of an order and its credit notes as the API returns them, from nothing but what was kept of them. */
export function showReceipts(rows: readonly Row[], language: string, program?: { country: string }): Receipt[] {
  const receipt = rows.find(({ kind, payment_id }) => kind === 'receipt' && payment_id === null)
  if (!receipt) return []
  return rows.map((row) => {
    const own = row.kind === 'receipt' ? row : receipt
    const { seller } = own.document as Pick<ReceiptDocument, 'seller'>
    const country = program?.country ?? seller.address?.country_short_code ?? undefined
    const inMoney = (amount: number) => money(amount, { currency: row.currency, program: { country } }, language)
    return {
      id: row.id,
      object: 'receipt',
      kind: row.kind,
      number: row.number,
      receipt_number: row === receipt ? null : receipt.number,
      issued_at: instant(row.issued_at),
      currency: row.currency,
      language: row.language,
      seller: { ...seller, address: postalLine(seller.address) || null },
      buyer: showBuyer(own),
      ...(row === receipt
        ? showReceipt(receipt, inMoney)
        : row.payment_id === null
          ? showCredit(row, receipt, inMoney)
          : showInstalments(row, inMoney)),
    }
  })
}

/** The numbers of the credit notes, without those that a later credit note takes back. */
export function creditNotes(rows: readonly Pick<Row, 'kind' | 'number' | 'document'>[]): string[] {
  const notes = rows.filter(({ kind }) => kind === 'credit_note')
  const reverses = ({ document }: Pick<Row, 'document'>) => (document as CreditDocument).reverses
  const taken = new Set(notes.map(reverses))
  return notes.filter((note) => reverses(note) === null && !taken.has(note.number)).map(({ number }) => number)
}

/** The person on a receipt; null once they are erased. */
export function showBuyer({ buyer }: Pick<Row, 'buyer'>): Receipt['buyer'] {
  if (!buyer) return null
  const { first_name = '', last_name = '', email = '', address = null } = buyer
  return { first_name, last_name, email, address: postalLine(address) || null }
}

function showReceipt(row: Row, inMoney: InMoney) {
  const { lines, discounts, taxes, total, payments } = row.document as ReceiptDocument
  return {
    reverses: null,
    moved_to: null,
    lines: [...lines.map((line) => soldLine(line, row, inMoney)), ...feeLine({ lines, taxes }, inMoney)],
    discounts: discounts.map(({ name, amount }) => ({ name, amount: inMoney(amount) })),
    taxes: taxes.map((tax) => showTax(tax, inMoney)),
    amount_total: inMoney(total),
    amount_paid: inMoney(row.amount),
    payments: showPayments(row, payments, inMoney),
  }
}

const showPayments = (row: Row, payments: ReceiptDocument['payments'], inMoney: InMoney) =>
  payments.map(({ method, amount, carried }, index) => ({
    method,
    ...cardOf(row, index),
    is_carried: carried,
    amount: inMoney(amount),
  }))

// The lines and taxes of the order are on its own receipt.
function showInstalments(row: Row, inMoney: InMoney) {
  const { instalments, total, payments } = row.document as InstalmentDocument
  return {
    reverses: null,
    moved_to: null,
    lines: instalments.map(
      ({ due_on, amount }): Line => ({
        ...nameless('instalment'),
        due_on,
        quantity: 1,
        amount: inMoney(amount),
        amount_discount: inMoney(0),
        amount_tax: inMoney(0),
        amount_total: inMoney(amount),
      }),
    ),
    discounts: [],
    taxes: [],
    amount_total: inMoney(total),
    amount_paid: inMoney(row.amount),
    payments: showPayments(row, payments, inMoney),
  }
}

function showCredit(row: Row, receipt: Row, inMoney: InMoney) {
  const { lines, taxes, method, moved_to, reverses } = row.document as CreditDocument
  // A credit note subtracts its amounts; a credit note that takes another back adds them again.
  const sign = row.amount < 0 ? 1 : -1
  const signed = (amount: number) => inMoney(amount === 0 ? 0 : sign * amount)
  const sold = (receipt.document as ReceiptDocument).lines
  return {
    reverses,
    moved_to,
    lines: (lines.length > 0 ? lines : [{ item_id: null, amount: Math.abs(row.amount), taxes: [] }]).map(
      ({ item_id, amount, taxes }): Line => {
        const line = sold.find((each) => each.item_id === item_id)
        const added = sum(taxes.map((tax) => (tax.is_included ? 0 : tax.amount)))
        return {
          ...(line ? namesOf(line, receipt) : nameless('refund')),
          quantity: 1,
          amount: signed(amount - added),
          amount_discount: inMoney(0),
          amount_tax: signed(sum(taxes.map((tax) => tax.amount))),
          amount_total: signed(amount),
        }
      },
    ),
    discounts: [],
    taxes: taxes.map((tax) => showTax(tax, signed)),
    amount_total: signed(Math.abs(row.amount)),
    amount_paid: signed(Math.abs(row.amount)),
    payments: [{ method, ...cardOf(row, 0), is_carried: moved_to !== null, amount: signed(Math.abs(row.amount)) }],
  }
}

const cardOf = ({ buyer }: Row, index: number) => {
  const card = buyer?.cards[index]
  return { brand: card?.brand ?? null, last4: card?.last4 ?? null }
}

const showTax = (tax: ReceiptDocument['taxes'][number], inMoney: InMoney) => ({
  name: tax.name,
  percent: tax.percent / 100,
  is_included: tax.is_included,
  amount: inMoney(tax.amount),
})

const nameless = (type: 'fee' | 'instalment' | 'refund') => ({
  type,
  name: null,
  attendee_name: null,
  when: null,
  venue: null,
  due_on: null,
})

function namesOf({ item_id, name, when }: Frozen, { people }: Row) {
  return {
    type: 'item' as const,
    name,
    attendee_name: people[item_id] ?? null,
    venue: when?.venue ?? null,
    due_on: null,
    when:
      when &&
      showWhen({
        ...when,
        overnight: when.overnight === null ? null : when.overnight === 1,
        is_series: when.dates.length > 1,
        series_dates: when.dates,
      }),
  }
}

type Times = Pick<EventTimes, 'timezone' | 'overnight' | 'is_series'> & Period & { series_dates: readonly Period[] }
type Period = { starts_at: number; ends_at: number }
/** The times of a booking as a receipt shows them. */
export const showWhen = ({ starts_at, ends_at, timezone, overnight, is_series, series_dates }: Times) => ({
  starts_at: instant(starts_at),
  ends_at: instant(ends_at),
  timezone,
  overnight,
  is_series,
  series_dates: series_dates.map((date) => ({ starts_at: instant(date.starts_at), ends_at: instant(date.ends_at) })),
})

function soldLine(line: Frozen, row: Row, inMoney: InMoney): Line {
  const added = sum(line.taxes.map((tax) => (tax.is_included ? 0 : tax.amount)))
  return {
    ...namesOf(line, row),
    quantity: line.quantity,
    amount: inMoney(line.amount),
    amount_discount: inMoney(line.discount),
    amount_tax: inMoney(sum(line.taxes.map((tax) => tax.amount))),
    amount_total: inMoney(line.amount - line.discount + added),
  }
}

// The booking fee, unless the prices include it, with its part of the taxes.
function feeLine({ lines, taxes }: Pick<ReceiptDocument, 'lines' | 'taxes'>, inMoney: InMoney): Line[] {
  const fee = sum(lines.map((line) => line.fee))
  if (fee === 0) return []
  const taxOfFee = (isCounted: (tax: { is_included: boolean }) => boolean) =>
    sum(taxes.map((tax) => (isCounted(tax) ? tax.amount : 0))) -
    sum(lines.flatMap((line) => line.taxes.map((tax) => (isCounted(tax) ? tax.amount : 0))))
  return [
    {
      ...nameless('fee'),
      quantity: 1,
      amount: inMoney(fee),
      amount_discount: inMoney(0),
      amount_tax: inMoney(taxOfFee(() => true)),
      amount_total: inMoney(fee + taxOfFee((tax) => !tax.is_included)),
    },
  ]
}
