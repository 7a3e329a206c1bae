import { Hono } from 'hono'
import type { Authorization } from '../contract/people/oauth.ts'
import { authorizationParameters } from '../contract/site-pages.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const page = '/pg/:program_id/authorize'

/** The form in which a customer lets a client in, or does not. It works with script off; only a press of Allow allows. */
export const authorizeForm = new Hono<Worker>()
  .onError(errorResponse)
  .get(page, showFailureOnce)
  .post(page, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const requested = Object.fromEntries(
      authorizationParameters.map((name) => [name, textOf(fields, name)]).filter(([, value]) => value !== ''),
    ) as Record<string, string>
    const body = {
      ...requested,
      program_id: c.req.param('program_id'),
      is_allowed: textOf(fields, 'answer') === 'allow',
    }
    const answer = await postToApi(c, '/v1/oauth/authorize', {
      body,
      identity: await callerOf(c),
      language: textOf(fields, 'language') || pageLanguage(c),
    })
    const here = pageOf(c, '/authorize', { ...requested, program_id: c.req.param('program_id') })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, here) })
    if (!answer.ok) return refuse(c, { answer, form: 'authorize', fields: {}, page: here })
    const authorization = (await answer.json()) as Authorization
    c.header('Referrer-Policy', 'no-referrer')
    return accept(c, { body: authorization as object, status: 200, goTo: authorization.redirect_to, cookies: [] })
  })
