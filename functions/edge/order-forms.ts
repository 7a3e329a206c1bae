import { Hono } from 'hono'
import type { Worker } from '../context.ts'
import { errorResponse } from '../middleware/error-response.ts'
import { requestContext } from '../middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isPressed, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

/** The forms on an order's page (a new address for its calendar, cancelling what waits for money) and on the schedule: a new address for the family's calendar. They work with script off and answer script in JSON. */
export const orderForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/orders/:order_id', showFailureOnce)
  .post('/pg/:program_id/profile/orders/:order_id', requestContext, requireOwnOrigin, async (c) => {
    const path = `/profile/orders/${encodeURIComponent(c.req.param('order_id'))}`
    const page = pageOf(c, path)
    const { call, body: sent, saved } = callOf(await readForm(c.req.raw))
    const answer = await postToApi(c, `/v1${path}/${call}`, {
      body: sent,
      identity: await callerOf(c),
      language: pageLanguage(c),
    })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'order', fields: {}, page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, path, { saved }), cookies: [] })
  })
  .get('/pg/:program_id/profile/schedule', showFailureOnce)
  .post('/pg/:program_id/profile/schedule', requestContext, requireOwnOrigin, async (c) => {
    const path = '/profile/schedule'
    return sendForm(c, {
      call: { path: '/v1/profile/calendar', method: 'POST', body: null },
      fields: await readForm(c.req.raw),
      form: 'calendar',
      page: pageOf(c, path),
      goTo: () => pageOf(c, path, { saved: 'calendar' }),
    })
  })
  .get('/pg/:program_id/profile/schedule/:registration_id', showFailureOnce)
  .post('/pg/:program_id/profile/schedule/:registration_id', requestContext, requireOwnOrigin, async (c) => {
    const id = encodeURIComponent(c.req.param('registration_id'))
    const fields = await readForm(c.req.raw)
    const path = `/profile/schedule/${id}`
    return sendForm(c, {
      call: {
        path: `/v1/profile/appointments/${id}`,
        method: 'PUT',
        body: { start_time: textOf(fields, 'start') },
      },
      fields,
      form: 'appointment',
      page: pageOf(c, path),
      goTo: () => pageOf(c, path, { saved: 'moved' }),
    })
  })

/** Which button was pressed. */
const callOf = (fields: Fields): { call: string; body: object | null; saved: string } =>
  isPressed(fields, 'cancel')
    ? { call: 'cancel', body: {}, saved: 'cancelled' }
    : { call: 'calendar', body: null, saved: 'calendar' }
