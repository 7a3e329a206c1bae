import { type Context, Hono } from 'hono'
import type { Identity } from '../platform/actor.ts'
import type { User } from '../contract/people/account.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isPressed, isTicked, pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { noSessionCookies } from './session-cookies.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

type AccountCall = { path: string; method?: 'DELETE'; body: unknown; saved: string }

/** The account pages of a program: a waiver, news, logging out on other devices, the profile and its email. Their forms work with script off and answer script in JSON. */
export const accountForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/account', showFailureOnce)
  .post('/pg/:program_id/profile/account', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const identity = await callerOf(c)
    const page = pageOf(c, '/profile/account')
    const { path, saved, ...call } = accountCall(c, fields)
    const answer = await postToApi(c, path, { ...call, identity, language: pageLanguage(c) })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'account', fields: {}, page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, '/profile/account', { saved }), cookies: [] })
  })
  .get('/pg/:program_id/profile/edit', showFailureOnce)
  .post('/pg/:program_id/profile/edit', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    if (textOf(fields, 'part') === 'email') return changeEmail(c, fields)
    const identity = await callerOf(c)
    const isWithdrawn = isPressed(fields, 'withdraw')
    const page = pageOf(c, '/profile/edit')
    const answer = await (isWithdrawn
      ? postToApi(c, '/v1/profile/email', { method: 'DELETE', body: null, identity, language: pageLanguage(c) })
      : saveProfile(c, fields, identity))
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'edit-profile', fields, page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, '/profile/edit', { saved: '1' }), cookies: [] })
  })
  .get('/pg/:program_id/profile/overview', showFailureOnce)
  .post('/pg/:program_id/profile/overview', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const page = pageOf(c, '/profile/overview')
    const answer = await postToApi(
      c,
      `/v1/profile/registrations/${encodeURIComponent(textOf(fields, 'registration_id'))}`,
      {
        method: 'PUT',
        body: { waiver: { waiver_id: textOf(fields, 'waiver_id'), version: Number(textOf(fields, 'version')) } },
        identity: await callerOf(c),
        language: pageLanguage(c),
      },
    )
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'overview', fields: {}, page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, '/profile/overview', { saved: '1' }), cookies: [] })
  })
  .get('/not-me', showFailureOnce)
  .post('/not-me', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const isLogIn = textOf(fields, 'about') === 'login'
    const token = textOf(fields, 'token')
    const answer = await postToApi(c, isLogIn ? '/v1/logins/undo' : '/v1/email_changes/undo', {
      body: { token },
      language: pageLanguage(c),
    })
    const about = { about: isLogIn ? 'login' : '', program_id: textOf(fields, 'program_id') }
    if (!answer.ok) return refuse(c, { answer, form: 'not-me', fields: {}, page: notMePage(c, { token, ...about }) })
    return accept(c, {
      body: (await answer.json()) as object,
      status: 200,
      goTo: notMePage(c, { done: '1', ...about }),
      cookies: noSessionCookies(c.req.raw),
    })
  })

/** The profile, and after it a yes or no to news where it is another than before. */
async function saveProfile(c: Context<Worker>, fields: Fields, identity: Identity | null): Promise<Response> {
  const language = pageLanguage(c)
  const answer = await postToApi(c, '/v1/profile', {
    method: 'PUT',
    body: pick(fields, ['first_name', 'last_name', 'phone', 'timezone', 'language']),
    identity,
    language,
  })
  const is_subscribed = isTicked(fields, 'is_subscribed')
  if (!answer.ok || is_subscribed === isTicked(fields, 'was_subscribed')) return answer
  const joined = await postToApi(c, `/v1/profile/programs/${c.req.param('program_id')}`, {
    body: { is_subscribed },
    identity,
    language,
  })
  return joined.ok ? answer : joined
}

/** A new email goes on to the page that takes its code; the own one, written differently, is saved as it is. */
async function changeEmail(c: Context<Worker>, fields: Fields): Promise<Response> {
  const page = pageOf(c, '/profile/edit')
  const answer = await postToApi(c, '/v1/profile/email', {
    body: pick(fields, ['email', 'password']),
    identity: await callerOf(c),
    language: pageLanguage(c),
  })
  if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
  if (!answer.ok) return refuse(c, { answer, form: 'change-email', fields, page })
  const body = (await answer.json()) as User
  const goTo =
    body.pending_email === null ? pageOf(c, '/profile/edit', { saved: '1' }) : pageOf(c, '/verify', { goto: page })
  return accept(c, { body: body as object, status: 200, goTo, cookies: [] })
}

/** Which button was pressed: log out on one device, on all others, or a yes or no to news. */
function accountCall(c: Context<Worker>, fields: Fields): AccountCall {
  const session = textOf(fields, 'session_id')
  if (session !== '')
    return {
      path: `/v1/profile/sessions/${encodeURIComponent(session)}`,
      method: 'DELETE',
      body: null,
      saved: 'session',
    }
  if (isPressed(fields, 'other_sessions'))
    return { path: '/v1/profile/sessions', method: 'DELETE', body: null, saved: 'sessions' }
  return {
    path: `/v1/profile/programs/${c.req.param('program_id')}`,
    body: { is_subscribed: isTicked(fields, 'is_subscribed') },
    saved: '1',
  }
}

function notMePage(c: Context<Worker>, query: Record<string, string>): string {
  const lang = pageLanguage(c) ?? ''
  const named = Object.entries({ ...query, lang }).filter(([, value]) => value !== '')
  return `/not-me?${new URLSearchParams(named)}`
}
