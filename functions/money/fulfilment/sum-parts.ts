import { receiptMailWords } from '../../contract/sentences/receipt-mail-words.ts'
import { balanceWords } from '../../contract/sentences/balance-words.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { displayAmount, type OrderMail, wordsOf } from './order-mail.ts'

/**
 * The receipt: the total first, then each place, discount, fee and tax, which add up to it; included amounts are marked.
 * All amounts are stored ones. A free order has one row.
 */
export function sumRows(mail: OrderMail, { label, amount }: { label: string; amount: number }): MailPart {
  const { order } = mail
  const { lines } = wordsOf(mail)
  const display = (value: number) => displayAmount(mail, value)
  const addedFee = order.amount_fee - mail.includedFee
  const total = { label, value: display(amount), strong: true }
  if (order.amount_total === 0) return { type: 'rows', rows: [total] }
  return {
    type: 'rows',
    rows: [
      total,
      ...mail.lines.map(({ label, amount }) => ({ label, value: display(amount) })),
      ...(mail.balanceDue > 0 ? [{ label: wordsOf(mail).paid.debt, value: display(mail.balanceDue) }] : []),
      ...mail.discounts.map(({ label, amount }) => ({ label: label ?? lines.discount, value: `−${display(amount)}` })),
      ...(addedFee > 0 ? [{ label: lines.fee, value: display(addedFee) }] : []),
      ...(mail.includedFee > 0 ? [{ label: lines.includedFee, value: display(mail.includedFee) }] : []),
      ...order.tax_items.map((tax) => ({
        label: (tax.is_included ? lines.included : lines.tax)(tax.name, String(tax.percent / 100)),
        value: display(tax.amount),
      })),
      ...(order.status === 'pending' && order.balance_used > 0
        ? [{ label: balanceWords[mail.language].order.used, value: `−${display(order.balance_used)}` }]
        : []),
    ],
  }
}

/** Names the credit notes of an order; empty without one. */
export const creditNoteParts = ({ creditNotes, order, language }: OrderMail): MailPart[] =>
  creditNotes.length === 0
    ? []
    : [{ type: 'paragraph', text: receiptMailWords[language].creditNotes(creditNotes, order.receipt_number ?? '') }]

/** The rows with the paid, refunded and remaining amounts, and the credit notes; empty without a refund. */
export function refundRows(mail: OrderMail): MailPart[] {
  const { amount_paid: paid, amount_refunding, amount_returned } = mail.order
  const { lines } = wordsOf(mail)
  const refunded = Math.max(amount_refunding, amount_returned)
  if (refunded === 0) return []
  return [
    {
      type: 'rows',
      rows: [
        { label: lines.afterRefund, value: displayAmount(mail, paid - refunded), strong: true },
        { label: lines.paid, value: displayAmount(mail, paid) },
        { label: lines.refund, value: `−${displayAmount(mail, refunded)}` },
      ],
    },
    ...creditNoteParts(mail),
  ]
}
