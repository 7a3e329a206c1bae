import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx, Idempotency } from '../context.ts'
import { idempotencyKeys } from './tables.ts'

export type KeptAnswer = { fingerprint: string; made: string | null; status: number | null; body: string | null; created: number }

/** What is kept for a key, null when it was never used. */
export async function findAnswer(ctx: Ctx, asked: Idempotency): Promise<KeptAnswer | null> {
  const [row] = await ctx.db.select().from(idempotencyKeys).where(and(eq(idempotencyKeys.scope, asked.scope), eq(idempotencyKeys.key, asked.key)))
  return row ?? null
}

/** Keeps the answer's bytes beside the key, once. */
export async function keepAnswer(ctx: Ctx, answer: Idempotency & { status: number; body: string }): Promise<void> {
  await ctx.db
    .insert(idempotencyKeys)
    .values({ scope: answer.scope, key: answer.key, fingerprint: answer.fingerprint, made: answer.made ?? null, status: answer.status, body: answer.body, created: ctx.now })
    .onConflictDoUpdate({ target: [idempotencyKeys.scope, idempotencyKeys.key], set: { status: answer.status, body: answer.body }, setWhere: and(eq(idempotencyKeys.fingerprint, answer.fingerprint), isNull(idempotencyKeys.status)) })
}

/** Lets a key be used again whose first request never came to its answer and made nothing that could be shown. */
export async function forgetUnanswered(ctx: Ctx, asked: Idempotency): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.scope, asked.scope), eq(idempotencyKeys.key, asked.key), isNull(idempotencyKeys.status)))
}

/** Keys older than `before` are forgotten, a hundred at a time (decisions.md §0.5: 7 days). */
export async function forgetOldKeys(ctx: Ctx, before: number): Promise<void> {
  await ctx.db.run(sql`DELETE FROM idempotency_keys WHERE (scope, key) IN (SELECT scope, key FROM idempotency_keys WHERE created < ${before} LIMIT 100)`)
}
