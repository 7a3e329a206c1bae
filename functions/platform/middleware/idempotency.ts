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
 * `Idempotency-Key` on a POST. The same caller, call, key and body gets the first answer again, byte for byte, with
 * `Idempotency-Replayed: true`; another body is `idempotency_key_reused`, an unfinished first one `request_in_progress`; 401, 429 and
 * 5xx are not kept. Stands after the validator, so that its refusals are not kept. The key's
 * row is written by the first batch of the verb; the answer's bytes follow after answering, sealed with a key that only the
 * same request can make again.
 */
export const idempotent = keyed({ claimsFirst: false, freesKey: false })

/** For verbs that count an attempt before their batch: the key's row is written before they begin, so that a repeat sets off nothing at all. */
export const idempotentFromStart = keyed({ claimsFirst: true, freesKey: true })
/** The same where the answer has tokens: it is replayed as long as a spent refresh token is answered with its successor. After that the call is made again. */
export const idempotentWithTokens = keyed({ claimsFirst: true, freesKey: true, replayMs: graceMs })

/** For verbs that count a try in the same batch that loads what they decide by, their first: the key's row rides in it. */
export const idempotentByLoad = keyed({ claimsFirst: false, freesKey: true })

// A refusal that is not kept frees the key where the verb had written nothing but the key and a try.
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
    // An address may hold a code that only a mail may hold.
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

// False when another request used the key before; its answer is stored.
async function isClaimed(ctx: Ctx): Promise<boolean> {
  try {
    await commit(ctx, [])
    return true
  } catch (error) {
    if (isComeAgain(error)) return false
    throw error
  }
}

// True where the stored answer is too old to be replayed to the same request: its key is taken over.
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

// Met the key of a rival who has let it go since: says nothing about the request, so it is never the answer of the key.
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
    // What must not happen twice is guarded by its state: the repeat of an answer that no secret opens any more may run.
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
