import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { statusHistory } from '../database/tables.ts'

/** Steps from before `before` are deleted, some hundreds at a time: never of what is on a receipt, which goes with its order, and never the last of a thing. */
export const deleteOldSteps = (ctx: Ctx, before: number): Statement =>
  ctx.db.delete(statusHistory).where(
    sql`(object, object_id, step) IN (SELECT h.object, h.object_id, h.step FROM status_history AS h INDEXED BY status_history_off_receipts
      WHERE h.at < ${before} AND h.object NOT IN ('order', 'registration', 'payment', 'refund', 'refund_request', 'balance_entry', 'instalment', 'check_in', 'feedback')
        AND EXISTS (SELECT 1 FROM status_history AS n WHERE n.object = h.object AND n.object_id = h.object_id AND n.step > h.step) LIMIT 500)`,
  )
