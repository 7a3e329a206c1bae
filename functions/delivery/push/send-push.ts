import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { isPushEndpoint, pushHosts, sandboxPushHost } from './push-endpoint.ts'
import { type PushOutcome, readPushAnswer, unreachable } from './push-answer.ts'
import type { Urgency } from './push-timing.ts'
import { vapidKeys, vapidSubject } from './vapid-keys.ts'

/** What the service worker shows. `tag`: a message that comes twice is shown once. */
export type PushMessage = { title: string; body: string; url: string; tag: string; lang: Language }
export type PushTarget = { endpoint: string; p256dh: string; auth: string; public_key: string }
type SendOptions = { ttlSeconds: number; urgency: Urgency; topic: string }

const timeoutMs = 10_000

/**
 * Hands a message to the push service of a browser: encrypted for it (RFC 8291), signed with the key it subscribed with
 * (RFC 8292). `topic`: a message that still waits there is replaced by the next of its topic. Where the key is none of the
 * site's any more, nothing can be sent until the browser renews.
 */
export async function sendPush(
  ctx: Ctx,
  target: PushTarget,
  { message, ...options }: SendOptions & { message: PushMessage },
): Promise<PushOutcome> {
  // The list of hosts may be shorter than when it was subscribed.
  if (!isPushEndpoint(target.endpoint, pushHosts(ctx.env.PUSH_HOSTS))) return { result: 'gone' }
  const key = vapidKeys(ctx.env).find(({ publicKey }) => publicKey === target.public_key)
  if (!key) return { result: 'later', code: 'push_former_key', retryAfterMs: null, isFailure: true }
  const subscription = {
    endpoint: target.endpoint,
    expirationTime: null,
    keys: { p256dh: target.p256dh, auth: target.auth },
  }
  const { ttlSeconds: ttl, urgency, topic } = options
  const { body, headers } = await buildPushPayload({ data: message, options: { ttl, urgency, topic } }, subscription, {
    subject: vapidSubject(ctx.env),
    ...key,
  })
  const init = { method: 'POST', headers, body, redirect: 'manual' as const, signal: AbortSignal.timeout(timeoutMs) }
  try {
    const answer = await pushServiceOf(ctx, target.endpoint)(target.endpoint, init)
    await answer.body?.cancel()
    return readPushAnswer(answer.status, answer.headers.get('Retry-After'), ctx.now)
  } catch {
    return unreachable
  }
}

function pushServiceOf({ env }: Ctx, endpoint: string): (url: string, init: RequestInit) => Promise<Response> {
  if (DEVELOPMENT_TOOLS && new URL(endpoint).hostname === sandboxPushHost) return async (url) => answerAsSandbox(url)
  const { PUSH_SERVICES } = env
  return PUSH_SERVICES ? (url, init) => PUSH_SERVICES.fetch(url, init) : (url, init) => fetch(url, init)
}

/** What the push service of a development build answers: the number that the address ends with, else 201. */
function answerAsSandbox(endpoint: string): Response {
  const status = Number(/\/(\d{3})$/.exec(endpoint)?.[1] ?? 201)
  return new Response(null, { status, ...(status === 429 ? { headers: { 'Retry-After': '60' } } : {}) })
}
