import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { decodeJwt } from 'jose'
import { readAccessToken } from '../platform/identity/access-token.ts'
import { identityFromCookie, refreshCookie } from '../people/accounts/cookie-identity.ts'
import type { Token } from '../contract/people/account.ts'
import type { InsightType } from '../contract/records/insight.ts'
import { ApiError } from '../contract/api-error.ts'
import { safeGoto } from '../contract/goto.ts'
import type { Identity } from '../platform/actor.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { postToApi } from './post-to-api.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { type Fields, isPressed, isTicked, pick, readForm, textOf, wantsJson } from './read-form.ts'
import { knownDeviceCookie, logInCookies, noSessionCookies } from './session-cookies.ts'
import { newestGoto } from '../people/accounts/verify-email.ts'

const signupFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'password',
  'timezone',
  'goto',
  'verify_email',
  'language',
] as const

/**
 * The forms that need no bearer: log-in, sign-up, log-out, verification. They work with script off and answer script in JSON.
 */
export const signInForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/:page{login|signup|verify}', showFailureOnce)
  .post('/pg/:program_id/login', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const program_id = c.req.param('program_id')
    const isPasskey = isPressed(fields, 'passkey')
    const answer = await postToApi(c, isPasskey ? '/v1/login/passkey' : '/v1/login', {
      body: isPasskey
        ? { credential: credentialOf(fields), program_id }
        : { ...pick(fields, ['username', 'password']), program_id },
      language: pageLanguage(c),
    })
    if (!answer.ok)
      return refuse(c, { answer, form: 'login', fields, page: pageOf(c, '/login', { goto: gotoOf(c, fields) }) })

    const token = (await answer.json()) as Token
    await endPresentedSession(c, answer)
    countSignIn(c, 'login')
    return accept(c, {
      // A passkey comes from the page's form alone, which goes on by the cookie.
      body: isPasskey ? {} : token,
      status: 200,
      goTo: gotoOf(c, fields) || pageOf(c, ''),
      cookies: [
        ...logInCookies(c.env, c.req.raw, { token, now: c.var.ctx.now }),
        knownDeviceCookie(c.env, isPasskey ? emailOf(token) : textOf(fields, 'username')),
      ],
    })
  })
  .post('/pg/:program_id/signup', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const identity = await callerOf(c)
    const answer = await postToApi(c, '/v1/signup', {
      body: signupBody(c, fields),
      identity,
      language: pageLanguage(c),
    })
    if (!answer.ok)
      return refuse(c, { answer, form: 'signup', fields, page: pageOf(c, '/signup', { goto: gotoOf(c, fields) }) })

    const body = (await answer.json()) as Partial<Token> & { id: string }
    const token = body.access_token ? (body as Token) : null
    await takeNews(c, fields, { token, identity })
    if (token) await endPresentedSession(c, answer)
    if (token) countSignIn(c, answer.status === 201 ? 'sign_up' : 'login')
    const cookies = token
      ? [
          ...logInCookies(c.env, c.req.raw, { token, now: c.var.ctx.now }),
          knownDeviceCookie(c.env, textOf(fields, 'email')),
        ]
      : []
    return accept(c, { body, status: answer.status, goTo: gotoOf(c, fields) || pageOf(c, '/verify'), cookies })
  })
  .post('/pg/:program_id/logout', requestContext, requireOwnOrigin, async (c) => {
    const visitor = await visitorOf(c)
    const identity = visitor?.identity ?? null
    const answer = await postToApi(c, '/v1/logout', { body: null, identity, language: pageLanguage(c) })
    // A visitor without a session counts as logged out; only an internal failure is shown.
    if (answer.status >= 500) return answer
    c.header('Clear-Site-Data', '"cache", "storage"')
    const body = answer.ok ? ((await answer.json()) as object) : { object: 'done', message: '' }
    // Afterwards no one knows whose language it was.
    const goTo = pageOf(c, '/logout', { lang: visitor?.language ?? '' })
    return accept(c, { body, status: 200, goTo, cookies: noSessionCookies(c.req.raw) })
  })
  .post('/pg/:program_id/verify', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const identity = await callerOf(c)
    const goto = gotoOf(c, fields)
    const isAgain = isPressed(fields, 'again')
    const isWithdrawn = isPressed(fields, 'withdraw')
    const call = isWithdrawn
      ? { path: '/v1/profile/email', method: 'DELETE' as const, body: null }
      : { path: isAgain ? '/v1/reverify' : '/v1/verify', body: isAgain ? null : pick(fields, ['code']) }
    const answer = await postToApi(c, call.path, { ...call, identity, language: pageLanguage(c) })
    if (answer.status === 401)
      return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, pageOf(c, '/verify', { goto })) })
    if (!answer.ok) return refuse(c, { answer, form: 'verify', fields, page: pageOf(c, '/verify', { goto }) })

    const next = goto || (identity && (await newestGoto(c.var.ctx, identity.user_id))) || pageOf(c, '')
    return accept(c, {
      body: (await answer.json()) as object,
      status: 200,
      goTo: isAgain ? pageOf(c, '/verify', { goto, sent: '1' }) : isWithdrawn ? pageOf(c, '/verify', { goto }) : next,
      cookies: [],
    })
  })

/** Counts a log-in or a sign-up after the answer, without who it was; one that cannot be counted stops nothing. */
function countSignIn(c: Context<Worker>, type: InsightType): void {
  const { pathname, search } = new URL(c.req.url)
  const props = { language: pageLanguage(c), form: wantsJson(c.req.raw) ? 'script' : 'plain' }
  const body = { url: `${pathname}${search}`, type, props }
  c.executionCtx.waitUntil(postToApi(c, '/insights/events', { body, isKeyless: true }).catch(() => {}))
}

/** Whose token it is, in our own words: it was made a moment ago. */
const emailOf = (token: Token): string => String(decodeJwt(token.id_token)['email'] ?? '')

/** What the browser made or signed, as script put it into the form; null where it is no JSON, which the API refuses. */
export function credentialOf(fields: Fields): unknown {
  try {
    return JSON.parse(textOf(fields, 'passkey'))
  } catch {
    return null
  }
}

const gotoOf = (c: Context<Worker>, fields: Fields): string => safeGoto(fields['goto'], c.env.SITE_ORIGIN, '')

/** The log-in that goes on to a page afterwards. */
export const logInFirst = (c: Context<Worker>, goto: string): string =>
  pageOf(c, '/login', { program_id: c.req.param('program_id') ?? '', goto })

/** Who sends the form, by the cookie. It speaks only for forms that this site's own pages post; never for a call of the API. */
export const callerOf = async (c: Context<Worker>): Promise<Identity | null> => (await visitorOf(c))?.identity ?? null

const visitorOf = async (c: Context<Worker>) => identityFromCookie(c.var.ctx, c.req.raw)

function signupBody(c: Context<Worker>, fields: Fields): Fields {
  const body: Fields = { ...pick(fields, signupFields), program_id: c.req.param('program_id') }
  if (body['timezone'] === '') delete body['timezone']
  if (body['goto'] === '') delete body['goto']
  body['language'] ||= pageLanguage(c) ?? undefined
  return body
}

/**
 * A log-in ends the session that this browser came with, which no cookie of it leads to any more. An answer that is replayed
 * may be of that very session, and the first request has ended the one before.
 */
export async function endPresentedSession(c: Context<Worker>, answer: Response): Promise<void> {
  const token = getCookie(c, refreshCookie)
  if (token === undefined || answer.headers.has('Idempotency-Replayed')) return
  const ended = await postToApi(c, '/v1/oauth/revoke', { body: { token } })
  if (!ended.ok) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
}

/** A ticked box for news joins the program with it; the box is never ticked beforehand. */
async function takeNews(
  c: Context<Worker>,
  fields: Fields,
  who: { token: Token | null; identity: Identity | null },
): Promise<void> {
  if (!isTicked(fields, 'is_subscribed')) return
  const identity = who.token ? await identityOfToken(c, who.token) : who.identity
  if (!identity) return
  const join = (body: object) => postToApi(c, `/v1/profile/programs/${c.req.param('program_id')}`, { body, identity })
  const answer = await join({ is_subscribed: true })
  // An address that mail is stopped at gets no news yet; whoever signed up with it has joined all the same.
  if (!(answer.status === 403 ? await join({}) : answer).ok) throw new ApiError('internal_error')
}

async function identityOfToken(c: Context<Worker>, token: Token): Promise<Identity | null> {
  const read = await readAccessToken(c.env, token.access_token, c.var.ctx.now)
  return read.ok ? read.identity : null
}
