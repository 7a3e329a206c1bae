import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { cancelItemOnce, changeItem, deleteItem, insertItem, type ItemRow, unlinkItems } from './order-rows.ts'

type LineSums = Pick<ItemRow, 'amount_discount' | 'amount_fee' | 'taxes' | 'discount_parts'>

/** Updates the amounts of an item of a submitted order after a cancellation. */
export const changeLineSums = (ctx: Ctx, id: string, line: LineSums): Statement =>
  changeItem(ctx.db, id, {
    amount_discount: line.amount_discount,
    amount_fee: line.amount_fee,
    taxes: line.taxes,
    discount_parts: line.discount_parts,
    amount_tax: sum(line.taxes.map((tax) => tax.amount)),
  })

/** Overwrites columns of an item of a submitted order, for moves and ended memberships. */
export const overwriteLine = (ctx: Ctx, id: string, line: Partial<Omit<ItemRow, 'id' | 'order_id'>>): Statement =>
  changeItem(ctx.db, id, line)

/** Adds a cancelled item: the part of another item that is no longer paid for. */
export const addCancelledLine = (ctx: Ctx, line: ItemRow & { cancelled_at: number }): Statement =>
  insertItem(ctx.db, line)

/** Statements that delete an item. Its add-ons lose their parent. */
export const removeLine = (ctx: Ctx, id: string): Statement[] => [unlinkItems(ctx.db, id), deleteItem(ctx.db, id)]

/**
 * Statements that close the item of a place that moved to another order, with the amount that moved. Closing it twice
 * aborts the batch.
 */
export const cancelLine = (ctx: Ctx, id: string, cancelled: { at: number; amount: number }): Statement[] => [
  cancelItemOnce(ctx.db, id, { cancelled_at: cancelled.at, amount_cancelled: cancelled.amount, registration_id: null }),
  guard(ctx.db, 'state'),
]
