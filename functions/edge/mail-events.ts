import { Hono } from 'hono'
import { system } from '../platform/actor.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { isMailEventsToken, takeMailEvents } from '../delivery/mail/take-mail-events.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { takeInboundMail } from '../returned-message.ts'
import { readLimitedBody, textOfBody } from '../platform/middleware/read-limited-body.ts'

const largestEventsBytes = 256 * 1024
/** Mail servers' usual limit. From a mail longer than a message may be, only the sender is read, for a reply. */
const largestMailBytes = 35 * 1024 * 1024
const isMail = (type: string) => /^(?:message\/rfc822|multipart\/report)\b/i.test(type)

/**
 * `POST /webhooks/mail/{token}` accepts providers' webhooks as JSON with any content type, and mail itself, returned or
 * in reply to a message, as `message/rfc822`. Idempotent.
 */
export const mailEvents = new Hono<Worker>().onError(errorResponse).post('/:token', async (c) => {
  const ctx = makeContext({ env: c.env, now: await clockNow(c.env), actor: system })
  c.set('ctx', ctx)
  c.header('Cache-Control', 'no-store')
  if (!(await isMailEventsToken(ctx, c.req.param('token')))) throw new ApiError('not_found')
  const type = c.req.header('Content-Type') ?? ''
  const bytes = await readLimitedBody(c.req.raw, isMail(type) ? largestMailBytes : largestEventsBytes)
  const taken = isMail(type) ? await takeInboundMail(ctx, bytes, null) : await takeMailEvents(ctx, jsonOf(bytes))
  // Unknown webhooks are accepted too, because a provider would only repeat them.
  if (taken === null) ctx.log('mail_event_not_known')
  const { outboxPriority } = ctx.request
  if (outboxPriority && c.env.deliver) c.executionCtx.waitUntil(c.env.deliver(c.env, outboxPriority))
  return c.json({ object: 'mail_events', taken: taken ?? 0 })
})

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOfBody(bytes))
  } catch {
    throw new ApiError('invalid_json')
  }
}
