import { createMiddleware } from 'hono/factory'
import { deviceHeader } from '../identity/known-device.ts'
import type { Worker } from '../context.ts'
import { makeContext, clockNow } from '../make-context.ts'
import { addressForLimit, addressPrefix, clientAddress } from './client-address.ts'
import { preferredLanguage } from './preferred-language.ts'

/**
 * Creates the context of each call: one reading of the time, one request id, and the caller if a page has identified
 * them.
 */
export const requestContext = createMiddleware<Worker>(async (c, next) => {
  const address = clientAddress(c.req.raw)
  const ctx = makeContext({
    env: c.env,
    now: await clockNow(c.env),
    language: preferredLanguage(c.req.header('Accept-Language')),
    actor: c.env.identity ? { type: 'customer', ...c.env.identity } : null,
    callerAddress: addressForLimit(address),
    addressPrefix: addressPrefix(address),
    userAgent: c.req.header('User-Agent') ?? null,
    deviceMark: c.req.header(deviceHeader) ?? null,
  })
  c.set('ctx', ctx)
  await next()
  const { outboxPriority } = ctx.request
  if (outboxPriority && c.env.deliver) c.executionCtx.waitUntil(c.env.deliver(c.env, outboxPriority))
})
