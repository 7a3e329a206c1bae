import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from './database.ts'
import { idempotencyKeys, statusHistory } from './tables.ts'

/** A row with a unique key and the marker of its writer. */
type WriteMarkerRow =
  | { table: 'status_history'; object: string; object_id: string; step: number }
  | { table: 'idempotency_keys'; scope: string; key: string }

const rowOfStatement = new WeakMap<Statement, WriteMarkerRow>()

/** Records which unique row a statement writes, so that `commit` can look for it after a lost response. */
export function withWriteMarkerRow(statement: Statement, row: WriteMarkerRow): Statement {
  rowOfStatement.set(statement, row)
  return statement
}

/** The first row among these writes that identifies the whole batch, or null when the batch must not be retried. */
export function writeMarkerRowAmong(writes: readonly Statement[]): WriteMarkerRow | null {
  for (const each of writes) {
    const row = rowOfStatement.get(each)
    if (row) return row
  }
  return null
}

/** True when this context wrote the row: its batch was committed, even if the connection failed. */
export async function isWritten(ctx: Pick<Ctx, 'db' | 'writeMarker'>, row: WriteMarkerRow): Promise<boolean> {
  const [writers] = row.table === 'status_history' ? await historyWriter(ctx, row) : await keyWriter(ctx, row)
  return writers?.write_marker === ctx.writeMarker
}

async function historyWriter({ db }: Pick<Ctx, 'db'>, row: WriteMarkerRow & { table: 'status_history' }) {
  return db
    .select({ write_marker: statusHistory.write_marker })
    .from(statusHistory)
    .where(
      and(
        eq(statusHistory.object, row.object),
        eq(statusHistory.object_id, row.object_id),
        eq(statusHistory.step, row.step),
      ),
    )
}

async function keyWriter({ db }: Pick<Ctx, 'db'>, row: WriteMarkerRow & { table: 'idempotency_keys' }) {
  return db
    .select({ write_marker: idempotencyKeys.write_marker })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, row.scope), eq(idempotencyKeys.key, row.key)))
}
