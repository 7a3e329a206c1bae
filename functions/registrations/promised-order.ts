import type { OrderStatus } from '../contract/order.ts'

/** In these an order that has a due date waits for money that was promised, however it is being paid meanwhile. */
export const promisedStatuses = ['pending', 'requires_action', 'processing'] as const satisfies OrderStatus[]

/** True while an order waits for money that is brought later: a card that is tried meanwhile does not end the promise. */
export const isPromised = ({ status, due_at }: { status: OrderStatus; due_at: number | null }): boolean =>
  due_at !== null && promisedStatuses.some((each) => each === status)
