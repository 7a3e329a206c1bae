import { type Context, Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import type { Payment } from '../contract/money/payment.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isPressed, isTicked, pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

/** The forms on an order's page (a new address for its calendar, cancelling what waits for money, paying a part of it) and on the schedule: a new address for the family's calendar. They work with script off and answer script in JSON. */
export const orderForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/orders/:order_id', showFailureOnce)
  .post('/pg/:program_id/profile/orders/:order_id', requestContext, requireOwnOrigin, async (c) => {
    const path = `/profile/orders/${encodeURIComponent(c.req.param('order_id'))}`
    const page = pageOf(c, path)
    const fields = await readForm(c.req.raw)
    const { call, body: sent, saved } = callOf(fields, page)
    const answer = await postToApi(c, `/v1${path}/${call}`, {
      body: sent,
      identity: await callerOf(c),
      language: pageLanguage(c),
      key: textOf(fields, 'key').slice(0, 64),
    })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'order', fields: {}, page })
    const body = (await answer.json()) as object
    const { id = '', status } = body as Partial<Pick<Payment, 'id' | 'status'>>
    // The page says of the payment whether it paid a part.
    const news = { saved, payment: saved === 'part' ? id : '' }
    const isDone = status !== 'requires_action'
    return accept(c, { body, status: 200, goTo: pageOf(c, path, isDone ? news : {}), cookies: [] })
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
    if (textOf(fields, 'option_id')) return movePlace(c, id, fields)
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

/** Moves a place to another option or person, or goes on to pay what it costs more; what is refused comes back to the choice that was made. */
function movePlace(c: Context<Worker>, id: string, fields: Fields): Promise<Response> {
  const path = `/profile/schedule/${id}`
  const expected = textOf(fields, 'expected_amount')
  const version = Number(textOf(fields, 'waiver_version'))
  const body = {
    ...pick(fields, ['option_id', 'attendee_profile_id']),
    ...(/^\d{1,9}$/.test(expected) ? { expected_amount: Number(expected) } : {}),
    ...(isTicked(fields, 'waiver') ? { waiver: { waiver_id: textOf(fields, 'waiver_id'), version } } : {}),
  }
  const isPaid = isPressed(fields, 'pay')
  const call = { path: `/v1/profile/registrations/${id}`, method: 'PUT' as const, body }
  const key = textOf(fields, 'key').slice(0, 64)
  return sendForm(c, {
    call: isPaid ? { ...call, path: `${call.path}/moves`, method: 'POST', ...(key ? { key } : {}) } : call,
    fields,
    form: 'move',
    page: pageOf(c, path, { to: textOf(fields, 'option_id'), who: textOf(fields, 'attendee_profile_id') }),
    goTo: (answered) => (isPaid ? pageOf(c, `/checkout/${answered.id}`) : pageOf(c, path, { saved: 'moved' })),
  })
}

/** Which button was pressed. */
function callOf(fields: Fields, page: string): { call: string; body: object | null; saved: string } {
  if (isPressed(fields, 'cancel')) return { call: 'cancel', body: {}, saved: 'cancelled' }
  if (isPressed(fields, 'return')) {
    const expected = textOf(fields, 'expected_amount')
    const body = {
      ...(textOf(fields, 'destination') ? pick(fields, ['destination']) : {}),
      ...(/^\d{1,9}$/.test(expected) ? { expected_amount: Number(expected) } : {}),
    }
    return { call: `items/${encodeURIComponent(textOf(fields, 'item_id'))}/return`, body, saved: 'returned' }
  }
  if (!isPressed(fields, 'pay')) return { call: 'calendar', body: null, saved: 'calendar' }
  const [payment_source_id, instalment_id] = [textOf(fields, 'payment_source_id'), textOf(fields, 'instalment_id')]
  const part = instalment_id ? { instalment_id } : {}
  return { call: 'instalments/pay', body: { payment_source_id, ...part, return_url: page }, saved: 'part' }
}
