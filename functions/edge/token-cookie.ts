import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { refreshCookie } from '../people/accounts/cookie-identity.ts'
import type { Token } from '../contract/people/account.ts'
import { ApiError, type ErrorBody } from '../contract/api-error.ts'
import { safeGoto } from '../contract/goto.ts'
import type { Worker } from '../platform/context.ts'
import { errorBody, errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { postToApi } from './post-to-api.ts'
import { readForm, textOf, wantsJson, withoutBody, requireOwnOrigin } from './read-form.ts'
import { noSessionCookies, sessionCookies, withoutRefreshToken } from './session-cookies.ts'

/** The only place that rotates the refresh cookie: POST for scripts, GET for a navigation with a used cookie. */
export const tokenCookie = new Hono<Worker>()
  .onError(errorResponse)
  .post('/token', requestContext, requireOwnOrigin, async (c) => {
    const fields = withoutBody(c.req.raw) ? {} : await readForm(c.req.raw)
    const renewed = await renew(c)
    if (!wantsJson(c.req.raw))
      return goOn(c, renewed, { goto: textOf(fields, 'goto'), program_id: textOf(fields, 'program_id') })
    if (renewed.ok) return c.json(withoutRefreshToken(renewed.token))
    if (renewed.retryAfter) c.header('Retry-After', renewed.retryAfter)
    return c.json(renewed.error, renewed.error.code as 401)
  })
  .get('/token', requestContext, async (c) =>
    goOn(c, await renew(c), { goto: c.req.query('goto') ?? '', program_id: c.req.query('program_id') ?? '' }),
  )

type Renewed = { ok: true; token: Token } | { ok: false; error: ErrorBody; retryAfter: string | null }

async function renew(c: Context<Worker>): Promise<Renewed> {
  c.header('Cache-Control', 'no-store')
  const refresh_token = getCookie(c, refreshCookie)
  const answer =
    refresh_token === undefined
      ? null
      : await postToApi(c, '/v1/oauth/token', { body: { grant_type: 'refresh_token', refresh_token } })
  if (answer?.ok) {
    const token = (await answer.json()) as Token
    for (const cookie of sessionCookies(c.env, token, c.var.ctx.now)) c.header('Set-Cookie', cookie, { append: true })
    return { ok: true, token }
  }
  const error = answer ? await plainError(answer) : errorBody(new ApiError('not_authenticated'), c)
  // A temporary failure must not log the customer out.
  if (error.code < 500 && error.code !== 429)
    for (const cookie of noSessionCookies(c.req.raw)) c.header('Set-Cookie', cookie, { append: true })
  return { ok: false, error, retryAfter: answer?.headers.get('Retry-After') ?? null }
}

async function plainError(answer: Response): Promise<ErrorBody> {
  const { code, type, message, param, path, timestamp, errors } = (await answer.json()) as ErrorBody
  return { code, type, message, param, path, timestamp, errors }
}

/** The next page: `goto` with a session, otherwise the program's log-in with `goto`. */
function goOn(c: Context<Worker>, renewed: Renewed, input: { goto: string; program_id: string }): Response {
  const goto = safeGoto(input.goto, c.env.SITE_ORIGIN, '')
  const programId = /^[a-z0-9][a-z0-9-]{1,62}$/.test(input.program_id)
    ? input.program_id
    : /^\/(?:pg|embed|desk)\/([a-z0-9][a-z0-9-]{1,62})(?:[/?#]|$)/.exec(goto)?.[1]
  if (renewed.ok || !programId) return c.redirect(goto || (programId ? `/pg/${programId}` : '/'), 303)
  if (renewed.error.code >= 500 || renewed.error.code === 429)
    throw new ApiError('unavailable', { retryAfterSeconds: Number(renewed.retryAfter ?? 5) })
  const query = new URLSearchParams({ program_id: programId, ...(goto === '' ? {} : { goto }) })
  return c.redirect(`/pg/${programId}/login?${query}`, 303)
}
