import { Hono } from 'hono'
import type { Worker } from '../context.ts'
import { errorResponse } from '../middleware/error-response.ts'
import { requestContext } from '../middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

/** The form on an order's page: a new address for its calendar. It works with script off and answers script in JSON. */
export const orderForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/orders/:order_id', showFailureOnce)
  .post('/pg/:program_id/profile/orders/:order_id', requestContext, requireOwnOrigin, async (c) => {
    const path = `/profile/orders/${encodeURIComponent(c.req.param('order_id'))}`
    const page = pageOf(c, path)
    const answer = await postToApi(c, `/v1${path}/calendar`, {
      body: null,
      identity: await callerOf(c),
      language: pageLanguage(c),
    })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'order', fields: {}, page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, path, { saved: 'calendar' }), cookies: [] })
  })
