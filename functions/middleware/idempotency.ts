import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { actorId } from '../actor.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx, Idempotency, Worker } from '../context.ts'
import { commit } from '../database/commit.ts'
import {
  endWithoutAnswer,
  findAnswer,
  forgetUnanswered,
  keepAnswer,
  type KeptAnswer,
} from '../database/idempotency-rows.ts'
import { openSealed, seal, sealingKey } from './sealed-answer.ts'

const stuckAfterMs = 60_000

/**
 * `Idempotency-Key` on a POST. Stands after the validator, so that its refusals are not kept. The key's
 * row is written by the first batch of the verb; the answer's bytes follow after answering, sealed with a key that only the
 * same request can make again.
 */
export const idempotent = keyed({ claimsFirst: false, freesKey: false })

/** For verbs that count a try or spend a token before their batch: the key's row is written before they begin, so that a repeat sets off nothing at all. */
export const idempotentFromStart = keyed({ claimsFirst: true, freesKey: true })

/** For verbs that count a try in the same batch that loads what they decide by, their first: the key's row rides in it. */
export const idempotentByLoad = keyed({ claimsFirst: false, freesKey: true })

// A refusal that is not kept frees the key where the verb had written nothing but the key and a try.
function keyed({ claimsFirst, freesKey }: { claimsFirst: boolean; freesKey: boolean }) {
  return createMiddleware<Worker>(async (c, next) => {
    const key = c.req.header('Idempotency-Key')
    if (key === undefined) return next()
    if (!/^[\x21-\x7e]{1,64}$/.test(key)) throw new ApiError('invalid_parameter', { param: 'Idempotency-Key' })
    const ctx = c.var.ctx
    const body = await c.req.text()
    const caller = (ctx.actor && actorId(ctx.actor)) ?? 'anonymous'
    const call = `${c.req.method} ${new URL(c.req.url).pathname}${new URL(c.req.url).search}`
    const secret = await sealingKey(ctx.env.TOKEN_SECRET, `${caller}\n${call}\n${key}\n${body}`)
    const mine: Idempotency = { scope: `${caller} ${call}`, key, fingerprint: secret.fingerprint, isWritten: false }
    ctx.request.idempotency = mine

    const isFirst = !claimsFirst || (await isClaimed(ctx))
    if (isFirst) await next()

    const { status } = c.res
    if (!mine.isWritten) {
      const kept = await findAnswer(ctx, mine)
      if (kept && kept.write_marker !== ctx.writeMarker) return answerAgain(c, { mine, kept, secret: secret.key })
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

// Met the key of a rival who has let it go since: says nothing about the request, so it is never the answer of the key.
const isComeAgain = (error: unknown): boolean => error instanceof ApiError && error.type === 'request_in_progress'

function isWorthKeeping(status: number): boolean {
  return status !== 401 && status !== 429
}

async function answerAgain(
  c: Context<Worker>,
  stored: { mine: Idempotency; kept: KeptAnswer; secret: CryptoKey },
): Promise<void> {
  const { mine, kept, secret } = stored
  if (kept.fingerprint !== mine.fingerprint) throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' })
  if (kept.body !== null && kept.status !== null) {
    return replace(
      c,
      new Response(await openSealed(secret, kept.body), {
        status: kept.status,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true', 'Cache-Control': 'no-store' },
      }),
    )
  }
  const isRunning = kept.status === null && c.var.ctx.now - kept.created < stuckAfterMs
  if (isRunning) throw new ApiError('request_in_progress', { retryAfterSeconds: 2 })
  if (kept.created_location === null) {
    await forgetUnanswered(c.var.ctx, mine)
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
