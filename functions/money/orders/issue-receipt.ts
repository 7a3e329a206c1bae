import type { Language } from '../../contract/field-rules.ts'
import type { CreditLine, Receipt } from '../../contract/money/receipt.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { paidParts } from '../../offering/pricing/refund-amount.ts'
import { inProportion, shareOut, sum } from '../../offering/pricing/shares.ts'
import type { ItemRow } from './order-rows.ts'
import { takeReceiptNumber } from './receipt-number-rows.ts'
import {
  insertCreditNote,
  insertInstalmentReceipt,
  insertReceipt,
  insertReversal,
  receiptOfPayment,
  receiptsOf,
} from './receipt-rows.ts'
import { creditNotes, showReceipts } from './show-receipt.ts'

/** The year in which a receipt is numbered, in the program's time zone. */
export function receiptYear(at: number, timezone: string): number {
  return Number(new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric' }).format(at))
}

/** Statements that number the receipt of an order, after the guard of its transition in the batch that makes it paid. */
export const numberReceipt = (
  ctx: Ctx,
  order: { id: string; program: { id: string; timezone: string } },
): Statement[] =>
  takeReceiptNumber(ctx.db, {
    order_id: order.id,
    program_id: order.program.id,
    year: receiptYear(ctx.now, order.program.timezone),
  })

/** The numbers of an order's credit notes, without those that a later credit note takes back. */
export const creditNotesOf = async (ctx: Ctx, orderId: string): Promise<string[]> =>
  creditNotes(await receiptsOf(ctx.db, orderId))

/** The ids of the refunds of an order that have a credit note. */
export const creditedRefundsOf = async (ctx: Ctx, orderId: string): Promise<string[]> =>
  (await receiptsOf(ctx.db, orderId)).flatMap(({ refund_id }) => refund_id ?? [])

/** The receipts and credit notes of an order as the API returns them, oldest first. */
export const papersOfOrder = async (ctx: Ctx, orderId: string, language: Language): Promise<Receipt[]> =>
  showReceipts(await receiptsOf(ctx.db, orderId), language)

/** Statement that keeps the receipt of an order, after its payments in the same batch. */
export const issueReceipt = (ctx: Ctx, orderId: string): Statement =>
  insertReceipt(ctx.db, { id: ctx.newId('rct'), order_id: orderId, now: ctx.now })

/** Statements that issue the receipt of later instalments, after the writes that make them and their payment paid. */
export const issueInstalmentReceipt = (
  ctx: Ctx,
  paymentId: string,
  { id, timezone }: { id: string; timezone: string },
): Statement[] =>
  insertInstalmentReceipt(ctx.db, {
    id: ctx.newId('rct'),
    payment_id: paymentId,
    program_id: id,
    year: receiptYear(ctx.now, timezone),
    now: ctx.now,
  })

/** The number of the receipt of a payment of later instalments; null for other payments. */
export const receiptNumberOf = async (ctx: Ctx, paymentId: string): Promise<string | null> =>
  (await receiptOfPayment(ctx.db, paymentId))[0]?.number ?? null

type CreditedItem = Pick<ItemRow, 'id' | 'amount' | 'amount_discount' | 'amount_fee' | 'is_fee_included' | 'taxes'> & {
  registration_id?: string | null
}
type CreditedRefund = { id: string; amount: number; inputs: Record<string, unknown> }
type CreditedOrder = { items: readonly CreditedItem[]; program: { timezone: string } }

/** Statements that issue the credit note of a refund, after the write that makes it succeed. */
export function issueCreditNote(ctx: Ctx, refund: CreditedRefund, order: CreditedOrder): Statement[] {
  const lines = creditLines(refund, order.items)
  return insertCreditNote(ctx.db, { ...noteOf(ctx, refund.id, order.program.timezone), lines })
}

/** Statements that take a credit note back, because the bank rejected its refund after it had succeeded. */
export const reverseCreditNote = (ctx: Ctx, refundId: string, timezone: string): Statement[] =>
  insertReversal(ctx.db, noteOf(ctx, refundId, timezone))

const noteOf = (ctx: Ctx, refund_id: string, timezone: string) => ({
  id: ctx.newId('rct'),
  refund_id,
  year: receiptYear(ctx.now, timezone),
  now: ctx.now,
})

/**
 * The lines of a credit note: the refund is divided over the items that its figures name, each with taxes in the
 * proportion in which they were paid. Empty if the figures name no item. The taxes count for an item that is not on the
 * receipt.
 */
export function creditLines(
  { amount, inputs }: Pick<CreditedRefund, 'amount' | 'inputs'>,
  items: readonly CreditedItem[],
): CreditLine[] {
  const named = (Array.isArray(inputs['places']) ? inputs['places'] : [inputs]) as Record<string, unknown>[]
  const parts = named.flatMap((part) => {
    const item = items.find(
      ({ id, registration_id }) =>
        id === part['item_id'] || (registration_id != null && registration_id === part['registration_id']),
    )
    const weight = typeof part['amount'] === 'number' ? part['amount'] : amount
    return item && weight > 0 ? [{ item, weight }] : []
  })
  return shareOut(
    amount,
    parts.map(({ weight }) => weight),
  ).map((share, index) => lineOf(parts[index]?.item as CreditedItem, share))
}

function lineOf(item: CreditedItem, amount: number): CreditLine {
  const paid = sum(Object.values(paidParts(item)))
  return {
    item_id: item.id,
    amount,
    taxes: item.taxes.map((tax) => ({
      name: tax.name,
      percent: tax.percent,
      is_included: tax.is_included,
      amount: inProportion(tax.amount + tax.fee_amount, Math.min(amount, paid), paid),
    })),
  }
}
