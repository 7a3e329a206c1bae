import { ApiError } from '../../contract/api-error.ts'
import { dayOn } from '../../offering/pricing/instalment-schedule.ts'
import { shareOut } from '../../offering/pricing/shares.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { deleteInstalment, insertInstalment } from './instalment-rows.ts'
import { amountOfLine, newPart, openParts, transitionInstalment } from './instalments.ts'
import type { LoadedOrder } from './load-order.ts'

/**
 * Statements that let the family of a paid order pay what a corrected payment leaves due: one instalment, which only
 * they pay. It follows the next correction, and goes when nothing is due. An order with an office payment has no other
 * instalments.
 */
export function askForRest(ctx: OrganiserContext, order: LoadedOrder, due: number): Statement[] {
  const [part] = openParts(order)
  if (part?.status === 'charging') throw new ApiError('payment_in_progress', { param: 'payment_id' })
  const because = { actor: ctx.actor, reason: 'payment_corrected' }
  const items = order.items.filter(({ cancelled_at }) => cancelled_at === null)
  const amounts = items.map((item) => Math.max(0, amountOfLine(item) - item.amount_cancelled))
  if (due === 0 || amounts.every((amount) => amount === 0)) {
    if (!part) return []
    // What was waived of an instalment stays in the sum of its order.
    return part.amount_waived === 0
      ? [deleteInstalment(ctx.db, part)]
      : transitionInstalment(ctx, part, 'cancelled', { ...because, set: { amount: part.amount_waived } })
  }
  const lines = shareOut(due, amounts).map((amount, at) => ({ item_id: items[at]?.id ?? '', amount }))
  if (part)
    return transitionInstalment(ctx, part, part.status, {
      ...because,
      set: { amount: due + part.amount_waived, lines },
    })
  const position = Math.max(0, ...order.instalments.map((each) => each.position)) + 1
  const due_on = dayOn(ctx.now, order.program.timezone)
  return [insertInstalment(ctx.db, newPart(ctx, order, { due_on, amount: due, lines, position }))]
}
