import { eq, sql } from 'drizzle-orm'
import type { CreditDocument } from '../../contract/money/receipt.ts'
import type { Db, IdOrLookup, Statement } from '../../platform/database/database.ts'
import { receipts } from '../../platform/database/tables.ts'
import { takeCreditNumber, takenCreditNumber } from './receipt-number-rows.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** Keeps the receipt of an order as the batch leaves the order. It must follow every payment in the batch. */
export const insertReceipt = (db: Db, input: { id: string; order_id: string; now: number }): Statement =>
  db
    .insert(receipts)
    .select(sql`SELECT ${input.id}, v.program_id, v.order_id, 'receipt', v.number, NULL, NULL, v.amount, v.currency, v.language, ${input.now},
      v.document, v.buyer, v.people FROM receipt_documents AS v WHERE v.order_id = ${input.order_id}`)

/** The receipts and credit notes of an order, oldest first. */
export const receiptsOf = (db: Db, orderId: IdOrLookup) =>
  db.select().from(receipts).where(eq(receipts.order_id, orderId)).orderBy(receipts.issued_at, receipts.number)

type NewNote = { id: string; refund_id: string; year: number; now: number }
// Money that an order did not need is not on its receipt, so its return takes no credit note.
const creditedRefund = (refundId: string) =>
  sql`refunds AS f JOIN receipts AS r ON r.order_id = f.order_id AND r.kind = 'receipt'
    WHERE f.id = ${refundId} AND f.status = 'succeeded' AND coalesce(f.reason, '') <> 'payment_after_expiry'`

/**
 * Issues the credit note of a refund that succeeded, with its number. It must follow the write that makes the refund
 * succeed. Without a receipt there is nothing to credit.
 */
export function insertCreditNote(db: Db, note: NewNote & Pick<CreditDocument, 'lines' | 'taxes'>): Statement[] {
  return [
    takeCreditNumber(db, sql`SELECT r.program_id, ${note.year}, 0, 0, 1, 0 FROM ${creditedRefund(note.refund_id)}`),
    db
      .insert(receipts)
      .select(sql`SELECT ${note.id}, r.program_id, r.order_id, 'credit_note', ${takenCreditNumber('r.program_id', note.year)}, r.number, f.id, f.amount, r.currency, r.language, ${note.now},
      json_object('lines', json(${JSON.stringify(note.lines)}), 'taxes', json(${JSON.stringify(note.taxes)}),
        'method', iif(f.destination = 'account_balance', f.destination, coalesce((SELECT y.checkout_method FROM payments AS y WHERE y.id = f.payment_id), 'offline')),
        'moved_to', (SELECT o.receipt_number FROM orders AS o WHERE o.id = f.inputs ->> '$.order_id'), 'reverses', NULL),
      iif(r.buyer IS NULL, NULL, json_object('cards', json_array((SELECT json_object('brand', y.card ->> '$.brand', 'last4', y.card ->> '$.last4') FROM payments AS y WHERE y.id = f.payment_id)))),
      '{}' FROM ${creditedRefund(note.refund_id)}`),
  ]
}

/** Takes the credit note of a refund back, with a number of its own; nothing for a refund without a credit note. */
export function insertReversal(db: Db, note: NewNote): Statement[] {
  const reversed = sql`receipts AS n WHERE n.refund_id = ${note.refund_id} AND n.amount > 0`
  return [
    takeCreditNumber(db, sql`SELECT n.program_id, ${note.year}, 0, 0, 1, 0 FROM ${reversed}`),
    db
      .insert(receipts)
      .select(sql`SELECT ${note.id}, n.program_id, n.order_id, 'credit_note', ${takenCreditNumber('n.program_id', note.year)}, n.receipt_number, n.refund_id, -n.amount, n.currency, n.language, ${note.now},
      json_set(n.document, '$.reverses', n.number), n.buyer, '{}' FROM ${reversed}`),
  ]
}
