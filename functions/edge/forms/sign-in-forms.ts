import { getCookie } from 'hono/cookie'
import { decodeJwt } from 'jose'
import { readAccessToken } from '../../platform/identity/access-token.ts'
import { isInTeamOf } from '../../platform/identity/staff.ts'
import { refreshCookie } from '../../people/accounts/cookie-identity.ts'
import { isUnconfirmedStaff } from '../../people/accounts/second-factor.ts'
import { knownDeviceOf } from '../../people/accounts/account-keys.ts'
import { deviceCookie, markDevice } from '../../platform/identity/known-device.ts'
import { newestGoto } from '../../people/accounts/verify-email.ts'
import type { Done, Token } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { InsightType } from '../../contract/records/insight.ts'
import { pageLanguage, type Query } from '../form-answer.ts'
import { isTicked, pick, wantsJson } from '../read-form.ts'
import { knownDeviceCookie, logInCookies, noSessionCookies } from '../session-cookies.ts'
import { credentialOf } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const programPage = '/pg/:program_id'
const deskPage = '/desk/:program_id'
const verifyPage = '/pg/:program_id/verify'
const withGoto = ({ goto }: FormPost): Query => ({ goto })

/** A browser that sends no cookie may refuse them. The log-in page finds out, and explains it. */
const checksCookies = ({ c: { req } }: FormPost): boolean =>
  req.header('Cookie') === undefined && req.header('Sec-Fetch-Mode') === 'navigate'
const afterLogIn = (post: FormPost, next: string): string =>
  checksCookies(post) ? post.page('/pg/:program_id/login', { goto: next, cookies: '1' }) : next

const sharedDevice = ({ fields }: FormPost): object =>
  isTicked(fields, 'shared_device') ? { shared_device: true } : {}

const passkeyBody = (post: FormPost): object => ({
  credential: credentialOf(post),
  program_id: post.text('program_id'),
  ...sharedDevice(post),
})

/** Forms of log-in, sign-up, log-out, email codes and forgotten passwords. */
export const signInForms: readonly Form[] = [
  {
    path: '/pg/:program_id/login',
    form: 'login',
    sender: 'anonymous',
    // A parameter of the page, kept where the page's URL had it.
    back: (post) => ({
      goto: post.goto,
      program_id: 'program_id' in post.fields ? post.text('program_id') : '',
      cookies: checksCookies(post) ? '1' : '',
    }),
    next: async (post, token: Token) => afterLogIn(post, post.goto || (await ownPage(post, token.access_token))),
    taken: (post, token: Token, answer) => beginSession(post, { token, answer, counts: 'login' }),
    actions: [
      {
        when: { passkey: true },
        call: 'POST /v1/login/passkey',
        body: passkeyBody,
        // The form is sent by the page's script, which continues with the cookie.
        answers: 'none',
      },
      {
        call: 'POST /v1/login',
        body: (post) => ({
          ...pick(post.fields, ['username', 'password']),
          program_id: post.text('program_id'),
          ...sharedDevice(post),
        }),
        next: async (post, token: Token) => afterLogIn(post, await afterPassword(post, token)),
      },
    ],
  },
  {
    path: '/pg/:program_id/login/passkey',
    form: 'login',
    sender: 'anonymous',
    call: 'POST /v1/login/passkey/options',
    answers: 'asIs',
  },
  {
    path: '/pg/:program_id/signup',
    form: 'signup',
    sender: 'anyone',
    back: withGoto,
    call: 'POST /v1/signup',
    body: signUpBody,
    next: (post) => afterLogIn(post, post.goto || post.page(verifyPage)),
    async taken(post, body: Partial<Token>, answer) {
      const token = body.access_token ? (body as Token) : null
      await takeNews(post, token)
      return token ? beginSession(post, { token, answer, counts: answer.status === 201 ? 'sign_up' : 'login' }) : []
    },
  },
  {
    path: '/pg/:program_id/logout',
    form: 'login',
    sender: 'anyone',
    call: logOut,
    // After the log-out the customer's language is unknown.
    next: async (post) => post.page('/pg/:program_id/logout', { lang: (await post.visitor())?.language ?? '' }),
    taken({ c }) {
      c.header('Clear-Site-Data', '"cache", "storage"')
      return noSessionCookies(c.req.raw)
    },
  },
  {
    path: verifyPage,
    form: 'verify',
    back: withGoto,
    actions: [
      {
        when: { passkey: true },
        call: 'POST /v1/login/passkey',
        body: passkeyBody,
        answers: 'none',
        next: async (post, token: Token) => post.goto || (await ownPage(post, token.access_token)),
        taken: (post, token: Token, answer) => beginSession(post, { token, answer, counts: null }),
      },
      {
        when: { withdraw: true },
        call: 'DELETE /v1/profile/email',
        next: (post) => post.page(verifyPage, { goto: post.goto }),
      },
      {
        when: { again: true },
        call: 'POST /v1/reverify',
        // An email that was confirmed in the meantime is sent no code.
        next: (post, { type }: Done) =>
          post.page(verifyPage, { goto: post.goto, sent: type === 'code_sent' ? '1' : '' }),
      },
      { call: 'POST /v1/verify', body: ['code'], next: afterVerification },
    ],
  },
  {
    path: '/pg/:program_id/forgot-password',
    form: 'forgot-password',
    sender: 'anonymous',
    call: 'POST /v1/recovery',
    body: ['email', 'program_id'],
    next: (post) => post.page('/pg/:program_id/forgot-password', { sent: '1' }),
  },
  {
    path: '/pg/:program_id/recovery/:recovery_id',
    form: 'recovery',
    sender: 'anonymous',
    call: 'POST /v1/recovery/:recovery_id',
    body: ['password'],
    next: '/pg/:program_id/profile/account',
    saved: 'password_reset',
    taken: (post, token: Token, answer) => beginSession(post, { token, answer, counts: null }),
  },
]

/**
 * The page after a correct password. The account of a team needs a second factor on a new device: it is mailed a code,
 * and the page that takes the code continues to the page of the log-in.
 */
async function afterPassword(post: FormPost, { access_token }: Token): Promise<string> {
  const { env, var: variables } = post.c
  const goto = post.goto || (await ownPage(post, access_token))
  const read = await readAccessToken(env, access_token, variables.ctx.now)
  if (!read.ok || !(await isUnconfirmedStaff(variables.ctx, read.identity.session_id))) return goto
  // The page has a button for a new code when this one is refused.
  await post.also('POST /v1/reverify', null, read.identity)
  return post.page(verifyPage, { goto })
}

/** The page after a log-in that continues nowhere: the desk of a member of the program's team, otherwise the program. */
async function ownPage(post: FormPost, access_token: string): Promise<string> {
  const { env, var: variables } = post.c
  const read = await readAccessToken(env, access_token, variables.ctx.now)
  const program_id = post.text('program_id')
  const isMember = read.ok && (await isInTeamOf(variables.ctx, { ...read.identity, program_id }))
  return post.page(isMember ? deskPage : programPage)
}

function signUpBody(post: FormPost): object {
  const named = ['first_name', 'last_name', 'email', 'phone', 'password', 'verify_email']
  const [timezone, goto] = [post.text('timezone'), post.text('goto')]
  return {
    ...pick(post.fields, named),
    ...(timezone ? { timezone } : {}),
    ...(goto ? { goto } : {}),
    program_id: post.text('program_id'),
    language: post.text('language') || (pageLanguage(post.c) ?? undefined),
  }
}

async function afterVerification(post: FormPost): Promise<string> {
  const visitor = post.goto ? null : await post.visitor()
  const newest = visitor && (await newestGoto(post.c.var.ctx, visitor.identity.user_id))
  const isMember = visitor !== null && post.text('program_id') in visitor.identity.teams.places
  return post.goto || newest || post.page(isMember ? deskPage : programPage)
}

/** A visitor without a session counts as logged out; only an internal error is shown. */
async function logOut(post: FormPost): Promise<Response> {
  const answer = await post.send('POST /v1/logout')
  if (answer.status >= 500) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
  return answer.ok ? answer : Response.json({ object: 'done', type: 'logged_out', message: '' })
}

type Beginning = { token: Token; answer: Response; counts: InsightType | null }

/** The cookies of a new session; the browser becomes a known device, or stays the one that the account knows. */
export async function beginSession(post: FormPost, { token, answer, counts }: Beginning): Promise<string[]> {
  const { env, req, var: variables } = post.c
  await endPresentedSession(post, answer)
  if (counts) countSignIn(post, counts)
  // The token is new and our own, so it is decoded without verification.
  const email = String(decodeJwt(token.id_token)['email'] ?? '')
  const { ctx } = variables
  const { now } = ctx
  const mark = getCookie(post.c, deviceCookie) ?? null
  const isKnown = mark !== null && (await knownDeviceOf({ ...ctx, deviceMark: mark }, email)) !== null
  const device = knownDeviceCookie(isKnown ? mark : markDevice(env, email, now))
  return [...logInCookies(env, req.raw, { token, now }), device]
}

/**
 * Ends the previous session of this browser, because no cookie refers to that session any longer. A replayed response
 * may belong to the same session, and its first request has already ended the previous one.
 */
async function endPresentedSession(post: FormPost, answer: Response): Promise<void> {
  const token = getCookie(post.c, refreshCookie)
  if (token === undefined || answer.headers.has('Idempotency-Replayed')) return
  const ended = await post.also('POST /v1/oauth/revoke', { token }, null)
  if (!ended.ok) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
}

/** Counts a log-in or sign-up after the response, anonymously; a failure is ignored. */
function countSignIn(post: FormPost, type: InsightType): void {
  const { pathname, search } = new URL(post.c.req.url)
  const props = { language: pageLanguage(post.c), form: wantsJson(post.c.req.raw) ? 'script' : 'plain' }
  const body = { url: `${pathname}${search}`, type, props }
  post.c.executionCtx.waitUntil(post.also('POST /insights/events', body, null).catch(() => {}))
}

/** A ticked news box joins the program with consent; the box is never ticked by default. */
async function takeNews(post: FormPost, token: Token | null): Promise<void> {
  if (!isTicked(post.fields, 'is_subscribed')) return
  const { env, var: variables } = post.c
  const read = token && (await readAccessToken(env, token.access_token, variables.ctx.now))
  const identity = read ? (read.ok ? read.identity : null) : ((await post.visitor())?.identity ?? null)
  if (!identity) return
  const join = (body: object) => post.also('POST /v1/profile/programs/:program_id', body, identity)
  const answer = await join({ is_subscribed: true })
  // A suppressed address gets no news yet, but its owner joins the program all the same.
  if (!(answer.status === 403 ? await join({}) : answer).ok) throw new ApiError('internal_error')
}
