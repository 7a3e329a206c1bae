import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { cancelItemOnce, changeItem, deleteItem, insertItem, type ItemRow, unlinkItems } from './order-rows.ts'

type LineSums = Pick<ItemRow, 'amount_discount' | 'amount_fee' | 'taxes' | 'discount_parts'>

/** The statement that gives a line of a submitted order other sums: what it is sold at after a cancellation. */
export const changeLineSums = (ctx: Ctx, id: string, line: LineSums): Statement =>
  changeItem(ctx.db, id, {
    amount_discount: line.amount_discount,
    amount_fee: line.amount_fee,
    taxes: line.taxes,
    discount_parts: line.discount_parts,
    amount_tax: sum(line.taxes.map((tax) => tax.amount)),
  })

/** The statement that overwrites columns of a line of a submitted order, for verbs of other subjects: a move, what a membership gives back. */
export const overwriteLine = (ctx: Ctx, id: string, line: Partial<Omit<ItemRow, 'id' | 'order_id'>>): Statement =>
  changeItem(ctx.db, id, line)

/** The statement that adds a cancelled line: a part of another one that is no longer paid for. */
export const addCancelledLine = (ctx: Ctx, line: ItemRow & { cancelled_at: number }): Statement =>
  insertItem(ctx.db, line)

/** Statements that take a line out of an order; its add-ons stand alone from then on. */
export const removeLine = (ctx: Ctx, id: string): Statement[] => [unlinkItems(ctx.db, id), deleteItem(ctx.db, id)]

/** Statements that close the line of a place which moved to another order, with what goes there; closed twice breaks the batch. */
export const cancelLine = (ctx: Ctx, id: string, cancelled: { at: number; amount: number }): Statement[] => [
  cancelItemOnce(ctx.db, id, { cancelled_at: cancelled.at, amount_cancelled: cancelled.amount, registration_id: null }),
  guard(ctx.db, 'state'),
]
