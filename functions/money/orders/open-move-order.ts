import { returnable } from '../../contract/money/refund.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardThat } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { fullHoldMinutes, startHold } from '../../booking/spots/hold-clock.ts'
import { blankLine } from './blank-line.ts'
import { cartWrites } from './cart-writes.ts'
import { draftOrder } from './create-order.ts'
import type { LoadedOrder } from './load-order.ts'
import { amountOfLine } from './move-order.ts'
import { unpaidOrdersBelow } from './order-ceilings.ts'
import { noOtherMove } from './move-origin-rows.ts'
import { insertOrder, type ItemRow } from './order-rows.ts'

type OpenMoveOrderInput = {
  order_id: string
  /** The order that the place is in now, with its item. */
  origin: LoadedOrder
  line: ItemRow
  /** The booking, and the open orders for a move of it that were read: no other may have been opened since. */
  moves: { id: string; sequence: number; seen: readonly string[] }
  place: AddedPlace
}

/**
 * Statements that open the order for a move to a more expensive place. Its one item has the full price of the new
 * place, and the amount paid for the old place counts towards it. `first` must come before the registration that holds
 * the place; `lines` follow it.
 */
export function openMoveOrder(
  ctx: CustomerContext,
  { order_id, origin, line, moves, place }: OpenMoveOrderInput,
): { first: Statement[]; lines: Statement[] } {
  const { program, customer_profile_id, timezone } = origin
  const row = {
    ...draftOrder(ctx, { customer_profile_id, timezone }, { id: order_id, program }),
    hold_started_at: ctx.now,
    hold_expires_at: startHold(ctx.now, fullHoldMinutes(program.selling.hold_minutes)),
    moves_registration_id: moves.id,
    moves_sequence: moves.sequence,
    amount_carried: amountOfLine(line, returnable(origin)),
  }
  const item = addedPlace(ctx, order_id, place)
  const order = { ...row, program, items: [], discounts: [] }
  const cart = cartWrites(ctx, order, { items: [item], places: [], entered: null, coupons: null })
  const history = { object: 'order', object_id: order_id, step: -1, from: null, to: 'draft' } as const
  return {
    first: [
      guardThat(ctx.db, noOtherMove(moves), 'state'),
      // The limit is for what a customer opens, not for what staff do.
      ...(ctx.actor.by ? [] : [guardThat(ctx.db, unpaidOrdersBelow(ctx, row), 'unpaid_orders')]),
      insertOrder(ctx.db, { ...row, ...cart.set }),
      historyRow(ctx, { ...history, actor: ctx.actor, reason: 'moves', at: ctx.now }),
    ],
    lines: cart.writes,
  }
}

type AddedPlace = Pick<
  ItemRow,
  'type' | 'product_id' | 'product_name' | 'translations' | 'product_variation_id' | 'attendee_name'
> & {
  /** The registration that holds the new place; null for a place that stays where it is. */
  registration_id: string | null
  cost: number
}

const addedPlace = (ctx: CustomerContext, order_id: string, { cost, ...place }: AddedPlace): ItemRow => ({
  ...blankLine,
  ...place,
  order_id,
  id: ctx.newId('itm'),
  position: 0,
  source: place.registration_id,
  unit_amount: cost,
  amount: cost,
  created: ctx.now,
})
