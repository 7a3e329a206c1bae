import { minuteMs } from '../../contract/limits.ts'
import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { graceMs } from '../identity/signing-keys.ts'
import { actorId } from '../actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx, Idempotency, Worker } from '../context.ts'
import { commit } from '../database/commit.ts'
import {
  endWithoutAnswer,
  findAnswer,
  forgetAnswer,
  forgetUnanswered,
  keepAnswer,
  type KeptAnswer,
} from '../database/idempotency-rows.ts'
import { newestRequestKey, openSealed, requestKeyOf, seal } from './sealed-answer.ts'

const stuckAfterMs = minuteMs

/**
 * `Idempotency-Key` on a POST. The same caller, call, key and body get the first response again, byte for byte, with
 * `Idempotency-Replayed: true`. Another body is `idempotency_key_reused`, an unfinished first request
 * `request_in_progress`. 401, 429 and 5xx are not stored; neither are the validator's errors, because it runs earlier.
 * The first batch of the use case writes the key's row. The response's bytes are stored after responding, encrypted
 * with a key that only the same request can derive.
 */
export const idempotent = keyed({ claimsFirst: false, freesKey: false })

/**
 * The call writes the row of its key first, so that a repeated request has no effect at all. For calls that count an
 * attempt before their batch.
 */
export const idempotentFromStart = keyed({ claimsFirst: true, freesKey: true })
/** For responses with tokens: replayed only as long as a used refresh token still returns its successor. */
export const idempotentWithTokens = keyed({ claimsFirst: true, freesKey: true, replayMs: graceMs })

/** The row of the key is part of the first batch. For calls that count an attempt in that batch. */
export const idempotentByLoad = keyed({ claimsFirst: false, freesKey: true })

// A refusal that is not stored releases the key when only the key and an attempt were written.
function keyed({ claimsFirst, freesKey, replayMs }: { claimsFirst: boolean; freesKey: boolean; replayMs?: number }) {
  return createMiddleware<Worker>(async (c, next) => {
    const key = c.req.header('Idempotency-Key')
    if (key === undefined) return next()
    if (!/^[\x21-\x7e]{1,64}$/.test(key)) throw new ApiError('invalid_parameter', { param: 'Idempotency-Key' })
    const ctx = c.var.ctx
    const body = await c.req.text()
    const caller = (ctx.actor && actorId(ctx.actor)) ?? 'anonymous'
    const call = `${c.req.method} ${new URL(c.req.url).pathname}${new URL(c.req.url).search}`
    const request = `${caller}\n${call}\n${key}\n${body}`
    const secret = await newestRequestKey(ctx.env, request)
    // The scope is hashed, because a URL may contain a code that only the mail may contain.
    const scope = createHash('sha256').update(`${caller} ${call}`).digest('base64url')
    const mine: Idempotency = { scope, key, fingerprint: secret.fingerprint, isWritten: false }
    ctx.request.idempotency = mine

    const isFirst =
      !claimsFirst ||
      (await isClaimed(ctx)) ||
      (await isClaimedAgain(ctx, { mine, request, replayMs: replayMs ?? null }))
    if (isFirst) await next()

    const { status } = c.res
    if (!mine.isWritten) {
      const kept = await findAnswer(ctx, mine)
      if (kept && kept.write_marker !== ctx.writeMarker) return answerAgain(c, { mine, kept, request })
      if (!isFirst) throw new ApiError('request_in_progress', { retryAfterSeconds: 1 })
    }
    const isNoAnswer = status >= 500 || isComeAgain(c.error)
    if (isNoAnswer) {
      c.executionCtx.waitUntil(endWithoutAnswer(ctx, mine, status))
      return
    }
    if (!isWorthKeeping(status)) return freesKey && mine.isWritten ? forgetUnanswered(ctx, mine) : undefined
    const bytes = await c.res.clone().text()
    c.executionCtx.waitUntil(
      seal(secret.key, bytes).then((sealed) => keepAnswer(ctx, { ...mine, status, body: sealed })),
    )
  })
}

// False when another request used the key before. That request's stored response is then sent.
async function isClaimed(ctx: Ctx): Promise<boolean> {
  try {
    await commit(ctx, [])
    return true
  } catch (error) {
    if (isComeAgain(error)) return false
    throw error
  }
}

// True when this request takes over the key, because the stored response is too old for a replay.
async function isClaimedAgain(
  ctx: Ctx,
  { mine, request, replayMs }: { mine: Idempotency; request: string; replayMs: number | null },
): Promise<boolean> {
  if (replayMs === null) return false
  const kept = await findAnswer(ctx, mine)
  if (!kept || kept.body === null || ctx.now - kept.created <= replayMs) return false
  const earlier = await requestKeyOf(ctx.env, request, kept.fingerprint)
  if (earlier && earlier.fingerprint !== kept.fingerprint) return false
  await forgetAnswer(ctx, { ...mine, created: kept.created })
  return isClaimed(ctx)
}

// A concurrent request had the key and has released it since. This is an error about timing, so it is never stored as
// the response.
const isComeAgain = (error: unknown): boolean => error instanceof ApiError && error.type === 'request_in_progress'

function isWorthKeeping(status: number): boolean {
  return status !== 401 && status !== 429
}

async function answerAgain(
  c: Context<Worker>,
  stored: { mine: Idempotency; kept: KeptAnswer; request: string },
): Promise<void> {
  const { mine, kept, request } = stored
  const { ctx } = c.var
  const secret = await requestKeyOf(ctx.env, request, kept.fingerprint)
  if (secret && kept.fingerprint !== secret.fingerprint)
    throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' })
  if (secret && kept.body !== null && kept.status !== null) {
    return replace(
      c,
      new Response(await openSealed(secret.key, kept.body), {
        status: kept.status,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true', 'Cache-Control': 'no-store' },
      }),
    )
  }
  const isRunning = kept.status === null && ctx.now - kept.created < stuckAfterMs
  if (isRunning) throw new ApiError('request_in_progress', { retryAfterSeconds: 2 })
  if (kept.created_location === null) {
    // No secret opens the stored response. The action itself is guarded by its status, so the repeated request may
    // run.
    await (secret ? forgetUnanswered(ctx, mine) : forgetAnswer(ctx, { ...mine, created: kept.created }))
    throw new ApiError('request_in_progress', { retryAfterSeconds: 1 })
  }
  const address = new URL(kept.created_location, c.req.url)
  const again = await c.var.callAgain(new Request(address, { headers: c.req.raw.headers }))
  replace(
    c,
    new Response(again.body, {
      status: again.ok ? 201 : again.status,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true', 'Cache-Control': 'no-store' },
    }),
  )
}

function replace(c: Context<Worker>, answer: Response): void {
  c.res = undefined
  c.res = answer
}
