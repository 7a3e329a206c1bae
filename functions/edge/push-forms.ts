import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isPressed, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const path = '/profile/preferences'
const calls = '/v1/profile/subscriptions/notifications'
type PushCall = { path: string; method?: 'DELETE'; body: unknown; saved: string }

/**
 * The browsers that show notifications, on the page of preferences: a test and turning them off work with script off. Script
 * brings a new subscription, and reads what it subscribes with.
 */
export const pushForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/preferences/push', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const answer = await postToApi(c, `${calls}/preload`, { method: 'GET', body: null, identity: await callerOf(c) })
    return c.json(await answer.json(), answer.ok ? 200 : 401)
  })
  .post('/pg/:program_id/profile/preferences/push', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const page = pageOf(c, path)
    const { saved, ...call } = pushCall(fields, c.req.param('program_id'))
    const answer = await postToApi(c, call.path, {
      ...call,
      identity: await callerOf(c),
      language: pageLanguage(c),
    })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'push', fields: {}, page })
    const body = (await answer.json()) as { result?: string }
    const done = body.result ? `push_${body.result}` : saved
    return accept(c, {
      body: body as object,
      status: answer.status,
      goTo: pageOf(c, path, { saved: done }),
      cookies: [],
    })
  })

/** Which button was pressed: a test, off in one browser or in all; or none, where script brings a subscription. */
function pushCall(fields: Fields, program_id: string): PushCall {
  const one = `${calls}/${encodeURIComponent(textOf(fields, 'remove'))}`
  if (isPressed(fields, 'test')) return { path: `${calls}/test`, body: { endpoint: textOf(fields, 'test') }, saved: '' }
  if (isPressed(fields, 'remove')) return { path: one, method: 'DELETE', body: null, saved: 'push_off' }
  if (isPressed(fields, 'remove_all')) return { path: calls, method: 'DELETE', body: null, saved: 'push_all_off' }
  const { subscription, renews } = fields
  const made = typeof subscription === 'object' ? subscription : null
  return { path: calls, body: { ...made, program_id, ...(renews ? { renews } : {}) }, saved: 'push_on' }
}
