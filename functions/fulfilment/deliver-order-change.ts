import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import type { OutboxRow } from '../database/outbox-rows.ts'
import { insertOrderChange } from './order-change-rows.ts'

/** The delivery of a cancelled or moved place, gathered with others of its order. A move that was paid for is a receipt, and leaves alone: null. */
export const deliverOrderChange = (ctx: Ctx, event: OutboxRow): Statement | null =>
  Number(event.body['paid'] ?? 0) > 0 ? null : insertOrderChange(ctx, event)
