import { type Context, Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { kindOfDeskToken } from '../contract/organisation/desk.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse, showAgain } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'

const refundPage = '/pg/:program_id/profile/orders/:order_id/refund'
const balancePage = '/pg/:program_id/profile/balance'
const deskPage = '/pg/:program_id/desk'

/** The form that pays what is owed, the one that asks for a refund, the one that takes that back, and the ones of an organisation's mails. They work with script off. */
export const moneyForms = new Hono<Worker>()
  .onError(errorResponse)
  .get(refundPage, showFailureOnce)
  .get(deskPage, showFailureOnce)
  .get(balancePage, showFailureOnce)
  .post(balancePage, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const body = {
      program_id: c.req.param('program_id'),
      ...pick(fields, ['customer_profile_id']),
      items: [{ type: 'balance_due' }],
    }
    return sendForm(c, {
      call: { path: '/v1/profile/orders', method: 'POST', body, key: textOf(fields, 'key').slice(0, 64) },
      fields,
      form: 'balance',
      page: pageOf(c, '/profile/balance'),
      goTo: ({ id }) => pageOf(c, `/checkout/${id}`),
    })
  })
  .post(refundPage, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const path = `/profile/orders/${encodeURIComponent(c.req.param('order_id'))}/refund`
    const isWithdrawal = textOf(fields, 'action') === 'withdraw'
    const places = textOf(fields, 'registration_ids').split(',').filter(Boolean)
    const body = isWithdrawal
      ? pick(fields, ['refund_request_id'])
      : { reason: textOf(fields, 'reason'), metadata: metadataOf(fields, places) }
    return sendForm(c, {
      call: {
        path: `/v1${path}${isWithdrawal ? '/withdraw' : ''}`,
        method: 'POST',
        body,
        key: textOf(fields, 'key').slice(0, 64),
      },
      fields,
      form: 'refund',
      page: withPlaces(pageOf(c, path), isWithdrawal ? [] : places),
      goTo: () => pageOf(c, path, { saved: isWithdrawal ? 'withdrawn' : 'requested' }),
    })
  })
  .post(deskPage, requestContext, requireOwnOrigin, async (c, next) => {
    const fields = await readForm(c.req.raw)
    const token = textOf(fields, 'token')
    const isAnswer = kindOfDeskToken(token) === 'conversation'
    const answer = await postToApi(c, isAnswer ? '/v1/desk/conversation' : '/v1/desk', {
      body: isAnswer ? answerOf(c, fields, token) : decisionOf(c, fields, token),
      language: textOf(fields, 'language') || pageLanguage(c),
      key: textOf(fields, 'key').slice(0, 64),
    })
    // What was written may be longer than a cookie holds.
    if (!answer.ok && isAnswer) return showAgain(c, next, { answer, fields, form: 'desk' })
    if (!answer.ok) return refuse(c, { answer, form: 'desk', fields, page: pageOf(c, '/desk', { token }) })
    return accept(c, { body: {}, status: 200, goTo: pageOf(c, '/desk', { token, done: '1' }), cookies: [] })
  })

function metadataOf(fields: Fields, places: string[]): Fields {
  const expected = textOf(fields, 'expected_amount')
  return {
    ...pick(fields, ['reason_other', 'comment', 'destination']),
    ...(places.length > 0 ? { registration_ids: places } : {}),
    ...(/^\d{1,9}$/.test(expected) ? { expected_amount: Number(expected) } : {}),
  }
}

/** The page again with the places that were chosen. */
function withPlaces(page: string, places: string[]): string {
  if (places.length === 0) return page
  const query = places.map((id) => `registration_id=${encodeURIComponent(id)}`).join('&')
  return `${page}${page.includes('?') ? '&' : '?'}${query}`
}

const answerOf = (c: Context<Worker>, fields: Fields, token: string): Fields => ({
  program_id: c.req.param('program_id'),
  token,
  ...pick(fields, ['body', 'sender_name']),
  ...notEmpty(pick(fields, ['answers'])),
})

// Of the fields only those that belong to what was chosen: the others are on the page all the same.
function decisionOf(c: Context<Worker>, fields: Fields, token: string): Fields {
  const decision = textOf(fields, 'decision')
  const takesAmount = decision === 'approve' || decision === 'record'
  const text = textOf(fields, decision === 'approve' ? 'note' : 'text')
  return {
    program_id: c.req.param('program_id'),
    token,
    ...(decision ? { decision } : {}),
    decided_by: textOf(fields, 'decided_by'),
    ...(takesAmount ? { amount: textOf(fields, 'amount') } : {}),
    ...(text ? { text } : {}),
    ...(decision === 'record' ? notEmpty(pick(fields, ['received_as', 'reference', 'payment_id'])) : {}),
  }
}

const notEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
