import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { isPushEndpoint, pushHosts, sandboxPushHost } from './push-endpoint.ts'
import { type PushOutcome, readPushAnswer, unreachable } from './push-answer.ts'
import type { Urgency } from './push-timing.ts'
import { vapidKeys, vapidSubject } from './vapid-keys.ts'

/** The data that the service worker shows. `tag` makes a repeated message appear once. */
export type PushMessage = { title: string; body: string; url: string; tag: string; lang: Language }
export type PushTarget = { endpoint: string; p256dh: string; auth: string; public_key: string }
type SendOptions = { ttlSeconds: number; urgency: Urgency; topic: string }

const timeoutMs = 10_000

/**
 * Sends a message to a browser's push service: encrypted (RFC 8291), and signed with the key that the browser
 * subscribed with (RFC 8292). `topic` replaces a waiting message of the same topic. When the site no longer has that
 * key, nothing can be sent until the browser renews its subscription.
 */
export async function sendPush(
  ctx: Ctx,
  target: PushTarget,
  { message, ...options }: SendOptions & { message: PushMessage },
): Promise<PushOutcome> {
  // The list of hosts may have become shorter since the subscription.
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

/** The response of a development build's push service: the number at the end of the URL, or 201. */
function answerAsSandbox(endpoint: string): Response {
  const status = Number(/\/(\d{3})$/.exec(endpoint)?.[1] ?? 201)
  return new Response(null, { status, ...(status === 429 ? { headers: { 'Retry-After': '60' } } : {}) })
}
