import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { readAccessToken } from '../accounts/access-token.ts'
import { ApiError } from '../contract/api-error.ts'
import { type Language, languages } from '../contract/field-rules.ts'
import type { Worker } from '../context.ts'

/** Lets signed-in customers through: a bearer, or the identity a page brought in process. Nothing is read from the database: a write checks its session in its own batch. */
export const signedIn = createMiddleware<Worker>(async (c, next) => {
  await takeBearer(c)
  if (!c.var.ctx.identity) throw new ApiError('not_authenticated')
  await next()
})

/** Takes a bearer where there is one; a bad one is refused, none is fine. */
export const maybeSignedIn = createMiddleware<Worker>(async (c, next) => {
  await takeBearer(c)
  await next()
})

async function takeBearer(c: Context<Worker>): Promise<void> {
  const ctx = c.var.ctx
  const header = c.req.header('Authorization')
  if (ctx.identity || header === undefined) return
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(header)?.[1]
  if (!token) throw new ApiError('not_authenticated')
  const answer = await readAccessToken(ctx.env, token, ctx.now)
  if (!answer.ok) throw new ApiError(answer.type)
  ctx.identity = answer.identity
  if (c.req.header('Accept-Language') === undefined)
    ctx.language = languages.find((each) => each === answer.language) ?? ('en' satisfies Language)
}
