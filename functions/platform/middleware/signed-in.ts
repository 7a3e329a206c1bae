import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { readAccessToken } from '../identity/access-token.ts'
import { hasLiveSession } from '../identity/caller.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type Language, languages } from '../../contract/field-rules.ts'
import { customerOfClient } from './customer-client.ts'
import { limitToProgram } from '../database/client-program.ts'
import { checkDelegatedCall } from './delegated-call.ts'
import { marked } from './route-mark.ts'
import { type Ctx, type CustomerWorker, isCustomer, type Worker } from '../context.ts'

/**
 * Authenticates a logged-in customer: by an access token, Basic credentials of a program that acts for a customer, or
 * the identity that a page has just looked up in process. A write checks the session in its own batch. For a read the
 * session is looked up in parallel, so that a log-out elsewhere takes effect at once. A client's token is checked against
 * the scope of the call.
 */
export const signedIn = createMiddleware<CustomerWorker>(async (c, next) => {
  const ctx: Ctx = c.var.ctx
  ctx.actor ??= await customerOfClient(c)
  const isVouchedFor = ctx.actor !== null
  await readBearer(c as unknown as Context<Worker>)
  if (!isCustomer(ctx)) throw new ApiError('not_authenticated')
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (isVouchedFor || !isRead) return next()

  const lookUp = hasLiveSession(ctx)
  // The promise is never awaited when the call fails first.
  lookUp.catch(() => {})
  await next()
  if (!(await lookUp)) throw new ApiError('not_authenticated')
})

/** Uses an access token if there is one; an invalid one is rejected. */
export const maybeSignedIn = marked(
  createMiddleware<Worker>(async (c, next) => {
    await readBearer(c)
    await next()
  }),
  { readsToken: true },
)

/** Makes the customer of an access token the actor. Throws for a token that is not valid. */
export async function readBearer(c: Context<Worker>): Promise<void> {
  const { ctx } = c.var
  const { headers } = c.req.raw
  const header = headers.get('Authorization')
  if (ctx.actor || header === null) return
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(header)?.[1]
  if (!token) throw new ApiError('not_authenticated')
  const answer = await readAccessToken(ctx.env, token, ctx.now)
  if (!answer.ok) throw new ApiError(answer.type)
  ctx.actor = { type: 'customer', ...answer.identity }
  if (!headers.has('Accept-Language')) {
    ctx.language = languages.find((each) => each === answer.language) ?? ('en' satisfies Language)
    ctx.contentLanguage = ctx.language
  }
  const own = answer.identity.delegation
  if (!own || !isCustomer(ctx)) return
  await checkDelegatedCall(c, routePath(c), { ctx, own })
  ctx.db = limitToProgram(ctx.db, own.program_id)
}
