import { Hono } from 'hono'
import type { SignedUp } from '../contract/people/account.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { pick, readForm } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { knownDeviceCookie, logInCookies } from './session-cookies.ts'
import { callerOf, endPresentedSession, logInFirst } from './sign-in-forms.ts'

/** The forms of a forgotten and of a new password. They work with script off and answer script in JSON. */
export const passwordForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/forgot-password', showFailureOnce)
  .get('/pg/:program_id/recovery/:recovery_id', showFailureOnce)
  .get('/pg/:program_id/profile/change-password', showFailureOnce)
  .post('/pg/:program_id/forgot-password', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const answer = await postToApi(c, '/v1/recovery', {
      body: { ...pick(fields, ['email']), program_id: c.req.param('program_id') },
      language: pageLanguage(c),
    })
    if (!answer.ok) return refuse(c, { answer, form: 'forgot-password', fields, page: pageOf(c, '/forgot-password') })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, '/forgot-password', { sent: '1' }), cookies: [] })
  })
  .post('/pg/:program_id/recovery/:recovery_id', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const path = `/recovery/${encodeURIComponent(c.req.param('recovery_id'))}`
    const answer = await postToApi(c, `/v1${path}`, { body: pick(fields, ['password']), language: pageLanguage(c) })
    if (!answer.ok) return refuse(c, { answer, form: 'recovery', fields: {}, page: pageOf(c, path) })

    const account = (await answer.json()) as SignedUp
    await endPresentedSession(c, answer)
    return accept(c, {
      body: account,
      status: 200,
      goTo: pageOf(c, ''),
      cookies: [
        ...logInCookies(c.env, c.req.raw, { token: account, now: c.var.ctx.now }),
        knownDeviceCookie(c.env, account.email),
      ],
    })
  })
  .post('/pg/:program_id/profile/change-password', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const page = pageOf(c, '/profile/change-password')
    const answer = await postToApi(c, '/v1/profile/password', {
      body: pick(fields, ['old_password', 'password', 'confirm_password']),
      identity: await callerOf(c),
      language: pageLanguage(c),
    })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'change-password', fields: {}, page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, '/profile/account', { saved: 'password' }), cookies: [] })
  })
