import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { refusalOf } from './constraint-errors.ts'
import type { Statement } from './database.ts'
import { guardThat, literal } from './guard.ts'
import { idempotencyKeys } from './tables.ts'

type Results<Reads extends readonly Statement[]> = { [At in keyof Reads]: Reads[At] extends PromiseLike<infer Result> ? Result : never }

/**
 * Runs writes and then reads as one batch: all or nothing, and the reads see the writes. A broken constraint becomes its
 * refusal. With a caller the batch fails when his session has ended or he was made inactive; with an Idempotency-Key its
 * row is written by the first batch of the request. Pages named by `ctx.forget` are purged after it.
 */
export async function commit<const Reads extends readonly Statement[]>(ctx: Ctx, writes: Statement[], ...reads: Reads): Promise<Results<Reads>> {
  const statements = [...firstStatements(ctx), ...writes, ...reads]
  let results: unknown[] = []
  try {
    if (statements.length > 0) results = (await ctx.db.batch(statements as [Statement, ...Statement[]])) as unknown[]
  } catch (error) {
    throw refusalOf(error)
  }

  if (ctx.idempotency) ctx.idempotency.isWritten = true
  if (ctx.stalePages.size > 0) {
    const tags = [...ctx.stalePages]
    ctx.stalePages.clear()
    await ctx.purgePages(tags)
  }
  return results.slice(statements.length - reads.length) as Results<Reads>
}

function firstStatements(ctx: Ctx): Statement[] {
  const first: Statement[] = []
  if (ctx.identity?.session_id) {
    const session = literal(ctx.identity.session_id)
    first.push(guardThat(ctx.db, sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id = ${session} AND sessions.ended_at IS NULL AND users.is_active = 1)`, 'session'))
  }
  const idempotency = ctx.idempotency
  if (idempotency && !idempotency.isWritten) {
    first.push(ctx.db.insert(idempotencyKeys).values({ scope: idempotency.scope, key: idempotency.key, fingerprint: idempotency.fingerprint, made: idempotency.made ?? null, created: ctx.now }))
  }
  return first
}
