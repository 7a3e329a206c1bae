import { eq, sql } from 'drizzle-orm'
import type { CreditDocument } from '../../contract/money/receipt.ts'
import type { Db, IdOrLookup, Statement } from '../../platform/database/database.ts'
import { receipts } from '../../platform/database/tables.ts'
import { takeCreditNumber, takenCreditNumber, takeNumber, takenNumber } from './receipt-number-rows.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** Keeps the receipt of an order as the batch leaves the order. It must follow every payment in the batch. */
export const insertReceipt = (db: Db, input: { id: string; order_id: string; now: number }): Statement =>
  db
    .insert(receipts)
    .select(sql`SELECT ${input.id}, v.program_id, v.order_id, 'receipt', v.number, NULL, NULL, v.amount, v.currency, v.language, ${input.now},
      v.document, v.buyer, v.people, NULL FROM receipt_documents AS v WHERE v.order_id = ${input.order_id}`)

type NewInstalmentReceipt = { id: string; payment_id: string; program_id: string; year: number; now: number }
/**
 * Issues the receipt of instalments that are paid after the first one, with its number. It must follow the payment and
 * the instalments in the batch.
 */
export const insertInstalmentReceipt = (db: Db, input: NewInstalmentReceipt): Statement[] => [
  takeNumber(db, input),
  db
    .insert(receipts)
    .select(sql`SELECT ${input.id}, v.program_id, v.order_id, 'receipt', ${takenNumber('v.program_id', input.year)}, NULL, NULL, v.amount, v.currency, v.language, ${input.now},
      v.document, v.buyer, '{}', v.payment_id FROM instalment_receipts AS v WHERE v.payment_id = ${input.payment_id}`),
]

/** The number of the receipt of a payment of later instalments. */
export const receiptOfPayment = (db: Db, paymentId: string) =>
  db.select({ number: receipts.number }).from(receipts).where(eq(receipts.payment_id, paymentId))

/** The receipts and credit notes of an order, oldest first. */
export const receiptsOf = (db: Db, orderId: IdOrLookup) =>
  db.select().from(receipts).where(eq(receipts.order_id, orderId)).orderBy(receipts.issued_at, receipts.number)

/**
 * The lines of a new credit note. The tax of each brings what the notes of its item credit to its share of the receipt's
 * tax, so that an item that is returned whole has had exactly its tax credited. An item that is not on the receipt keeps
 * the taxes of the input. `r` is the receipt.
 */
const linesOfNote = (lines: CreditDocument['lines']) => {
  const taxOf = sql`(t.value ->> '$.amount') + (t.value ->> '$.fee_amount')`
  const paid = sql`(p.value ->> '$.amount') - (p.value ->> '$.discount') + (p.value ->> '$.fee')
    + coalesce((SELECT sum(${taxOf}) FROM json_each(p.value, '$.taxes') AS t WHERE t.value ->> '$.is_included' = 0), 0)`
  const credited = (column: 'tax' | 'amount') =>
    sql`coalesce((SELECT sum(c.${sql.raw(column)}) FROM credited_lines AS c WHERE c.order_id = r.order_id AND c.item_id = g.value ->> '$.item_id' AND c.tax_at = t.key), 0)`
  const part = sql`min(${paid}, ${credited('amount')} + (g.value ->> '$.amount'))`
  return sql`(SELECT json_group_array(json_object('item_id', g.value ->> '$.item_id', 'amount', g.value ->> '$.amount', 'taxes',
    json(iif(p.value IS NULL, g.value -> '$.taxes', (SELECT json_group_array(json_object('name', t.value ->> '$.name', 'percent', t.value -> '$.percent', 'is_included', t.value -> '$.is_included',
      'amount', max(0, iif(${paid} = 0, 0, (2 * (${taxOf}) * ${part} + (${paid})) / (2 * (${paid}))) - ${credited('tax')})) ORDER BY t.key) FROM json_each(p.value, '$.taxes') AS t)))) ORDER BY g.key)
    FROM json_each(${JSON.stringify(lines)}) AS g LEFT JOIN json_each(r.document, '$.lines') AS p ON p.value ->> '$.item_id' = g.value ->> '$.item_id')`
}

/** The taxes of a new credit note, from its lines in `d`. */
const taxesOfNote = sql`(SELECT json_group_array(json_object('name', x.name, 'percent', x.percent, 'is_included', json(x.is_included), 'amount', x.amount)) FROM (
    SELECT t.value ->> '$.name' AS name, t.value ->> '$.percent' AS percent, t.value -> '$.is_included' AS is_included, sum(t.value ->> '$.amount') AS amount
    FROM json_each(d.lines) AS g, json_each(g.value, '$.taxes') AS t GROUP BY 1, 2, 3 ORDER BY min(g.key), min(t.key)) AS x)`

type NewNote = { id: string; refund_id: string; year: number; now: number }
// Money that an order did not need is not on its receipt, so the refund of that money has no credit note.
const creditedRefund = (refundId: string) =>
  sql`refunds AS f JOIN receipts AS r ON r.order_id = f.order_id AND r.kind = 'receipt' AND r.payment_id IS NULL
    WHERE f.id = ${refundId} AND f.status = 'succeeded' AND coalesce(f.reason, '') <> 'payment_after_expiry'`

/**
 * Issues the credit note of a refund that succeeded, with its number. It must follow the write that makes the refund
 * succeed. Without a receipt there is nothing to credit.
 */
export function insertCreditNote(db: Db, note: NewNote & Pick<CreditDocument, 'lines'>): Statement[] {
  return [
    takeCreditNumber(db, sql`SELECT r.program_id, ${note.year}, 0, 0, 1, 0 FROM ${creditedRefund(note.refund_id)}`),
    db
      .insert(receipts)
      .select(sql`SELECT ${note.id}, r.program_id, r.order_id, 'credit_note', ${takenCreditNumber('r.program_id', note.year)}, r.number, f.id, f.amount, r.currency, r.language, ${note.now},
      json_object('lines', json(d.lines), 'taxes', json(${taxesOfNote}),
        'method', iif(f.destination = 'account_balance', f.destination, iif(f.returned_as IS NOT NULL, 'offline', coalesce((SELECT y.checkout_method FROM payments AS y WHERE y.id = f.payment_id), 'offline'))),
        'moved_to', (SELECT o.receipt_number FROM orders AS o WHERE o.id = f.inputs ->> '$.order_id'), 'reverses', NULL),
      iif(r.buyer IS NULL, NULL, json_object('cards', json_array((SELECT json_object('brand', y.card ->> '$.brand', 'last4', y.card ->> '$.last4') FROM payments AS y WHERE y.id = f.payment_id AND f.returned_as IS NULL)))),
      '{}', NULL FROM (SELECT ${linesOfNote(note.lines)} AS lines FROM receipts AS r WHERE r.kind = 'receipt' AND r.payment_id IS NULL AND r.order_id = (SELECT f.order_id FROM refunds AS f WHERE f.id = ${note.refund_id})) AS d,
      ${creditedRefund(note.refund_id)}`),
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
      json_set(n.document, '$.reverses', n.number), n.buyer, '{}', NULL FROM ${reversed}`),
  ]
}
