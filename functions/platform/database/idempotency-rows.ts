import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx, Idempotency } from '../context.ts'
import { idempotencyKeys } from './tables.ts'
import { retryLostWrite } from './retry-lost-write.ts'

export type KeptAnswer = {
  fingerprint: string
  created_location: string | null
  status: number | null
  body: string | null
  created: number
  write_marker: string | null
}

const isKey = (input: Pick<Idempotency, 'scope' | 'key'>) =>
  and(eq(idempotencyKeys.scope, input.scope), eq(idempotencyKeys.key, input.key))

/** The stored response for a key, or null for an unused key. */
export async function findAnswer(ctx: Ctx, input: Idempotency): Promise<KeptAnswer | null> {
  const [row] = await ctx.db.select().from(idempotencyKeys).where(isKey(input))
  return row ?? null
}

/**
 * Stores the bytes of the response with the key, once. Another request's row is never overwritten, so that its result
 * is not replaced by our refusal.
 */
export async function keepAnswer(ctx: Ctx, answer: Idempotency & { status: number; body: string }): Promise<void> {
  const kept = ctx.db
    .insert(idempotencyKeys)
    .values({
      scope: answer.scope,
      key: answer.key,
      fingerprint: answer.fingerprint,
      created_location: answer.createdLocation ?? null,
      status: answer.status,
      body: answer.body,
      created: ctx.now,
      write_marker: ctx.writeMarker,
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { status: answer.status, body: answer.body },
      setWhere: and(eq(idempotencyKeys.write_marker, ctx.writeMarker), isNull(idempotencyKeys.body)),
    })
  await retryLostWrite(async () => kept.run())
}

/**
 * Marks the key's request as ended without a response worth storing, so that a repeated request need not wait for it.
 */
export async function endWithoutAnswer(ctx: Ctx, input: Idempotency, status: number): Promise<void> {
  const ended = ctx.db
    .update(idempotencyKeys)
    .set({ status })
    .where(and(isKey(input), eq(idempotencyKeys.write_marker, ctx.writeMarker), isNull(idempotencyKeys.body)))
  await retryLostWrite(async () => ended.run())
}

/** Releases a key whose first request never responded and created nothing that could be returned. */
export async function forgetUnanswered(ctx: Ctx, input: Idempotency): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(and(isKey(input), isNull(idempotencyKeys.body)))
}

/** Releases a key whose response must not be replayed; keeps a row that another request has written since. */
export async function forgetAnswer(ctx: Ctx, answer: Idempotency & { created: number }): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(and(isKey(answer), eq(idempotencyKeys.created, answer.created)))
}
