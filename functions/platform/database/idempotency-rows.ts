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

/** What is kept for a key, null when it was never used. */
export async function findAnswer(ctx: Ctx, input: Idempotency): Promise<KeptAnswer | null> {
  const [row] = await ctx.db.select().from(idempotencyKeys).where(isKey(input))
  return row ?? null
}

/** Keeps the answer's bytes next to the key, once. A row that another request wrote stays: what it did is not answered with our refusal. */
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

/** Says that the request that wrote this key has ended without an answer worth keeping, so that its repeat need not wait for it. */
export async function endWithoutAnswer(ctx: Ctx, input: Idempotency, status: number): Promise<void> {
  const ended = ctx.db
    .update(idempotencyKeys)
    .set({ status })
    .where(and(isKey(input), eq(idempotencyKeys.write_marker, ctx.writeMarker), isNull(idempotencyKeys.body)))
  await retryLostWrite(async () => ended.run())
}

/** Lets a key be used again whose first request never came to its answer and made nothing that could be shown. */
export async function forgetUnanswered(ctx: Ctx, input: Idempotency): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(and(isKey(input), isNull(idempotencyKeys.body)))
}

/** Lets a key be used again whose answer is not to be replayed; a row that another request has written since stays. */
export async function forgetAnswer(ctx: Ctx, answer: Idempotency & { created: number }): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(and(isKey(answer), eq(idempotencyKeys.created, answer.created)))
}
