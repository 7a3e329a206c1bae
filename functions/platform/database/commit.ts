import { sql } from 'drizzle-orm'
import { authorOf, identityOf } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { refusalOf } from './constraint-errors.ts'
import type { Statement } from './database.ts'
import { readPublicFromPrimary } from './public-reads.ts'
import { guardThat, literal } from './guard.ts'
import { isWritten, withWriteMarkerRow, writeMarkerRowAmong } from './write-marker-rows.ts'
import { idempotencyKeys } from './tables.ts'
import { retryLostWrite } from './retry-lost-write.ts'

type Results<Reads extends readonly Statement[]> = {
  [At in keyof Reads]: Reads[At] extends PromiseLike<infer Result> ? Result : never
}

/**
 * Runs writes and then reads in one batch, all or nothing, so the reads see the writes. A violated constraint is thrown
 * as its API error. A batch fails when the caller's session has ended or their account was closed, and a staff
 * member's also when they no longer have their role. With an Idempotency-Key, the first batch of the request writes the key's row. A batch with a row that can only be written
 * once is retried after a lost connection. Afterwards the pages named by `ctx.request.invalidateTags` are purged.
 */
export async function commit<const Reads extends readonly Statement[]>(
  ctx: Ctx,
  writes: Statement[],
  ...reads: Reads
): Promise<Results<Reads>> {
  const all = [...firstStatements(ctx), ...writes]
  let results: unknown[] = []
  try {
    results = await send(ctx, all, reads)
  } catch (error) {
    // Avoids serving stale availability after another request took the place.
    readPublicFromPrimary()
    throw refusalOf(error)
  }

  if (ctx.request.idempotency) ctx.request.idempotency.isWritten = true
  const { staleTags } = ctx.request
  if (staleTags.size > 0) {
    const tags = [...staleTags]
    staleTags.clear()
    readPublicFromPrimary()
    await ctx.env.purgePages?.(tags)
  }
  return results as Results<Reads>
}

// Returns the results of the reads. When the schema rejects a retry, the first attempt may have committed; then only
// the reads run again.
async function send(ctx: Ctx, writes: readonly Statement[], reads: readonly Statement[]): Promise<unknown[]> {
  const run = async (statements: readonly Statement[]) =>
    statements.length > 0 ? ((await ctx.db.batch(statements as [Statement, ...Statement[]])) as unknown[]) : []
  const once = async () => (await run([...writes, ...reads])).slice(writes.length)
  const own = writeMarkerRowAmong(writes)
  if (!own) return once()
  return retryLostWrite(once, async () => ((await isWritten(ctx, own)) ? run(reads) : null))
}

function firstStatements(ctx: Ctx): Statement[] {
  const first: Statement[] = []
  const author = ctx.actor && authorOf(ctx.actor)
  const { session_id, delegation } = identityOf(author) ?? {}
  if (session_id) {
    const session = literal(session_id)
    const client = sql.raw(delegation ? 'IS NOT NULL' : 'IS NULL')
    first.push(
      guardThat(
        ctx.db,
        sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id = ${session} AND sessions.ended_at IS NULL AND sessions.client_id ${client} AND users.is_active = 1)`,
        'session',
      ),
    )
  }
  if (author?.type === 'staff' && author.staff_id)
    first.push(
      guardThat(
        ctx.db,
        sql`EXISTS (SELECT 1 FROM staff_members AS s WHERE s.id = ${literal(author.staff_id)} AND s.status = 'active' AND s.role = ${literal(author.role ?? '')})`,
        'staff',
      ),
    )
  const idempotency = ctx.request.idempotency
  if (idempotency && !idempotency.isWritten) {
    const { scope, key, fingerprint, createdLocation: created_location = null } = idempotency
    const row = ctx.db
      .insert(idempotencyKeys)
      .values({ scope, key, fingerprint, created_location, created: ctx.now, write_marker: ctx.writeMarker })
    first.push(withWriteMarkerRow(row, { table: 'idempotency_keys', scope, key }))
  }
  return first
}
