import type { OrderStatus } from '../../contract/money/order.ts'
import type { Actor } from '../../platform/actor.ts'

type ActorType = Actor['type']

/**
 * Every move of an order and who may cause it. A move to the same status is a change that leaves the order
 * where it is: it takes a step of the history, so that one of two rivals wins.
 */
export const orderMoves = {
  draft: { draft: ['customer', 'system'], pending: ['customer'], paid: ['customer'] },
  pending: {
    pending: ['customer', 'organiser_client', 'provider', 'system'],
    draft: ['customer'],
    requires_action: ['provider'],
    processing: ['provider'],
    paid: ['customer', 'provider', 'organiser_client'],
    expired: ['system'],
    cancelled: ['customer', 'organiser_client', 'system'],
  },
  requires_action: {
    requires_action: ['customer', 'provider', 'system'],
    pending: ['provider'],
    processing: ['provider'],
    paid: ['provider'],
    expired: ['system'],
    cancelled: ['customer', 'organiser_client'],
  },
  processing: {
    processing: ['provider', 'system'],
    pending: ['provider'],
    requires_action: ['provider'],
    paid: ['provider'],
  },
  paid: {
    paid: ['customer', 'organiser_client', 'provider', 'system'],
    cancelled: ['customer', 'organiser_client', 'system'],
  },
  expired: { draft: ['customer'], paid: ['organiser_client', 'provider'], cancelled: ['system'] },
  cancelled: {},
} as const satisfies Record<OrderStatus, Partial<Record<OrderStatus, readonly ActorType[]>>>

/** True when the table has this move for this actor. */
export function mayMove(from: OrderStatus, to: OrderStatus, actor: ActorType): boolean {
  const moves: Partial<Record<OrderStatus, readonly ActorType[]>> = orderMoves[from]
  return moves[to]?.includes(actor) ?? false
}
